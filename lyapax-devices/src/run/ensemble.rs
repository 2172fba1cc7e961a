//! An ensemble on a device.

use core::marker::PhantomData;
use std::time::Instant;

use cubecl::prelude::*;

use crate::device::DeviceError;
use crate::elementary::Elementary;
use crate::ensemble::{Ensemble, EnsembleTask, Fault, Found, Input, Mark, Record, SUMS};
use crate::kernel::columns::{DEPENDENT, FINE, OVERFLOW, VANISHED};
use crate::kernel::ensemble::{STATE, ensemble};
use crate::kernel::signals::TABLE;
use crate::kernel::steps::Alone;
use crate::list::Precision;
use crate::model::DeviceModel;
use crate::placement::Placement;
use crate::session::{Buffer, Number, Session};

/// Threads in a workgroup.
const THREADS: u32 = 64;

/// Values of a system up to which loops over them are written out.
const UNROLLED: usize = 64;

/// Operations of a step, roughly, that are written out.
const SHORT: usize = 500;

/// Values of a system that a thread has memory for.
const MOST_VALUES: usize = 1024;

/// Rounds of loops that a launch may take: software drivers end a thread without a word after 65 535, and a card
/// that shows pictures is not to be held for long.
const ROUNDS: u32 = 20_000;

/// Members of an ensemble on a device.
pub(crate) struct Run<R: Runtime, F: Number, S: Elementary, M: DeviceModel> {
    session: Session<R>,
    alone: Alone,
    members: usize,
    dt: f64,
    start: f64,
    every: u32,
    values: Buffer,
    params: Buffer,
    constants: Buffer,
    table: Buffer,
    samples: Buffer,
    sums: Buffer,
    volume: Buffer,
    marks: Buffer,
    step: u64,
    batches: u32,
    /// The first step of each launch.
    launches: Vec<u64>,
    begin: Option<Instant>,
    kernel: PhantomData<(F, S, M)>,
}

impl<R: Runtime, F: Number, S: Elementary, M: DeviceModel> Run<R, F, S, M> {
    pub(crate) fn boxed(
        session: Session<R>,
        task: &EnsembleTask,
    ) -> Result<Box<dyn Ensemble>, DeviceError> {
        Ok(Box::new(Self::new(session, task)?))
    }

    fn new(mut session: Session<R>, task: &EnsembleTask) -> Result<Self, DeviceError> {
        let EnsembleTask {
            shape, members, k, ..
        } = *task;
        let values = shape.states * (k + 1);
        let device = session.device();
        if values > MOST_VALUES {
            return Err(DeviceError::ThreadTooLarge {
                device,
                values,
                most: MOST_VALUES,
            });
        }
        plan(&session, task)?;
        let mut sampled = 0;
        let mut constants = vec![0.0; shape.inputs * members];
        let mut table = vec![0.0; shape.inputs * TABLE];
        let mut samples = Vec::new();
        for (i, input) in task.inputs.iter().enumerate() {
            match input {
                Input::Constant(values) => {
                    constants[i * members..][..members].copy_from_slice(values);
                }
                Input::Sampled {
                    start,
                    interval,
                    values,
                } => {
                    sampled |= 1 << i;
                    let (first, count) = (samples.len() as f64, values.len() as f64);
                    table[i * TABLE..][..TABLE].copy_from_slice(&[first, count, *start, *interval]);
                    samples.extend_from_slice(values);
                }
            }
        }
        session.set_float(task.float);
        let zeros = |len: usize| core::iter::repeat_n(0.0, len);
        let mut run = Self {
            alone: Alone {
                shape,
                k,
                scheme: task.scheme,
                limits: task.float.limits(),
                sampled,
                unroll: values <= UNROLLED,
                stages_unrolled: is_short(task, session.info.precision),
            },
            members,
            dt: task.dt,
            start: task.start,
            every: task.every,
            values: session.upload::<F>(task.values.iter().copied())?,
            params: session.upload::<F>(task.params.iter().copied())?,
            constants: session.upload::<F>(constants.into_iter())?,
            table: session.upload::<F>(table.into_iter())?,
            samples: session.upload::<F>(samples.into_iter())?,
            sums: session.upload::<F>(zeros(SUMS * k * members))?,
            volume: session.upload::<F>(zeros(members))?,
            marks: session.upload_u32(&vec![FINE; 3 * members])?,
            step: 0,
            batches: 0,
            launches: Vec::new(),
            begin: None,
            session,
            kernel: PhantomData,
        };
        let begin = Instant::now();
        run.hand_over(0, 0)?;
        run.session.wait()?;
        run.session.count_compiling(begin.elapsed());
        run.session.forget_launches();
        run.launches.clear();
        Ok(run)
    }

