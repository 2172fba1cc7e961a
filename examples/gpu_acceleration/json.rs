//! Everything that was measured, for programs.

use lyapax::Devices;
use serde_json::{Value, json};

use crate::measure::{Effort, Figures};
use crate::sweep::{Cell, Curve, Opening, Sweep, speed_up};
use crate::workload::{RENORM_EVERY, Workload};

/// One object. A cell that holds no measurement says by its `status` why, and has no figures.
pub fn object(devices: &Devices, sweeps: &[Sweep], effort: &Effort) -> Value {
    let mut object = json!({
        "example": "gpu_acceleration",
        "devices": devices,
        "repeat": effort.repeat,
        "budget_s": effort.budget_s,
    });
    for sweep in sweeps {
        object[sweep.workload.name()] = part(sweep);
    }
    object
}

fn part(sweep: &Sweep) -> Value {
    let workload = sweep.workload;
    let curves: Vec<_> = sweep.curves.iter().map(|it| curve(sweep, it)).collect();
    json!({
        "title": workload.title(),
        "unit": workload.unit(),
        "k": workload.k(),
        "integrator": workload.integrator().to_string(),
        "dt": workload.dt(),
        "steps": sweep.steps,
        "renorm_every": RENORM_EVERY,
        "sizes": sweep.sizes,
        "curves": curves,
    })
}

fn curve(sweep: &Sweep, curve: &Curve) -> Value {
    let target = &curve.target;
    let cpu = &sweep.curves[0];
    let cells = sweep.sizes.iter().zip(cpu.cells.iter().zip(&curve.cells));
    let cells: Vec<_> = cells
        .map(|(&size, (on_cpu, there))| {
            let mut value = cell(sweep, size, there);
            if !target.is_cpu()
                && let Some(speed_up) = speed_up(on_cpu, there)
            {
                value["speed_up"] = json!(speed_up);
            }
            value
        })
        .collect();
    let place = target.place.as_ref();
    let mut value = json!({
        "name": target.name,
        "product": target.product,
        "device": place.ok().map(|it| it.device),
        "float": place.ok().map(|it| it.float),
        "measured": curve.cells.iter().any(|cell| cell.figures().is_some()),
        "reason": place.err(),
        "opening": curve.opening.as_ref().map(opening),
        "sizes": cells,
    });
    if !target.is_cpu() && place.is_ok() {
        let crossover = sweep.crossover(curve);
        value["crossover"] = json!({
            "size": crossover.size(),
            "words": sweep.verdict(curve),
        });
    }
    value
}

fn opening(opening: &Opening) -> Value {
    json!({
        "steps": opening.steps,
        "seconds": opening.seconds,
        "placement": opening.placement,
    })
}

fn cell(sweep: &Sweep, size: usize, cell: &Cell) -> Value {
    match cell {
        Cell::Measured(figures) => measured(sweep, size, figures),
        Cell::Skipped { predicted_s } => {
            json!({"size": size, "status": "skipped", "predicted_s": predicted_s})
        }
        Cell::Failed(error) => json!({"size": size, "status": "failed", "reason": error}),
        Cell::NotMeasured(reason) => {
            json!({"size": size, "status": "not measured", "reason": reason})
        }
    }
}

fn measured(sweep: &Sweep, size: usize, figures: &Figures) -> Value {
    let seconds = figures.seconds();
    let mut value = json!({
        "size": size,
        "status": "measured",
        "seconds": seconds,
        "runs_s": figures.runs_s,
        "first_s": figures.first_s,
        "exponents": figures.exponents,
        "difference_from_cpu": figures.difference,
        "placement": figures.placement,
        "first_placement": figures.first_placement,
    });
    if sweep.workload == Workload::Ensemble {
        value["member_steps_per_s"] = json!(sweep.workload.value(size, sweep.steps, seconds));
    }
    value
}
