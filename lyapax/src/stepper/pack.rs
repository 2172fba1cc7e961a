//! Several systems of one small node side by side, each in a lane of its own.
//!
//! A lane has the bits of [`Single`](super::single::Single): the same operations in the same order. Where a block of one
//! fails, it is let go, and whoever called runs it alone.

use pulp::{Arch, NullaryFnOnce};

use super::single::combine;
use super::{Scheme, dimension, has_volume, limits};
use crate::Signal;
use crate::integrate::{Clock, Euler, Heun, Integrator, MAX_STAGES, Rk4, Rk6, Tableau};
use crate::model::{At, Block, Kind, Model};
use crate::qr::lanes::{SMALL, orthonormalise};
use crate::scalar::{Lanes, Scalar};
use crate::sum::{Compensated, LogSum, LogSums};
use crate::system::Problem;

/// `L` systems with `k` tangents each.
pub(crate) struct Pack<M: Model, const L: usize> {
    arch: Arch,
    scheme: Scheme,
    clock: Clock,
    p: M::Params<Lanes<L>>,
    /// What does not change of the gathered values.
    u: M::Gathered<Lanes<L>>,
    /// Inputs that do, with their places.
    sampled: Vec<(usize, Signal)>,
    volume: bool,
    step: u64,
    x: M::State<Lanes<L>>,
    v: Vec<M::State<Lanes<L>>>,
    /// Lanes in which all is well.
    live: [bool; L],
    sums: Vec<LogSums<L>>,
    divergence: [Compensated; L],
    det: LogSums<L>,
}

impl<M: Model, const L: usize> Pack<M, L> {
    /// Those of the members from `first` on; beyond the last one lanes repeat it. The first k tangents are for each, or
    /// the same for all.
    pub(crate) fn new(
        problem: &Problem<'_, M>,
        first: usize,
        scheme: Scheme,
        clock: Clock,
        k: usize,
        bases: &[Vec<Vec<f64>>],
    ) -> Self {
        let member = |l: usize| (first + l).min(problem.nodes - 1);
        let lanes = |of: &dyn Fn(usize) -> f64| Lanes(core::array::from_fn(|l| of(member(l))));
        let mut p = M::Params::splat(Lanes::default());
        for (p, param) in p.as_mut().iter_mut().zip(&problem.params) {
            *p = lanes(&|member| param.at(member));
        }
        let mut u = M::Gathered::splat(Lanes::default());
        let mut sampled = Vec::new();
        for (i, signal) in problem.signals.iter().enumerate() {
            let slot = M::INFO.neighbours.len() + i;
            match signal {
                Signal::Sampled { .. } => sampled.push((slot, signal.clone())),
                constant => u.as_mut()[slot] = lanes(&|member| constant.at(0.0, member)),
            }
        }
        let mut x = M::State::splat(Lanes::default());
        let states = problem.initial.chunks_exact(problem.nodes);
        for (x, state) in x.as_mut().iter_mut().zip(states) {
            *x = lanes(&|member| state[member]);
        }
        let tangent = |column: usize| {
            let mut v = M::State::splat(Lanes::default());
            for (row, v) in v.as_mut().iter_mut().enumerate() {
                let of = |l: usize| bases[l.min(bases.len() - 1)][column][row];
                *v = Lanes(core::array::from_fn(of));
            }
            v
        };
        Self {
            arch: Arch::new(),
            scheme,
            clock,
            p,
            u,
            sampled,
            volume: k == dimension::<M>() && has_volume(problem),
            step: 0,
            x,
            v: (0..k).map(tangent).collect(),
            live: [true; L],
            sums: vec![LogSums::default(); k],
            divergence: [Compensated::default(); L],
            det: LogSums::default(),
        }
    }

    /// Blocks of steps, each followed by a renormalisation.
    pub(crate) fn blocks(&mut self, blocks: u64, steps: u64) {
        let arch = self.arch;
        arch.dispatch(Run {
            pack: self,
            blocks,
            steps,
        });
    }

    /// Begins to add up anew.
    pub(crate) fn clear_totals(&mut self) {
        self.sums.fill(LogSums::default());
        self.divergence = [Compensated::default(); L];
        self.det = LogSums::default();
    }

