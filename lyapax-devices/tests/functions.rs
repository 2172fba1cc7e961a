//! Functions in software on a device beside the standard library's.

#![cfg(feature = "wgpu")]
#![allow(missing_docs, unsafe_code)]

use cubecl::prelude::*;
use cubecl::wgpu::{WgpuDevice, WgpuRuntime};
use lyapax_devices::functions;

#[cube(launch)]
fn apply<F: Float + CubeElement>(
    x: &Array<F>,
    y: &Array<F>,
    z: &mut Array<F>,
    #[comptime] which: usize,
) {
    if ABSOLUTE_POS < x.len() {
        let (x, y) = (x[ABSOLUTE_POS], y[ABSOLUTE_POS]);
        let mut value = x;
        if comptime!(which == 0) {
            value = functions::exp::<F>(x);
        } else if comptime!(which == 1) {
            value = functions::ln::<F>(x);
        } else if comptime!(which == 2) {
            value = functions::sin::<F>(x);
        } else if comptime!(which == 3) {
            value = functions::cos::<F>(x);
        } else if comptime!(which == 4) {
            value = functions::tan::<F>(x);
        } else if comptime!(which == 5) {
            value = functions::sinh::<F>(x);
        } else if comptime!(which == 6) {
            value = functions::cosh::<F>(x);
        } else if comptime!(which == 7) {
            value = functions::tanh::<F>(x);
        } else if comptime!(which == 8) {
            value = functions::asin::<F>(x);
        } else if comptime!(which == 9) {
            value = functions::acos::<F>(x);
        } else if comptime!(which == 10) {
            value = functions::atan::<F>(x);
        } else if comptime!(which == 11) {
            value = functions::cbrt::<F>(x);
        } else if comptime!(which == 12) {
            value = functions::log10::<F>(x);
        } else if comptime!(which == 13) {
            value = functions::sigmoid::<F>(x);
        } else if comptime!(which == 14) {
            value = functions::atan2::<F>(x, y);
        } else if comptime!(which == 15) {
            value = functions::pow::<F>(x, y);
        } else if comptime!(which == 16) {
            value = functions::hypot::<F>(x, y);
        } else if comptime!(which == 17) {
            value = functions::remainder::<F>(x, y, 53u32);
        }
        z[ABSOLUTE_POS] = value;
    }
}

fn on_device(which: usize, x: &[f64], y: &[f64]) -> Vec<f64> {
    let client = WgpuRuntime::client(&WgpuDevice::default());
    let from = client.create_from_slice(f64::as_bytes(x));
    let other = client.create_from_slice(f64::as_bytes(y));
    let to = client.create_from_slice(f64::as_bytes(&vec![f64::NAN; x.len()]));
    let threads = 64;
    let cubes = u32::try_from(x.len()).unwrap().div_ceil(threads);
    unsafe {
        apply::launch::<f64, WgpuRuntime>(
            &client,
            CubeCount::Static(cubes, 1, 1),
            CubeDim::new_1d(threads),
            ArrayArg::from_raw_parts(from, x.len()),
            ArrayArg::from_raw_parts(other, y.len()),
            ArrayArg::from_raw_parts(to.clone(), x.len()),
            which,
        );
    }
    client.flush().unwrap();
    let bytes = client.read_one(to).unwrap();
    f64::from_bytes(&bytes).to_vec()
}

/// Units in the last place between two numbers; none between two that are no numbers.
fn ulps(a: f64, b: f64) -> u64 {
    if a.is_nan() && b.is_nan() {
        return 0;
    }
    if a.is_nan() || b.is_nan() {
        return u64::MAX;
    }
    let place = |x: f64| {
        let bits = x.to_bits().cast_signed();
        if bits < 0 {
            i64::MIN.wrapping_sub(bits)
        } else {
            bits
        }
    };
    place(a).abs_diff(place(b))
}

const SPECIAL: [f64; 22] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    -2.0,
    3.0,
    -3.0,
    1.5,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    f64::MIN_POSITIVE,
    -f64::MIN_POSITIVE,
    5e-324,
    -5e-324,
    1e-310,
    f64::MAX,
    f64::MIN,
    1e22,
];

struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
    /// Every exponent is as likely.
    fn any(&mut self) -> f64 {
        let size = 2.0_f64.powf(-1074.0 + 2097.0 * self.next()) * (1.0 + self.next());
        if self.next() < 0.5 { -size } else { size }
    }
    fn between(&mut self, from: f64, to: f64) -> f64 {
        from + (to - from) * self.next()
    }
}

fn check(
    which: usize,
    name: &str,
    most: u64,
    x: &[f64],
    y: &[f64],
    f: impl Fn(f64, f64) -> f64,
) -> bool {
    let z = on_device(which, x, y);
    let worst = (0..x.len())
        .map(|i| (ulps(z[i], f(x[i], y[i])), i))
        .max()
        .unwrap();
    let i = worst.1;
    println!(
        "{name}: {} ulp at {:e}, {:e}: {:e}, should be {:e}",
        worst.0,
        x[i],
        y[i],
        z[i],
        f(x[i], y[i])
    );
    if worst.0 > most {
        let wrong = (0..x.len()).filter(|&i| ulps(z[i], f(x[i], y[i])) > most);
        for i in wrong.take(12) {
            println!(
                "    {:e}, {:e}: {:e}, should be {:e}",
                x[i],
                y[i],
                z[i],
                f(x[i], y[i])
            );
        }
    }
    worst.0 <= most
}

