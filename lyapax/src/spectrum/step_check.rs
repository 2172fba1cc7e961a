//! Is the step small enough? A run beside the same run with half the step.

use core::fmt;

use super::{Spectrum, SpectrumOptions};
use crate::integrate::Clock;
use crate::model::{Kind, Model};
use crate::stepper::{self, Scheme};
use crate::system::System;
use crate::{Error, Integrator, Measured, SetupError};

/// A run repeated with smaller steps, from [`System::check_step`](crate::System::check_step).
///
/// [`Display`](fmt::Display) prints it in words.
#[derive(Clone, Debug, PartialEq)]
pub struct StepCheck {
    runs: Vec<Spectrum>,
    integrator: Integrator,
    step_order: Option<f64>,
    /// From each run to the next, exponent by exponent.
    differences: Vec<Vec<Measured>>,
}

/// A part of an exponent that the step may change without being called too large.
const PART: f64 = 0.01;

/// What the logarithm of a tangent's length may swing by, beside its mean growth.
const SWING: f64 = 4.0;

/// Standard errors by which chance does not explain a difference.
const FAR: f64 = 5.0;

/// Halvings, at most: each doubles the cost of the one before.
const MOST: u32 = 10;

/// States at which single steps are compared.
const STATES: usize = 16;

impl StepCheck {
    /// The runs with dt, dt/2, …: over the same time, renormalised at the same times.
    pub fn runs(&self) -> &[Spectrum] {
        &self.runs
    }

    /// By how much each exponent changes from dt to dt/2, from the largest to the smallest, with the standard
    /// error that two independent runs have. A chaotic orbit is another one with another step.
    pub fn differences(&self) -> &[Measured] {
        &self.differences[0]
    }

    /// The order at which each exponent converges, as the last three runs show it: log₂ of the ratio of
    /// differences. `None` with one halving alone, and where the differences are within chance.
    pub fn orders(&self) -> Vec<Option<f64>> {
        let [.., coarse, fine] = &self.differences[..] else {
            return vec![None; self.differences[0].len()];
        };
        let pairs = coarse.iter().zip(fine);
        pairs.map(|(coarse, fine)| order(*coarse, *fine)).collect()
    }

    /// The order at which the sum of the exponents converges, as [`StepCheck::orders`].
    pub fn sum_order(&self) -> Option<f64> {
        let coarse = self.runs.len().checked_sub(3)?;
        order(self.sum_between(coarse), self.sum_between(coarse + 1))
    }

    /// The order that single steps show at states of the run: steps of dt against two of dt/2, and these
    /// against four of dt/4. It is the integrator's where the step is small and the right-hand side smooth;
    /// `None` where rounding is all that there is to see.
    pub fn step_order(&self) -> Option<f64> {
        self.step_order
    }

    /// Whether the step is small enough as far as the runs can tell: no exponent changes from dt to dt/2 by
    /// more than a hundredth of itself, five standard errors, or 4 over the time of the run. Without standard
    /// errors (fewer than 32 renormalisations) only the hundredth counts.
    pub fn passed(&self) -> bool {
        (0..self.runs[0].exponents().len()).all(|rank| self.holds(rank))
    }

    fn holds(&self, rank: usize) -> bool {
        let difference = self.differences()[rank];
        let (run, fine) = (&self.runs[0], &self.runs[1]);
        // Nothing is known of chance in a run without standard errors.
        let chance = difference
            .std_error
            .map_or(0.0, |error| (FAR * error).max(SWING / run.elapsed()));
        let part = PART
            * run.exponents()[rank]
                .abs()
                .max(fine.exponents()[rank].abs());
        difference.value.abs() <= chance.max(part)
    }

    fn sum_between(&self, coarse: usize) -> Measured {
        let sum = |run: &Spectrum| Measured {
            value: run.sum(),
            std_error: run.sum_std_error(),
        };
        difference(sum(&self.runs[coarse]), sum(&self.runs[coarse + 1]))
    }
}

fn between(coarse: &Spectrum, fine: &Spectrum) -> Vec<Measured> {
    let ranks = 0..coarse.exponents().len();
    ranks
        .map(|rank| difference(coarse.exponent(rank), fine.exponent(rank)))
        .collect()
}

fn difference(a: Measured, b: Measured) -> Measured {
    let errors = a.std_error.zip(b.std_error);
    Measured {
        value: a.value - b.value,
        std_error: errors.map(|(a, b)| f64::hypot(a, b)),
    }
}

/// Differences that are surely more than chance show an order.
fn order(coarse: Measured, fine: Measured) -> Option<f64> {
    let sure = |difference: Measured| {
        let error = difference.std_error?;
        (difference.value.abs() > 3.0 * error).then_some(difference.value)
    };
    let ratio = sure(coarse)? / sure(fine)?;
    (ratio > 0.0).then(|| ratio.log2())
}

