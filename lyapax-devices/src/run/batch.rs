//! An algebraic model at many conditions on a device.

use core::marker::PhantomData;
use core::ops::Range;
use std::time::{Duration, Instant};

use cubecl::prelude::*;

use crate::batch::{BatchTask, FoundSquares, Given, PlacedBatch};
use crate::device::DeviceError;
use crate::elementary::Elementary;
use crate::kernel::batch::{Conditions, Observed, evaluate, squares};
use crate::kernel::give::add_up;
use crate::model::DeviceModel;
use crate::placement::Placement;
use crate::session::{Buffer, Number, Session};
use crate::shape::Shape;

use super::effort::{most_operations, operations};

/// Threads in a workgroup.
const THREADS: u32 = 64;

/// Workgroups of a launch that add up squares, at most: each thread takes several conditions.
const GROUPS: u64 = 2048;

/// Conditions that a thread adds up at least, where there are many.
const EACH: u64 = 8;

/// Variables that a kernel adds up all products of: there are half a thousand of these.
const MOST_SOUGHT: usize = 32;

/// Kernels are compiled when they are used for the first time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kernel {
    Evaluate { with_partials: bool },
    Squares { with_products: bool },
}

/// Conditions on a device.
pub(crate) struct Run<R: Runtime, F: Number, S: Elementary, M: DeviceModel> {
    plan: Conditions,
    conditions: u32,
    /// All values that are the same at all conditions, and 0 for the others; then the units.
    same: Vec<f64>,
    placed_same: Option<Buffer>,
    each: Buffer,
    /// Outputs and partials.
    found: Option<Buffer>,
    sums: Option<Sums>,
    compiled: Vec<Kernel>,
    kernel: PhantomData<(F, S, M)>,
    /// Behind the buffers, whose memory it gives back.
    session: Session<R>,
}

/// What a run that adds up squares has instead of outputs.
struct Sums {
    units: Vec<f64>,
    measured: Buffer,
    launches: Vec<Launch>,
    /// Workgroups of all launches.
    groups: u32,
    of_groups: Buffer,
    totals: Buffer,
    odd: Buffer,
}

/// Conditions that one launch takes, and its workgroups among those of all.
#[derive(Clone)]
struct Launch {
    conditions: Range<u32>,
    groups: Range<u32>,
}

impl<R: Runtime, F: Number, S: Elementary, M: DeviceModel> Run<R, F, S, M> {
    pub(crate) fn boxed(
        session: Session<R>,
        task: &BatchTask<'_>,
    ) -> Result<Box<dyn PlacedBatch>, DeviceError> {
        Ok(Box::new(Self::new(session, task)?))
    }

