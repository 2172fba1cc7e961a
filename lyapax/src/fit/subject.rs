//! What is fitted: a model at conditions, or a run. It takes values of the free variables, and gives χ² with its
//! derivatives.

mod conditions;
mod run;

use super::Data;
use super::normal::Normal;
use crate::batch::Where;
use crate::model::Model;
use crate::{
    Calibration, Error, Param, ParamName, Placement, SetupError, SimulateOptions, System, Variable,
};

use conditions::AtConditions;
use run::AlongRun;

/// As it was given.
pub(super) enum Subject<M: Model> {
    Conditions(M),
    Run(Box<System<M>>, SimulateOptions),
}

/// Checked, with its data.
pub(super) enum Evaluation<M: Model> {
    Conditions(AtConditions<M>),
    Run(AlongRun<M>),
}

impl<M: Model> Evaluation<M> {
    pub(super) fn new(
        subject: Subject<M>,
        data: Vec<Data<M>>,
        threads: Option<usize>,
        place: Where,
    ) -> Result<Self, Error> {
        if threads == Some(0) {
            return Err(SetupError::NoThreads.into());
        }
        Ok(match subject {
            Subject::Conditions(model) => {
                Self::Conditions(AtConditions::new(model, data, threads)?)
            }
            Subject::Run(system, options) => {
                Self::Run(AlongRun::new(*system, options, data, place)?)
            }
        })
    }

    /// All data, with 1/σ.
    pub(super) fn data(&self) -> Box<dyn Iterator<Item = (f64, f64)> + '_> {
        match self {
            Self::Conditions(it) => Box::new(it.data()),
            Self::Run(it) => Box::new(it.data()),
        }
    }

    /// Makes these the free variables, and gives where they are.
    pub(super) fn free(&mut self, free: &[Variable<M>]) -> Result<Vec<f64>, Error> {
        match self {
            Self::Conditions(it) => it.free(free),
            Self::Run(it) => it.free(free),
        }
    }

    /// Moves conditions where they are to be evaluated, so many times.
    pub(super) fn place(&mut self, place: Where, evaluations: usize) -> Result<(), Error> {
        match self {
            Self::Conditions(it) => it.place(place, evaluations),
            Self::Run(_) => Ok(()),
        }
    }

    /// What was done on a device, and on which figures it was chosen.
    pub(super) fn placement(&mut self) -> (Option<Placement>, Option<Calibration>) {
        match self {
            Self::Conditions(it) => it.placement(),
            Self::Run(_) => (None, None),
        }
    }

    /// The parameters that have one value.
    pub(super) fn parameters(&self) -> Vec<Variable<M>> {
        let params = M::INFO.params.iter().enumerate();
        let uniform = |i: &usize| matches!(self.model().param(*i), Param::Uniform(_));
        params
            .filter(|(i, _)| uniform(i))
            .map(|(i, name)| Variable::Param(ParamName::new(i, name)))
            .collect()
    }

    pub(super) fn model(&self) -> &M {
        match self {
            Self::Conditions(it) => it.model(),
            Self::Run(it) => it.system().model(),
        }
    }

    pub(super) fn system(&self) -> Option<&System<M>> {
        match self {
            Self::Conditions(_) => None,
            Self::Run(it) => Some(it.system()),
        }
    }

    /// Puts the free variables where they are to be.
    pub(super) fn set(&mut self, values: &[f64]) {
        match self {
            Self::Conditions(it) => it.set(values),
            Self::Run(it) => it.set(values),
        }
    }

    /// χ², Jᵀr and JᵀJ.
    pub(super) fn normal(&mut self, values: &[f64]) -> Result<Normal, Error> {
        self.set(values);
        match self {
            Self::Conditions(it) => it.normal(),
            Self::Run(it) => it.normal(),
        }
    }

    /// As [`Evaluation::normal`], in double precision, whatever numbers a device has.
    pub(super) fn exact_normal(&mut self, values: &[f64]) -> Result<Normal, Error> {
        self.set(values);
        match self {
            Self::Conditions(it) => it.exact_normal(),
            Self::Run(it) => it.normal(),
        }
    }

    /// χ² and its gradient.
    pub(super) fn gradient(&mut self, values: &[f64]) -> Result<(f64, Vec<f64>), Error> {
        self.set(values);
        match self {
            Self::Conditions(it) => it.gradient(),
            Self::Run(it) => it.gradient(),
        }
    }
}
