//! What the examples of sweeps share.

use std::path::PathBuf;

use clap::Args;
use lyapax::{Device, Part, SpectrumOptions, SweepSpectra};
use serde_json::{Map, Value, json};

/// How a sweep is run, and where its result goes.
#[derive(Args)]
pub struct Course {
    /// Threads; all of the machine if left out
    #[arg(long)]
    pub threads: Option<usize>,
    /// cpu, cuda:0, wgpu:1, … (built with `--features cuda,wgpu`)
    #[arg(long)]
    pub device: Option<Device>,
    /// Keep what is done in this folder, and go on from there
    #[arg(long, value_name = "FOLDER")]
    pub keep: Option<PathBuf>,
    /// Run one part alone, such as 3/16, into the folder
    #[arg(long, requires = "keep")]
    pub shard: Option<Part>,
    /// Write the result to these files: .csv, .npz, .parquet, and a picture: .png, .svg
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub out: Vec<PathBuf>,
    /// Print one JSON object instead of a summary
    #[arg(long)]
    pub json: bool,
}

impl Course {
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
}

/// One JSON object on one line: counts, the sums of all exponents (so that every one of them has been read), the seconds
/// of the sweep, and `sizes`.
pub fn print_json(name: &str, spectra: &SweepSpectra, elapsed_s: f64, sizes: Value) {
    let sums = (0..spectra.k()).map(|i| {
        let finite = spectra.iter().flatten().map(|point| point.exponents()[i]);
        finite.filter(|exponent| exponent.is_finite()).sum::<f64>()
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
