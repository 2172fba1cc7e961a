//! What is kept of a run on the way back.

use lyapax::{Checkpoints, Error, SimulateOptions, System, model};

use crate::table::{Cell, Column, Kind, Table};

model! {
    /// E. N. Lorenz, J. Atmos. Sci. 20, 130 (1963), eqs. (25) to (27).
    pub Lorenz {
        state x = 1.0, y = 1.0, z = 20.0;
        param sigma = 10.0, rho = 14.0, beta = 8.0 / 3.0;
        "x' = sigma * (y - x)
         y' = x * (rho - z) - y
         z' = x * y - beta * z"
    }
}

/// Kibibytes that are kept by each plan; steps that are made again are told beside it.
pub fn memory(sizes: &[usize], budget: f64) -> Table {
    let plans = [
        ("all states", Checkpoints::All),
        ("√n states", Checkpoints::Sqrt),
        ("64 KiB", Checkpoints::Bytes(64 * 1024)),
    ];
    let mut columns = Vec::new();
    for (name, plan) in plans {
        let mut kept = Column {
            name: format!("kept of {name}, KiB"),
            cells: Vec::new(),
        };
        let mut again = Column {
            name: format!("steps made for one step, {name}"),
            cells: Vec::new(),
        };
        for &steps in sizes {
            // Some microseconds a step.
            if steps as f64 * 3e-6 > budget {
                let cell = || Cell::NotMeasured("it would take too long".into());
                kept.cells.push(cell());
                again.cells.push(cell());
                continue;
            }
            match gradient(steps as u64, plan) {
                Ok([kept_kib, steps_each, seconds, check]) => {
                    let cell = |figure| Cell::Measured {
                        figure,
                        seconds,
                        check,
                    };
                    kept.cells.push(cell(kept_kib));
                    again.cells.push(cell(steps_each));
                }
                Err(error) => {
                    kept.cells.push(Cell::NotMeasured(error.to_string()));
                    again.cells.push(Cell::NotMeasured(error.to_string()));
                }
            }
        }
        columns.extend([kept, again]);
    }
    let kind = Kind {
        name: "memory",
        title: "Memory of a gradient with and without checkpoints: Lorenz at a fixed point",
        of: "steps",
        unit: "KiB, and steps made for one step of the run",
        more_is_better: false,
        is_compared: false,
    };
    kind.with(sizes, columns)
}

/// KiB that are kept, steps made on the way there for one of the run, seconds, and a check value.
fn gradient(steps: u64, plan: Checkpoints) -> Result<[f64; 4], Error> {
    let options = SimulateOptions::new(steps).dt(0.01).stride(steps);
    let start = std::time::Instant::now();
    let gradient = System::new(Lorenz::default()).gradient(&options, plan, |sample| {
        let z = sample.state(Lorenz::z);
        sample.by_state(Lorenz::z, 2.0 * z);
        z * z
    })?;
    let seconds = start.elapsed().as_secs_f64();
    let memory = gradient.memory();
    Ok([
        memory.bytes as f64 / 1024.0,
        memory.steps_made_again as f64 / memory.steps as f64,
        seconds,
        gradient.misfit(),
    ])
}
