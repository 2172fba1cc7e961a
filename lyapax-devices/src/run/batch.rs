//! An algebraic model at many conditions on a device.

use core::marker::PhantomData;
use std::time::{Duration, Instant};

use cubecl::prelude::*;

use crate::batch::{BatchTask, FoundSquares, PlacedBatch, Values};
use crate::device::DeviceError;
use crate::elementary::Elementary;
use crate::kernel::batch::{Conditions, Observed, evaluate, squares};
use crate::kernel::give::add_up;
use crate::model::DeviceModel;
use crate::placement::Placement;
use crate::session::{Buffer, Number, Session};

/// Threads in a workgroup.
const THREADS: usize = 64;

/// Workgroups that add up squares, at most: each thread takes several conditions.
const GROUPS: usize = 2048;

/// Conditions that a thread adds up at least, where there are many.
const EACH: usize = 8;

/// Parameters that a kernel adds up all products of: there are half a thousand of these.
const MOST_PARAMS: usize = 32;

/// Kernels are compiled when they are used for the first time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kernel {
    Evaluate { with_partials: bool },
    Squares { with_products: bool },
}

/// Conditions on a device.
pub(crate) struct Run<R: Runtime, F: Number, S: Elementary, M: DeviceModel> {
    plan: Conditions,
    conditions: usize,
    /// All values that are the same at all conditions, and 0 for the others.
    same: Vec<f64>,
    placed_same: Option<Buffer>,
    each: Buffer,
    measured: Buffer,
    found: Option<(usize, Buffer)>,
    groups: usize,
    sums: Buffer,
    totals: Buffer,
    odd: Buffer,
    compiled: Vec<Kernel>,
    kernel: PhantomData<(F, S, M)>,
    /// Behind the buffers, whose memory it gives back.
    session: Session<R>,
}

impl<R: Runtime, F: Number, S: Elementary, M: DeviceModel> Run<R, F, S, M> {
    pub(crate) fn boxed(
        session: Session<R>,
        task: &BatchTask,
    ) -> Result<Box<dyn PlacedBatch>, DeviceError> {
        Ok(Box::new(Self::new(session, task)?))
    }

    fn new(mut session: Session<R>, task: &BatchTask) -> Result<Self, DeviceError> {
        let shape = task.shape;
        if !task.observations.is_empty() && shape.params > MOST_PARAMS {
            return Err(DeviceError::ModelTooLarge {
                device: session.device(),
                what: "parameters",
                count: shape.params,
                most: MOST_PARAMS,
            });
        }
        check_room(&session, task)?;
        let weights = task.observations.iter().map(|it| &it.weight);
        let values = task.params.iter().chain(&task.inputs).chain(weights);
        let (mut same, mut places, mut columns) = (Vec::new(), Vec::new(), Vec::new());
        for value in values {
            match value {
                Values::Same(value) => {
                    same.push(*value);
                    places.push(None);
                }
                Values::Each(column) => {
                    same.push(0.0);
                    places.push(Some(columns.len()));
                    columns.push(column.as_slice());
                }
            }
        }
        let measured: Vec<&[f64]> = task.observations.iter().map(|it| &it.values[..]).collect();
        let observed = task.observations.iter().map(|it| Observed {
            output: it.output,
            entries: it.entries.clone(),
        });
        let plan = Conditions {
            shape,
            largest: task.float.limits().largest,
            places,
            threads: THREADS,
            observed: observed.collect(),
        };
        let is_fit = !task.observations.is_empty();
        let groups = task.conditions.div_ceil(THREADS * EACH).clamp(1, GROUPS);
        let width = plan.sums(true);
        let if_fit = |numbers: usize| if is_fit { numbers } else { 0 };
        Ok(Self {
            conditions: task.conditions,
            same,
            placed_same: None,
            each: session.upload::<F>(columns.concat().into_iter())?,
            measured: session.upload::<F>(measured.concat().into_iter())?,
            found: None,
            groups,
            sums: session.room::<F>(if_fit(width * groups))?,
            totals: session.room::<F>(if_fit(width))?,
            odd: session.upload_u32(&vec![0; if_fit(task.conditions)])?,
            compiled: Vec::new(),
            kernel: PhantomData,
            plan,
            session,
        })
    }

    /// The values that are the same at all conditions, where they are placed by now.
    fn same(&mut self) -> Result<Buffer, DeviceError> {
        if let Some(placed) = &self.placed_same {
            return Ok(placed.clone());
        }
        let placed = self.session.upload::<F>(self.same.iter().copied())?;
        self.placed_same = Some(placed.clone());
        Ok(placed)
    }

    /// Room for outputs and partials, which a run that adds up squares does without.
    fn found(&mut self, with_partials: bool) -> Result<Buffer, DeviceError> {
        let numbers = self.conditions * numbers(&self.plan.shape, with_partials);
        match &self.found {
            Some((room, found)) if *room == numbers => Ok(found.clone()),
            _ => {
                let found = self.session.room::<F>(numbers)?;
                self.found = Some((numbers, found.clone()));
                Ok(found)
            }
        }
    }

    /// Counts the time of an evaluation, but not what kernels took to be compiled meanwhile.
    fn count_since(&mut self, begin: Instant, compiling: Duration) {
        let compiling = self.session.compile_time().saturating_sub(compiling);
        let time = begin.elapsed().saturating_sub(compiling);
        self.session.count_time(time);
    }

