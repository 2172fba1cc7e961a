//! Which device takes the least time, by short runs of the problem itself.

use core::fmt;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::{Device, Error};

/// A run on the CPU that lasts so long tells how fast it is.
const LONG: Duration = Duration::from_millis(30);

/// What was found when a device was chosen: by [`DeviceChoice::Auto`](crate::DeviceChoice::Auto).
///
/// Displays as `cpu of cpu: 1.2e-5 s a step, wgpu:0: 3.4e-5 s a step`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Calibration {
    /// The device that took the least time.
    pub chosen: Device,
    /// Steps that were made on each.
    pub steps: u64,
    /// What each took for a step, the CPU first.
    pub figures: Vec<Figure>,
}

/// What a device took.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Figure {
    /// Which.
    pub device: Device,
    /// Seconds for a step, transfers and launches included, without compiling kernels.
    pub seconds_per_step: Option<f64>,
    /// Why there is no figure, where there is none.
    pub failure: Option<String>,
}

impl fmt::Display for Calibration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of ", self.chosen)?;
        for (i, figure) in self.figures.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            write!(f, "{comma}{}: ", figure.device)?;
            match (figure.seconds_per_step, &figure.failure) {
                (Some(seconds), _) => write!(f, "{seconds:.2e} s a step")?,
                (None, reason) => f.write_str(reason.as_deref().unwrap_or("not measured"))?,
            }
        }
        Ok(())
    }
}

/// Makes runs of some steps on each device, of blocks of `every` steps and of `most` at the most. Where the CPU fails
/// in them, so will the run, which then tells why.
pub(crate) fn calibrate(
    every: u64,
    most: u64,
    run: impl Fn(Device, u64) -> Result<(), Error>,
) -> Calibration {
    let timed = |device, steps| {
        let begin = Instant::now();
        run(device, steps).map(|()| begin.elapsed())
    };
    let mut steps = (4 * every).min(most);
    let mut here = timed(Device::CPU, steps);
    while let Ok(time) = here
        && time < LONG
        && steps < most
    {
        steps = steps.saturating_mul(4).min(most);
        here = timed(Device::CPU, steps);
    }
    let figure = |device, found: Result<Duration, Error>| {
        let seconds = |time: &Duration| time.as_secs_f64() / steps as f64;
        let told = |error: Error| error.to_string().lines().next().map(str::to_owned);
        Figure {
            device,
            seconds_per_step: found.as_ref().ok().map(seconds),
            failure: found.err().and_then(told),
        }
    };
    let mut figures = vec![figure(Device::CPU, here)];
    for info in Device::list().found {
        let device = info.device;
        if device != Device::CPU {
            // The first has its kernels compiled.
            let found = run(device, every.min(most)).and_then(|()| timed(device, steps));
            figures.push(figure(device, found));
        }
    }
    let seconds = |figure: &&Figure| figure.seconds_per_step.unwrap_or(f64::INFINITY);
    let fastest = figures
        .iter()
        .min_by(|a, b| seconds(a).total_cmp(&seconds(b)));
    Calibration {
        chosen: fastest.map_or(Device::CPU, |figure| figure.device),
        steps,
        figures,
    }
}

#[cfg(test)]
mod tests {
    use super::calibrate;
    use crate::{Device, SetupError};

    #[test]
    fn the_cpu_alone() {
        let found = calibrate(10, 1000, |device, _| {
            assert_eq!(device, Device::CPU);
            Ok(())
        });
        assert_eq!((found.chosen, found.steps), (Device::CPU, 1000));
        assert!(found.to_string().starts_with("cpu of cpu: "));
    }

    #[test]
    fn what_fails_is_told() {
        let found = calibrate(10, 1000, |_, _| Err(SetupError::NoSteps.into()));
        assert_eq!((found.chosen, found.steps), (Device::CPU, 40));
        assert!(found.figures[0].failure.is_some());
    }
}
