//! The model, and experiments that might have been made.

use lyapax::model;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rand_distr::{Distribution, Normal, Uniform};

model! {
    /// A → B → C in a stirred tank that is fed with A of concentration 1.
    pub Tank {
        /// Logarithm of the first reaction's rate at infinite temperature.
        param ln_k0_1 = 8.0;
        /// Its activation energy by the gas constant, K.
        param E_R_1 = 4000.0;
        /// Logarithm of the second reaction's rate at infinite temperature.
        param ln_k0_2 = 10.0;
        /// Its activation energy by the gas constant, K.
        param E_R_2 = 5000.0;
        /// Temperature, K.
        input T;
        /// How long the liquid stays, on average.
        input tau;

        let k1 = exp(ln_k0_1 - E_R_1 / T);
        let k2 = exp(ln_k0_2 - E_R_2 / T);
        let a = 1 / (1 + k1 * tau);
        let b = k1 * a * tau / (1 + k2 * tau);

        output C_A = a;
        output C_B = b;
        output C_C = 1 - a - b;
    }
}

/// The parameters that the experiments are made with, in the model's order.
pub const TRUE: [f64; 4] = [10.0, 5000.0, 12.0, 6000.0];

/// Temperatures and times of experiments, and what was measured.
#[derive(Clone)]
pub struct Experiments {
    /// With the parameters that a fit begins at.
    pub tank: Tank,
    pub c_a: Vec<f64>,
    pub c_b: Vec<f64>,
    pub c_c: Vec<f64>,
}

/// Temperatures of 300 to 400 K, times of 1 to 10, and noise on each concentration.
pub fn experiments(count: usize, noise: f64, seed: u64) -> Experiments {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut draw = |from: f64, to: f64| -> Vec<f64> {
        let range = Uniform::new(from, to).expect("a range");
        (0..count).map(|_| range.sample(&mut random)).collect()
    };
    let (temperatures, times) = (draw(300.0, 400.0), draw(1.0, 10.0));
    let noise = Normal::new(0.0, noise).expect("a standard deviation");
    let [ln_k1, e1, ln_k2, e2] = TRUE;
    let mut columns = [const { Vec::new() }; 3];
    for (t, tau) in temperatures.iter().zip(&times) {
        let (k1, k2) = ((ln_k1 - e1 / t).exp(), (ln_k2 - e2 / t).exp());
        let a = 1.0 / (1.0 + k1 * tau);
        let b = k1 * a * tau / (1.0 + k2 * tau);
        for (column, value) in columns.iter_mut().zip([a, b, 1.0 - a - b]) {
            column.push(value + noise.sample(&mut random));
        }
    }
    let [c_a, c_b, c_c] = columns;
    Experiments {
        tank: Tank {
            T: temperatures.into(),
            tau: times.into(),
            ..Tank::default()
        },
        c_a,
        c_b,
        c_c,
    }
}
