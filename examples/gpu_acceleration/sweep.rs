//! All sizes of a workload in all places.

use std::cell::LazyCell;

use lyapax::{Error, Placement};

use crate::crossover::Crossover;
use crate::measure::{Effort, Figures, difference, measure};
use crate::target::{Place, Target};
use crate::workload::{Run, Workload};

/// What became of a size in a place.
#[derive(Clone, Debug)]
pub enum Cell {
    Measured(Box<Figures>),
    /// A run would have taken so long.
    Skipped {
        predicted_s: f64,
    },
    /// The run ended in an error.
    Failed(String),
    /// There is no such place, or a smaller size failed there.
    NotMeasured(String),
}

/// What became of all sizes in one place.
#[derive(Clone, Debug)]
pub struct Curve {
    pub target: Target,
    /// In the order of the sizes.
    pub cells: Vec<Cell>,
    /// What the very first run cost.
    pub opening: Option<Opening>,
    /// The last size of which the time is known, and that time.
    known: Option<(usize, f64)>,
}

/// A first, short run, in which the device is opened and most kernels are compiled.
#[derive(Clone, Debug)]
pub struct Opening {
    pub steps: u64,
    pub seconds: f64,
    pub placement: Option<Placement>,
}

/// All sizes in all places.
#[derive(Clone, Debug)]
pub struct Sweep {
    pub workload: Workload,
    pub steps: u64,
    pub sizes: Vec<usize>,
    /// The CPU's is the first.
    pub curves: Vec<Curve>,
}

/// For a first size, of which nothing is known, such a part of its steps are made.
const PART: u64 = 10;

impl Sweep {
    /// Measures everything, and tells on standard error what is being measured.
    pub fn run(
        workload: Workload,
        steps: u64,
        sizes: &[usize],
        targets: &[Target],
        effort: &Effort,
    ) -> Self {
        let mut curves: Vec<_> = targets.iter().cloned().map(Curve::new).collect();
        for &size in sizes {
            // Not made where the size is skipped everywhere.
            let prepared = LazyCell::new(|| workload.prepare(size));
            let task = Task {
                workload,
                steps,
                size,
                run: &|steps, place| prepared.run(steps, place),
                effort,
            };
            let mut on_cpu = None;
            for curve in &mut curves {
                let cell = curve.next(&task, &mut on_cpu);
                curve.cells.push(cell);
            }
        }
        Self {
            workload,
            steps,
            sizes: sizes.to_vec(),
            curves,
        }
    }

    /// How often a curve's time goes into the CPU's, at each size that was measured on both.
    pub fn speed_ups(&self, curve: &Curve) -> Vec<(f64, f64)> {
        let both = self.curves[0].cells.iter().zip(&curve.cells);
        let at = |(&size, (cpu, there)): (&usize, (&Cell, &Cell))| {
            Some((size as f64, speed_up(cpu, there)?))
        };
        self.sizes.iter().zip(both).filter_map(at).collect()
    }

    /// From where on a curve is the faster one.
    pub fn crossover(&self, curve: &Curve) -> Crossover {
        Crossover::of(&self.speed_ups(curve))
    }

    /// The same in words, after the name of the device.
    pub fn verdict(&self, curve: &Curve) -> String {
        let unit = self.workload.unit();
        let compared = self.speed_ups(curve);
        let words = Crossover::of(&compared).words(unit);
        match (compared.first(), compared.last()) {
            _ if compared.len() == self.sizes.len() => words,
            (Some((only, _)), _) if compared.len() == 1 => {
                format!("{words} (compared at {only} {unit})")
            }
            (Some((least, _)), Some((most, _))) => {
                format!("{words} (compared from {least} to {most} {unit})")
            }
            _ => words,
        }
    }
}

/// How often the second time goes into the first.
pub fn speed_up(cpu: &Cell, there: &Cell) -> Option<f64> {
    Some(cpu.figures()?.seconds() / there.figures()?.seconds())
}

impl Cell {
    pub fn figures(&self) -> Option<&Figures> {
        match self {
            Self::Measured(figures) => Some(figures),
            _ => None,
        }
    }
}

/// One size.
struct Task<'a> {
    workload: Workload,
    steps: u64,
    size: usize,
    /// Makes so many steps in a place.
    run: &'a dyn Fn(u64, Place) -> Result<Run, Error>,
    effort: &'a Effort,
}

impl Curve {
    /// Of which nothing is measured yet.
    pub fn new(target: Target) -> Self {
        Self {
            target,
            cells: Vec::new(),
            opening: None,
            known: None,
        }
    }

    /// The next size. The exponents of the CPU are left for those that come after it.
    fn next(&mut self, task: &Task<'_>, on_cpu: &mut Option<Vec<f64>>) -> Cell {
        let place = match &self.target.place {
            Ok(place) => *place,
            Err(reason) => return Cell::NotMeasured(reason.clone()),
        };
        if let Some(Cell::Failed(_) | Cell::NotMeasured(_)) = self.cells.last() {
            return Cell::NotMeasured("it failed at a smaller size".into());
        }
        let name = &self.target.name;
        eprintln!("{}, {name} …", task.workload.count(task.size));
        match self.time(task, place, on_cpu) {
            Ok(cell) => cell,
            Err(error) => Cell::Failed(error.to_string()),
        }
    }

