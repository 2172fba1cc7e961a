//! One small node: the state in registers, its tangents as lanes.
//!
//! Everything below [`Run::call`] is inlined into one function per method and instruction set, with
//! the stages written out, so that the zeros of a tableau cost nothing. A step is
//! x + (h₁k₁ + h₂k₂ + …) with hⱼ = dt·bⱼ, summed from the left; stages likewise. State and tangents
//! are never contracted to fused multiply-adds, so that all machines give the same bits.

use pulp::{Arch, NullaryFnOnce};

use super::{Place, Scheme, Snapshot, Stepper, dimension, limits};
use crate::integrate::{Clock, Euler, Heun, History, Integrator, MAX_STAGES, Rk4, Rk6, Tableau};
use crate::model::{At, Block, Kind, Model};
use crate::qr::small::gram_schmidt;
use crate::qr::{BadColumn, Limits};
use crate::system::Problem;
use crate::{Pack, Signal, Tangent};

/// A node with `k` tangents in `K` ≥ k lanes; the lanes beyond k stay zero.
pub(crate) struct Single<M: Model, const K: usize> {
    arch: Arch,
    scheme: Scheme,
    place: Node<M>,
    k: usize,
    at: Moment<M, K>,
}

/// What does not change along a run.
struct Node<M: Model> {
    p: M::Params<f64>,
    signals: Vec<Signal>,
    clock: Clock,
}

/// State and tangents after so many steps.
struct Moment<M: Model, const K: usize> {
    step: u64,
    x: M::State<f64>,
    y: M::State<Pack<f64, K>>,
}

impl<M: Model, const K: usize> Clone for Moment<M, K> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<M: Model, const K: usize> Copy for Moment<M, K> {}

impl<M: Model, const K: usize> Single<M, K> {
    pub(crate) fn new(problem: &Problem<'_, M>, scheme: Scheme, clock: Clock, k: usize) -> Self {
        let mut p = M::Params::splat(0.0);
        for (i, p) in p.as_mut().iter_mut().enumerate() {
            *p = problem.params[i].at(0);
        }
        let mut x = M::State::splat(0.0);
        x.as_mut().copy_from_slice(&problem.initial);
        Self {
            arch: Arch::new(),
            scheme,
            place: Node {
                p,
                signals: problem.signals.clone(),
                clock,
            },
            k,
            at: Moment {
                step: 0,
                x,
                y: M::State::splat(Pack::default()),
            },
        }
    }

    fn run(&mut self, blocks: usize, steps: u64, diagonals: Option<&mut [f64]>) -> usize {
        let arch = self.arch;
        arch.dispatch(Run {
            single: self,
            blocks,
            steps,
            diagonals,
        })
    }
}

/// Blocks of steps as an object, since a closure could not be told to be inlined.
struct Run<'a, M: Model, const K: usize> {
    single: &'a mut Single<M, K>,
    blocks: usize,
    steps: u64,
    /// Where R_jj go; without it nothing is renormalised.
    diagonals: Option<&'a mut [f64]>,
}

impl<M: Model, const K: usize> NullaryFnOnce for Run<'_, M, K> {
    type Output = usize;

    #[inline(always)]
    fn call(self) -> usize {
        if const { matches!(M::INFO.kind, Kind::Map) } {
            return self.blocks_of::<Iterate>();
        }
        match self.single.scheme {
            Scheme::Map => 0,
            Scheme::Flow(Integrator::Euler) => self.blocks_of::<Explicit<Euler>>(),
            Scheme::Flow(Integrator::Heun) => self.blocks_of::<Explicit<Heun>>(),
            Scheme::Flow(Integrator::Rk4) => self.blocks_of::<Explicit<Rk4>>(),
            Scheme::Flow(Integrator::Rk6) => self.blocks_of::<Explicit<Rk6>>(),
        }
    }
}

