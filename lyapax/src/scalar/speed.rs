//! A measurement, not a test: `cargo test --release -p lyapax scalar::speed -- --ignored --nocapture`.

use std::time::Instant;

use pulp::{Arch, NullaryFnOnce};

use crate::scalar::{Lanes, Scalar};

const VALUES: usize = 4096;

/// Numbers, and where the function of them is to stand.
struct InLanes<'a, F>(F, &'a [f64], &'a mut [f64]);

impl<F: Fn(Lanes<8>) -> Lanes<8>> NullaryFnOnce for InLanes<'_, F> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self(f, x, y) = self;
        for (x, y) in x.chunks_exact(8).zip(y.chunks_exact_mut(8)) {
            f(Lanes::load(x)).store(y);
        }
    }
}

type Run<'a> = &'a dyn Fn(&[f64], &mut [f64]);

/// The shortest of several runs of each, in ns a value, and the sums of all values. They take turns,
/// so that a slower clock slows all of them.
fn time<const N: usize>(from: f64, to: f64, runs: [Run<'_>; N]) -> [(f64, f64); N] {
    let step = (to - from) / VALUES as f64;
    // Not in order, so that no branch can be foreseen.
    let x: Vec<f64> = (0..VALUES)
        .map(|i| from + step * ((i * 1777) % VALUES) as f64)
        .collect();
    let mut y = vec![0.0; VALUES];
    let mut best = [(f64::INFINITY, 0.0); N];
    for _ in 0..500 {
        for (run, best) in runs.iter().zip(&mut best) {
            let start = Instant::now();
            run(core::hint::black_box(&x), &mut y);
            core::hint::black_box(&mut y);
            let time = start.elapsed().as_secs_f64() * 1e9 / VALUES as f64;
            *best = (best.0.min(time), y.iter().sum());
        }
    }
    best
}

macro_rules! speed {
    ($($name:ident $standard:expr, $from:literal $to:literal;)*) => {
        let arch = Arch::new();
        println!("ns a value     std    f64  8 lanes   check values");
        $(
            let [(library, check), (number, own_check), (lanes, lanes_check)] = time($from, $to, [
                &|x, y| {
                    for (x, y) in x.iter().zip(y) {
                        *y = ($standard)(*x);
                    }
                },
                &|x, y| {
                    for (x, y) in x.iter().zip(y) {
                        *y = Scalar::$name(*x);
                    }
                },
                &|x, y| arch.dispatch(InLanes(
                    #[inline(always)] |x: Lanes<8>| Scalar::$name(x), x, y)),
            ]);
            assert_eq!(own_check, lanes_check, "{}", stringify!($name));
            println!("{:<10} {library:>7.2} {number:>6.2} {lanes:>8.2}   {check:.9} {own_check:.9}",
                stringify!($name));
        )*
    };
}

#[test]
#[ignore = "a measurement: cargo test --release -p lyapax scalar::speed -- --ignored --nocapture"]
fn speed() {
    speed!(
        sin f64::sin, -20.0 20.0;
        cos f64::cos, -20.0 20.0;
        exp f64::exp, -20.0 20.0;
        ln f64::ln, 0.001 100.0;
        log10 f64::log10, 0.001 100.0;
        sinh f64::sinh, -10.0 10.0;
        cosh f64::cosh, -10.0 10.0;
        tanh f64::tanh, -4.0 4.0;
        sigmoid |x: f64| 1.0 / (1.0 + (-x).exp()), -20.0 20.0;
        tan f64::tan, -20.0 20.0;
        atan f64::atan, -10.0 10.0;
        asin f64::asin, -1.0 1.0;
        acos f64::acos, -1.0 1.0;
        cbrt f64::cbrt, -100.0 100.0;
    );
}
