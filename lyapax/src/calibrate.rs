//! Which device takes the least time, by short runs of the problem itself.

use core::fmt;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::{Device, Error};

/// A run that lasts so long tells how fast a device is.
const LONG: Duration = Duration::from_millis(30);

/// What was found when a device was chosen: by [`DeviceChoice::Auto`](crate::DeviceChoice::Auto).
///
/// Displays as `cpu, since cpu: 1.20e-5 s a step, 1.20e-1 s in all; wgpu:0: 3.40e-5 s a step, 3.40e-1 s in all`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Calibration {
    /// The device that will take the least time.
    pub chosen: Device,
    /// What each took, the CPU first.
    pub figures: Vec<Figure>,
}

/// What a device took.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Figure {
    /// Which.
    pub device: Device,
    /// Steps of the longest run that was made on it.
    pub steps: u64,
    /// Seconds for a step more, launches included.
    pub seconds_per_step: Option<f64>,
    /// Seconds that all steps will take by that, and by what a run takes however short it is: transfers to the device
    /// and back. Kernels are compiled by then.
    pub seconds: Option<f64>,
    /// Why there is no figure, where there is none.
    pub failure: Option<String>,
}

impl fmt::Display for Calibration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.chosen)?;
        for (i, figure) in self.figures.iter().enumerate() {
            let before = if i == 0 { ", since " } else { "; " };
            write!(f, "{before}{}: ", figure.device)?;
            match (figure.seconds_per_step, figure.seconds) {
                (Some(step), Some(all)) => write!(f, "{step:.2e} s a step, {all:.2e} s in all")?,
                _ => f.write_str(figure.failure.as_deref().unwrap_or("not measured"))?,
            }
        }
        Ok(())
    }
}

/// Makes runs of some steps on each device, of blocks of `every` steps, to see which takes the least time for `all`
/// steps. Where the CPU fails in them, so will the run, which then tells why.
///
/// On each the runs grow until one lasts long enough to tell, or it is clear that the device is not the fastest.
pub(crate) fn calibrate(
    every: u64,
    all: u64,
    run: impl Fn(Device, u64) -> Result<(), Error>,
) -> Calibration {
    let mut figures = vec![measured(Device::CPU, every, all, f64::INFINITY, &run)];
    for info in Device::list().found {
        if info.device != Device::CPU {
            let least = figures.iter().filter_map(|figure| figure.seconds);
            let least = least.fold(f64::INFINITY, f64::min);
            // The first has its kernels compiled.
            let warm = run(info.device, every.min(all));
            figures.push(match warm {
                Ok(()) => measured(info.device, every, all, least, &run),
                Err(error) => failed(info.device, 0, &error),
            });
        }
    }
    let seconds = |figure: &&Figure| figure.seconds.unwrap_or(f64::INFINITY);
    let fastest = figures
        .iter()
        .min_by(|a, b| seconds(a).total_cmp(&seconds(b)));
    Calibration {
        chosen: fastest.map_or(Device::CPU, |figure| figure.device),
        figures,
    }
}

/// What a device takes, of which `least` seconds are to be beaten.
fn measured(
    device: Device,
    every: u64,
    all: u64,
    least: f64,
    run: &impl Fn(Device, u64) -> Result<(), Error>,
) -> Figure {
    let timed = |steps| {
        let begin = Instant::now();
        run(device, steps).map(|()| begin.elapsed())
    };
    let mut steps = (4 * every).min(all);
    let mut before = (0, 0.0);
    loop {
        let time = match timed(steps) {
            Ok(time) => time,
            Err(error) => return failed(device, steps, &error),
        };
        let now = (steps, time.as_secs_f64());
        // Of two runs the difference is steps alone; of one nothing is known but that it is no more.
        let step = (now.1 - before.1) / (now.0 - before.0) as f64;
        let step = if step > 0.0 {
            step
        } else {
            now.1 / now.0 as f64
        };
        let seconds = now.1 + (all - now.0) as f64 * step;
        let told = time >= LONG && before.0 > 0;
        // What a run takes at least is too long, whatever a step takes.
        let beaten = before.0 > 0 && now.1.min(seconds / 4.0) > least;
        if told || beaten || steps == all {
            return Figure {
                device,
                steps,
                seconds_per_step: Some(step),
                seconds: Some(seconds),
                failure: None,
            };
        }
        before = now;
        steps = steps.saturating_mul(4).min(all);
    }
}

fn failed(device: Device, steps: u64, error: &Error) -> Figure {
    Figure {
        device,
        steps,
        seconds_per_step: None,
        seconds: None,
        failure: error.to_string().lines().next().map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use super::{calibrate, measured};
    use crate::{Device, SetupError};

    #[test]
    fn the_cpu_alone() {
        let found = calibrate(10, 1000, |device, _| match device {
            Device::CPU => Ok(()),
            _ => Err(SetupError::NoSteps.into()),
        });
        assert_eq!((found.chosen, found.figures[0].steps), (Device::CPU, 1000));
        assert!(found.to_string().starts_with("cpu, since cpu: "));
    }

    #[test]
    fn what_fails_is_told() {
        let found = calibrate(10, 1000, |_, _| Err(SetupError::NoSteps.into()));
        assert_eq!(found.chosen, Device::CPU);
        assert!(found.figures[0].failure.is_some());
    }

    /// What a run takes however short it is, and what a step takes beside it.
    #[test]
    fn a_start_is_not_a_step() {
        let sleep = |steps: u64| thread::sleep(Duration::from_micros(20_000 + 100 * steps));
        let found = measured(Device::CPU, 10, 100_000, f64::INFINITY, &|_, steps| {
            sleep(steps);
            Ok(())
        });
        assert!(found.steps < 10_000, "{found:?}");
        let step = found.seconds_per_step.unwrap();
        assert!((0.5e-4..4e-4).contains(&step), "{found:?}");
        // One that cannot be faster is left soon.
        let found = measured(Device::CPU, 10, 100_000, 0.01, &|_, steps| {
            sleep(steps);
            Ok(())
        });
        assert!(found.steps < 1000, "{found:?}");
    }
}
