//! The right-hand side of all nodes with the tangents of all columns, block by block of lanes.

use super::inputs::Inputs;
use crate::model::{At, Block, Model};
use crate::stepper::is_large;
use crate::{Lanes, Scalar};

impl<M: Model, const L: usize> Inputs<M, L> {
    /// Where the sums begin among the gathered values.
    pub(super) const SUMS: usize = M::INFO.neighbours.len() + M::INFO.inputs.len();

    /// Writes f of column 0 of `from` and J·v of the others.
    ///
    /// Cost: one right-hand side with its partials per node, k times J·v; where the model sums over
    /// source nodes, one edge with its partials and k times its tangent for every pair of nodes.
    ///
    /// Where it is told to measure, `from` being the begin of a step, it adds up volume and outputs.
    #[inline(always)]
    pub(super) fn evaluate(&mut self, from: &[f64], to: &mut [f64], measure: bool) {
        self.multiply(from);
        // Two copies of the loop: in the first the parameters stay in registers. One is enough
        // where there is one node, and where a copy would cost the user's compiler much.
        if const { L > 1 && !is_large::<M>() } && self.uniform {
            let p = self.params(0);
            self.nodes(from, to, measure, |_, _| p);
        } else {
            self.nodes(from, to, measure, Self::params);
        }
    }

    /// Writes the outputs of column 0 of `from`.
    pub(super) fn outputs(&mut self, from: &[f64], to: &mut [f64]) {
        let layout = self.layout;
        let state = &from[..layout.column];
        self.multiply(from);
        for base in (0..layout.nodes).step_by(L) {
            let (p, x) = (self.params(base), self.own(state, base));
            let u = self.gather(from, base, &x, &p, false);
            let outputs = M::outputs(self.at(), &x, &u, &p);
            for (run, lanes) in to.chunks_exact_mut(layout.nodes).zip(outputs.as_ref()) {
                for (value, lane) in run[base..].iter_mut().zip(lanes.0) {
                    *value = lane;
                }
            }
        }
    }

    #[inline(always)]
    pub(super) fn at(&self) -> At<Lanes<L>> {
        At {
            t: Lanes::splat(self.t),
            nodes: Lanes::splat(self.layout.nodes as f64),
        }
    }

    /// Whether there are edges.
    #[inline(always)]
    pub(super) fn coupled(&self) -> bool {
        M::INFO.sums > 0 && self.weights.is_some()
    }

    /// Gathered values of a block; the tangents of its sums go to `self.sums`, and, to be measured, those
    /// with respect to the block itself to `self.own_sums`.
    #[inline(always)]
    fn gather(
        &mut self,
        from: &[f64],
        base: usize,
        x: &M::State<Lanes<L>>,
        p: &M::Params<Lanes<L>>,
        measure: bool,
    ) -> M::Gathered<Lanes<L>> {
        let mut u = self.around(&from[..self.layout.column], base);
        self.add_signals(&mut u, base);
        if self.coupled() {
            // Taken out and put back, since the node's own values are read beside them.
            let products = self.products.take();
            let sums = match &products {
                Some(products) if products.usable => {
                    self.finish(products, base, from, x, &u, p, measure)
                }
                _ => self.couple(base, from, x, &u, p, measure),
            };
            self.products = products;
            u.as_mut()[Self::SUMS..].copy_from_slice(sums.as_ref());
        }
        u
    }

    #[inline(always)]
    fn nodes(
        &mut self,
        from: &[f64],
        to: &mut [f64],
        measure: bool,
        params: impl Fn(&Self, usize) -> M::Params<Lanes<L>>,
    ) {
        let layout = self.layout;
        let at = self.at();
        let coupled = self.coupled();
        for base in (0..layout.nodes).step_by(L) {
            let p = params(self, base);
            let x = self.own(&from[..layout.column], base);
            let volume = measure && self.measures.has_volume;
            let u = self.gather(from, base, &x, &p, volume);
            if const { !M::INFO.outputs.is_empty() } && measure {
                self.measure_outputs(at, base, &x, &u, &p);
            }
            if layout.k == 0 {
                let f = M::rhs(at, &x, &u, &p);
                self.store(&f, &mut to[..layout.column], base);
                continue;
            }
            let (f, j) = M::rhs_partials(at, &x, &u, &p);
            if volume {
                self.measure_volume(at, base, &x, &u, &p, &j);
            }
            self.store(&f, &mut to[..layout.column], base);
            for (column, (from, to)) in from
                .chunks_exact(layout.column)
                .zip(to.chunks_exact_mut(layout.column))
                .skip(1)
                .enumerate()
            {
                let v = self.own(from, base);
                let mut vu = self.around(from, base);
                if coupled {
                    vu.as_mut()[Self::SUMS..].copy_from_slice(self.sums[column].as_ref());
                }
                let dv = M::jvp(&j, &v, &vu);
                self.store(&dv, to, base);
            }
        }
    }

    /// Sums over all source nodes for a block of targets; their tangents go to `self.sums`.
    #[inline(always)]
    fn couple(
        &mut self,
        base: usize,
        from: &[f64],
        x: &M::State<Lanes<L>>,
        u: &M::Gathered<Lanes<L>>,
        p: &M::Params<Lanes<L>>,
        measure: bool,
    ) -> M::Sums<Lanes<L>> {
        let (layout, at) = (self.layout, self.at());
        let zero = M::Sums::splat(Lanes::default());
        let mut sums = zero;
        let mut tangents = core::mem::take(&mut self.sums);
        tangents.fill(zero);
        if measure {
            self.own_sums.fill(zero);
        }
        for source in 0..layout.nodes {
            let weights = self.weights.as_deref().unwrap_or_default();
            let weight = Lanes::<L>::load(&weights[source * layout.stride + base..]);
            let edge = weight.ne(Lanes::default());
            // A weight of zero is no edge.
            if !edge.contains(&true) {
                continue;
            }
            let other = self.source(&from[..layout.column], source);
            if layout.k == 0 {
                add::<M, L>(&mut sums, edge, &M::edge(at, weight, &other, x, u, p));
                continue;
            }
            let (e, j) = M::edge_partials(at, weight, &other, x, u, p);
            add::<M, L>(&mut sums, edge, &e);
            if measure {
                self.add_own_sums(base, source, edge, &j);
            }
            for (tangent, from) in tangents
                .iter_mut()
                .zip(from.chunks_exact(layout.column).skip(1))
            {
                let dv = M::edge_jvp(
                    &j,
                    &self.source(from, source),
                    &self.own(from, base),
                    &self.around(from, base),
                );
                add::<M, L>(tangent, edge, &dv);
            }
        }
        self.sums = tangents;
        sums
    }

    #[inline(always)]
    fn store(&self, x: &M::State<Lanes<L>>, column: &mut [f64], base: usize) {
        for (c, x) in x.as_ref().iter().enumerate() {
            x.store(&mut column[c * self.layout.stride + base..]);
        }
    }
}

/// Adds to the sums of those targets that have an edge.
#[inline(always)]
pub(super) fn add<M: Model, const L: usize>(
    sums: &mut M::Sums<Lanes<L>>,
    edge: [bool; L],
    terms: &M::Sums<Lanes<L>>,
) {
    for (sum, term) in sums.as_mut().iter_mut().zip(terms.as_ref()) {
        *sum = Lanes::select(edge, *sum + *term, *sum);
    }
}
