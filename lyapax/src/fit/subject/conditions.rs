//! An algebraic model at conditions, with what was measured there.

use lyapax_devices::{Given, Observation, PlacedBatch};
use rayon::ThreadPool;

use super::super::data::{check_values, weights};
use super::super::normal::Normal;
use super::super::{Data, Observable};
use crate::batch::{
    Bad, Conditions, Residuals, Sought, Squares, Where, entries, nanoseconds, placed_on,
};
use crate::error::FitError;
use crate::model::Model;
use crate::workers::{self, Work};
use crate::{
    Calibration, Device, DeviceError, Error, Float, Param, Placement, SetupError, Variable,
};

pub(in crate::fit) struct AtConditions<M: Model> {
    model: M,
    residuals: Residuals<M>,
    /// The free parameters, by their places in the model, and what they are measured in.
    sought: Vec<usize>,
    units: Vec<f64>,
    threads: Threads,
    float: Float,
    /// Where they are on a device.
    placed: Option<Box<dyn PlacedBatch>>,
    calibration: Option<Calibration>,
}

/// Who adds up squares.
struct Threads {
    /// Those that share the conditions, where they are not all that the machine has.
    pool: Option<ThreadPool>,
    /// Whether any do.
    shared: bool,
}

impl Threads {
    fn run<R: Send>(&self, work: impl FnOnce(bool) -> R + Send) -> R {
        match &self.pool {
            Some(pool) if self.shared => pool.install(|| work(true)),
            _ => work(self.shared),
        }
    }
}

impl<M: Model> AtConditions<M> {
    pub(super) fn new(model: M, data: Vec<Data<M>>, threads: Option<usize>) -> Result<Self, Error> {
        let conditions = Conditions::new(&model)?;
        let observed = data.into_iter().map(|it| observed(it, conditions.len()));
        let observed = observed.collect::<Result<_, _>>()?;
        let work = Work {
            tiles: 1,
            nanoseconds: conditions.len() * nanoseconds::<M>(),
        };
        Ok(Self {
            model,
            residuals: Residuals {
                conditions,
                observed,
                sought: 0,
            },
            sought: Vec::new(),
            units: Vec::new(),
            threads: Threads {
                pool: threads.filter(|n| *n > 1).map(workers::pool).transpose()?,
                shared: threads != Some(1) && workers::is_worth(work),
            },
            float: Float::F64,
            placed: None,
            calibration: None,
        })
    }

    pub(super) fn model(&self) -> &M {
        &self.model
    }

    pub(super) fn data(&self) -> impl Iterator<Item = (f64, f64)> {
        self.residuals.observed.iter().flat_map(|it| {
            let values = it.values.iter().enumerate();
            values.map(|(i, value)| (*value, it.weight.at(i)))
        })
    }

    pub(super) fn free(&mut self, free: &[Variable<M>]) -> Result<Vec<f64>, Error> {
        let mut start = Vec::with_capacity(free.len());
        for variable in free {
            let why = match variable {
                Variable::Param(name) => match self.model.param(name.index()) {
                    Param::Uniform(value) => {
                        self.sought.push(name.index());
                        start.push(*value);
                        continue;
                    }
                    Param::PerNode(_) => "it has a value for each condition, which is given",
                },
                _ => "conditions have parameters alone to be fitted",
            };
            let variable = variable.to_string();
            return Err(FitError::NotFree { variable, why }.into());
        }
        self.residuals.sought = self.sought.len();
        self.units = start.iter().map(|value| unit(*value)).collect();
        for observed in &mut self.residuals.observed {
            observed.entries = entries::<M>(observed.output, &self.sought);
        }
        Ok(start)
    }

    pub(super) fn set(&mut self, values: &[f64]) {
        for (&param, &value) in self.sought.iter().zip(values) {
            *self.model.param_mut(param) = value.into();
            self.residuals.conditions.set_param(param, value);
            if let Some(placed) = &mut self.placed {
                placed.set_param(param, value);
            }
        }
    }

    pub(super) fn place(&mut self, place: Where, evaluations: usize) -> Result<(), Error> {
        let (device, calibration) =
            place.choose(evaluations.max(1) as u64, |device, evaluations| {
                let mut placed = self.placed_on(device, place.float)?;
                for _ in 0..evaluations {
                    let placed = placed.as_deref_mut();
                    squares(&self.residuals, &self.threads, placed, true)?;
                }
                Ok(())
            })?;
        self.placed = self.placed_on(device, place.float)?;
        (self.calibration, self.float) = (calibration, place.float);
        Ok(())
    }

