//! What the examples of sweeps share: how one is run, and where its result goes.

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use lyapax::plot::Picture;
use lyapax::progress::Bar;
use lyapax::{
    Device, Error, Model, Part, SpectrumOptions, Sweep, SweepError, SweepProgress, SweepSpectra,
};
use serde_json::{Map, Value, json};

/// Endings of the files that are written.
const ENDINGS: [&str; 5] = ["csv", "npz", "parquet", "png", "svg"];

/// How a sweep is run, and where its result goes.
#[derive(Args)]
pub struct Course {
    /// Threads; all of the machine if left out
    #[arg(long)]
    threads: Option<usize>,
    /// cpu, cuda:0, wgpu:1, … (built with `--features cuda,wgpu`)
    #[arg(long)]
    device: Option<Device>,
    /// Keep what is done in this folder, and go on from there
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// Run one part alone, such as 3/16, into the folder
    #[arg(long, requires = "keep")]
    shard: Option<Part>,
    /// Write the result to these files: .csv, .npz, .parquet, or a picture, .png or .svg
    #[arg(long, value_name = "FILE", num_args = 1..)]
    out: Vec<PathBuf>,
    /// Print one JSON object instead of a summary
    #[arg(long)]
    json: bool,
}

impl Course {
    /// Whether all files can be written, before anything is run.
    pub fn check(&self) -> Result<(), String> {
        for path in &self.out {
            let ending = path.extension().and_then(|ending| ending.to_str());
            if !ending.is_some_and(|ending| ENDINGS.contains(&ending)) {
                return Err(format!(
                    "`{}` ends in none of {}",
                    path.display(),
                    ENDINGS.join(", ")
                ));
            }
            let folder = path
                .parent()
                .filter(|folder| !folder.as_os_str().is_empty());
            if folder.is_some_and(|folder| !folder.is_dir()) {
                return Err(format!("the folder of `{}` is not there", path.display()));
            }
        }
        Ok(())
    }

    /// Options with what the command line says of threads and devices.
    pub fn options(&self, mut options: SpectrumOptions) -> SpectrumOptions {
        if let Some(threads) = self.threads {
            options = options.threads(threads);
        }
        if let Some(device) = self.device {
            options = options.device(device);
        }
        options
    }

    /// A sweep with what it says of folders and parts.
    pub fn sweep<M: Model>(&self, mut sweep: Sweep<M>) -> Sweep<M> {
        if let Some(folder) = &self.keep {
            sweep = sweep.keep_in(folder);
        }
        if let Some(part) = self.shard {
            sweep = sweep.part(part);
        }
        sweep
    }

    /// Prints what was found, and writes it to the files; `draw` makes the picture.
    pub fn finish(
        &self,
        name: &str,
        (spectra, elapsed_s): (&SweepSpectra, f64),
        sizes: Value,
        draw: impl Fn(&Picture) -> Result<(), SweepError>,
    ) -> Result<(), Error> {
        if self.json {
            print_json(name, spectra, elapsed_s, sizes);
        } else {
            println!("{spectra}");
            println!("{elapsed_s:.3} s");
        }
        if !spectra.is_complete() {
            // What there is of it stands under no final name.
            match &self.keep {
                Some(folder) => eprintln!(
                    "not all has been run; the rest goes to {}",
                    folder.display()
                ),
                None => eprintln!("not all has been run"),
            }
            return Ok(());
        }
        for path in &self.out {
            match path.extension().and_then(|ending| ending.to_str()) {
                Some("png" | "svg") => draw(&Picture::new(path))?,
                _ => spectra.save(path)?,
            }
        }
        Ok(())
    }
}

/// A bar that is stopped by Ctrl-C.
pub fn bar(label: &str) -> impl FnMut(&SweepProgress) -> ControlFlow<()> + Send + use<> {
    Bar::new(label).stop_on_ctrl_c().sweep()
}

/// One JSON object on one line: counts, the sums of all exponents (so that every one of them has been read), the seconds
/// of the sweep, and `sizes`.
fn print_json(name: &str, spectra: &SweepSpectra, elapsed_s: f64, sizes: Value) {
    let sums = (0..spectra.k()).map(|i| {
        let exponents = spectra.iter().flatten().map(|point| point.exponents()[i]);
        exponents
            .filter(|exponent| exponent.is_finite())
            .sum::<f64>()
    });
    let mut object = Map::new();
    object.insert("example".into(), json!(name));
    object.insert("elapsed_s".into(), json!(elapsed_s));
    object.insert("points".into(), json!(spectra.points()));
    object.insert("failed".into(), json!(spectra.failures().count()));
    object.insert("complete".into(), json!(spectra.is_complete()));
    object.insert("sums".into(), json!(sums.collect::<Vec<_>>()));
    object.insert("metadata".into(), json!(spectra.metadata()));
    if let Value::Object(sizes) = sizes {
        object.extend(sizes);
    }
    println!("{}", Value::Object(object));
}
