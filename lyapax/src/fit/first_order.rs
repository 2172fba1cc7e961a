//! By optimisers that need the gradient alone.

use core::cell::RefCell;

use argmin::core::{
    CostFunction, Error as Failure, Executor, Gradient, IterState, KV, Problem, Solver, State,
    TerminationReason, TerminationStatus,
};
use argmin::solver::gradientdescent::SteepestDescent;
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;

use super::{End, FitProgress, Optimiser, ReadyFit, Stop};
use crate::Error;
use crate::model::Model;

/// Steps whose changes of the gradient are kept.
const MEMORY: usize = 10;

/// χ² that falls by a smaller part of itself in a step has fallen.
const SMALLEST_GAIN: f64 = 1e-12;

/// χ² of what has no values.
const FAR: f64 = 1e200;

type Numbers = Vec<f64>;
type Iterate = IterState<Numbers, Numbers, (), (), (), f64>;
type Search = MoreThuenteLineSearch<Numbers, Numbers, f64>;

pub(super) fn minimise<M: Model>(fit: &mut ReadyFit<'_, M>) -> Result<End, Error> {
    let (optimiser, most) = (fit.optimiser, fit.iterations);
    let scales: Numbers = fit.start.iter().map(|value| scale(*value)).collect();
    let begin = fit.bounds.iter().zip(&fit.start).zip(&scales);
    let begin: Numbers = begin
        .map(|((bounds, value), scale)| bounds.free(*value) / scale)
        .collect();
    let mut shared = Shared {
        fit,
        scales,
        last: None,
        best: None,
        evaluations: 0,
        iterations: 0,
        stop: None,
    };
    // A begin that is none is the caller's to know.
    shared.evaluate(&begin)?;
    let shared = RefCell::new(shared);
    let ended = match optimiser {
        Optimiser::SteepestDescent => {
            run(SteepestDescent::new(Search::new()), &shared, &begin, most)
        }
        _ => run(LBFGS::new(Search::new(), MEMORY), &shared, &begin, most),
    };
    let shared = shared.into_inner();
    // A line search that finds nothing lower is an error there.
    let stop = shared.stop.unwrap_or(ended.unwrap_or(Stop::NoImprovement));
    let best = shared.best.as_ref().map_or(&begin, |(free, _)| free);
    Ok(End {
        values: shared.values(best).0,
        iterations: shared.iterations,
        evaluations: shared.evaluations,
        stop,
    })
}

/// What a variable is measured in.
fn scale(value: f64) -> f64 {
    if value == 0.0 { 1.0 } else { value.abs() }
}

fn run<'s, 'f, 'a, M, S>(
    solver: S,
    shared: &'s RefCell<Shared<'f, 'a, M>>,
    begin: &Numbers,
    most: usize,
) -> Result<Stop, Failure>
where
    M: Model,
    S: Solver<Adapter<'s, 'f, 'a, M>, Iterate>,
{
    let watched = Watched {
        solver,
        shared,
        before: f64::INFINITY,
    };
    let result = Executor::new(Adapter(shared), watched)
        .configure(|state| state.param(begin.clone()).max_iters(most as u64))
        .ctrlc(false)
        .run()?;
    Ok(match result.state.get_termination_reason() {
        Some(TerminationReason::SolverConverged | TerminationReason::TargetCostReached) => {
            Stop::Converged
        }
        Some(TerminationReason::MaxItersReached) => Stop::Iterations,
        _ => Stop::NoImprovement,
    })
}

/// The fit, and what was found of it.
struct Shared<'f, 'a, M: Model> {
    fit: &'f mut ReadyFit<'a, M>,
    scales: Numbers,
    /// Where it was evaluated last: value and gradient are asked for one after the other.
    last: Option<(Numbers, f64, Numbers)>,
    /// The lowest that was met.
    best: Option<(Numbers, f64)>,
    evaluations: usize,
    iterations: usize,
    stop: Option<Stop>,
}

