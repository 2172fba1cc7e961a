//! A measurement, not a test: `cargo test --release -p lyapax trig::speed -- --ignored --nocapture`.

use std::time::Instant;

use pulp::{Arch, NullaryFnOnce};

use crate::scalar::{Lanes, Scalar};

const VALUES: usize = 4096;

/// Numbers, and where their sines and cosines are to stand.
struct InLanes<'a, const L: usize>(&'a [f64], &'a mut [f64], &'a mut [f64]);

impl<const L: usize> NullaryFnOnce for InLanes<'_, L> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self(x, sin, cos) = self;
        let outputs = sin.chunks_exact_mut(L).zip(cos.chunks_exact_mut(L));
        for (x, (sin, cos)) in x.chunks_exact(L).zip(outputs) {
            let (s, c) = Lanes::<L>::load(x).sin_cos();
            s.store(sin);
            c.store(cos);
        }
    }
}

/// The shortest of several runs, in ns a value, and the sum of all outputs.
fn time(name: &str, run: impl Fn(&[f64], &mut [f64], &mut [f64])) {
    let x: Vec<f64> = (0..VALUES).map(|i| i as f64 * 0.01 - 20.0).collect();
    let (mut sin, mut cos) = (vec![0.0; VALUES], vec![0.0; VALUES]);
    let mut best = f64::INFINITY;
    for _ in 0..500 {
        let start = Instant::now();
        run(core::hint::black_box(&x), &mut sin, &mut cos);
        core::hint::black_box((&mut sin, &mut cos));
        best = best.min(start.elapsed().as_secs_f64());
    }
    let check = sin.iter().chain(&cos).sum::<f64>();
    println!(
        "{name:<28} {:>6.2} ns a value   {check:.12}",
        best * 1e9 / VALUES as f64
    );
}

#[test]
#[ignore = "a measurement: cargo test --release -p lyapax trig::speed -- --ignored --nocapture"]
fn speed() {
    let arch = Arch::new();
    time("std, one by one", |x, sin, cos| {
        for ((&x, sin), cos) in x.iter().zip(sin).zip(cos) {
            (*sin, *cos) = f64::sin_cos(x);
        }
    });
    time("f64, one by one", |x, sin, cos| {
        for ((&x, sin), cos) in x.iter().zip(sin).zip(cos) {
            (*sin, *cos) = Scalar::sin_cos(x);
        }
    });
    time("8 lanes, plain", |x, sin, cos| {
        InLanes::<8>(x, sin, cos).call();
    });
    time("8 lanes, dispatched", |x, sin, cos| {
        arch.dispatch(InLanes::<8>(x, sin, cos));
    });
    time("4 lanes, dispatched", |x, sin, cos| {
        arch.dispatch(InLanes::<4>(x, sin, cos));
    });
}