    pub(super) fn placement(&mut self) -> (Option<Placement>, Option<Calibration>) {
        let placement = self.placed.as_mut().map(|placed| placed.placement());
        (placement, self.calibration.clone())
    }

    /// The conditions on a device, with what was observed; nothing on the CPU.
    fn placed_on(
        &self,
        device: Device,
        float: Float,
    ) -> Result<Option<Box<dyn PlacedBatch>>, DeviceError> {
        if device == Device::CPU {
            return Ok(None);
        }
        let sought = Sought {
            observations: &self.residuals.observed,
            units: &self.units,
        };
        let all = 0..self.residuals.conditions.len();
        placed_on(&self.residuals.conditions, all, sought, device, float).map(Some)
    }

    fn squares(&mut self, with_products: bool) -> Result<Squares, Error> {
        let placed = self.placed.as_deref_mut();
        squares(&self.residuals, &self.threads, placed, with_products)
    }

    pub(super) fn normal(&mut self) -> Result<Normal, Error> {
        Ok(normal(&self.squares(true)?))
    }

    pub(super) fn exact_normal(&mut self) -> Result<Normal, Error> {
        if self.float == Float::F64 {
            return self.normal();
        }
        let found = squares(&self.residuals, &self.threads, None, true)?;
        Ok(normal(&found))
    }

    pub(super) fn gradient(&mut self) -> Result<(f64, Vec<f64>), Error> {
        let squares = self.squares(false)?;
        let slopes = squares.slopes.iter().map(|slope| 2.0 * slope);
        Ok((squares.misfit, slopes.collect()))
    }
}

/// The squares, by a device where they are placed, or by the CPU: also those that are beyond the numbers of the device.
fn squares<M: Model>(
    residuals: &Residuals<M>,
    threads: &Threads,
    placed: Option<&mut (dyn PlacedBatch + 'static)>,
    with_products: bool,
) -> Result<Squares, Error> {
    let told = |bad: Bad| Error::from(bad.told(&residuals.conditions));
    let here = || threads.run(|shared| residuals.squares(with_products, shared));
    let Some(placed) = placed else {
        return here().map_err(told);
    };
    let found = placed.squares(with_products)?;
    let mut products = found.products.into_iter();
    let rows = if with_products { residuals.sought } else { 0 };
    let rows = (1..=rows).map(|row| products.by_ref().take(row).collect());
    let mut squares = Squares {
        misfit: found.misfit,
        slopes: found.slopes,
        products: rows.collect(),
    };
    // Each term is in its range, and the sum of all may not be.
    if !squares.is_finite() {
        return here().map_err(told);
    }
    if !found.odd.is_empty() {
        let odd = threads.run(|shared| residuals.squares_of(&found.odd, with_products, shared));
        squares.add(&odd.map_err(told)?);
    }
    Ok(squares)
}

fn normal(squares: &Squares) -> Normal {
    let all = 0..squares.slopes.len();
    let product = |a: usize, b: usize| squares.products[a.max(b)][a.min(b)];
    let row = |a: usize| all.clone().map(|b| product(a, b)).collect();
    Normal {
        chi_squared: squares.misfit,
        slopes: squares.slopes.clone(),
        products: all.clone().map(row).collect(),
    }
}

/// A power of two of about the size of a number, within the range of single precision.
fn unit(value: f64) -> f64 {
    if value == 0.0 {
        return 1.0;
    }
    value.abs().log2().floor().clamp(-100.0, 100.0).exp2()
}

/// Not yet by any variable.
fn observed<M: Model>(data: Data<M>, conditions: usize) -> Result<Observation, Error> {
    check_values(&data, conditions, "conditions")?;
    let weight = match weights(&data)? {
        Param::Uniform(weight) => Given::Same(weight),
        Param::PerNode(weights) => Given::Each(weights),
    };
    let output = match data.of {
        Observable::Output(name) | Observable::OutputAt(name, 0) => name.index(),
        other => {
            let what = other.to_string();
            return Err(SetupError::NoSuchNode { what, nodes: 1 }.into());
        }
    };
    Ok(Observation {
        entries: Vec::new(),
        output,
        values: data.values,
        weight,
    })
}
