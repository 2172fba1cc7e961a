//! A lattice.

use super::{BARE, declare, gathered, no_edges, no_outputs, own, shape};
use crate::model::{At, Entry, Info, Neighbour};
use crate::{Model, Scalar, Tangent};

declare! {
    /// xᵢ' = (xᵢ₊₁ − xᵢ₋₂)xᵢ₋₁ − xᵢ + F (Lorenz 1996).
    Lorenz96 { F = 8.0 } states x 0
}

const fn at(offset: isize) -> Neighbour {
    Neighbour { state: 0, offset }
}

impl Model for Lorenz96 {
    const INFO: Info = Info {
        name: "Lorenz96",
        states: &["x"],
        initial: &[8.0],
        params: &["F"],
        neighbours: &[at(1), at(-2), at(-1)],
        ..BARE
    };
    const PARTIALS: &'static [Entry] = &[own(0, 0), gathered(0, 0), gathered(0, 1), gathered(0, 2)];
    shape!(states 1 gathered 3 sums 0 params 1 outputs 0 partials 4 edges 0);
    no_edges!(1 3 1);
    no_outputs!(1 3 1);

    #[inline(always)]
    fn rhs_partials<S: Scalar>(
        _: At<S>,
        &[x]: &[S; 1],
        &[next, before, last]: &[S; 3],
        &[force]: &[S; 1],
    ) -> ([S; 1], [S; 4]) {
        let slope = next - before;
        (
            [slope * last - x + force],
            [S::lit(-1.0), last, -last, slope],
        )
    }

    #[inline(always)]
    fn jvp<S: Scalar, V: Tangent<S>>(j: &[S; 4], &[x]: &[V; 1], u: &[V; 3]) -> [V; 1] {
        [x * j[0] + u[0] * j[1] + u[1] * j[2] + u[2] * j[3]]
    }

    fn trace<S: Scalar>(j: &[S; 4]) -> S {
        j[0]
    }
}
