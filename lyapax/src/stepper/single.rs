//! One small node: the state in registers, its tangents as lanes.
//!
//! Everything below [`Run::call`] is inlined into one function per method and instruction set, with
//! the stages written out, so that the zeros of a tableau cost nothing. A step is
//! x + (h₁k₁ + h₂k₂ + …) with hⱼ = dt·bⱼ, summed from the left; stages likewise. State and tangents
//! are never contracted to fused multiply-adds, so that the instruction set does not change the
//! bits.

use pulp::{Arch, NullaryFnOnce};

use super::volume::Volume;
use super::{Place, Scheme, Snapshot, Stepper, dimension, has_volume, limits};
use crate::Signal;
use crate::integrate::{Clock, Euler, Heun, History, Integrator, MAX_STAGES, Rk4, Rk6, Tableau};
use crate::model::{At, Block, Kind, Model};
use crate::qr::small::orthonormalise;
use crate::qr::{BadColumn, Limits};
use crate::scalar::Scalar;
use crate::sum::{Compensated, LogSum};
use crate::system::Problem;

/// A node with `k` tangents in `K` ≥ k lanes; the lanes beyond k stay zero.
pub(crate) struct Single<M: Model, const K: usize> {
    arch: Arch,
    scheme: Scheme,
    node: Node<M>,
    k: usize,
    at: Moment<M, K>,
    totals: Totals<M>,
}

/// What is added up over the begins of all steps. It is no part of a moment, which has to fit into registers.
struct Totals<M: Model> {
    volume: Volume,
    outputs: M::Outputs<Compensated>,
}

/// What the steps of one block add to the totals, if the block succeeds.
struct Gains<M: Model> {
    divergence: f64,
    det: LogSum,
    outputs: M::Outputs<f64>,
}

impl<M: Model> Gains<M> {
    #[inline(always)]
    fn none() -> Self {
        Self {
            divergence: 0.0,
            det: LogSum::default(),
            outputs: M::Outputs::splat(0.0),
        }
    }
}

impl<M: Model> Totals<M> {
    fn none() -> Self {
        Self {
            volume: Volume::default(),
            outputs: M::Outputs::splat(Compensated::default()),
        }
    }

    #[inline(always)]
    fn add(&mut self, gains: &Gains<M>) {
        if const { matches!(M::INFO.kind, Kind::Flow) } {
            self.volume.divergence.add(gains.divergence);
        } else {
            self.volume.det.merge(gains.det);
        }
        for (sum, gain) in self.outputs.as_mut().iter_mut().zip(gains.outputs.as_ref()) {
            sum.add(*gain);
        }
    }
}

/// What does not change along a run.
struct Node<M: Model> {
    p: M::Params<f64>,
    signals: Vec<Signal>,
    clock: Clock,
    /// Whether the volume's growth is added up.
    volume: bool,
}

/// State and tangents after so many steps.
struct Moment<M: Model, const K: usize> {
    step: u64,
    x: M::State<f64>,
    y: M::State<[f64; K]>,
}