impl<M: Model, const K: usize> Run<'_, M, K> {
    #[inline(always)]
    fn blocks_of<S: Step>(self) -> usize {
        let Single { place, k, at, .. } = self.single;
        let limits = limits(self.steps);
        let mut now = *at;
        let Some(diagonals) = self.diagonals else {
            for _ in 0..self.steps {
                S::step(place, &mut now);
            }
            *at = now;
            return self.blocks;
        };
        for (block, diagonal) in diagonals.chunks_exact_mut(*k).enumerate() {
            let begin = now;
            for _ in 0..self.steps {
                S::step(place, &mut now);
            }
            let finite = now.x.as_ref().iter().all(|x| x.is_finite());
            match gram_schmidt(now.y.as_mut(), *k, limits) {
                Ok(r) if finite => {
                    // Few numbers: a loop of known length is quicker than a call that copies.
                    for j in 0..K {
                        if j < *k {
                            diagonal[j] = r[j];
                        }
                    }
                }
                _ => {
                    *at = begin;
                    return block;
                }
            }
        }
        *at = now;
        self.blocks
    }
}

impl<M: Model> Node<M> {
    /// f and its partials at a stage.
    #[inline(always)]
    fn evaluate(
        &self,
        step: u64,
        fraction: f64,
        _history: History,
        x: &M::State<f64>,
    ) -> (M::State<f64>, M::Partials<f64>) {
        let t = self.clock.at(step, fraction);
        let mut u = M::Gathered::splat(0.0);
        for i in 0..M::INFO.inputs.len() {
            u.as_mut()[M::INFO.neighbours.len() + i] = self.signals[i].at(t, 0);
        }
        M::rhs_partials(At { t, nodes: 1.0 }, x, &u, &self.p)
    }
}

/// One step of state and tangents.
trait Step {
    fn step<M: Model, const K: usize>(node: &Node<M>, at: &mut Moment<M, K>);
}

/// x → f.
struct Iterate;

impl Step for Iterate {
    #[inline(always)]
    fn step<M: Model, const K: usize>(node: &Node<M>, at: &mut Moment<M, K>) {
        let (x, j) = node.evaluate(at.step, 0.0, History, &at.x);
        at.y = M::jvp(&j, &at.y, &M::Gathered::splat(Pack::default()));
        at.x = x;
        at.step += 1;
    }
}

/// A Runge–Kutta method.
struct Explicit<T>(T);

impl<T: Tableau> Step for Explicit<T> {
    #[inline(always)]
    fn step<M: Model, const K: usize>(node: &Node<M>, at: &mut Moment<M, K>) {
        let mut slopes = Slopes {
            k: [M::State::splat(0.0); MAX_STAGES],
            dk: [M::State::splat(Pack::default()); MAX_STAGES],
            sum: M::State::splat(0.0),
            dsum: M::State::splat(Pack::default()),
        };
        stage::<T, M, 0, K>(node, at, &mut slopes);
        stage::<T, M, 1, K>(node, at, &mut slopes);
        stage::<T, M, 2, K>(node, at, &mut slopes);
        stage::<T, M, 3, K>(node, at, &mut slopes);
        stage::<T, M, 4, K>(node, at, &mut slopes);
        stage::<T, M, 5, K>(node, at, &mut slopes);
        stage::<T, M, 6, K>(node, at, &mut slopes);
        for c in 0..dimension::<M>() {
            at.x.as_mut()[c] = at.x.as_ref()[c] + slopes.sum.as_ref()[c];
            at.y.as_mut()[c] = at.y.as_ref()[c] + slopes.dsum.as_ref()[c];
        }
        at.step += 1;
    }
}

/// Slopes of the stages so far, and what they add up to with the step's own weights.
///
/// The sums are taken as the slopes come, so that a slope which no later stage reads leaves its
/// registers.
struct Slopes<M: Model, const K: usize> {
    k: [M::State<f64>; MAX_STAGES],
    dk: [M::State<Pack<f64, K>>; MAX_STAGES],
    sum: M::State<f64>,
    dsum: M::State<Pack<f64, K>>,
}

