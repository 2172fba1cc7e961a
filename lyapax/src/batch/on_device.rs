//! Conditions on a device, in parts where there are too many for it.

use core::ops::Range;

use lyapax_devices::{BatchTask, Observation, PlacedBatch};

use super::conditions::Conditions;
use super::evaluate::{Bad, Rows};
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
        let can = |device| {
            if device == Device::CPU && self.float == Float::F32 {
                return Err(SetupError::SinglePrecisionOnCpu);
            }
            Ok(())
        };
        let choice = self.device.map_or_else(DeviceChoice::from_env, Ok)?;
        let found = match choice {
            DeviceChoice::This(device) => (device, None),
            DeviceChoice::Auto => {
                let found = calibrate(1, evaluations, |device, evaluations| {
                    can(device)?;
                    run(device, evaluations)
                });
                (found.chosen, Some(found))
            }
        };
        can(found.0)?;
        Ok(found)
    }
}

/// Outputs at all conditions, and partials where there are rows for them. Where all conditions have room on the device
/// they are kept there. `here` computes some on the CPU.
pub(super) fn evaluate<'a, M: Model>(
    conditions: &Conditions<M>,
    device: Device,
    float: Float,
    kept: &mut Option<Box<dyn PlacedBatch>>,
    mut values: Rows<'a>,
    mut partials: Rows<'a>,
    here: impl Fn(&Conditions<M>, Rows<'_>, Rows<'_>) -> Option<Bad>,
) -> Result<Placement, Error> {
    let all = conditions.len();
    let mut placement = None;
    let mut read = |placed: &mut dyn PlacedBatch, part: Range<usize>| -> Result<(), Error> {
        let found = placed.evaluate(!partials.is_empty())?;
        let found: Vec<&[f64]> = found.chunks_exact(part.len()).collect();
        let (outputs, slopes) = found.split_at(M::INFO.outputs.len());
        for (rows, found) in [(&mut values, outputs), (&mut partials, slopes)] {
            for (entry, row) in rows {
                row[part.clone()].copy_from_slice(found[*entry]);
            }
        }
        placement = device::together(placement.take(), Some(placed.placement()));
        Ok(())
    };
    if let Some(placed) = kept {
        read(&mut **placed, 0..all)?;
    } else {
        let place = |part: &Range<usize>| {
            let none = Sought::default();
            placed_on(conditions, part.clone(), none, device, float)
        };
        device::in_parts(all, place, |mut placed, part| -> Result<(), Error> {
            read(&mut *placed, part.clone())?;
            if part.len() == all {
                *kept = Some(placed);
            }
            Ok(())
        })?;
    }
    repair(conditions, values, partials, here)?;
    Ok(placement.expect("there is a condition"))
}

/// What squares are added up of, and by which variables: see [`BatchTask`].
#[derive(Clone, Copy, Default)]
pub(crate) struct Sought<'a> {
    pub(crate) observations: &'a [Observation],
    pub(crate) units: &'a [f64],
}

/// Some conditions on a device.
pub(crate) fn placed_on<M: Model>(
    conditions: &Conditions<M>,
    part: Range<usize>,
    sought: Sought<'_>,
    device: Device,
    float: Float,
) -> Result<Box<dyn PlacedBatch>, DeviceError> {
    let task = BatchTask {
        shape: device::shape::<M>(),
        part,
        params: conditions.params(),
        inputs: conditions.inputs(),
        observations: sought.observations,
        units: sought.units,
        float,
    };
    device::code::<M>(device)?.batch(device, &task)
}

/// Computes those conditions on the CPU whose values are not all numbers.
fn repair<M: Model>(
    conditions: &Conditions<M>,
    values: Rows<'_>,
    partials: Rows<'_>,
    here: impl Fn(&Conditions<M>, Rows<'_>, Rows<'_>) -> Option<Bad>,
) -> Result<(), Error> {
    let mut is_odd = vec![false; conditions.len()];
    for (_, row) in values.iter().chain(&partials) {
        for (is_odd, value) in is_odd.iter_mut().zip(&**row) {
            *is_odd |= !value.is_finite();
        }
    }
    let odd = (0..conditions.len()).filter(|condition| is_odd[*condition]);
    let odd: Vec<usize> = odd.collect();
    if odd.is_empty() {
        return Ok(());
    }
    let room = |rows: &Rows<'_>| -> Vec<(usize, Vec<f64>)> {
        let room = |(entry, _): &(usize, &mut [f64])| (*entry, vec![0.0; odd.len()]);
        rows.iter().map(room).collect()
    };
    let (mut again, mut partials_again) = (room(&values), room(&partials));
    let bad = here(
        &conditions.only(&odd),
        again.iter_mut().map(|(i, row)| (*i, &mut **row)).collect(),
        partials_again
            .iter_mut()
            .map(|(i, row)| (*i, &mut **row))
            .collect(),
    );
    if let Some(bad) = bad {
        return Err(bad.among(&odd).told(conditions).into());
    }
    let rows = values.into_iter().chain(partials);
    for ((_, row), (_, again)) in rows.zip(again.iter().chain(&partials_again)) {
        for (condition, value) in odd.iter().zip(again) {
            row[*condition] = *value;
        }
    }
    Ok(())
}
