//! Networks.

use super::{BARE, declare, gathered, no_outputs, own, shape};
use crate::model::{At, Column, Entry, Info};
use crate::{Model, Scalar, Tangent};

declare! {
    /// θ' = ω + G/N Σ w sin(θₛ − θ).
    Kuramoto { omega = 0.0, G = 1.0 } states theta 0
}

const fn source(row: usize, state: usize) -> Entry {
    Entry {
        row,
        column: Column::Source(state),
    }
}

impl Model for Kuramoto {
    const INFO: Info = Info {
        name: "Kuramoto",
        states: &["theta"],
        initial: &[0.0],
        params: &["omega", "G"],
        sums: 1,
        uses_weights: true,
        ..BARE
    };
    const PARTIALS: &'static [Entry] = &[gathered(0, 0)];
    const EDGE_PARTIALS: &'static [Entry] = &[source(0, 0), own(0, 0)];
    shape!(states 1 gathered 1 sums 1 params 2 outputs 0 partials 1 edges 2);
    no_outputs!(1 1 2);

    #[inline(always)]
    fn rhs_partials<S: Scalar>(
        at: At<S>,
        _: &[S; 1],
        &[c]: &[S; 1],
        &[omega, g]: &[S; 2],
    ) -> ([S; 1], [S; 1]) {
        let gain = g / at.nodes;
        ([omega + gain * c], [gain])
    }

    #[inline(always)]
    fn jvp<S: Scalar, V: Tangent<S>>(j: &[S; 1], _: &[V; 1], u: &[V; 1]) -> [V; 1] {
        [u[0] * j[0]]
    }

    fn trace<S: Scalar>(_: &[S; 1]) -> S {
        S::lit(0.0)
    }

    #[inline(always)]
    fn edge<S: Scalar>(
        _: At<S>,
        w: S,
        &[other]: &[S; 1],
        &[theta]: &[S; 1],
        _: &[S; 1],
        _: &[S; 2],
    ) -> [S; 1] {
        [w * (other - theta).sin()]
    }

    #[inline(always)]
    fn edge_partials<S: Scalar>(
        _: At<S>,
        w: S,
        &[other]: &[S; 1],
        &[theta]: &[S; 1],
        _: &[S; 1],
        _: &[S; 2],
    ) -> ([S; 1], [S; 2]) {
        let (sin, cos) = (other - theta).sin_cos();
        let slope = w * cos;
        ([w * sin], [slope, -slope])
    }

    #[inline(always)]
    fn edge_jvp<S: Scalar, V: Tangent<S>>(
        j: &[S; 2],
        source: &[V; 1],
        v: &[V; 1],
        _: &[V; 1],
    ) -> [V; 1] {
        [source[0] * j[0] + v[0] * j[1]]
    }
}

declare! {
    /// x' = γx + G Σ w xₛ.
    Relay { gamma = -2.0, G = 0.5 } states x 0
}

impl Model for Relay {
    const INFO: Info = Info {
        name: "Relay",
        states: &["x"],
        initial: &[1.0],
        params: &["gamma", "G"],
        sums: 1,
        uses_weights: true,
        ..BARE
    };
    const PARTIALS: &'static [Entry] = &[own(0, 0), gathered(0, 0)];
    const EDGE_PARTIALS: &'static [Entry] = &[source(0, 0)];
    shape!(states 1 gathered 1 sums 1 params 2 outputs 0 partials 2 edges 1);
    no_outputs!(1 1 2);

    #[inline(always)]
    fn rhs_partials<S: Scalar>(
        _: At<S>,
        &[x]: &[S; 1],
        &[c]: &[S; 1],
        &[gamma, g]: &[S; 2],
    ) -> ([S; 1], [S; 2]) {
        ([gamma * x + g * c], [gamma, g])
    }

    #[inline(always)]
    fn jvp<S: Scalar, V: Tangent<S>>(j: &[S; 2], &[x]: &[V; 1], u: &[V; 1]) -> [V; 1] {
        [x * j[0] + u[0] * j[1]]
    }

    fn trace<S: Scalar>(j: &[S; 2]) -> S {
        j[0]
    }

    #[inline(always)]
    fn edge<S: Scalar>(
        _: At<S>,
        w: S,
        &[other]: &[S; 1],
        _: &[S; 1],
        _: &[S; 1],
        _: &[S; 2],
    ) -> [S; 1] {
        [w * other]
    }

    #[inline(always)]
    fn edge_partials<S: Scalar>(
        _: At<S>,
        w: S,
        &[other]: &[S; 1],
        _: &[S; 1],
        _: &[S; 1],
        _: &[S; 2],
    ) -> ([S; 1], [S; 1]) {
        ([w * other], [w])
    }

    #[inline(always)]
    fn edge_jvp<S: Scalar, V: Tangent<S>>(
        j: &[S; 1],
        source: &[V; 1],
        _: &[V; 1],
        _: &[V; 1],
    ) -> [V; 1] {
        [source[0] * j[0]]
    }
}
