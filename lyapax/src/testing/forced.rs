//! Flows that read the time or a signal.

use super::{BARE, declare, gathered, no_edges, no_outputs, own, shape};
use crate::model::{At, Entry, Info, Jump};
use crate::{Model, Scalar, Tangent};

declare! {
    /// x' = v, v' = −δv + x − x³ + γ cos t.
    Duffing { delta = 0.2, gamma = 0.3 } states x 0, v 1
}

impl Model for Duffing {
    const INFO: Info = Info {
        name: "Duffing",
        states: &["x", "v"],
        initial: &[0.1, 0.25],
        params: &["delta", "gamma"],
        autonomous: false,
        shifts: &[],
        ..BARE
    };
    const PARTIALS: &'static [Entry] = &[own(0, 1), own(1, 0), own(1, 1)];
    shape!(states 2 gathered 0 sums 0 params 2 outputs 0 partials 3 edges 0);
    no_edges!(2 0 2);
    no_outputs!(2 0 2);

    #[inline(always)]
    fn rhs_partials<S: Scalar>(
        at: At<S>,
        &[x, v]: &[S; 2],
        _: &[S; 0],
        &[delta, gamma]: &[S; 2],
    ) -> ([S; 2], [S; 3]) {
        let one = S::lit(1.0);
        (
            [v, -(delta * v) + x - x * x * x + gamma * at.t.cos()],
            [one, one - S::lit(3.0) * x * x, -delta],
        )
    }

    #[inline(always)]
    fn jvp<S: Scalar, V: Tangent<S>>(j: &[S; 3], &[x, v]: &[V; 2], _: &[V; 0]) -> [V; 2] {
        [v * j[0], x * j[1] + v * j[2]]
    }

    fn trace<S: Scalar>(j: &[S; 3]) -> S {
        j[2]
    }
}

declare! {
    /// x' = u − ax with an input u; it says of itself that `sign` jumps in it.
    Driven { a = 1.0 } states x 0
}

impl Model for Driven {
    const INFO: Info = Info {
        name: "Driven",
        states: &["x"],
        initial: &[0.0],
        params: &["a"],
        inputs: &["u"],
        jumps: &[Jump {
            on_state: true,
            moved_by: &[],
            what: "sign",
            item: "equation of `x`",
        }],
        ..BARE
    };
    const PARTIALS: &'static [Entry] = &[own(0, 0), gathered(0, 0)];
    shape!(states 1 gathered 1 sums 0 params 1 outputs 0 partials 2 edges 0);
    no_edges!(1 1 1);
    no_outputs!(1 1 1);

    #[inline(always)]
    fn rhs_partials<S: Scalar>(
        _: At<S>,
        &[x]: &[S; 1],
        &[u]: &[S; 1],
        &[a]: &[S; 1],
    ) -> ([S; 1], [S; 2]) {
        ([u - a * x], [-a, S::lit(1.0)])
    }

    #[inline(always)]
    fn jvp<S: Scalar, V: Tangent<S>>(j: &[S; 2], &[x]: &[V; 1], _: &[V; 1]) -> [V; 1] {
        [x * j[0]]
    }

    fn trace<S: Scalar>(j: &[S; 2]) -> S {
        j[0]
    }
}
