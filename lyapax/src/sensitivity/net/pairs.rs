//! Sums edge by edge: for one target after the other, several of its edges side by side.

use pulp::{Arch, NullaryFnOnce};

use super::push::Known;
use super::weights::WeightWorth;
use super::{Cause, Moment, Net, sums};
use crate::model::{At, Block, Column, Model};
use crate::sensitivity::edges::{Bunch, Edges};
use crate::sensitivity::number::{MOST, Number};
use crate::stepper::is_large;

impl<M: Model, S: Number> Net<'_, M, S> {
    /// Writes the sums of all nodes where they are read.
    pub(super) fn sum_pairs(
        &self,
        edges: &Edges<'_>,
        at: At<S>,
        x: &[M::State<S>],
        u: &mut [M::Gathered<S>],
    ) {
        run::<M, _>(Sum {
            net: self,
            edges,
            at,
            x,
            u,
        });
    }

    /// How they change, for each column.
    pub(super) fn push_pairs(
        &self,
        edges: &Edges<'_>,
        moment: &Moment<M, S>,
        columns: &[Vec<M::State<S>>],
        causes: &[Cause],
        gathered: &mut [Vec<M::Gathered<S>>],
    ) {
        run::<M, _>(Push {
            net: self,
            edges,
            moment,
            columns,
            causes,
            gathered,
        });
    }
}

impl<M: Model> Net<'_, M> {
    /// What they are worth goes to states, parameters, what is gathered, and weights.
    pub(super) fn pull_pairs(
        &self,
        edges: &Edges<'_>,
        moment: &Moment<M>,
        gathered: &mut [M::Gathered<f64>],
        state: &mut [M::State<f64>],
        params: &mut [M::Params<f64>],
        weights: &mut WeightWorth<M>,
    ) {
        run::<M, _>(Pull {
            net: self,
            edges,
            moment,
            gathered,
            state,
            params,
            weights: weights.one_by_one(),
        });
    }
}

/// In the widest vectors that there are, unless a copy of the model's code is dear.
fn run<M: Model, W: NullaryFnOnce>(work: W) -> W::Output {
    if const { is_large::<M>() } {
        work.call()
    } else {
        Arch::new().dispatch(work)
    }
}

/// A target as all of its edges see it.
struct Target<M: Model, S: Number> {
    at: At<S::Many>,
    x: M::State<S::Many>,
    u: M::Gathered<S::Many>,
    p: M::Params<S::Many>,
}

impl<M: Model, S: Number> Target<M, S> {
    #[inline(always)]
    fn new(at: At<S>, x: &M::State<S>, u: &M::Gathered<S>, p: &M::Params<S>) -> Self {
        let mut target = Self {
            at: At {
                t: same(at.t),
                nodes: same(at.nodes),
            },
            x: M::State::splat(S::Many::default()),
            u: M::Gathered::splat(S::Many::default()),
            p: M::Params::splat(S::Many::default()),
        };
        spread(x.as_ref(), target.x.as_mut());
        spread(u.as_ref(), target.u.as_mut());
        spread(p.as_ref(), target.p.as_mut());
        target
    }

    /// The terms of some edges.
    #[inline(always)]
    fn terms(&self, bunch: &Bunch, x: &[M::State<S>]) -> M::Sums<S::Many> {
        let source = sources::<M, S>(bunch, x);
        M::edge(
            self.at,
            weights::<S>(bunch),
            &source,
            &self.x,
            &self.u,
            &self.p,
        )
    }

    /// The partial derivatives of these.
    #[inline(always)]
    fn partials(&self, bunch: &Bunch, x: &[M::State<S>]) -> M::EdgePartials<S::Many> {
        let source = sources::<M, S>(bunch, x);
        let weights = weights::<S>(bunch);
        M::edge_partials(self.at, weights, &source, &self.x, &self.u, &self.p).1
    }
}

#[inline(always)]
fn same<S: Number>(number: S) -> S::Many {
    S::together(|_| number)
}

#[inline(always)]
fn spread<S: Number>(numbers: &[S], to: &mut [S::Many]) {
    for (to, number) in to.iter_mut().zip(numbers) {
        *to = same(*number);
    }
}

