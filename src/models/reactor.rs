//! Conditions of a chemist's.

use super::spread;

lyapax::model! {
    /// A stirred tank with a reaction of order n: algebraic.
    pub Reactor {
        param k0 = 2.0e7, E_R = 6000.0, n = 1.5;
        input T, C_in, tau;
        let k = k0 * exp(-E_R / T);
        let C_out = C_in / (1 + k * tau * C_in^(n - 1));
        output conversion = (C_in - C_out) / C_in;
    }
}

impl Reactor {
    /// So many temperatures, concentrations and times.
    pub fn at_many(conditions: usize) -> Self {
        Self {
            T: spread(300.0, 450.0, 1, conditions).into(),
            C_in: spread(0.1, 3.0, 7, conditions).into(),
            tau: spread(1.0, 60.0, 31, conditions).into(),
            ..Self::default()
        }
    }
}
