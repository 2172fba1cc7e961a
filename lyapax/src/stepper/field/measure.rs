//! What is added up along a run of many nodes beside the growth of the tangents.

use super::inputs::Inputs;
use crate::Lanes;
use crate::model::{At, Block, Kind, Model};
use crate::stepper::volume::Volume;
use crate::sum::Compensated;

/// Sums over the begins of steps.
pub(super) struct Measures {
    /// Whether anything is added up.
    pub(super) on: bool,
    /// Whether the volume's growth is known and wanted.
    pub(super) has_volume: bool,
    pub(super) volume: Volume,
    /// Output by output, each with all its nodes.
    pub(super) outputs: Vec<Compensated>,
}

impl<M: Model, const L: usize> Inputs<M, L> {
    /// Adds up the outputs of a block of nodes.
    #[inline(always)]
    pub(super) fn measure_outputs(
        &mut self,
        at: At<Lanes<L>>,
        base: usize,
        x: &M::State<Lanes<L>>,
        u: &M::Gathered<Lanes<L>>,
        p: &M::Params<Lanes<L>>,
    ) {
        let outputs = M::outputs(at, x, u, p);
        let runs = self.measures.outputs.chunks_exact_mut(self.layout.nodes);
        for (run, lanes) in runs.zip(outputs.as_ref()) {
            // The padding is beyond the run.
            for (sum, output) in run[base..].iter_mut().zip(lanes.0) {
                sum.add(output);
            }
        }
    }

    /// Adds up the growth of volumes at a block of nodes.
    #[inline(always)]
    pub(super) fn measure_volume(
        &mut self,
        at: At<Lanes<L>>,
        base: usize,
        x: &M::State<Lanes<L>>,
        u: &M::Gathered<Lanes<L>>,
        p: &M::Params<Lanes<L>>,
        j: &M::Partials<Lanes<L>>,
    ) {
        let nodes = self.layout.nodes.saturating_sub(base).min(L);
        if const { matches!(M::INFO.kind, Kind::Map) } {
            if let Some(det) = M::det(at, x, u, p) {
                for det in &det.0[..nodes] {
                    self.measures.volume.det.add(det.abs());
                }
            }
            return;
        }
        let mut divergence = M::trace(j);
        if const { M::INFO.sums > 0 || !M::INFO.neighbours.is_empty() } && self.reads_itself() {
            divergence = divergence + self.through_gathered(base, j);
        }
        for divergence in &divergence.0[..nodes] {
            self.measures.volume.divergence.add(*divergence);
        }
    }

    /// Whether a node may read its own state where it gathers: in its own terms inside a sum, by a weight
    /// to itself, or as its own neighbour at an end or across a short ring.
    fn reads_itself(&self) -> bool {
        self.coupled() || self.own_neighbour
    }

    /// What the divergence holds beside f_x: how each component answers to itself through gathered values.
    #[inline(always)]
    fn through_gathered(&self, base: usize, j: &M::Partials<Lanes<L>>) -> Lanes<L> {
        let still = M::State::splat(Lanes::default());
        let mut divergence = Lanes::default();
        for component in 0..<M::State<f64> as Block<f64>>::LEN {
            let mut vu = self.around_itself(base, component);
            if self.coupled() {
                vu.as_mut()[Self::SUMS..].copy_from_slice(self.own_sums[component].as_ref());
            }
            divergence = divergence + M::jvp(j, &still, &vu).as_ref()[component];
        }
        divergence
    }

    /// The tangents of a block's neighbours where one component of the block itself moves by 1.
    #[inline(always)]
    pub(super) fn around_itself(&self, base: usize, component: usize) -> M::Gathered<Lanes<L>> {
        let mut vu = M::Gathered::splat(Lanes::default());
        for (m, neighbour) in M::INFO.neighbours.iter().enumerate() {
            if neighbour.state == component {
                for (lane, value) in vu.as_mut()[m].0.iter_mut().enumerate() {
                    let own = self.neighbours[m][base + lane] == base + lane;
                    *value = f64::from(u8::from(own));
                }
            }
        }
        vu
    }

    /// Adds to `own_sums` what one source node adds where a component of the target itself moves by 1.
    #[inline(always)]
    pub(super) fn add_own_sums(
        &mut self,
        base: usize,
        source: usize,
        edge: [bool; L],
        j: &M::EdgePartials<Lanes<L>>,
    ) {
        for component in 0..<M::State<f64> as Block<f64>>::LEN {
            let mut own = M::State::splat(Lanes::default());
            own.as_mut()[component] = Lanes::splat(1.0);
            let mut from = M::State::splat(Lanes::default());
            if let Some(lane) = source.checked_sub(base).filter(|lane| *lane < L) {
                from.as_mut()[component].0[lane] = 1.0;
            }
            let vu = self.around_itself(base, component);
            let dv = M::edge_jvp(j, &from, &own, &vu);
            super::evaluate::add::<M, L>(&mut self.own_sums[component], edge, &dv);
        }
    }
}