/// Slopes of stage `I`, where the method has one.
#[inline(always)]
fn stage<T: Tableau, M: Model, const I: usize, const K: usize>(
    node: &Node<M>,
    at: &Moment<M, K>,
    slopes: &mut Slopes<M, K>,
) {
    if const { I < T::STAGES } {
        let dt = node.clock.dt;
        let (mut x, mut y) = (at.x, at.y);
        for c in 0..dimension::<M>() {
            x.as_mut()[c] = combine(x.as_ref()[c], &T::A[I], dt, |j| slopes.k[j].as_ref()[c]);
            y.as_mut()[c] = combine(y.as_ref()[c], &T::A[I], dt, |j| slopes.dk[j].as_ref()[c]);
        }
        let (k, j) = node.evaluate(at.step, T::C[I], History, &x);
        let dk = M::jvp(&j, &y, &M::Gathered::splat(Pack::default()));
        if const { T::B[I] != 0.0 } {
            let h = dt * T::B[I];
            for c in 0..dimension::<M>() {
                let (term, dterm) = (k.as_ref()[c] * h, dk.as_ref()[c] * h);
                let (sum, dsum) = (&mut slopes.sum.as_mut()[c], &mut slopes.dsum.as_mut()[c]);
                if const { is_first::<T>(I) } {
                    (*sum, *dsum) = (term, dterm);
                } else {
                    (*sum, *dsum) = (*sum + term, *dsum + dterm);
                }
            }
        }
        (slopes.k[I], slopes.dk[I]) = (k, dk);
    }
}

/// Whether no stage before this one has a weight in the step.
const fn is_first<T: Tableau>(stage: usize) -> bool {
    let mut i = 0;
    while i < stage {
        if T::B[i] != 0.0 {
            return false;
        }
        i += 1;
    }
    true
}

/// x + (h₀k₀ + h₁k₁ + …) over the weights that are not zero, with hⱼ = dt·weightⱼ.
#[inline(always)]
fn combine<V: Tangent<f64>>(
    x: V,
    weights: &[f64; MAX_STAGES],
    dt: f64,
    slope: impl Fn(usize) -> V,
) -> V {
    let mut sum = None;
    // Written out: what is left to the optimiser's unrolling may come too late to fold the zeros.
    macro_rules! terms {
        ($($j:literal)*) => {
            $(
                if weights[$j] != 0.0 {
                    let term = slope($j) * (dt * weights[$j]);
                    sum = Some(match sum {
                        None => term,
                        Some(sum) => sum + term,
                    });
                }
            )*
        };
    }
    terms!(0 1 2 3 4 5 6);
    match sum {
        None => x,
        Some(sum) => x + sum,
    }
}

impl<M: Model, const K: usize> Stepper for Single<M, K> {
    fn step(&self) -> u64 {
        self.at.step
    }

    fn tangents(&self) -> usize {
        self.k
    }

    fn advance(&mut self, steps: u64) {
        self.run(1, steps, None);
    }

    fn renormalise(&mut self, limits: Limits, diagonal: &mut [f64]) -> Result<(), BadColumn> {
        let r = gram_schmidt(self.at.y.as_mut(), self.k, limits)?;
        diagonal.copy_from_slice(&r[..self.k]);
        Ok(())
    }

    fn blocks(&mut self, blocks: usize, steps: u64, diagonals: &mut [f64]) -> usize {
        let k = self.k;
        self.run(blocks, steps, Some(&mut diagonals[..blocks * k]))
    }

    fn non_finite(&self) -> Option<Place> {
        let place = |column, component| Place {
            column,
            component,
            node: 0,
        };
        if let Some(component) = self.at.x.as_ref().iter().position(|x| !x.is_finite()) {
            return Some(place(0, component));
        }
        (0..self.k).find_map(|j| {
            let component = self.at.y.as_ref().iter().position(|y| !y.0[j].is_finite());
            component.map(|component| place(j + 1, component))
        })
    }

    fn state(&self, state: &mut [f64]) {
        state.copy_from_slice(self.at.x.as_ref());
    }

    fn set_tangents(&mut self, columns: &[Vec<f64>]) {
        for (j, column) in columns.iter().enumerate() {
            for (y, value) in self.at.y.as_mut().iter_mut().zip(column) {
                y.0[j] = *value;
            }
        }
    }

    fn save(&self, snapshot: &mut Snapshot) {
        snapshot.step = self.at.step;
        snapshot.values.clear();
        snapshot.values.extend_from_slice(self.at.x.as_ref());
        for y in self.at.y.as_ref() {
            snapshot.values.extend_from_slice(&y.0);
        }
    }

    fn restore(&mut self, snapshot: &Snapshot) {
        self.at.step = snapshot.step;
        let (x, y) = snapshot.values.split_at(dimension::<M>());
        self.at.x.as_mut().copy_from_slice(x);
        for (y, values) in self.at.y.as_mut().iter_mut().zip(y.chunks_exact(K)) {
            y.0.copy_from_slice(values);
        }
    }
}