    /// Lets a lane go on as a copy of one in which all is well: numbers that are none would make functions take lanes one
    /// by one.
    #[cold]
    fn let_go(&mut self, lane: usize) {
        self.live[lane] = false;
        let Some(other) = self.live.iter().position(|live| *live) else {
            return;
        };
        let vectors = self.v.iter_mut().flat_map(AsMut::as_mut);
        let states = self.x.as_mut().iter_mut().chain(vectors);
        let values = self.p.as_mut().iter_mut().chain(self.u.as_mut());
        for numbers in states.chain(values) {
            numbers.0[lane] = numbers.0[other];
        }
    }

    /// Whether all is well with a member.
    pub(crate) fn is_live(&self, lane: usize) -> bool {
        self.live[lane]
    }

    /// Σ ln R_jj of each tangent of a member.
    pub(crate) fn sums(&self, lane: usize) -> impl Iterator<Item = LogSum> {
        self.sums.iter().map(move |sums| sums.lane(lane))
    }

    /// As [`Stepper::volume`](super::Stepper::volume).
    pub(crate) fn volume(&self, lane: usize) -> Option<f64> {
        let value = || match M::INFO.kind {
            Kind::Flow => self.divergence[lane].value(),
            Kind::Map => self.det.lane(lane).value(),
        };
        self.volume.then(value)
    }

    /// The state of a member.
    pub(crate) fn state(&self, lane: usize) -> Vec<f64> {
        self.x.as_ref().iter().map(|x| x.0[lane]).collect()
    }
}

/// Blocks as an object, since a closure could not be told to be inlined.
struct Run<'a, M: Model, const L: usize> {
    pack: &'a mut Pack<M, L>,
    blocks: u64,
    steps: u64,
}

impl<M: Model, const L: usize> NullaryFnOnce for Run<'_, M, L> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        if const { matches!(M::INFO.kind, Kind::Map) } {
            return self.by::<Iterate>();
        }
        match self.pack.scheme {
            Scheme::Map => (),
            Scheme::Flow(Integrator::Euler) => self.by::<Explicit<Euler>>(),
            Scheme::Flow(Integrator::Heun) => self.by::<Explicit<Heun>>(),
            Scheme::Flow(Integrator::Rk4) => self.by::<Explicit<Rk4>>(),
            Scheme::Flow(Integrator::Rk6) => self.by::<Explicit<Rk6>>(),
        }
    }
}

impl<M: Model, const L: usize> Run<'_, M, L> {
    #[inline(always)]
    fn by<S: Step>(self) {
        let Self {
            pack,
            blocks,
            steps,
        } = self;
        let limits = limits(steps);
        let mut diagonal = [Lanes::default(); SMALL];
        for _ in 0..blocks {
            let mut divergence = Lanes::splat(0.0);
            let mut det = LogSums::default();
            for _ in 0..steps {
                pack.measure(&mut divergence, &mut det);
                S::step(pack);
            }
            let clear = orthonormalise(&mut pack.v, &mut diagonal, limits, dimension::<M>());
            for l in 0..L {
                let mut clear = clear[l];
                for x in pack.x.as_ref() {
                    clear &= x.0[l].is_finite();
                }
                if pack.live[l] && !clear {
                    pack.let_go(l);
                }
            }
            for (sum, r) in pack.sums.iter_mut().zip(&diagonal) {
                sum.add(&r.0);
            }
            if const { matches!(M::INFO.kind, Kind::Flow) } {
                for (sum, divergence) in pack.divergence.iter_mut().zip(divergence.0) {
                    sum.add(divergence);
                }
            } else {
                pack.det.merge(&det);
            }
        }
    }
}

impl<M: Model, const L: usize> Pack<M, L> {
    /// The time of a stage, and what is read at it.
    #[inline(always)]
    fn gather(&self, fraction: f64) -> (At<Lanes<L>>, M::Gathered<Lanes<L>>) {
        let t = self.clock.at(self.step, fraction);
        let mut u = self.u;
        if const { !M::INFO.inputs.is_empty() } {
            for (slot, signal) in &self.sampled {
                u.as_mut()[*slot] = Lanes::splat(signal.at(t, 0));
            }
        }
        let at = At {
            t: Lanes::splat(t),
            nodes: Lanes::splat(1.0),
        };
        (at, u)
    }

