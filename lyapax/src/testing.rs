//! Models for the tests of the runtime, written by hand as `model!` would write them.

mod forced;
mod lattice;
mod lorenz;
mod maps;
mod network;
mod planar;

pub(crate) use forced::{Driven, Duffing};
pub(crate) use lattice::Lorenz96;
pub(crate) use lorenz::Lorenz;
pub(crate) use maps::{Henon, Logistic, Rank1};
pub(crate) use network::{Kuramoto, Relay};
pub(crate) use planar::{Linear, Stateless, StuartLandau, Tanh};

use crate::model::{Column, Entry, Info, Kind};

/// The pattern entry of row `row` and the node's own state `state`.
pub(crate) const fn own(row: usize, state: usize) -> Entry {
    Entry {
        row,
        column: Column::State(state),
    }
}

/// The pattern entry of row `row` and gathered value `i`.
pub(crate) const fn gathered(row: usize, i: usize) -> Entry {
    Entry {
        row,
        column: Column::Gathered(i),
    }
}

/// A flow with states alone.
pub(crate) const BARE: Info = Info {
    name: "",
    kind: Kind::Flow,
    states: &[],
    initial: &[],
    params: &[],
    inputs: &[],
    outputs: &[],
    neighbours: &[],
    sums: 0,
    uses_weights: false,
    autonomous: true,
    shifts: &[],
    hamiltonian: false,
    jumps: &[],
    fingerprint: 0,
    equations: "",
};

