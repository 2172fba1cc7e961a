//! Autonomous flows in one and two dimensions.

use super::{BARE, declare, no_edges, no_outputs, own, shape};
use crate::model::{At, Entry, Info};
use crate::{Model, Scalar, Tangent};

declare! {
    /// (x, y)' = [[a, b], [c, d]] (x, y).
    Linear { a = -1.0, b = 0.0, c = 0.0, d = -5.0 } states x 0, y 1
}

impl Linear {
    /// The flow of a matrix.
    pub(crate) fn of([[a, b], [c, d]]: [[f64; 2]; 2]) -> Self {
        Self::default().with(0, a).with(1, b).with(2, c).with(3, d)
    }
}

impl Model for Linear {
    const INFO: Info = Info {
        name: "Linear",
        states: &["x", "y"],
        initial: &[1.0, 1.0],
        params: &["a", "b", "c", "d"],
        ..BARE
    };
    const PARTIALS: &'static [Entry] = &[own(0, 0), own(0, 1), own(1, 0), own(1, 1)];
    shape!(states 2 gathered 0 sums 0 params 4 outputs 0 partials 4 edges 0);
    no_edges!(2 0 4);
    no_outputs!(2 0 4);

    #[inline(always)]
    fn rhs_partials<S: Scalar>(
        _: At<S>,
        &[x, y]: &[S; 2],
        _: &[S; 0],
        &[a, b, c, d]: &[S; 4],
    ) -> ([S; 2], [S; 4]) {
        ([a * x + b * y, c * x + d * y], [a, b, c, d])
    }

    #[inline(always)]
    fn jvp<S: Scalar, V: Tangent<S>>(j: &[S; 4], &[x, y]: &[V; 2], _: &[V; 0]) -> [V; 2] {
        [x * j[0] + y * j[1], x * j[2] + y * j[3]]
    }

    fn trace<S: Scalar>(j: &[S; 4]) -> S {
        j[0] + j[3]
    }
}

declare! {
    /// z' = (1 + iω)z − |z|²z.
    StuartLandau { omega = core::f64::consts::TAU } states x 0, y 1
}

impl Model for StuartLandau {
    const INFO: Info = Info {
        name: "StuartLandau",
        states: &["x", "y"],
        initial: &[0.3, 0.0],
        params: &["omega"],
        ..BARE
    };
    const PARTIALS: &'static [Entry] = &[own(0, 0), own(0, 1), own(1, 0), own(1, 1)];
    shape!(states 2 gathered 0 sums 0 params 1 outputs 0 partials 4 edges 0);
    no_edges!(2 0 1);
    no_outputs!(2 0 1);

    #[inline(always)]
    fn rhs_partials<S: Scalar>(
        _: At<S>,
        &[x, y]: &[S; 2],
        _: &[S; 0],
        &[omega]: &[S; 1],
    ) -> ([S; 2], [S; 4]) {
        let two = S::lit(2.0);
        let gain = S::lit(1.0) - (x * x + y * y);
        (
            [gain * x - omega * y, gain * y + omega * x],
            [
                gain - two * x * x,
                -(two * x * y) - omega,
                omega - two * x * y,
                gain - two * y * y,
            ],
        )
    }

    #[inline(always)]
    fn jvp<S: Scalar, V: Tangent<S>>(j: &[S; 4], &[x, y]: &[V; 2], _: &[V; 0]) -> [V; 2] {
        [x * j[0] + y * j[1], x * j[2] + y * j[3]]
    }

    fn trace<S: Scalar>(j: &[S; 4]) -> S {
        j[0] + j[3]
    }
}

declare! {
    /// x' = 1 − x², whose solution from 0 is the hyperbolic tangent.
    Tanh {} states x 0
}

impl Model for Tanh {
    const INFO: Info = Info {
        name: "Tanh",
        states: &["x"],
        initial: &[0.0],
        ..BARE
    };
    const PARTIALS: &'static [Entry] = &[own(0, 0)];
    shape!(states 1 gathered 0 sums 0 params 0 outputs 0 partials 1 edges 0);
    no_edges!(1 0 0);
    no_outputs!(1 0 0);

    #[inline(always)]
    fn rhs_partials<S: Scalar>(
        _: At<S>,
        &[x]: &[S; 1],
        _: &[S; 0],
        _: &[S; 0],
    ) -> ([S; 1], [S; 1]) {
        ([S::lit(1.0) - x * x], [-(x + x)])
    }

    #[inline(always)]
    fn jvp<S: Scalar, V: Tangent<S>>(j: &[S; 1], &[x]: &[V; 1], _: &[V; 0]) -> [V; 1] {
        [x * j[0]]
    }

    fn trace<S: Scalar>(j: &[S; 1]) -> S {
        j[0]
    }
}

declare! {
    /// No equations.
    Stateless {} states
}

impl Model for Stateless {
    const INFO: Info = Info {
        name: "Stateless",
        ..BARE
    };
    const PARTIALS: &'static [Entry] = &[];
    shape!(states 0 gathered 0 sums 0 params 0 outputs 0 partials 0 edges 0);
    no_edges!(0 0 0);
    no_outputs!(0 0 0);

    fn rhs_partials<S: Scalar>(_: At<S>, _: &[S; 0], _: &[S; 0], _: &[S; 0]) -> ([S; 0], [S; 0]) {
        ([], [])
    }

    fn jvp<S: Scalar, V: Tangent<S>>(_: &[S; 0], _: &[V; 0], _: &[V; 0]) -> [V; 0] {
        []
    }

    fn trace<S: Scalar>(_: &[S; 0]) -> S {
        S::lit(0.0)
    }
}