#[inline(always)]
fn weights<S: Number>(bunch: &Bunch) -> S::Many {
    S::together(|lane| S::lit(bunch.weights[lane]))
}

#[inline(always)]
fn sources<M: Model, S: Number>(bunch: &Bunch, x: &[M::State<S>]) -> M::State<S::Many> {
    let mut source = M::State::splat(S::Many::default());
    for (i, to) in source.as_mut().iter_mut().enumerate() {
        *to = component::<M, S>(bunch, x, i);
    }
    source
}

/// A component of the sources' states.
#[inline(always)]
fn component<M: Model, S: Number>(bunch: &Bunch, x: &[M::State<S>], i: usize) -> S::Many {
    match bunch.run {
        Some(first) => {
            let x = &x[first..][..MOST];
            S::together(|lane| x[lane].as_ref()[i])
        }
        None => S::together(|lane| x[bunch.sources[lane]].as_ref()[i]),
    }
}

/// Adds those that are edges.
#[inline(always)]
fn add<S: Number>(to: &mut S::Many, term: S::Many, bunch: &Bunch) {
    *to = *to + S::only(term, &bunch.weights);
}

/// All lanes together.
#[inline(always)]
fn total<S: Number>(many: S::Many) -> S {
    (0..S::LANES).fold(S::default(), |sum, lane| sum + S::lane(many, lane))
}

#[inline(always)]
fn gather<S: Number>(many: &[S::Many], to: &mut [S]) {
    for (to, many) in to.iter_mut().zip(many) {
        *to = *to + total::<S>(*many);
    }
}

struct Sum<'a, M: Model, S: Number> {
    net: &'a Net<'a, M, S>,
    edges: &'a Edges<'a>,
    at: At<S>,
    x: &'a [M::State<S>],
    u: &'a mut [M::Gathered<S>],
}

impl<M: Model, S: Number> NullaryFnOnce for Sum<'_, M, S> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        for (node, u) in self.u.iter_mut().enumerate() {
            let target = Target::<M, S>::new(self.at, &self.x[node], u, &self.net.params[node]);
            let mut sums = M::Sums::splat(S::Many::default());
            let mut row = self.edges.row(node, S::LANES);
            while let Some(bunch) = row.next() {
                let terms = target.terms(&bunch, self.x);
                for (sum, term) in sums.as_mut().iter_mut().zip(terms.as_ref()) {
                    add::<S>(sum, *term, &bunch);
                }
            }
            let to = &mut u.as_mut()[self::sums::<M>()..];
            to.fill(S::default());
            gather(sums.as_ref(), to);
        }
    }
}

struct Push<'a, M: Model, S: Number> {
    net: &'a Net<'a, M, S>,
    edges: &'a Edges<'a>,
    moment: &'a Moment<M, S>,
    columns: &'a [Vec<M::State<S>>],
    causes: &'a [Cause],
    gathered: &'a mut [Vec<M::Gathered<S>>],
}

impl<M: Model, S: Number> NullaryFnOnce for Push<'_, M, S> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Moment { at, x, u, .. } = self.moment;
        let mut changes = vec![M::Sums::splat(S::Many::default()); self.columns.len()];
        for node in 0..self.net.nodes {
            let target = Target::<M, S>::new(*at, &x[node], &u[node], &self.net.params[node]);
            changes.fill(M::Sums::splat(S::Many::default()));
            let mut row = self.edges.row(node, S::LANES);
            while let Some(bunch) = row.next() {
                let j = target.partials(&bunch, x);
                for (c, change) in changes.iter_mut().enumerate() {
                    let (column, cause) = (&self.columns[c], self.causes[c]);
                    let known = Known::<M, S> {
                        own: &column[node],
                        gathered: &self.gathered[c][node],
                        cause,
                        node,
                    };
                    for (entry, value) in M::EDGE_PARTIALS.iter().zip(j.as_ref()) {
                        let by = match entry.column {
                            Column::Source(i) => component::<M, S>(&bunch, column, i),
                            Column::Weight => S::together(|lane| {
                                let (source, weight) = (bunch.sources[lane], bunch.weights[lane]);
                                S::lit(cause.weight(node, source, weight))
                            }),
                            it => same(known.of(it)),
                        };
                        // A partial derivative may be infinite where nothing moves.
                        let term = S::times_unless_zero(by, *value);
                        add::<S>(&mut change.as_mut()[entry.row], term, &bunch);
                    }
                }
            }
            for (change, gathered) in changes.iter().zip(&mut *self.gathered) {
                let to = &mut gathered[node].as_mut()[sums::<M>()..];
                to.fill(S::default());
                gather(change.as_ref(), to);
            }
        }
    }
}