    fn hand_over(&mut self, steps: u32, record: u32) -> Result<(), DeviceError> {
        let launch = u32::try_from(self.launches.len()).unwrap_or(u32::MAX);
        self.launches.push(self.step);
        let Self {
            session,
            alone,
            members,
            ..
        } = self;
        let [
            values,
            params,
            constants,
            table,
            samples,
            sums,
            volume,
            marks,
        ] = [
            &self.values,
            &self.params,
            &self.constants,
            &self.table,
            &self.samples,
            &self.sums,
            &self.volume,
            &self.marks,
        ]
        .map(Buffer::argument);
        let all = u32::try_from(*members).unwrap_or(u32::MAX);
        let (start, first, dt) = (F::of(self.start), F::of(self.step as f64), F::of(self.dt));
        let (every, batches, alone) = (self.every, F::of(self.batches.into()), *alone);
        let count = session.cubes(all.div_ceil(THREADS));
        session.launch(|client| {
            ensemble::launch::<F, S, M, R>(
                client,
                count,
                CubeDim::new_1d(THREADS),
                values,
                params,
                constants,
                table,
                samples,
                sums,
                volume,
                marks,
                all,
                launch,
                start,
                first,
                dt,
                steps,
                every,
                record,
                batches,
                alone,
            );
        })
    }
}

/// Whether a step is short enough for its stages to be written out. An elementary function of software is some sixty
/// operations, one of a card's own library some twenty.
fn is_short(task: &EnsembleTask, precision: Precision) -> bool {
    let call = if precision == Precision::Native {
        20
    } else {
        60
    };
    (task.shape.operations + call * task.shape.calls) * task.scheme.stages() <= SHORT
}

/// Whether there is room for it.
fn plan<R: Runtime>(session: &Session<R>, task: &EnsembleTask) -> Result<(), DeviceError> {
    let EnsembleTask {
        shape, k, float, ..
    } = *task;
    let largest = (shape.states * (k + 1))
        .max(SUMS * k)
        .max(shape.params)
        .max(shape.inputs) as u64
        * float.bytes();
    let each = (shape.states * (k + 1) + SUMS * k + shape.params + shape.inputs + 1) as u64
        * float.bytes()
        + 12;
    session.check_room("members", task.members as u64, largest, each)
}

impl<R: Runtime, F: Number, S: Elementary, M: DeviceModel> Ensemble for Run<R, F, S, M> {
    fn most_steps(&self) -> u32 {
        let Alone { k, unroll, .. } = self.alone;
        // A round for each step, one for each renormalisation, and, where loops are not written out, those over
        // stages, columns and values.
        let [stages, k, values] = [self.alone.stages(), k, self.alone.values()]
            .map(|count| u32::try_from(count).unwrap_or(ROUNDS));
        let mut each = 2;
        if !self.alone.stages_unrolled {
            // Every value is combined of all slopes before it.
            each += stages + values * stages * (stages + 1) / 2;
        }
        if !unroll {
            each += stages * (k + values) + 2 * values + k * k + 4 * k;
        }
        let most = (ROUNDS / each).max(1);
        // Blocks that are longer are cut, and so renormalised more often than was asked.
        (most / self.every * self.every).max(most.min(self.every))
    }

    fn advance(&mut self, steps: u32, record: Record) -> Result<(), DeviceError> {
        self.begin.get_or_insert_with(Instant::now);
        let record = match record {
            Record::Nothing => 0,
            Record::Sum => 1,
            Record::Batch(number) => {
                self.batches = number;
                2
            }
        };
        self.hand_over(steps, record)?;
        self.step += u64::from(steps);
        self.session.flush()
    }

    fn wait(&mut self) -> Result<(), DeviceError> {
        self.session.wait()
    }

    fn finish(&mut self) -> Result<Found, DeviceError> {
        self.session.wait()?;
        if let Some(begin) = self.begin.take() {
            self.session.count_time(begin.elapsed());
        }
        let members = self.members;
        let marks = self.session.read_u32(&self.marks)?;
        let mark = |member: usize| {
            let code = marks[member];
            let index = (code / 8) as usize;
            let fault = match code % 8 {
                STATE => Fault::State(index),
                OVERFLOW => Fault::Overflow(index),
                VANISHED => Fault::Vanished(index),
                DEPENDENT => Fault::Dependent(index),
                _ => return None,
            };
            let first = self.launches.get(marks[members + member] as usize);
            let step = first.unwrap_or(&0) + u64::from(marks[2 * members + member]);
            Some(Mark { fault, step })
        };
        let marks = (0..members).map(mark).collect();
        Ok(Found {
            values: self.session.read::<F>(&self.values)?,
            sums: self.session.read::<F>(&self.sums)?,
            volume: self.session.read::<F>(&self.volume)?,
            marks,
        })
    }

    fn placement(&mut self) -> Placement {
        self.session.placement()
    }
}