    fn time(
        &mut self,
        task: &Task<'_>,
        place: Place,
        on_cpu: &mut Option<Vec<f64>>,
    ) -> Result<Cell, Error> {
        let predicted_s = match self.known {
            Some((size, seconds)) => {
                let ratio = task.size as f64 / size as f64;
                seconds * task.workload.growth(ratio)
            }
            None => self.predict(task, place)?,
        };
        if predicted_s > task.effort.budget_s {
            self.known.get_or_insert((task.size, predicted_s));
            return Ok(Cell::Skipped { predicted_s });
        }
        let run = || (task.run)(task.steps, place);
        let (mut figures, exponents) = measure(run, task.workload.k(), task.effort)?;
        self.known = Some((task.size, figures.seconds()));
        if self.target.is_cpu() {
            *on_cpu = Some(exponents);
        } else {
            figures.difference = on_cpu.as_ref().map(|cpu| difference(&exponents, cpu));
        }
        Ok(Cell::Measured(Box::new(figures)))
    }

    /// How long a run takes, by the second run of a part of it.
    fn predict(&mut self, task: &Task<'_>, place: Place) -> Result<f64, Error> {
        let steps = (task.steps / PART).max(1);
        let opening = (task.run)(steps, place)?;
        self.opening.get_or_insert(Opening {
            steps,
            seconds: opening.seconds,
            placement: opening.placement,
        });
        let seconds = (task.run)(steps, place)?.seconds;
        Ok(seconds * task.steps as f64 / steps as f64)
    }
}

#[cfg(test)]
mod tests {
    use lyapax::{Device, DeviceError, Float};

    use super::*;

    const EFFORT: Effort = Effort {
        repeat: 2,
        budget_s: 10.0,
    };

    fn curve() -> Curve {
        Curve::new(Target {
            name: "wgpu:0".into(),
            product: None,
            place: Ok(Place {
                device: "wgpu:0".parse().unwrap(),
                float: Float::F64,
            }),
        })
    }

    /// All sizes on a device that takes so long for a node and a step, and fails from a size on.
    fn sweep(curve: &mut Curve, seconds: f64, fails_from: usize) {
        for size in [10, 20, 40, 80] {
            let run = |steps: u64, place: Place| {
                if size >= fails_from {
                    let (device, reason) = (place.device, "lost".into());
                    return Err(DeviceError::Failed { device, reason }.into());
                }
                Ok(Run {
                    seconds: seconds * size as f64 * steps as f64,
                    exponents: vec![1.0, 0.0, -2.0],
                    placement: None,
                })
            };
            let task = Task {
                workload: Workload::Ensemble,
                steps: 100,
                size,
                run: &run,
                effort: &EFFORT,
            };
            let mut on_cpu = Some(vec![1.0, 0.5, -2.0]);
            let cell = curve.next(&task, &mut on_cpu);
            curve.cells.push(cell);
        }
    }

    #[test]
    fn what_takes_too_long_is_skipped() {
        let mut curve = curve();
        sweep(&mut curve, 0.004, usize::MAX);
        let seconds: Vec<_> = curve.cells.iter().filter_map(Cell::figures).collect();
        assert_eq!(seconds.len(), 2, "4 and 8 seconds");
        assert_eq!(seconds[0].difference, Some(0.5));
        assert_eq!(seconds[1].runs_s.len(), 1, "no time for a second one");
        let [
            Cell::Skipped { predicted_s: a },
            Cell::Skipped { predicted_s: b },
        ] = curve.cells[2..]
        else {
            panic!("{:?}", curve.cells);
        };
        assert!((a - 16.0).abs() < 1e-9 && (b - 32.0).abs() < 1e-9);
    }

    #[test]
    fn a_first_size_that_takes_too_long_is_skipped_as_well() {
        let mut curve = curve();
        sweep(&mut curve, 0.02, usize::MAX);
        let Cell::Skipped { predicted_s } = curve.cells[0] else {
            panic!("{:?}", curve.cells);
        };
        assert!((predicted_s - 20.0).abs() < 1e-9);
        assert_eq!(curve.opening.as_ref().unwrap().steps, 10);
    }

    #[test]
    fn an_error_ends_a_curve_and_is_told() {
        let mut curve = curve();
        sweep(&mut curve, 1e-6, 20);
        assert!(matches!(curve.cells[0], Cell::Measured(_)));
        let Cell::Failed(error) = &curve.cells[1] else {
            panic!("{:?}", curve.cells);
        };
        assert_eq!(error, "`wgpu:0` failed: lost");
        assert!(matches!(curve.cells[2], Cell::NotMeasured(_)));
        assert!(matches!(curve.cells[3], Cell::NotMeasured(_)));
    }

    #[test]
    fn a_curve_is_compared_where_both_were_measured() {
        let (mut cpu, mut there) = (curve(), curve());
        cpu.target.place = Ok(Place {
            device: Device::CPU,
            float: Float::F64,
        });
        sweep(&mut cpu, 1e-4, usize::MAX);
        sweep(&mut there, 5e-5, 40);
        let sweep = Sweep {
            workload: Workload::Ensemble,
            steps: 100,
            sizes: vec![10, 20, 40, 80],
            curves: vec![cpu, there],
        };
        assert_eq!(
            sweep.speed_ups(&sweep.curves[1]),
            [(10.0, 2.0), (20.0, 2.0)]
        );
        assert_eq!(
            sweep.verdict(&sweep.curves[1]),
            "faster at all these sizes (compared from 10 to 20 members)"
        );
    }
}
