//! What is added up along a run of many nodes beside the growth of the tangents.

use super::evaluate::Measured;
use super::inputs::Inputs;
use super::layout::Layout;
use super::tiles::Tiles;
use crate::Lanes;
use crate::model::{Block, Kind, Model};
use crate::stepper::volume::Volume;
use crate::sum::Compensated;

/// Sums over the begins of steps.
pub(super) struct Measures {
    /// Whether anything is added up.
    on: bool,
    /// Whether the volume's growth is known and wanted.
    pub(super) has_volume: bool,
    pub(super) volume: Volume,
    /// Each node's divergence, or determinant.
    nodes: Vec<f64>,
    /// Tile by tile its outputs, each with all its nodes.
    pub(super) outputs: Vec<Compensated>,
}

impl Measures {
    pub(super) fn new<M: Model>(layout: Layout, has_volume: bool) -> Self {
        let nodes = if has_volume { layout.padded() } else { 0 };
        Self {
            on: false,
            has_volume,
            volume: Volume::default(),
            nodes: vec![0.0; nodes],
            outputs: vec![Compensated::default(); M::INFO.outputs.len() * layout.padded()],
        }
    }

    /// Begins anew, and measures from now on.
    pub(super) fn clear(&mut self) {
        self.on = self.has_volume || !self.outputs.is_empty();
        self.volume = Volume::default();
        self.outputs.fill(Compensated::default());
    }

    /// What is measured at the begin of a step.
    pub(super) fn of_a_step<M: Model, const L: usize>(
        &mut self,
        inputs: &Inputs<M, L>,
    ) -> Measured<'_> {
        let tile = inputs.layout.tile;
        if !self.on {
            return Measured::default();
        }
        let volume = self.has_volume.then(|| Tiles::new(&mut self.nodes, tile));
        let each = M::INFO.outputs.len() * tile;
        let outputs = (each > 0).then(|| Tiles::new(&mut self.outputs, each));
        Measured { volume, outputs }
    }

    /// Adds up what was found at the nodes, in their order.
    pub(super) fn add_step<M: Model, const L: usize>(&mut self, inputs: &Inputs<M, L>) {
        if self.on && self.has_volume {
            let nodes = &self.nodes[..inputs.layout.nodes];
            self.volume.add_nodes(nodes, M::INFO.kind);
        }
    }
}

/// Writes sums output by output, each with all its nodes.
pub(super) fn by_output(layout: Layout, outputs: &[Compensated], to: &mut [f64]) {
    let all = to.len() / layout.nodes;
    for (output, to) in to.chunks_exact_mut(layout.nodes).enumerate() {
        let tiles = outputs.chunks_exact(all * layout.tile);
        for (to, sums) in to.chunks_mut(layout.tile).zip(tiles) {
            for (to, sum) in to.iter_mut().zip(&sums[output * layout.tile..]) {
                *to = sum.value();
            }
        }
    }
}

impl<M: Model, const L: usize> Inputs<M, L> {
    /// Adds the outputs of a block of nodes to those of its tile.
    #[inline(always)]
    pub(super) fn add_outputs(
        &self,
        base: usize,
        x: &M::State<Lanes<L>>,
        u: &M::Gathered<Lanes<L>>,
        p: &M::Params<Lanes<L>>,
        sums: &mut [Compensated],
    ) {
        let outputs = M::outputs(self.at(), x, u, p);
        let runs = sums.chunks_exact_mut(self.layout.tile);
        for (run, lanes) in runs.zip(outputs.as_ref()) {
            for (sum, output) in run[base..].iter_mut().zip(lanes.0) {
                sum.add(output);
            }
        }
    }

    /// How fast volumes grow at a block of nodes: the divergence of a flow, the determinant of a map.
    ///
    /// `own` says how the block's sums answer to the block itself.
    #[inline(always)]
    pub(super) fn volume(
        &self,
        node: usize,
        x: &M::State<Lanes<L>>,
        u: &M::Gathered<Lanes<L>>,
        p: &M::Params<Lanes<L>>,
        j: &M::Partials<Lanes<L>>,
        own: &M::State<M::Sums<Lanes<L>>>,
    ) -> Lanes<L> {
        if const { matches!(M::INFO.kind, Kind::Map) } {
            return M::det(self.at(), x, u, p).unwrap_or(Lanes::splat(1.0));
        }
        let divergence = M::trace(j);
        if const { M::INFO.sums > 0 || !M::INFO.neighbours.is_empty() }
            && (self.coupled() || self.own_neighbour)
        {
            return divergence + self.through_gathered(node, j, own);
        }
        divergence
    }

    /// What the divergence holds beside f_x: how each component answers to itself through gathered values, in
    /// its own terms inside a sum, by a weight to itself, or as its own neighbour at an end or across a short
    /// ring.
    #[inline(always)]
    fn through_gathered(
        &self,
        node: usize,
        j: &M::Partials<Lanes<L>>,
        own: &M::State<M::Sums<Lanes<L>>>,
    ) -> Lanes<L> {
        let still = M::State::splat(Lanes::default());
        let mut divergence = Lanes::default();
        for component in 0..self.layout.components {
            let mut vu = self.around_itself(node, component);
            vu.as_mut()[Self::SUMS..].copy_from_slice(own.as_ref()[component].as_ref());
            divergence = divergence + M::jvp(j, &still, &vu).as_ref()[component];
        }
        divergence
    }
}
