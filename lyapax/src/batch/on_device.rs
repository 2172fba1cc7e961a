//! Conditions on a device, in parts where there are too many for it.

use core::ops::Range;

use lyapax_devices::{BatchTask, PlacedBatch, Values};

use super::conditions::{Column, Conditions};
use super::evaluate::on_threads;
use crate::calibrate::calibrate;
use crate::device;
use crate::model::Model;
use crate::{Calibration, Device, DeviceChoice, DeviceError, Error, Float, Placement, SetupError};

/// Where conditions are evaluated, and in what numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Where {
    pub(crate) device: Option<DeviceChoice>,
    pub(crate) float: Float,
}

impl Where {
    /// The device, and on which figures it was chosen. `run` makes so many evaluations on one.
    pub(crate) fn choose(
        self,
        evaluations: u64,
        run: impl Fn(Device, u64) -> Result<(), Error>,
    ) -> Result<(Device, Option<Calibration>), Error> {
        let choice = self.device.map_or_else(DeviceChoice::from_env, Ok)?;
        let found = match choice {
            DeviceChoice::This(device) => (device, None),
            DeviceChoice::Auto => {
                let found = calibrate(1, evaluations, run);
                (found.chosen, Some(found))
            }
        };
        if found.0 == Device::CPU && self.float == Float::F32 {
            return Err(SetupError::SinglePrecisionOnCpu.into());
        }
        Ok(found)
    }
}

/// Outputs at all conditions, and partials where there are rows for them. Where all conditions have room on the device
/// they are kept there.
pub(super) fn evaluate<'a, M: Model>(
    conditions: &Conditions<M>,
    device: Device,
    float: Float,
    kept: &mut Option<Box<dyn PlacedBatch>>,
    mut values: Vec<&'a mut [f64]>,
    mut partials: Vec<&'a mut [f64]>,
) -> Result<Placement, Error> {
    let all = conditions.len();
    let mut placement = None;
    let mut read = |placed: &mut dyn PlacedBatch, part: Range<usize>| -> Result<(), Error> {
        let found = placed.evaluate(!partials.is_empty())?;
        let rows = values.iter_mut().chain(&mut partials);
        for (row, found) in rows.zip(found.chunks_exact(part.len())) {
            row[part.clone()].copy_from_slice(found);
        }
        placement = device::together(placement.take(), Some(placed.placement()));
        Ok(())
    };
    if let Some(placed) = kept {
        read(&mut **placed, 0..all)?;
    } else {
        let place = |part: &Range<usize>| placed_on(conditions, part.clone(), device, float);
        device::in_parts(all, place, |mut placed, part| -> Result<(), Error> {
            read(&mut *placed, part.clone())?;
            if part.len() == all {
                *kept = Some(placed);
            }
            Ok(())
        })?;
    }
    repair(conditions, values, partials)?;
    Ok(placement.expect("there is a condition"))
}

/// Some conditions on a device.
pub(super) fn placed_on<M: Model>(
    conditions: &Conditions<M>,
    part: Range<usize>,
    device: Device,
    float: Float,
) -> Result<Box<dyn PlacedBatch>, DeviceError> {
    let task = task(conditions, part, Vec::new(), float);
    device::code::<M>(device)?.batch(device, &task)
}

/// Computes those conditions on the CPU whose values are not all numbers.
fn repair<M: Model>(
    conditions: &Conditions<M>,
    values: Vec<&mut [f64]>,
    partials: Vec<&mut [f64]>,
) -> Result<(), Error> {
    let mut is_odd = vec![false; conditions.len()];
    for row in values.iter().chain(&partials) {
        for (is_odd, value) in is_odd.iter_mut().zip(&**row) {
            *is_odd |= !value.is_finite();
        }
    }
    let odd = (0..conditions.len()).filter(|condition| is_odd[*condition]);
    let odd: Vec<usize> = odd.collect();
    if odd.is_empty() {
        return Ok(());
    }
    let room = |rows: &[&mut [f64]]| vec![vec![0.0; odd.len()]; rows.len()];
    let (mut again, mut partials_again) = (room(&values), room(&partials));
    let bad = on_threads(
        &conditions.only(&odd),
        again.iter_mut().map(Vec::as_mut_slice).collect(),
        partials_again.iter_mut().map(Vec::as_mut_slice).collect(),
        1,
    );
    if let Some(bad) = bad {
        return Err(bad.among(&odd).told(conditions).into());
    }
    let rows = values.into_iter().chain(partials);
    for (row, again) in rows.zip(again.iter().chain(&partials_again)) {
        for (condition, value) in odd.iter().zip(again) {
            row[*condition] = *value;
        }
    }
    Ok(())
}

/// What some conditions are to a device.
pub(crate) fn task<M: Model>(
    conditions: &Conditions<M>,
    part: Range<usize>,
    observations: Vec<lyapax_devices::Observation>,
    float: Float,
) -> BatchTask {
    let of = |columns: &[Column]| {
        columns
            .iter()
            .map(|column| values(column, part.clone()))
            .collect()
    };
    BatchTask {
        shape: device::shape::<M>(),
        conditions: part.len(),
        params: of(conditions.params()),
        inputs: of(conditions.inputs()),
        observations,
        float,
    }
}

/// A column at some conditions.
pub(crate) fn values(column: &Column, part: Range<usize>) -> Values {
    match column {
        Column::Same(value) => Values::Same(*value),
        Column::Each(values) => Values::Each(values[part].to_vec()),
    }
}