/// A model's struct, its names, and those items of `Model` that have no mathematics in them.
macro_rules! declare {
    ($(#[$doc:meta])* $name:ident { $($param:ident = $default:expr),* } states $($state:ident $s:literal),*) => {
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub(crate) struct $name {
            pub(crate) params: Vec<crate::Param>,
            pub(crate) inputs: Vec<crate::Signal>,
        }

        impl Default for $name {
            fn default() -> Self {
                Self {
                    params: vec![$(crate::Param::from($default)),*],
                    inputs: vec![crate::Signal::Zero; <Self as crate::Model>::INFO.inputs.len()],
                }
            }
        }

        impl crate::Dynamical for $name {}

        #[allow(dead_code, non_upper_case_globals)]
        impl $name {
            $(pub(crate) const $state: crate::StateName<Self> =
                crate::StateName::new($s, stringify!($state));)*

            /// Replaces parameter number `i`.
            pub(crate) fn with(mut self, i: usize, value: impl Into<crate::Param>) -> Self {
                self.params[i] = value.into();
                self
            }
        }
    };
}

macro_rules! shape {
    (states $d:literal gathered $u:literal sums $c:literal params $p:literal outputs $o:literal
     partials $j:literal edges $e:literal) => {
        const PARAM_PARTIALS: &'static [crate::model::Entry] = &[];
        const OUTPUT_PARTIALS: &'static [crate::model::Entry] = &[];
        const OPERATIONS: usize = 20;
        type State<T: Copy + Send + Sync> = [T; $d];
        type Gathered<T: Copy + Send + Sync> = [T; $u];
        type Sums<T: Copy + Send + Sync> = [T; $c];
        type Params<T: Copy + Send + Sync> = [T; $p];
        type Outputs<T: Copy + Send + Sync> = [T; $o];
        type Partials<T: Copy + Send + Sync> = [T; $j];
        type ParamPartials<T: Copy + Send + Sync> = [T; 0];
        type EdgePartials<T: Copy + Send + Sync> = [T; $e];
        type OutputPartials<T: Copy + Send + Sync> = [T; 0];

        fn param(&self, i: usize) -> &crate::Param {
            &self.params[i]
        }
        fn param_mut(&mut self, i: usize) -> &mut crate::Param {
            &mut self.params[i]
        }
        fn input(&self, i: usize) -> &crate::Signal {
            &self.inputs[i]
        }
        fn input_mut(&mut self, i: usize) -> &mut crate::Signal {
            &mut self.inputs[i]
        }
        #[inline(always)]
        fn rhs<S: Scalar>(at: At<S>, x: &[S; $d], u: &[S; $u], p: &[S; $p]) -> [S; $d] {
            Self::rhs_partials(at, x, u, p).0
        }
        fn param_partials<S: Scalar>(
            _: At<S>,
            _: &[S; $d],
            _: &[S; $u],
            _: &[S; $p],
        ) -> [S; 0] {
            []
        }
        fn output_partials<S: Scalar>(
            at: At<S>,
            x: &[S; $d],
            u: &[S; $u],
            p: &[S; $p],
        ) -> ([S; $o], [S; 0]) {
            (Self::outputs(at, x, u, p), [])
        }
        fn det<S: Scalar>(_: At<S>, _: &[S; $d], _: &[S; $u], _: &[S; $p]) -> Option<S> {
            None
        }

        // Sums edge by edge.
        type WeightFunctions<T: Copy + Send + Sync> = [T; 0];
        type Products<T: Copy + Send + Sync> = [T; 0];
        type ProductPartials<T: Copy + Send + Sync> = [T; 0];
        type FinishPartials<T: Copy + Send + Sync> = [T; 0];
        fn weights<S: Scalar>(_: S) -> [S; 0] {
            []
        }
        fn weight_slopes<S: Scalar>(_: S) -> [S; 0] {
            []
        }
        fn gather<S: Scalar>(_: At<S>, _: &[S; $d]) -> [S; 0] {
            []
        }
        fn gather_partials<S: Scalar>(_: At<S>, _: &[S; $d]) -> ([S; 0], [S; 0]) {
            ([], [])
        }
        fn gather_jvp<S: Scalar, V: Tangent<S>>(_: &[S; 0], _: &[V; $d]) -> [V; 0] {
            []
        }
        fn finish<S: Scalar>(
            _: At<S>,
            _: &[S; 0],
            _: &[S; 0],
            _: &[S; $d],
            _: &[S; $d],
            _: &[S; $u],
            _: &[S; $p],
        ) -> [S; $c] {
            core::array::from_fn(|_| S::default())
        }
        fn finish_partials<S: Scalar>(
            _: At<S>,
            _: &[S; 0],
            _: &[S; 0],
            _: &[S; $d],
            _: &[S; $d],
            _: &[S; $u],
            _: &[S; $p],
        ) -> ([S; $c], [S; 0]) {
            (core::array::from_fn(|_| S::default()), [])
        }
        fn finish_jvp<S: Scalar, V: Tangent<S>>(
            _: &[S; 0],
            _: &[V; 0],
            _: &[V; $d],
            _: &[V; $u],
        ) -> [V; $c] {
            core::array::from_fn(|_| V::default())
        }
    };
}

/// No sums.
macro_rules! no_edges {
    ($d:literal $u:literal $p:literal) => {
        const EDGE_PARTIALS: &'static [crate::model::Entry] = &[];
        fn edge<S: Scalar>(
            _: At<S>,
            _: S,
            _: &[S; $d],
            _: &[S; $d],
            _: &[S; $u],
            _: &[S; $p],
        ) -> [S; 0] {
            []
        }
        fn edge_partials<S: Scalar>(
            _: At<S>,
            _: S,
            _: &[S; $d],
            _: &[S; $d],
            _: &[S; $u],
            _: &[S; $p],
        ) -> ([S; 0], [S; 0]) {
            ([], [])
        }
        fn edge_jvp<S: Scalar, V: Tangent<S>>(
            _: &[S; 0],
            _: &[V; $d],
            _: &[V; $d],
            _: &[V; $u],
        ) -> [V; 0] {
            []
        }
    };
}

/// No outputs.
macro_rules! no_outputs {
    ($d:literal $u:literal $p:literal) => {
        fn outputs<S: Scalar>(_: At<S>, _: &[S; $d], _: &[S; $u], _: &[S; $p]) -> [S; 0] {
            []
        }
    };
}

use {declare, no_edges, no_outputs, shape};