/// Name, function, and the arguments that most of the tests are between.
type Two = (&'static str, fn(f64, f64) -> f64, f64, f64);

#[test]
fn within_two_units() {
    type One = (&'static str, fn(f64) -> f64, f64, f64);
    let one: [One; 14] = [
        ("exp", f64::exp, -750.0, 720.0),
        ("ln", f64::ln, 0.0, 1e3),
        ("sin", f64::sin, -1e7, 1e7),
        ("cos", f64::cos, -1e7, 1e7),
        ("tan", f64::tan, -1e7, 1e7),
        ("sinh", f64::sinh, -712.0, 712.0),
        ("cosh", f64::cosh, -712.0, 712.0),
        ("tanh", f64::tanh, -25.0, 25.0),
        ("asin", f64::asin, -1.0, 1.0),
        ("acos", f64::acos, -1.0, 1.0),
        ("atan", f64::atan, -10.0, 10.0),
        ("cbrt", f64::cbrt, -1e3, 1e3),
        ("log10", f64::log10, 0.0, 1e3),
        ("sigmoid", |x| 1.0 / (1.0 + (-x).exp()), -40.0, 40.0),
    ];
    let mut random = Random(1);
    let mut fine = true;
    for (which, (name, f, from, to)) in one.into_iter().enumerate() {
        let mut x = SPECIAL.to_vec();
        x.extend((0..50_000).map(|_| random.between(from, to)));
        x.extend((0..20_000).map(|_| random.between(-3.0, 3.0)));
        x.extend((0..50_000).map(|_| random.any()));
        x.extend((0..20_000).map(|_| {
            1.0 + random.between(-1.0, 1.0) * (-random.between(1.0, 50.0).floor()).exp2()
        }));
        let most = match name {
            // Of 1 + e⁻ˣ both have lost as much.
            "sigmoid" => 4,
            // The C library, too, is off by up to two.
            "tanh" => 3,
            _ => 2,
        };
        fine &= check(which, name, most, &x, &x, |x, _| f(x));
    }
    let two: [Two; 3] = [
        ("atan2", f64::atan2, -10.0, 10.0),
        ("pow", f64::powf, 0.0, 30.0),
        ("hypot", f64::hypot, -10.0, 10.0),
    ];
    for (which, (name, f, from, to)) in two.into_iter().enumerate() {
        let (mut x, mut y): (Vec<f64>, Vec<f64>) = SPECIAL
            .iter()
            .flat_map(|x| SPECIAL.map(|y| (*x, y)))
            .unzip();
        for _ in 0..50_000 {
            x.push(random.between(from, to));
            y.push(random.between(-40.0, 40.0));
        }
        for _ in 0..30_000 {
            x.push(random.any());
            y.push(random.any());
        }
        for _ in 0..30_000 {
            x.push(random.any().abs());
            y.push(random.between(-1.1, 1.1));
        }
        fine &= check(one.len() + which, name, 2, &x, &y, f);
    }
    assert!(fine);
}

/// As the runtime has it on the CPU.
fn remainder(x: f64, d: f64) -> f64 {
    let remainder = x % d;
    if remainder != 0.0 && (remainder < 0.0) != (d < 0.0) {
        remainder + d
    } else {
        remainder
    }
}

/// All digits of it, on both sides of multiples too; and no number where the quotient has more than 53.
#[test]
fn remainders() {
    let mut random = Random(2);
    let (mut x, mut d) = (Vec::new(), Vec::new());
    let mut ask = |a: f64, b: f64| {
        for (a, b) in [(a, b), (-a, b), (a, -b), (-a, -b)] {
            x.push(a);
            d.push(b);
        }
    };
    for divisor in [
        0.1,
        0.7,
        1.0,
        3.0,
        core::f64::consts::TAU,
        1e-3,
        1e200,
        1e-200,
    ] {
        for i in 0..400 {
            let near = f64::from(i) * divisor;
            ask(near, divisor);
            ask(near.next_up(), divisor);
            ask(near.next_down(), divisor);
        }
        for _ in 0..2000 {
            ask(random.between(-50.0, 50.0) * divisor, divisor);
            ask(random.between(0.0, 52.0).exp2() * divisor, divisor);
        }
        for other in [0.0, 1e-20, 1e-300, 5e-324, f64::INFINITY, f64::NAN] {
            ask(other * divisor, divisor);
        }
        ask(divisor, f64::INFINITY);
        ask(divisor, 0.0);
    }
    ask(1e10 + 0.25, 0.1);
    ask(2.5, 0.1);
    let mut fine = check(17, "mod", 0, &x, &d, remainder);
    let (x, d) = ([0.1, -1e300, 1e17, 1e300], [1e-20, 1.019e275, 0.1, 1e-300]);
    fine &= check(17, "mod of too much", 0, &x, &d, |_, _| f64::NAN);
    assert!(fine);
}