    #[inline(always)]
    fn measure(&self, divergence: &mut Lanes<L>, det: &mut LogSums<L>) {
        if !self.volume {
            return;
        }
        let (now, u) = self.gather(0.0);
        if const { matches!(M::INFO.kind, Kind::Flow) } {
            let (_, j) = M::rhs_partials(now, &self.x, &u, &self.p);
            *divergence = *divergence + M::trace(&j);
        } else if let Some(value) = M::det(now, &self.x, &u, &self.p) {
            det.add(&value.abs().0);
        }
    }
}

/// A step, as a type: a function that is handed over would be one of its own, without the caller's instructions.
trait Step {
    fn step<M: Model, const L: usize>(pack: &mut Pack<M, L>);
}

/// x → f.
struct Iterate;

impl Step for Iterate {
    #[inline(always)]
    fn step<M: Model, const L: usize>(pack: &mut Pack<M, L>) {
        let (now, u) = pack.gather(0.0);
        let (x, j) = M::rhs_partials(now, &pack.x, &u, &pack.p);
        for v in &mut pack.v {
            *v = M::jvp(&j, v, &M::Gathered::splat(Lanes::default()));
        }
        pack.x = x;
        pack.step += 1;
    }
}

/// A Runge–Kutta method: the state goes first and leaves the partials of its stages.
struct Explicit<T>(T);

/// Calls a function for each stage that a method has, in turn.
macro_rules! stages {
    ($stage:ident ($($argument:expr),*)) => {
        $stage::<T, M, L, 0>($($argument),*);
        $stage::<T, M, L, 1>($($argument),*);
        $stage::<T, M, L, 2>($($argument),*);
        $stage::<T, M, L, 3>($($argument),*);
        $stage::<T, M, L, 4>($($argument),*);
        $stage::<T, M, L, 5>($($argument),*);
        $stage::<T, M, L, 6>($($argument),*);
    };
}

impl<T: Tableau> Step for Explicit<T> {
    #[inline(always)]
    fn step<M: Model, const L: usize>(pack: &mut Pack<M, L>) {
        let dt = pack.clock.dt;
        let mut k = [M::State::splat(Lanes::default()); MAX_STAGES];
        let mut j = [M::Partials::splat(Lanes::default()); MAX_STAGES];
        stages!(stage(pack, &mut k, &mut j));
        pack.x = combine::<M, Lanes<L>>(&pack.x, &T::B, dt, &k);
        for v in &mut pack.v {
            stages!(tangent_stage(dt, v, &mut k, &j));
            *v = combine::<M, Lanes<L>>(v, &T::B, dt, &k);
        }
        pack.step += 1;
    }
}

#[inline(always)]
fn stage<T: Tableau, M: Model, const L: usize, const I: usize>(
    pack: &Pack<M, L>,
    k: &mut [M::State<Lanes<L>>; MAX_STAGES],
    j: &mut [M::Partials<Lanes<L>>; MAX_STAGES],
) {
    if const { I < T::STAGES } {
        let x = combine::<M, Lanes<L>>(&pack.x, &T::A[I], pack.clock.dt, k);
        let (now, u) = pack.gather(T::C[I]);
        (k[I], j[I]) = M::rhs_partials(now, &x, &u, &pack.p);
    }
}

#[inline(always)]
fn tangent_stage<T: Tableau, M: Model, const L: usize, const I: usize>(
    dt: f64,
    v: &M::State<Lanes<L>>,
    k: &mut [M::State<Lanes<L>>; MAX_STAGES],
    j: &[M::Partials<Lanes<L>>; MAX_STAGES],
) {
    if const { I < T::STAGES } {
        let v = combine::<M, Lanes<L>>(v, &T::A[I], dt, k);
        k[I] = M::jvp(&j[I], &v, &M::Gathered::splat(Lanes::default()));
    }
}