    /// Hands a kernel over, once it is compiled.
    fn launch(&mut self, kernel: Kernel) -> Result<(), DeviceError> {
        if !self.compiled.contains(&kernel) {
            let begin = Instant::now();
            self.hand_over(kernel, 0)?;
            self.session.wait()?;
            self.session.count_compiling(begin.elapsed());
            self.compiled.push(kernel);
        }
        self.hand_over(kernel, self.conditions)
    }

    fn hand_over(&mut self, kernel: Kernel, conditions: usize) -> Result<(), DeviceError> {
        let same = self.same()?.argument();
        let (each, plan) = (self.each.argument(), self.plan.clone());
        let conditions = u32::try_from(conditions).unwrap_or(u32::MAX);
        let threads = CubeDim::new_1d(u32::try_from(THREADS).unwrap_or(64));
        match kernel {
            Kernel::Evaluate { with_partials } => {
                let found = self.found(with_partials)?.argument();
                let workgroups = self.conditions.div_ceil(THREADS);
                let count = self
                    .session
                    .cubes(u32::try_from(workgroups).unwrap_or(u32::MAX));
                self.session.launch(|client| {
                    evaluate::launch::<F, S, M, R>(
                        client,
                        count,
                        threads,
                        same,
                        each,
                        found,
                        conditions,
                        with_partials,
                        plan,
                    );
                })
            }
            Kernel::Squares { with_products } => {
                let groups = u32::try_from(self.groups).unwrap_or(u32::MAX);
                let count = self.session.cubes(groups);
                let [measured, sums, odd] =
                    [&self.measured, &self.sums, &self.odd].map(Buffer::argument);
                self.session.launch(|client| {
                    squares::launch::<F, S, M, R>(
                        client,
                        count,
                        threads,
                        same,
                        each,
                        measured,
                        sums,
                        odd,
                        conditions,
                        groups,
                        with_products,
                        plan,
                    );
                })?;
                let width = self.plan.sums(with_products);
                let [sums, totals] = [&self.sums, &self.totals].map(Buffer::argument);
                self.session.launch(|client| {
                    add_up::launch::<F, R>(
                        client,
                        CubeCount::Static(u32::try_from(width).unwrap_or(u32::MAX), 1, 1),
                        threads,
                        sums,
                        totals,
                        groups,
                        F::of(1.0),
                        THREADS,
                    );
                })
            }
        }
    }
}

/// Outputs, and partials where they are asked for.
fn numbers(shape: &crate::shape::Shape, with_partials: bool) -> usize {
    if with_partials {
        shape.outputs + shape.output_partials
    } else {
        shape.outputs
    }
}

/// Whether there is room for it.
fn check_room<R: Runtime>(session: &Session<R>, task: &BatchTask) -> Result<(), DeviceError> {
    let weights = task.observations.iter().map(|it| &it.weight);
    let values = task.params.iter().chain(&task.inputs).chain(weights);
    let each = values
        .filter(|value| matches!(value, Values::Each(_)))
        .count() as u64;
    let observations = task.observations.len() as u64;
    let (found, flags) = if observations == 0 {
        (numbers(&task.shape, true) as u64, 0)
    } else {
        (0, 1)
    };
    let number = task.float.bytes();
    session.check_room("conditions", task.conditions as u64, |conditions| {
        vec![
            (each * conditions, number),
            (observations * conditions, number),
            (found * conditions, number),
            (flags * conditions, 4),
        ]
    })
}

impl<R: Runtime, F: Number, S: Elementary, M: DeviceModel> PlacedBatch for Run<R, F, S, M> {
    fn set_param(&mut self, param: usize, value: f64) {
        self.same[param] = value;
        self.placed_same = None;
    }

    fn evaluate(&mut self, with_partials: bool) -> Result<Vec<f64>, DeviceError> {
        let begin = Instant::now();
        let compiling = self.session.compile_time();
        self.launch(Kernel::Evaluate { with_partials })?;
        let found = self.found(with_partials)?;
        let found = self.session.read::<F>(&found)?;
        self.count_since(begin, compiling);
        Ok(found)
    }

    fn evaluate_there(&mut self, with_partials: bool) -> Result<(), DeviceError> {
        let begin = Instant::now();
        let compiling = self.session.compile_time();
        self.launch(Kernel::Evaluate { with_partials })?;
        self.session.wait()?;
        self.count_since(begin, compiling);
        Ok(())
    }

    fn squares(&mut self, with_products: bool) -> Result<FoundSquares, DeviceError> {
        let begin = Instant::now();
        let compiling = self.session.compile_time();
        self.launch(Kernel::Squares { with_products })?;
        let width = self.plan.sums(with_products);
        let totals = self.session.read_first::<F>(&self.totals, width)?;
        let params = self.plan.shape.params;
        let odd = if totals[1 + params] == 0.0 {
            Vec::new()
        } else {
            let flags = self.session.read_u32(&self.odd)?;
            let flagged = flags.iter().enumerate();
            flagged
                .filter(|(_, flag)| **flag != 0)
                .map(|(i, _)| i)
                .collect()
        };
        self.count_since(begin, compiling);
        Ok(FoundSquares {
            misfit: totals[0],
            slopes: totals[1..=params].to_vec(),
            products: totals[2 + params..].to_vec(),
            odd,
        })
    }

    fn placement(&mut self) -> Placement {
        let placement = self.session.placement();
        self.session.begin_account();
        self.session.set_float(placement.float);
        placement
    }
}