    fn new(mut session: Session<R>, task: &BatchTask<'_>) -> Result<Self, DeviceError> {
        let shape = task.shape;
        if task.units.len() > MOST_SOUGHT {
            return Err(DeviceError::ModelTooLarge {
                device: session.device(),
                what: "free parameters",
                whole: "fit",
                count: task.units.len(),
                most: MOST_SOUGHT,
            });
        }
        check_room(&session, task)?;
        let (mut same, mut places, mut columns) = (Vec::new(), Vec::new(), Vec::new());
        for given in given(task) {
            match given {
                Given::Same(value) => {
                    same.push(*value);
                    places.push(None);
                }
                Given::Each(column) => {
                    same.push(0.0);
                    places.push(Some(columns.len()));
                    columns.push(&column[task.part.clone()]);
                }
            }
        }
        same.extend(task.units);
        let observed = task.observations.iter().map(|it| Observed {
            output: it.output,
            entries: it.entries.clone(),
        });
        let plan = Conditions {
            shape,
            largest: task.float.limits().largest,
            places,
            threads: THREADS as usize,
            observed: observed.collect(),
            sought: task.units.len(),
        };
        // There is room for no more.
        let conditions = u32::try_from(task.part.len()).unwrap_or(u32::MAX);
        let sums = if task.observations.is_empty() {
            None
        } else {
            Some(Sums::new::<_, F>(&mut session, task, &plan)?)
        };
        let columns = columns.into_iter().flatten().copied();
        Ok(Self {
            conditions,
            same,
            placed_same: None,
            each: session.upload::<F>(columns)?,
            found: None,
            sums,
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

    /// Room for outputs and partials: for both at the first call, so that no other is ever had.
    fn found(&mut self) -> Result<Buffer, DeviceError> {
        if let Some(found) = &self.found {
            return Ok(found.clone());
        }
        let found = self.session.room::<F>(self.numbers(true))?;
        self.found = Some(found.clone());
        Ok(found)
    }

    /// Outputs at all conditions, and partials where they are asked for.
    fn numbers(&self, with_partials: bool) -> usize {
        numbers(&self.plan.shape, with_partials) * self.conditions as usize
    }

    /// Counts the time of an evaluation, but not what kernels took to be compiled meanwhile.
    fn count_since(&mut self, begin: Instant, compiling: Duration) {
        let compiling = self.session.compile_time().saturating_sub(compiling);
        let time = begin.elapsed().saturating_sub(compiling);
        self.session.count_time(time);
    }

    /// Compiles a kernel, if it is not, by a launch of no conditions.
    fn compile(&mut self, kernel: Kernel) -> Result<(), DeviceError> {
        if self.compiled.contains(&kernel) {
            return Ok(());
        }
        let (begin, launches) = (Instant::now(), self.session.launches());
        match kernel {
            Kernel::Evaluate { with_partials } => self.evaluate_some(0..0, with_partials)?,
            Kernel::Squares { with_products } => {
                let nothing = Launch {
                    conditions: 0..0,
                    groups: 0..1,
                };
                self.add_some(nothing, with_products)?;
                self.add_groups(with_products)?;
            }
        }
        self.session.wait()?;
        self.session.count_compiling(begin.elapsed());
        self.session.forget_launches_since(launches);
        self.compiled.push(kernel);
        Ok(())
    }

    fn evaluate_all(&mut self, with_partials: bool) -> Result<(), DeviceError> {
        assert!(self.sums.is_none(), "there is no room for outputs in a fit");
        self.compile(Kernel::Evaluate { with_partials })?;
        let most = most_conditions(&self.session, &self.plan);
        for part in parts(self.conditions, most) {
            self.evaluate_some(part, with_partials)?;
        }
        Ok(())
    }

    fn evaluate_some(&mut self, some: Range<u32>, with_partials: bool) -> Result<(), DeviceError> {
        let same = self.same()?.argument();
        let found = self.found()?.argument();
        let (each, plan) = (self.each.argument(), self.plan.clone());
        let workgroups = (some.end - some.start).div_ceil(THREADS).max(1);
        let (count, all) = (self.session.cubes(workgroups), self.conditions);
        self.session.launch(|client| {
            evaluate::launch::<F, S, M, R>(
                client,
                count,
                CubeDim::new_1d(THREADS),
                same,
                each,
                found,
                some.start,
                some.end,
                all,
                with_partials,
                plan,
            );
        })
    }

    fn sums(&self) -> &Sums {
        self.sums.as_ref().expect("something was observed")
    }

    fn add_all(&mut self, with_products: bool) -> Result<(), DeviceError> {
        self.compile(Kernel::Squares { with_products })?;
        for launch in self.sums().launches.clone() {
            self.add_some(launch, with_products)?;
        }
        self.add_groups(with_products)
    }

    /// The sums of the workgroups of a launch.
    fn add_some(&mut self, launch: Launch, with_products: bool) -> Result<(), DeviceError> {
        let same = self.same()?.argument();
        let (each, plan) = (self.each.argument(), self.plan.clone());
        let Launch { conditions, groups } = launch;
        let count = self.session.cubes(groups.end - groups.start);
        let sums = self.sums();
        let (all, all_groups) = (self.conditions, sums.groups);
        let [measured, of_groups, odd] =
            [&sums.measured, &sums.of_groups, &sums.odd].map(Buffer::argument);
        self.session.launch(|client| {
            squares::launch::<F, S, M, R>(
                client,
                count,
                CubeDim::new_1d(THREADS),
                same,
                each,
                measured,
                of_groups,
                odd,
                conditions.start,
                conditions.end,
                all,
                groups.start,
                groups.end,
                all_groups,
                with_products,
                plan,
            );
        })
    }

    /// The sums of all workgroups.
    fn add_groups(&mut self, with_products: bool) -> Result<(), DeviceError> {
        let width = u32::try_from(self.plan.sums(with_products)).unwrap_or(u32::MAX);
        let sums = self.sums();
        let [of_groups, totals] = [&sums.of_groups, &sums.totals].map(Buffer::argument);
        let groups = sums.groups;
        self.session.launch(|client| {
            add_up::launch::<F, R>(
                client,
                CubeCount::Static(width, 1, 1),
                CubeDim::new_1d(THREADS),
                of_groups,
                totals,
                groups,
                F::of(1.0),
                THREADS as usize,
            );
        })
    }
}

impl Sums {
    fn new<R: Runtime, F: Number>(
        session: &mut Session<R>,
        task: &BatchTask<'_>,
        plan: &Conditions,
    ) -> Result<Self, DeviceError> {
        let conditions = u32::try_from(task.part.len()).unwrap_or(u32::MAX);
        let launches = launches(conditions, most_conditions(session, plan));
        let groups = launches.last().map_or(1, |last| last.groups.end);
        let width = plan.sums(true);
        let values = task.observations.iter();
        let measured = values.flat_map(|it| &it.values[task.part.clone()]).copied();
        Ok(Self {
            units: task.units.to_vec(),
            measured: session.upload::<F>(measured)?,
            groups,
            launches,
            of_groups: session.room::<F>(width * groups as usize)?,
            totals: session.room::<F>(width)?,
            odd: session.room_u32(task.part.len())?,
        })
    }
}

/// Parameters, inputs and weights.
fn given<'a>(task: &'a BatchTask<'_>) -> impl Iterator<Item = &'a Given> {
    let weights = task.observations.iter().map(|it| &it.weight);
    task.params.iter().chain(task.inputs).chain(weights)
}

/// Conditions of a launch, at most.
fn most_conditions<R: Runtime>(session: &Session<R>, plan: &Conditions) -> u32 {
    let precision = session.info.precision;
    // Each partial is multiplied with all others of its output, at most.
    let products = plan.observed.iter().map(|it| it.entries.len().pow(2));
    let each = operations(&plan.shape, precision) + plan.shape.output_partials;
    let each = (each + products.sum::<usize>()).max(1) as u64;
    let most = most_operations(precision) / each;
    let threads = u64::from(THREADS);
    u32::try_from(most / threads * threads).map_or(1 << 31, |most| most.max(THREADS))
}

/// All conditions, so many at once.
fn parts(conditions: u32, most: u32) -> impl Iterator<Item = Range<u32>> {
    let starts = (0..conditions).step_by(most as usize);
    starts.map(move |start| start..conditions.min(start.saturating_add(most)))
}

/// All conditions, each launch with workgroups of its own.
fn launches(conditions: u32, most: u32) -> Vec<Launch> {
    let mut end = 0;
    let launches = parts(conditions, most).map(|conditions| {
        let len = u64::from(conditions.end - conditions.start);
        let groups = len.div_ceil(u64::from(THREADS) * EACH).clamp(1, GROUPS);
        let start = end;
        end += u32::try_from(groups).unwrap_or(u32::MAX);
        Launch {
            conditions,
            groups: start..end,
        }
    });
    launches.collect()
}

/// Outputs, and partials where they are asked for.
fn numbers(shape: &Shape, with_partials: bool) -> usize {
    if with_partials {
        shape.outputs + shape.output_partials
    } else {
        shape.outputs
    }
}

/// Whether there is room for it.
fn check_room<R: Runtime>(session: &Session<R>, task: &BatchTask<'_>) -> Result<(), DeviceError> {
    let each = given(task).filter(|given| matches!(given, Given::Each(_)));
    let each = each.count() as u64;
    let observations = task.observations.len() as u64;
    let (found, flags) = if observations == 0 {
        (numbers(&task.shape, true) as u64, 0)
    } else {
        (0, 1)
    };
    let number = task.float.bytes();
    session.check_room("conditions", task.part.len() as u64, |conditions| {
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
        self.evaluate_all(with_partials)?;
        let found = self.found()?;
        let numbers = self.numbers(with_partials);
        let found = self.session.read_first::<F>(&found, numbers)?;
        self.count_since(begin, compiling);
        Ok(found)
    }

    fn evaluate_there(&mut self, with_partials: bool) -> Result<(), DeviceError> {
        let begin = Instant::now();
        let compiling = self.session.compile_time();
        self.evaluate_all(with_partials)?;
        self.session.wait()?;
        self.count_since(begin, compiling);
        Ok(())
    }

    fn squares(&mut self, with_products: bool) -> Result<FoundSquares, DeviceError> {
        let begin = Instant::now();
        let compiling = self.session.compile_time();
        self.add_all(with_products)?;
        let width = self.plan.sums(with_products);
        let sums = self.sums.as_ref().expect("they were added up");
        let totals = self.session.read_first::<F>(&sums.totals, width)?;
        let odd = if totals[1] == 0.0 {
            Vec::new()
        } else {
            let flags = self.session.read_u32(&sums.odd)?;
            let flagged = flags.iter().enumerate();
            flagged
                .filter(|(_, flag)| **flag != 0)
                .map(|(i, _)| i)
                .collect()
        };
        // Slopes were by their units.
        let units = &sums.units;
        let (slopes, products) = totals[2..].split_at(units.len());
        let slopes = slopes.iter().zip(units).map(|(slope, unit)| slope / unit);
        let rows = units.iter().enumerate();
        let by = rows.flat_map(|(row, a)| units[..=row].iter().map(move |b| (a, b)));
        let products = products.iter().zip(by).map(|(sum, (a, b))| sum / a / b);
        let found = FoundSquares {
            misfit: totals[0],
            slopes: slopes.collect(),
            products: products.collect(),
            odd,
        };
        self.count_since(begin, compiling);
        Ok(found)
    }

    fn placement(&mut self) -> Placement {
        let placement = self.session.placement();
        self.session.begin_account();
        self.session.set_float(placement.float);
        placement
    }
}

#[cfg(test)]
mod tests {
    use super::{launches, parts};

    #[test]
    fn all_conditions_once() {
        let found: Vec<_> = parts(1000, 384).collect();
        assert_eq!(found, [0..384, 384..768, 768..1000]);
        let mut one = parts(7, u32::MAX);
        assert_eq!((one.next(), one.next()), (Some(0..7), None));
        let found = launches(3_000_000, 2_000_000);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].groups, 0..2048);
        assert_eq!(found[1].groups, 2048..2048 + 1954);
        assert_eq!(found[1].conditions, 2_000_000..3_000_000);
    }
}
