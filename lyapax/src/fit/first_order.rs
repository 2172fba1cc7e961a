//! By optimisers that need the gradient alone.

use core::cell::RefCell;

use argmin::core::{
    CostFunction, Error as Failure, Executor, Gradient, IterState, KV, Problem, Solver, State,
    TerminationReason, TerminationStatus,
};
use argmin::solver::gradientdescent::SteepestDescent;
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;

use super::bounds::values;
use super::{End, FitError, FitProgress, Optimiser, ReadyFit, Stop, is_no_value};
use crate::Error;
use crate::model::Model;

/// Steps whose changes of the gradient are kept.
const MEMORY: usize = 10;

/// χ² that falls by a smaller part of itself in a step has fallen.
const SMALLEST_GAIN: f64 = 1e-12;

/// χ² that changes by a smaller part of itself where a variable changes by as much as itself stands.
const SMALLEST_SLOPE: f64 = 1e-10;

/// The first step, as a part of the variables.
const FIRST_STEP: f64 = 0.1;

/// χ², in its unit, of what has no values.
const FAR: f64 = 1e200;

type Numbers = Vec<f64>;
type Iterate = IterState<Numbers, Numbers, (), (), (), f64>;
type Search = MoreThuenteLineSearch<Numbers, Numbers, f64>;

pub(super) fn minimise<M: Model>(fit: &mut ReadyFit<'_, M>) -> Result<End, Error> {
    let (optimiser, most) = (fit.optimiser, fit.iterations);
    let begin: Numbers = fit.bounds.iter().map(|bounded| bounded.begin()).collect();
    let mut shared = Shared {
        fit,
        unit: 1.0,
        last: None,
        best: None,
        evaluations: 0,
        iterations: 0,
        stop: None,
        failed: None,
    };
    // A begin that is none is the caller's to know.
    let (chi_squared, slopes) = shared.evaluate(&begin)?;
    if !slopes.iter().chain([&chi_squared]).all(|it| it.is_finite()) {
        return Err(FitError::StartNotFinite { chi_squared }.into());
    }
    shared.begin_with(&slopes);
    let shared = RefCell::new(shared);
    let ended = match optimiser {
        Optimiser::SteepestDescent => {
            run(SteepestDescent::new(Search::new()), &shared, &begin, most)
        }
        // What is small enough is told by `Watched`, in no unit.
        _ => LBFGS::new(Search::new(), MEMORY)
            .with_tolerance_grad(0.0)
            .and_then(|solver| solver.with_tolerance_cost(0.0))
            .and_then(|solver| run(solver, &shared, &begin, most)),
    };
    let shared = shared.into_inner();
    if let Some(error) = shared.failed {
        return Err(error);
    }
    // A line search that finds nothing lower is an error there.
    let stop = shared.stop.unwrap_or(ended.unwrap_or(Stop::NoImprovement));
    let best = shared.best.as_ref().map_or(&begin, |best| &best.free);
    Ok(End {
        values: values(&shared.fit.bounds, best).0,
        iterations: shared.iterations,
        evaluations: shared.evaluations,
        stop,
    })
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
    /// What χ² is measured in: the optimiser knows no units.
    unit: f64,
    /// Where it was evaluated last: value and gradient are asked for one after the other.
    last: Option<Point>,
    /// The lowest that was met.
    best: Option<Point>,
    evaluations: usize,
    iterations: usize,
    stop: Option<Stop>,
    /// What has nothing to do with the values.
    failed: Option<Error>,
}

/// Where χ² was evaluated, with its gradient by free numbers.
#[derive(Clone)]
struct Point {
    free: Numbers,
    chi_squared: f64,
    slopes: Numbers,
}

impl<M: Model> Shared<'_, '_, M> {
    /// Measures χ² such that the first step, which is the negative gradient, is short.
    fn begin_with(&mut self, slopes: &[f64]) {
        let size = slopes
            .iter()
            .fold(0.0, |size: f64, slope| size.hypot(*slope));
        if size > 0.0 && size.is_finite() {
            self.unit = size / FIRST_STEP;
        }
    }

    /// χ² and its gradient, in their unit.
    fn evaluate(&mut self, free: &Numbers) -> Result<(f64, Numbers), Error> {
        let found = match &self.last {
            Some(last) if last.free == *free => last.clone(),
            _ => self.evaluate_new(free)?,
        };
        let slopes = found.slopes.iter().map(|slope| slope / self.unit);
        Ok((found.chi_squared / self.unit, slopes.collect()))
    }

    fn evaluate_new(&mut self, free: &Numbers) -> Result<Point, Error> {
        self.evaluations += 1;
        let (values, by) = values(&self.fit.bounds, free);
        let (chi_squared, slopes) = self.fit.evaluation.gradient(&values)?;
        let slopes = slopes.iter().zip(by).map(|(slope, by)| slope * by);
        let found = Point {
            free: free.clone(),
            chi_squared,
            slopes: slopes.collect(),
        };
        let is_lower = |best: &Point| chi_squared < best.chi_squared;
        if self.best.as_ref().is_none_or(is_lower) {
            self.best = Some(found.clone());
        }
        self.last = Some(found.clone());
        Ok(found)
    }

    /// As [`Shared::evaluate`], for the optimiser: `None` where there is no value.
    fn tried(&mut self, free: &Numbers) -> Result<Option<(f64, Numbers)>, Failure> {
        match self.evaluate(free) {
            Ok((value, slopes)) => {
                let is_number = slopes.iter().chain([&value]).all(|it| it.is_finite());
                Ok(is_number.then_some((value, slopes)))
            }
            Err(error) if is_no_value(&error) => Ok(None),
            Err(error) => {
                let told = Failure::msg(error.to_string());
                self.failed = Some(error);
                Err(told)
            }
        }
    }
}

/// As the optimiser sees it.
struct Adapter<'s, 'f, 'a, M: Model>(&'s RefCell<Shared<'f, 'a, M>>);

impl<M: Model> CostFunction for Adapter<'_, '_, '_, M> {
    type Param = Numbers;
    type Output = f64;

    /// Where the model has no values a smaller step is made.
    fn cost(&self, free: &Numbers) -> Result<f64, Failure> {
        let found = self.0.borrow_mut().tried(free)?;
        Ok(found.map_or(FAR, |(value, _)| value))
    }
}

impl<M: Model> Gradient for Adapter<'_, '_, '_, M> {
    type Param = Numbers;
    type Gradient = Numbers;

    fn gradient(&self, free: &Numbers) -> Result<Numbers, Failure> {
        let found = self.0.borrow_mut().tried(free)?;
        Ok(found.map_or_else(|| vec![0.0; free.len()], |(_, slopes)| slopes))
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
        let Some(Point {
            free,
            chi_squared,
            slopes,
        }) = shared.best.clone()
        else {
            return TerminationStatus::NotTerminated;
        };
        let iteration = usize::try_from(state.get_iter()).unwrap_or(usize::MAX);
        shared.iterations = iteration;
        let (values, _) = values(&shared.fit.bounds, &free);
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
        let stands = iteration > 0 && before - chi_squared <= SMALLEST_GAIN * chi_squared;
        // At the start its size may be far from what it will come to, and tells nothing.
        let smallest = if iteration > 0 {
            SMALLEST_SLOPE * chi_squared
        } else {
            0.0
        };
        let is_flat = slopes.iter().all(|slope| slope.abs() <= smallest);
        if stands || is_flat {
            return TerminationStatus::Terminated(TerminationReason::SolverConverged);
        }
        self.solver.terminate(state)
    }
}