struct Pull<'a, M: Model> {
    net: &'a Net<'a, M>,
    edges: &'a Edges<'a>,
    moment: &'a Moment<M>,
    gathered: &'a mut [M::Gathered<f64>],
    state: &'a mut [M::State<f64>],
    params: &'a mut [M::Params<f64>],
    weights: Option<&'a mut [f64]>,
}

/// Several numbers side by side.
type Many = <f64 as Number>::Many;

impl<M: Model> Pull<'_, M> {
    /// What sources and weights are worth goes to them.
    #[inline(always)]
    fn give(&mut self, bunch: &Bunch, of_sources: &M::State<Many>, of_weights: Many) {
        let give = |lane: usize, to: &mut M::State<f64>| {
            for (to, of) in to.as_mut().iter_mut().zip(of_sources.as_ref()) {
                *to += of.0[lane];
            }
        };
        if let Some(first) = bunch.run {
            let to = &mut self.state[first..][..MOST];
            (0..MOST).for_each(|lane| give(lane, &mut to[lane]));
        } else {
            for lane in 0..MOST {
                give(lane, &mut self.state[bunch.sources[lane]]);
            }
        }
        let Some(weights) = &mut self.weights else {
            return;
        };
        if bunch.run.is_some() && bunch.number(1) > bunch.number(0) {
            let to = &mut weights[bunch.number(0)..][..MOST];
            to.iter_mut()
                .zip(of_weights.0)
                .for_each(|(to, of)| *to += of);
            return;
        }
        for lane in 0..MOST {
            if bunch.weights[lane] != 0.0 {
                weights[bunch.number(lane)] += of_weights.0[lane];
            }
        }
    }
}

impl<M: Model> NullaryFnOnce for Pull<'_, M> {
    type Output = ();

    #[inline(always)]
    fn call(mut self) {
        let Moment { at, x, u, .. } = self.moment;
        for node in 0..self.net.nodes {
            let mut by_sums = M::Sums::splat(0.0);
            let worth = &self.gathered[node].as_ref()[sums::<M>()..];
            by_sums.as_mut().copy_from_slice(worth);
            if by_sums.as_ref().iter().all(|by| *by == 0.0) {
                continue;
            }
            let target = Target::<M, f64>::new(*at, &x[node], &u[node], &self.net.params[node]);
            let mut own = M::State::splat(Many::default());
            let mut gathered = M::Gathered::splat(Many::default());
            let mut params = M::Params::splat(Many::default());
            let mut row = self.edges.row(node, f64::LANES);
            while let Some(bunch) = row.next() {
                let j = target.partials(&bunch, x);
                let mut of_sources = M::State::splat(Many::default());
                let mut of_weights = Many::default();
                for (entry, value) in M::EDGE_PARTIALS.iter().zip(j.as_ref()) {
                    let by = by_sums.as_ref()[entry.row];
                    if by == 0.0 {
                        continue;
                    }
                    let term = *value * same(by);
                    let to = match entry.column {
                        Column::Source(i) => &mut of_sources.as_mut()[i],
                        Column::Weight => &mut of_weights,
                        Column::State(i) => &mut own.as_mut()[i],
                        Column::Gathered(i) => &mut gathered.as_mut()[i],
                        Column::Param(i) => &mut params.as_mut()[i],
                        Column::Product(_) => continue,
                    };
                    add::<f64>(to, term, &bunch);
                }
                self.give(&bunch, &of_sources, of_weights);
            }
            gather(own.as_ref(), self.state[node].as_mut());
            gather(gathered.as_ref(), self.gathered[node].as_mut());
            gather(params.as_ref(), self.params[node].as_mut());
        }
    }
}