impl<M: Model> Shared<'_, '_, M> {
    /// The variables of scaled free numbers, and how they change with these.
    fn values(&self, free: &[f64]) -> (Numbers, Numbers) {
        let each = self.fit.bounds.iter().zip(free).zip(&self.scales);
        let each = each.map(|((bounds, free), scale)| {
            let (value, slope) = bounds.value(free * scale);
            (value, slope * scale)
        });
        each.unzip()
    }

    fn evaluate(&mut self, free: &Numbers) -> Result<(f64, Numbers), Error> {
        if let Some((at, value, slopes)) = &self.last
            && at == free
        {
            return Ok((*value, slopes.clone()));
        }
        self.evaluations += 1;
        let (values, by) = self.values(free);
        let variables = &self.fit.free;
        let (value, slopes) = self.fit.evaluation.gradient(variables, &values)?;
        let slopes: Numbers = slopes
            .iter()
            .zip(by)
            .map(|(slope, by)| slope * by)
            .collect();
        if self.best.as_ref().is_none_or(|(_, best)| value < *best) {
            self.best = Some((free.clone(), value));
        }
        self.last = Some((free.clone(), value, slopes.clone()));
        Ok((value, slopes))
    }
}

/// As the optimiser sees it.
struct Adapter<'s, 'f, 'a, M: Model>(&'s RefCell<Shared<'f, 'a, M>>);

impl<M: Model> CostFunction for Adapter<'_, '_, '_, M> {
    type Param = Numbers;
    type Output = f64;

    /// Where the model has no values a smaller step is made.
    fn cost(&self, free: &Numbers) -> Result<f64, Failure> {
        let found = self.0.borrow_mut().evaluate(free);
        Ok(found.map_or(FAR, |(value, _)| value))
    }
}

impl<M: Model> Gradient for Adapter<'_, '_, '_, M> {
    type Param = Numbers;
    type Gradient = Numbers;

    fn gradient(&self, free: &Numbers) -> Result<Numbers, Failure> {
        let found = self.0.borrow_mut().evaluate(free);
        Ok(found.map_or_else(|_| vec![0.0; free.len()], |(_, slopes)| slopes))
    }
}

/// A solver whose steps are told, and which ends where they gain nothing.
struct Watched<'s, 'f, 'a, M: Model, S> {
    solver: S,
    shared: &'s RefCell<Shared<'f, 'a, M>>,
    before: f64,
}

impl<'s, 'f, 'a, M, S> Solver<Adapter<'s, 'f, 'a, M>, Iterate> for Watched<'s, 'f, 'a, M, S>
where
    M: Model,
    S: Solver<Adapter<'s, 'f, 'a, M>, Iterate>,
{
    fn name(&self) -> &str {
        self.solver.name()
    }

    fn init(
        &mut self,
        problem: &mut Problem<Adapter<'s, 'f, 'a, M>>,
        state: Iterate,
    ) -> Result<(Iterate, Option<KV>), Failure> {
        self.solver.init(problem, state)
    }

    fn next_iter(
        &mut self,
        problem: &mut Problem<Adapter<'s, 'f, 'a, M>>,
        state: Iterate,
    ) -> Result<(Iterate, Option<KV>), Failure> {
        self.solver.next_iter(problem, state)
    }

    fn terminate(&mut self, state: &Iterate) -> TerminationStatus {
        let mut shared = self.shared.borrow_mut();
        let Some((free, chi_squared)) = shared.best.clone() else {
            return TerminationStatus::NotTerminated;
        };
        let iteration = usize::try_from(state.get_iter()).unwrap_or(usize::MAX);
        shared.iterations = iteration;
        let (values, _) = shared.values(&free);
        let progress = FitProgress {
            iteration,
            chi_squared,
            values: &values,
        };
        if let Some(tell) = &mut shared.fit.progress
            && tell(&progress).is_break()
        {
            shared.stop = Some(Stop::Asked);
            return TerminationStatus::Terminated(TerminationReason::Interrupt);
        }
        let before = core::mem::replace(&mut self.before, chi_squared);
        if iteration > 0 && before - chi_squared <= SMALLEST_GAIN * chi_squared {
            return TerminationStatus::Terminated(TerminationReason::SolverConverged);
        }
        self.solver.terminate(state)
    }
}