// Derived, the two would ask the model itself to be `Copy`.
#[allow(clippy::expl_impl_clone_on_copy)]
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
        x.as_mut().copy_from_slice(problem.initial);
        Self {
            arch: Arch::new(),
            scheme,
            node: Node {
                p,
                signals: problem.signals.clone(),
                clock,
                volume: k == dimension::<M>() && has_volume(problem),
            },
            k,
            at: Moment {
                step: 0,
                x,
                y: M::State::splat([0.0; K]),
            },
            totals: Totals::none(),
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

impl<M: Model, const K: usize> Moment<M, K> {
    /// The tangent in a lane.
    #[inline(always)]
    fn tangent(&self, lane: usize) -> M::State<f64> {
        let mut v = M::State::splat(0.0);
        for (v, y) in v.as_mut().iter_mut().zip(self.y.as_ref()) {
            *v = y[lane];
        }
        v
    }

    #[inline(always)]
    fn set_tangent(&mut self, lane: usize, v: &M::State<f64>) {
        for (v, y) in v.as_ref().iter().zip(self.y.as_mut()) {
            y[lane] = *v;
        }
    }
}

/// Lanes that are computed for k tangents: whole vectors, or a single one. So few that they are
/// written out are not counted.
#[inline(always)]
fn lanes<const K: usize>(k: usize) -> usize {
    if K <= 2 {
        K
    } else if k == 1 {
        1
    } else {
        k.next_multiple_of(4)
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
        let Single {
            node,
            k,
            at,
            totals,
            ..
        } = self.single;
        let lanes = lanes::<K>(*k);
        let limits = limits(self.steps);
        let mut now = *at;
        let Some(diagonals) = self.diagonals else {
            let mut gains = Gains::none();
            for _ in 0..self.steps {
                node.measure(&now, &mut gains);
                S::step(node, lanes, &mut now);
            }
            *at = now;
            totals.add(&gains);
            return self.blocks;
        };
        for (block, diagonal) in diagonals.chunks_exact_mut(*k).enumerate() {
            let begin = now;
            let mut gains = Gains::none();
            for _ in 0..self.steps {
                node.measure(&now, &mut gains);
                S::step(node, lanes, &mut now);
            }
            let finite = now.x.as_ref().iter().all(|x| x.is_finite());
            match orthonormalise(&mut now.y, *k, limits) {
                Ok(r) if finite => {
                    // A copy of unknown length would be a call.
                    for j in 0..K {
                        if j < *k {
                            diagonal[j] = r[j];
                        }
                    }
                    totals.add(&gains);
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
        let (at, u) = self.gather(step, fraction);
        M::rhs_partials(at, x, &u, &self.p)
    }

    /// The time of a stage, and what is read at it.
    #[inline(always)]
    fn gather(&self, step: u64, fraction: f64) -> (At<f64>, M::Gathered<f64>) {
        let t = self.clock.at(step, fraction);
        let mut u = M::Gathered::splat(0.0);
        for i in 0..M::INFO.inputs.len() {
            u.as_mut()[M::INFO.neighbours.len() + i] = self.signals[i].at(t, 0);
        }
        (At { t, nodes: 1.0 }, u)
    }

    /// Adds what is averaged, at the begin of a step.
    ///
    /// Apart from the step itself, whose stages would leave the registers if their partials were read
    /// elsewhere: evaluated anew, those that the trace needs are next to nothing.
    #[inline(always)]
    fn measure<const K: usize>(&self, begin: &Moment<M, K>, gains: &mut Gains<M>) {
        let (now, u) = self.gather(begin.step, 0.0);
        if !self.volume {
        } else if const { matches!(M::INFO.kind, Kind::Flow) } {
            let (_, j) = M::rhs_partials(now, &begin.x, &u, &self.p);
            gains.divergence += M::trace(&j);
        } else if let Some(det) = M::det(now, &begin.x, &u, &self.p) {
            gains.det.add(det.abs());
        }
        if const { !M::INFO.outputs.is_empty() } {
            let outputs = M::outputs(now, &begin.x, &u, &self.p);
            for (sum, output) in gains.outputs.as_mut().iter_mut().zip(outputs.as_ref()) {
                *sum += *output;
            }
        }
    }
}

/// One step of state and tangents.
///
/// The state goes first and leaves the partials of its stages; then a loop over lanes carries each
/// tangent through all stages. The loop becomes vector instructions of as many lanes as there are,
/// which straight-line code of the same operations does not reliably.
trait Step {
    fn step<M: Model, const K: usize>(node: &Node<M>, lanes: usize, at: &mut Moment<M, K>);
}

/// x → f.
struct Iterate;

impl Step for Iterate {
    #[inline(always)]
    fn step<M: Model, const K: usize>(node: &Node<M>, lanes: usize, at: &mut Moment<M, K>) {
        let (x, j) = node.evaluate(at.step, 0.0, History, &at.x);
        for lane in 0..lanes.min(K) {
            let v = at.tangent(lane);
            at.set_tangent(lane, &M::jvp(&j, &v, &M::Gathered::splat(0.0)));
        }
        at.x = x;
        at.step += 1;
    }
}

/// A Runge–Kutta method.
struct Explicit<T>(T);

/// Calls a function for each stage that a method has, in turn.
macro_rules! stages {
    ($stage:ident ($($argument:expr),*)) => {
        $stage::<T, M, 0>($($argument),*);
        $stage::<T, M, 1>($($argument),*);
        $stage::<T, M, 2>($($argument),*);
        $stage::<T, M, 3>($($argument),*);
        $stage::<T, M, 4>($($argument),*);
        $stage::<T, M, 5>($($argument),*);
        $stage::<T, M, 6>($($argument),*);
    };
}

impl<T: Tableau> Step for Explicit<T> {
    #[inline(always)]
    fn step<M: Model, const K: usize>(node: &Node<M>, lanes: usize, at: &mut Moment<M, K>) {
        let dt = node.clock.dt;
        let mut k = [M::State::splat(0.0); MAX_STAGES];
        let mut j = [M::Partials::splat(0.0); MAX_STAGES];
        stages!(stage(node, at.step, &at.x, &mut k, &mut j));
        at.x = combine::<M, f64>(&at.x, &T::B, dt, &k);
        for lane in 0..lanes.min(K) {
            let v = at.tangent(lane);
            let mut k = [M::State::splat(0.0); MAX_STAGES];
            stages!(tangent_stage(dt, &v, &mut k, &j));
            at.set_tangent(lane, &combine::<M, f64>(&v, &T::B, dt, &k));
        }
        at.step += 1;
    }
}

/// Slope and partials of stage `I`, where the method has one.
#[inline(always)]
fn stage<T: Tableau, M: Model, const I: usize>(
    node: &Node<M>,
    step: u64,
    x: &M::State<f64>,
    k: &mut [M::State<f64>; MAX_STAGES],
    j: &mut [M::Partials<f64>; MAX_STAGES],
) {
    if const { I < T::STAGES } {
        let x = combine::<M, f64>(x, &T::A[I], node.clock.dt, k);
        (k[I], j[I]) = node.evaluate(step, T::C[I], History, &x);
    }
}

/// The tangent of [`stage`].
#[inline(always)]
fn tangent_stage<T: Tableau, M: Model, const I: usize>(
    dt: f64,
    v: &M::State<f64>,
    k: &mut [M::State<f64>; MAX_STAGES],
    j: &[M::Partials<f64>; MAX_STAGES],
) {
    if const { I < T::STAGES } {
        let v = combine::<M, f64>(v, &T::A[I], dt, k);
        k[I] = M::jvp(&j[I], &v, &M::Gathered::splat(0.0));
    }
}

/// x + (h₀k₀ + h₁k₁ + …) over the weights that are not zero, with hⱼ = dt·weightⱼ.
#[inline(always)]
pub(super) fn combine<M: Model, S: Scalar>(
    x: &M::State<S>,
    weights: &[f64; MAX_STAGES],
    dt: f64,
    k: &[M::State<S>; MAX_STAGES],
) -> M::State<S> {
    let mut out = *x;
    for c in 0..dimension::<M>() {
        let mut sum = None;
        // Written out: what is left to the optimiser's unrolling may come too late to fold zeros.
        macro_rules! terms {
            ($($j:literal)*) => {
                $(
                    if weights[$j] != 0.0 {
                        let term = k[$j].as_ref()[c] * S::lit(dt * weights[$j]);
                        sum = Some(match sum {
                            None => term,
                            Some(sum) => sum + term,
                        });
                    }
                )*
            };
        }
        terms!(0 1 2 3 4 5 6);
        if let Some(sum) = sum {
            out.as_mut()[c] = x.as_ref()[c] + sum;
        }
    }
    out
}

impl<M: Model, const K: usize> Stepper for Single<M, K> {
    fn step(&self) -> u64 {
        self.at.step
    }

    fn advance(&mut self, steps: u64) {
        self.run(1, steps, None);
    }

    fn renormalise(&mut self, limits: Limits, diagonal: &mut [f64]) -> Result<(), BadColumn> {
        let r = orthonormalise(&mut self.at.y, self.k, limits)?;
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
            let component = self.at.y.as_ref().iter().position(|y| !y[j].is_finite());
            component.map(|component| place(j + 1, component))
        })
    }

    fn state(&self, state: &mut [f64]) {
        state.copy_from_slice(self.at.x.as_ref());
    }

    fn tangents(&self) -> Vec<Vec<f64>> {
        (0..self.k)
            .map(|lane| self.at.tangent(lane).as_ref().to_vec())
            .collect()
    }

    fn place(&mut self, step: u64, state: &[f64], tangents: &[Vec<f64>]) {
        self.at.step = step;
        self.at.x.as_mut().copy_from_slice(state);
        for (j, column) in tangents.iter().enumerate() {
            for (y, value) in self.at.y.as_mut().iter_mut().zip(column) {
                y[j] = *value;
            }
        }
    }

    fn clear_totals(&mut self) {
        self.totals = Totals::none();
    }

    fn volume(&self) -> Option<f64> {
        let value = || self.totals.volume.value(M::INFO.kind);
        self.node.volume.then(value)
    }

    fn output_totals(&self, totals: &mut [f64]) {
        for (total, sum) in totals.iter_mut().zip(self.totals.outputs.as_ref()) {
            *total = sum.value();
        }
    }

    fn save(&self, snapshot: &mut Snapshot) {
        snapshot.step = self.at.step;
        snapshot.values.clear();
        snapshot.values.extend_from_slice(self.at.x.as_ref());
        for y in self.at.y.as_ref() {
            snapshot.values.extend_from_slice(y);
        }
        snapshot.values.extend(self.totals.volume.parts());
        for sum in self.totals.outputs.as_ref() {
            snapshot.values.extend(sum.parts());
        }
    }

    fn restore(&mut self, snapshot: &Snapshot) {
        self.at.step = snapshot.step;
        let (x, rest) = snapshot.values.split_at(dimension::<M>());
        let (y, rest) = rest.split_at(dimension::<M>() * K);
        let (volume, outputs) = rest.split_at(Volume::PARTS);
        self.at.x.as_mut().copy_from_slice(x);
        for (y, values) in self.at.y.as_mut().iter_mut().zip(y.chunks_exact(K)) {
            y.copy_from_slice(values);
        }
        self.totals.volume = Volume::from_parts(volume);
        for (sum, parts) in self
            .totals
            .outputs
            .as_mut()
            .iter_mut()
            .zip(outputs.chunks_exact(2))
        {
            *sum = Compensated::from_parts([parts[0], parts[1]]);
        }
    }
}
