//! Maps.

use super::{BARE, declare, no_edges, no_outputs, own, shape};
use crate::model::{At, Entry, Info, Kind};
use crate::{Model, Scalar, Tangent};

declare! {
    /// x → 1 − ax² + y, y → bx.
    Henon { a = 1.4, b = 0.3 } states x 0, y 1
}

impl Model for Henon {
    const INFO: Info = Info {
        name: "Henon",
        kind: Kind::Map,
        states: &["x", "y"],
        initial: &[0.0, 0.0],
        params: &["a", "b"],
        ..BARE
    };
    const PARTIALS: &'static [Entry] = &[own(0, 0), own(0, 1), own(1, 0)];
    shape!(states 2 gathered 0 sums 0 params 2 outputs 0 partials 3 edges 0);
    no_edges!(2 0 2);
    no_outputs!(2 0 2);

    #[inline(always)]
    fn rhs_partials<S: Scalar>(
        _: At<S>,
        &[x, y]: &[S; 2],
        _: &[S; 0],
        &[a, b]: &[S; 2],
    ) -> ([S; 2], [S; 3]) {
        let one = S::lit(1.0);
        ([one - a * (x * x) + y, b * x], [-(a * (x + x)), one, b])
    }

    #[inline(always)]
    fn jvp<S: Scalar, V: Tangent<S>>(j: &[S; 3], &[x, y]: &[V; 2], _: &[V; 0]) -> [V; 2] {
        [x * j[0] + y * j[1], x * j[2]]
    }

    fn trace<S: Scalar>(j: &[S; 3]) -> S {
        j[0]
    }
}

declare! {
    /// x → rx(1 − x).
    Logistic { r = 4.0 } states x 0
}

impl Model for Logistic {
    const INFO: Info = Info {
        name: "Logistic",
        kind: Kind::Map,
        states: &["x"],
        initial: &[0.4],
        params: &["r"],
        ..BARE
    };
    const PARTIALS: &'static [Entry] = &[own(0, 0)];
    shape!(states 1 gathered 0 sums 0 params 1 outputs 0 partials 1 edges 0);
    no_edges!(1 0 1);
    no_outputs!(1 0 1);

    #[inline(always)]
    fn rhs_partials<S: Scalar>(
        _: At<S>,
        &[x]: &[S; 1],
        _: &[S; 0],
        &[r]: &[S; 1],
    ) -> ([S; 1], [S; 1]) {
        let one = S::lit(1.0);
        ([r * x * (one - x)], [r * (one - x) - r * x])
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
    /// x → 4x(1 − x), y → x: its Jacobian has rank one everywhere.
    Rank1 {} states x 0, y 1
}

impl Model for Rank1 {
    const INFO: Info = Info {
        name: "Rank1",
        kind: Kind::Map,
        states: &["x", "y"],
        initial: &[0.4, 0.0],
        ..BARE
    };
    const PARTIALS: &'static [Entry] = &[own(0, 0), own(1, 0)];
    shape!(states 2 gathered 0 sums 0 params 0 outputs 0 partials 2 edges 0);
    no_edges!(2 0 0);
    no_outputs!(2 0 0);

    #[inline(always)]
    fn rhs_partials<S: Scalar>(
        _: At<S>,
        &[x, _]: &[S; 2],
        _: &[S; 0],
        _: &[S; 0],
    ) -> ([S; 2], [S; 2]) {
        let (one, four) = (S::lit(1.0), S::lit(4.0));
        (
            [four * x * (one - x), x],
            [four * (one - x) - four * x, one],
        )
    }

    #[inline(always)]
    fn jvp<S: Scalar, V: Tangent<S>>(j: &[S; 2], &[x, _]: &[V; 2], _: &[V; 0]) -> [V; 2] {
        [x * j[0], x * j[1]]
    }

    fn trace<S: Scalar>(j: &[S; 2]) -> S {
        j[0]
    }
}
