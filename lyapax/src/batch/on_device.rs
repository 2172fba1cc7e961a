//! Conditions on a device, in parts where there are too many for it.

use core::ops::Range;

use lyapax_devices::{BatchTask, PlacedBatch, Values};

use super::conditions::{Column, Conditions};
use super::evaluate::{Bad, repaired_at};
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
pub(super) fn evaluate<M: Model>(
    conditions: &Conditions<M>,
    device: Device,
    float: Float,
    kept: &mut Option<Box<dyn PlacedBatch>>,
    values: Vec<&mut [f64]>,
    partials: Vec<&mut [f64]>,
) -> Result<Placement, Error> {
    let all = conditions.len();
    let with_partials = !partials.is_empty();
    let mut rows: Vec<&mut [f64]> = values.into_iter().chain(partials).collect();
    let placement = if let Some(placed) = kept {
        read(&mut **placed, with_partials, 0..all, &mut rows)?
    } else {
        let code = device::code::<M>(device)?;
        let (mut first, mut most) = (0, all);
        let mut placement: Option<Placement> = None;
        while first < all {
            let part = first..all.min(first + most);
            let task = task(conditions, part.clone(), Vec::new(), float);
            let mut placed = match code.batch(device, &task) {
                Ok(placed) => placed,
                Err(DeviceError::TooLarge { fits, .. })
                    if (1..part.len() as u64).contains(&fits) =>
                {
                    most = usize::try_from(fits).unwrap_or(part.len() - 1);
                    continue;
                }
                Err(error) => return Err(error.into()),
            };
            drop(task);
            let now = read(&mut *placed, with_partials, part.clone(), &mut rows)?;
            placement = device::together(placement, Some(now));
            if part.len() == all {
                *kept = Some(placed);
            }
            first = part.end;
        }
        placement.expect("there is a condition")
    };
    match repair(conditions, &mut rows, with_partials) {
        None => Ok(placement),
        Some(bad) => Err(bad.told(conditions).into()),
    }
}

/// Evaluates conditions that are placed, and writes what is found where it belongs.
fn read(
    placed: &mut dyn PlacedBatch,
    with_partials: bool,
    part: Range<usize>,
    rows: &mut [&mut [f64]],
) -> Result<Placement, DeviceError> {
    let found = placed.evaluate(with_partials)?;
    for (row, found) in rows.iter_mut().zip(found.chunks_exact(part.len())) {
        row[part.clone()].copy_from_slice(found);
    }
    Ok(placed.placement())
}

/// Computes those conditions again whose values are not all numbers. Gives the first at which one remains that is none.
fn repair<M: Model>(
    conditions: &Conditions<M>,
    rows: &mut [&mut [f64]],
    with_partials: bool,
) -> Option<Bad> {
    let mut is_odd = vec![false; conditions.len()];
    for row in rows.iter() {
        for (is_odd, value) in is_odd.iter_mut().zip(&**row) {
            *is_odd |= !value.is_finite();
        }
    }
    let odd = (0..conditions.len()).filter(|condition| is_odd[*condition]);
    let mut first = None;
    for condition in odd {
        let mut found: Vec<f64> = rows.iter().map(|row| row[condition]).collect();
        let bad = repaired_at(conditions, condition, &mut found, with_partials);
        for (row, value) in rows.iter_mut().zip(found) {
            row[condition] = value;
        }
        first = first.or(bad);
    }
    first
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
