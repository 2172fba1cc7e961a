//! Lorenz 1963.

use super::{BARE, declare, no_edges, own, shape};
use crate::model::{At, Entry, Info};
use crate::{Model, Scalar, Tangent};

declare! {
    /// x' = σ(y − x), y' = x(ρ − z) − y, z' = xy − βz.
    Lorenz { sigma = 10.0, rho = 28.0, beta = 8.0 / 3.0 } states x 0, y 1, z 2
}

#[allow(non_upper_case_globals)]
impl Lorenz {
    /// x² + y².
    pub(crate) const r2: crate::OutputName<Self> = crate::OutputName::new(0, "r2");
}

impl Model for Lorenz {
    const INFO: Info = Info {
        name: "Lorenz",
        states: &["x", "y", "z"],
        initial: &[1.0, 1.0, 1.0],
        params: &["sigma", "rho", "beta"],
        outputs: &["r2"],
        ..BARE
    };
    const PARTIALS: &'static [Entry] = &[
        own(0, 0),
        own(0, 1),
        own(1, 0),
        own(1, 1),
        own(1, 2),
        own(2, 0),
        own(2, 1),
        own(2, 2),
    ];
    shape!(states 3 gathered 0 sums 0 params 3 outputs 1 partials 8 edges 0);
    no_edges!(3 0 3);

    #[inline(always)]
    fn rhs_partials<S: Scalar>(
        _: At<S>,
        &[x, y, z]: &[S; 3],
        _: &[S; 0],
        &[sigma, rho, beta]: &[S; 3],
    ) -> ([S; 3], [S; 8]) {
        let a = rho - z;
        (
            [sigma * (y - x), x * a - y, x * y - beta * z],
            [-sigma, sigma, a, S::lit(-1.0), -x, y, x, -beta],
        )
    }

    #[inline(always)]
    fn jvp<S: Scalar, V: Tangent<S>>(j: &[S; 8], &[x, y, z]: &[V; 3], _: &[V; 0]) -> [V; 3] {
        [
            x * j[0] + y * j[1],
            x * j[2] + y * j[3] + z * j[4],
            x * j[5] + y * j[6] + z * j[7],
        ]
    }

    fn trace<S: Scalar>(j: &[S; 8]) -> S {
        j[0] + j[3] + j[7]
    }

    fn outputs<S: Scalar>(_: At<S>, &[x, y, _]: &[S; 3], _: &[S; 0], _: &[S; 3]) -> [S; 1] {
        [x * x + y * y]
    }
}