impl fmt::Display for StepCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dt = self.runs[0].dt();
        writeln!(
            f,
            "{}, {}: the same run with dt = {dt} and {}",
            self.runs[0].model_name(),
            self.integrator,
            dt / 2.0
        )?;
        let orders = self.orders();
        for (rank, difference) in self.differences().iter().enumerate().take(SHOWN) {
            let (run, fine) = (&self.runs[0], &self.runs[1]);
            write!(
                f,
                "  {:<4} {:+}  {:+}  difference {difference:+}",
                format!("λ{}", rank + 1),
                run.exponent(rank),
                fine.exponent(rank)
            )?;
            if let Some(order) = orders[rank] {
                write!(f, ", order {order:.1}")?;
            }
            writeln!(f, "{}", if self.holds(rank) { "" } else { "  TOO FAR" })?;
        }
        write!(f, "  sum difference {:+}", self.sum_between(0))?;
        if let Some(order) = self.sum_order() {
            write!(f, ", order {order:.1}")?;
        }
        let order = self.integrator.order();
        match self.step_order {
            Some(seen) => write!(
                f,
                "\n  single steps show order {seen:.2}; {} has {order}",
                self.integrator
            )?,
            None => write!(f, "\n  single steps show no error beyond rounding")?,
        }
        if self.passed() {
            write!(
                f,
                "\n  passed: no exponent changes by more than a hundredth, or than chance explains"
            )
        } else {
            write!(
                f,
                "\n  FAILED: the step is too large; compare dt = {} with its half",
                dt / 2.0
            )
        }
    }
}

/// Exponents that are printed of a large system.
const SHOWN: usize = 12;

/// Repeats a run with smaller steps.
pub(crate) fn check_step<M: Model>(
    system: &System<M>,
    options: &SpectrumOptions,
    halvings: u32,
) -> Result<StepCheck, Error> {
    let model = M::INFO.name;
    if M::INFO.kind == Kind::Map {
        return Err(SetupError::StepCheckOfMap { model }.into());
    }
    if halvings == 0 || halvings > MOST {
        let most = MOST;
        return Err(SetupError::Halvings { halvings, most }.into());
    }
    let problem = system.prepare()?;
    let plan = super::Plan::new(&problem, options)?;
    let Scheme::Flow(integrator) = plan.course.scheme else {
        unreachable!("maps were refused")
    };
    let runs = (0..=halvings)
        .map(|halving| system.spectrum(&finer(options, &plan, halving)))
        .collect::<Result<Vec<_>, _>>()?;
    let step_order = step_order(system, &runs[0], plan.course.clock)?;
    let differences = runs
        .windows(2)
        .map(|pair| between(&pair[0], &pair[1]))
        .collect();
    Ok(StepCheck {
        runs,
        integrator,
        step_order,
        differences,
    })
}

/// The same times in more steps.
fn finer(options: &SpectrumOptions, plan: &super::Plan, halving: u32) -> SpectrumOptions {
    let factor = 1 << halving;
    let mut finer = options.clone();
    let course = plan.course;
    finer.timing.dt = Some(course.clock.dt / factor as f64);
    finer.timing.n_steps = course.n_steps.saturating_mul(factor);
    finer.timing.t_transient = Some(course.transient as f64 * course.clock.dt);
    finer.renorm_every = Some(plan.every.saturating_mul(factor));
    finer.save_states_every = finer
        .save_states_every
        .map(|every| every.saturating_mul(factor));
    // Over the same time.
    finer.until = None;
    finer.checkpoint = None;
    finer
}

fn step_order<M: Model>(
    system: &System<M>,
    run: &Spectrum,
    clock: Clock,
) -> Result<Option<f64>, SetupError> {
    let problem = system.prepare()?;
    let parts = [1_u64, 2, 4];
    let mut steppers = parts.map(|parts| {
        let dt = clock.dt / parts as f64;
        stepper::on_field(&problem, run.scheme, Clock { dt, ..clock }, 0)
    });
    let mut logs = Vec::new();
    for (step, state) in run.record.samples.some(STATES) {
        let mut after = [(); 3].map(|()| vec![0.0; state.len()]);
        for ((parts, stepper), after) in parts.iter().zip(&mut steppers).zip(&mut after) {
            stepper.place(step * parts, state, &[]);
            stepper.advance(*parts);
            stepper.state(after);
        }
        let norm = |x: &mut dyn Iterator<Item = f64>| x.map(|x| x * x).sum::<f64>().sqrt();
        let apart =
            |a: usize, b: usize| norm(&mut after[a].iter().zip(&after[b]).map(|(a, b)| a - b));
        let (coarse, fine) = (apart(0, 1), apart(1, 2));
        let rounding = 1e3 * f64::EPSILON * norm(&mut state.iter().copied());
        if fine > rounding && coarse.is_finite() {
            logs.push((coarse / fine).log2());
        }
    }
    let n = logs.len() as f64;
    Ok((!logs.is_empty()).then(|| logs.iter().sum::<f64>() / n))
}
