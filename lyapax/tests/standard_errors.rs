//! Standard errors are what they say: over many runs, two thirds of the exponents lie within one.

use lyapax::{SpectrumOptions, System};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

lyapax::model! {
    /// Lorenz (1963).
    pub Lorenz {
        state x = 1.0, y = 1.0, z = 1.0;
        param sigma = 10.0, rho = 28.0, beta = 8.0 / 3.0;
        "x' = sigma * (y - x)
         y' = x * (rho - z) - y
         z' = x * y - beta * z"
    }
}

lyapax::model! {
    /// A tent with its top at `a`: slopes 1/a and 1/(1 − a), met independently of each other.
    pub SkewTent {
        state x = 0.4;
        param a = 0.3;
        next(x) = if x < a { x / a } else { (1 - x) / (1 - a) };
    }
}

/// Uniform between two numbers.
fn uniform(random: &mut ChaCha8Rng, from: f64, to: f64) -> f64 {
    from + (to - from) * (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// 400 orbits of 500 time units from different starts. λ₁ = .9056 (Sprott, Chaos and Time-Series
/// Analysis, 2003). Of 400 draws 68 % are expected within one standard error, ± 2.3 %.
#[test]
fn calibration_on_lorenz() {
    let options = SpectrumOptions::new(50_000).dt(0.01).t_transient(50.0);
    let mut within = 0;
    for seed in 0..400 {
        let random = &mut ChaCha8Rng::seed_from_u64(seed);
        let start = [
            uniform(random, -10.0, 10.0),
            uniform(random, -10.0, 10.0),
            uniform(random, 15.0, 35.0),
        ];
        let spectrum = System::new(Lorenz::default())
            .initial_state(&start)
            .spectrum(&options)
            .unwrap();
        let error = spectrum.std_errors()[0].unwrap();
        within += u32::from((spectrum.exponents()[0] - 0.9056).abs() <= error);
    }
    let percent = f64::from(within) / 4.0;
    println!("{percent} % within one standard error");
    assert!((61.0..=75.0).contains(&percent), "{percent} %");
}

/// The same for a map whose growth is not correlated: λ = −a ln a − (1 − a) ln(1 − a), exactly.
#[test]
fn calibration_on_a_map() {
    let options = SpectrumOptions::new(10_000).t_transient(100.0);
    let exact = -0.3 * 0.3_f64.ln() - 0.7 * 0.7_f64.ln();
    let mut within = 0;
    for seed in 0..400 {
        let random = &mut ChaCha8Rng::seed_from_u64(seed);
        let system =
            System::new(SkewTent::default()).initial(SkewTent::x, uniform(random, 0.01, 0.99));
        let spectrum = system.spectrum(&options).unwrap();
        let error = spectrum.std_errors()[0].unwrap();
        within += u32::from((spectrum.exponents()[0] - exact).abs() <= error);
    }
    let percent = f64::from(within) / 4.0;
    println!("{percent} % within one standard error");
    assert!((61.0..=75.0).contains(&percent), "{percent} %");
}

/// A long run: the error is small, and honest.
#[test]
fn a_long_run() {
    let options = SpectrumOptions::new(1_000_000).dt(0.01).t_transient(20.0);
    let spectrum = System::new(Lorenz::default()).spectrum(&options).unwrap();
    let error = spectrum.std_errors()[0].unwrap();
    println!("{spectrum}");
    assert!(error <= 0.002, "{spectrum}");
    assert!(
        (spectrum.exponents()[0] - 0.9056).abs() <= 3.5 * error,
        "{spectrum}"
    );
    // λ₁ and λ₃ move against each other, since their sum does not: the sum is known far better.
    assert!(
        spectrum.sum_std_error().unwrap() < 1e-3 * error,
        "{spectrum}"
    );
    assert!(
        spectrum.kaplan_yorke_std_error().unwrap() < error,
        "{spectrum}"
    );
    // 100 000 blocks of .1 time units in at most 1024 stretches of a power of two of them.
    assert!((spectrum.batch_time() - 12.8).abs() < 1e-12);
    assert!(spectrum.to_string().contains('('), "{spectrum}");
}

#[test]
fn too_short_to_tell() {
    let spectrum = System::new(Lorenz::default())
        .spectrum(&SpectrumOptions::new(100).dt(0.01))
        .unwrap();
    assert_eq!(spectrum.std_errors(), [None; 3]);
    assert_eq!(spectrum.kaplan_yorke_std_error(), None);
}
