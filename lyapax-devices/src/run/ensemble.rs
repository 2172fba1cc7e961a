//! An ensemble on a device.

use core::marker::PhantomData;
use std::time::Instant;

use cubecl::prelude::*;

use crate::device::DeviceError;
use crate::elementary::Elementary;
use crate::ensemble::{EnsembleTask, Found, Mark, PlacedEnsemble, Record, SUMS};
use crate::kernel::columns::{FINE, fault};
use crate::kernel::ensemble::ensemble;
use crate::kernel::steps::Alone;
use crate::model::DeviceModel;
use crate::placement::Placement;
use crate::session::{Buffer, Number, Session};

use super::effort::{most_operations, operations};
use super::signals::{self, Signals};

/// Threads in a workgroup.
const THREADS: u32 = 64;

/// Values of a system up to which loops over them are written out.
const UNROLLED: usize = 64;

/// Operations of a step, roughly, that are written out.
const SHORT: usize = 500;

/// Values of a system that a thread has memory for.
const MOST_VALUES: usize = 1024;

/// Rounds of loops that a thread may take in a launch: software drivers end it without a word after 65 535.
const ROUNDS: u32 = 20_000;

/// Members of an ensemble on a device.
pub(crate) struct Run<R: Runtime, F: Number, S: Elementary, M: DeviceModel> {
    alone: Alone,
    members: usize,
    dt: f64,
    start: f64,
    every: u32,
    values: Buffer,
    params: Buffer,
    signals: Signals,
    sums: Buffer,
    volume: Buffer,
    marks: Buffer,
    step: u64,
    batches: u32,
    /// The first step of each launch.
    launches: Vec<u64>,
    begin: Option<Instant>,
    kernel: PhantomData<(F, S, M)>,
    /// Behind the buffers, whose memory it gives back.
    session: Session<R>,
}

impl<R: Runtime, F: Number, S: Elementary, M: DeviceModel> Run<R, F, S, M> {
    pub(crate) fn boxed(
        session: Session<R>,
        task: &EnsembleTask,
    ) -> Result<Box<dyn PlacedEnsemble>, DeviceError> {
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
        signals::check::<_, F>(&session, &task.inputs)?;
        check_room(&session, task)?;
        let signals = Signals::new::<_, F>(&mut session, &task.inputs, members)?;
        let zeros = |len: usize| core::iter::repeat_n(0.0, len);
        let mut run = Self {
            alone: Alone {
                shape,
                k,
                scheme: task.scheme,
                limits: task.float.limits(),
                sampled: signals::sampled(&task.inputs),
                unroll: values <= UNROLLED,
                stages_unrolled: operations(&shape, session.info.precision) * task.scheme.stages()
                    <= SHORT,
            },
            members,
            dt: task.dt,
            start: task.start,
            every: task.every,
            values: session.upload::<F>(task.values.iter().copied())?,
            params: session.upload::<F>(task.params.iter().copied())?,
            signals,
            sums: session.upload::<F>(zeros(SUMS * k * members))?,
            volume: session.upload::<F>(zeros(2 * members))?,
            marks: session.upload_u32(&vec![FINE; 3 * members])?,
            step: 0,
            batches: 0,
            launches: Vec::new(),
            begin: None,
            kernel: PhantomData,
            session,
        };
        let begin = Instant::now();
        run.hand_over(0, 0)?;
        run.session.wait()?;
        run.session.count_compiling(begin.elapsed());
        run.session.forget_launches_since(0);
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
            &self.signals.constants,
            &self.signals.table,
            &self.signals.samples,
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

/// Whether there is room for it.
fn check_room<R: Runtime>(session: &Session<R>, task: &EnsembleTask) -> Result<(), DeviceError> {
    let EnsembleTask {
        shape, k, float, ..
    } = *task;
    let number = float.bytes();
    session.check_room("members", task.members as u64, |members| {
        let each = [
            shape.states * (k + 1),
            shape.params,
            shape.inputs,
            SUMS * k,
            2,
        ];
        let numbers = each.map(|numbers| (numbers as u64 * members, number));
        numbers.into_iter().chain([(3 * members, 4)]).collect()
    })
}

impl<R: Runtime, F: Number, S: Elementary, M: DeviceModel> PlacedEnsemble for Run<R, F, S, M> {
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
        let shape = &self.alone.shape;
        // Tangents are multiplied by the partials, and all values combined of slopes.
        let tangents = 2 * self.alone.k * shape.partials;
        let combined = self.alone.values() * (self.alone.stages() + 1);
        let step = self.alone.stages()
            * (operations(shape, self.session.info.precision) + tangents + combined);
        let together = step.max(1) as u64 * self.members as u64;
        let by_time = most_operations(self.session.info.precision) / together.max(1);
        let most = (ROUNDS / each).min(u32::try_from(by_time).unwrap_or(u32::MAX));
        let most = most.max(1);
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

    fn finish(&mut self) -> Result<Found, DeviceError> {
        self.session.wait()?;
        if let Some(begin) = self.begin.take() {
            self.session.count_time(begin.elapsed());
        }
        let members = self.members;
        let marks = self.session.read_u32(&self.marks)?;
        let mark = |member: usize| {
            let fault = fault(marks[member])?;
            let first = self.launches.get(marks[members + member] as usize);
            let step = first.unwrap_or(&0) + u64::from(marks[2 * members + member]);
            Some(Mark { fault, step })
        };
        let marks = (0..members).map(mark).collect();
        let volume = self.session.read::<F>(&self.volume)?;
        let (batches, beyond) = volume.split_at(members);
        Ok(Found {
            values: self.session.read::<F>(&self.values)?,
            sums: self.session.read::<F>(&self.sums)?,
            volume: batches.iter().zip(beyond).map(|(a, b)| a + b).collect(),
            marks,
        })
    }

    fn placement(&mut self) -> Placement {
        self.session.placement()
    }
}
