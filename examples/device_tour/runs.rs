//! What is kept of a run on the way back.

use lyapax::{Checkpoints, Error, SimulateOptions, System, model};

use super::table::{Cell, Column, Kind, Table};

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

/// Kibibytes that are kept by each plan, and steps that are made for it.
pub fn memory(sizes: &[usize], budget: f64) -> [Table; 2] {
    let plans = [
        ("all states", Checkpoints::All),
        ("√n states", Checkpoints::Sqrt),
        ("64 KiB", Checkpoints::Bytes(64 * 1024)),
    ];
    let (mut memory, mut steps) = (Vec::new(), Vec::new());
    for (name, plan) in plans {
        let mut kept = Column {
            name: name.to_owned(),
            cells: Vec::new(),
        };
        let mut made = Column {
            name: name.to_owned(),
            cells: Vec::new(),
        };
        let mut before: Option<(usize, f64)> = None;
        for &size in sizes {
            let predicted = before.map_or(0.0, |(size_before, seconds)| {
                seconds * size as f64 / size_before as f64
            });
            let found = if predicted > budget {
                Err(format!("it would take {predicted:.1} s"))
            } else {
                gradient(size as u64, plan).map_err(|error| error.to_string())
            };
            match found {
                Ok(found) => {
                    before = Some((size, found.seconds));
                    let cell = |figure| Cell::Measured {
                        figure,
                        seconds: found.seconds,
                        check: found.check,
                    };
                    kept.cells.push(cell(found.kibibytes));
                    made.cells.push(cell(found.steps_each));
                }
                Err(reason) => {
                    kept.cells.push(Cell::NotMeasured(reason.clone()));
                    made.cells.push(Cell::NotMeasured(reason));
                }
            }
        }
        memory.push(kept);
        steps.push(made);
    }
    let kind = |name, title, unit| Kind {
        name,
        title,
        of: "steps",
        unit,
        more_is_better: false,
        is_compared: false,
    };
    [
        kind(
            "memory",
            "Memory of a gradient with and without checkpoints, of Lorenz at a fixed point: states that are kept",
            "KiB",
        )
        .with(sizes, memory),
        kind(
            "repeats",
            "Work of a gradient with and without checkpoints: the run, the way back, and what is made again",
            "steps made for one of the run",
        )
        .with(sizes, steps),
    ]
}

/// What a gradient took.
struct Found {
    kibibytes: f64,
    steps_each: f64,
    seconds: f64,
    check: f64,
}

fn gradient(steps: u64, plan: Checkpoints) -> Result<Found, Error> {
    let options = SimulateOptions::new(steps).dt(0.01).stride(steps);
    let start = std::time::Instant::now();
    let gradient = System::new(Lorenz::default()).gradient(&options, plan, |sample| {
        let z = sample.state(Lorenz::z);
        sample.by_state(Lorenz::z, 2.0 * z);
        z * z
    })?;
    let seconds = start.elapsed().as_secs_f64();
    let memory = gradient.memory();
    // On the way back each step is made once besides.
    let made = memory.steps_made_again + memory.steps;
    let slopes = [Lorenz::sigma, Lorenz::rho, Lorenz::beta].map(|name| gradient.of(name));
    let slopes = slopes.into_iter().sum::<Result<f64, _>>()?;
    Ok(Found {
        kibibytes: memory.bytes as f64 / 1024.0,
        steps_each: made as f64 / memory.steps as f64,
        seconds,
        check: gradient.misfit() + slopes,
    })
}
