//! What is asked for on the command line.

use std::path::PathBuf;

use clap::Parser;
use lyapax::Device;

use super::sizes::Sizes;

/// A tour of what the CPU and each device of this machine are good for, in tables
#[derive(Parser)]
pub struct Arguments {
    /// Nodes of the networks; 1e3 is 1000
    #[arg(long, value_name = "LIST", default_value = "50,100,200,500,1000", value_parser = nodes)]
    pub nodes: Sizes,
    /// Conditions of the batches
    #[arg(long, value_name = "LIST", default_value = "1e2,1e3,1e4,1e5", value_parser = conditions)]
    pub conditions: Sizes,
    /// Experiments that parameters are estimated from
    #[arg(long, value_name = "LIST", default_value = "1e3,1e4,1e5", value_parser = conditions)]
    pub experiments: Sizes,
    /// Steps of the runs whose gradients are kept in memory
    #[arg(long, value_name = "LIST", default_value = "1e3,1e4,1e5", value_parser = steps)]
    pub steps: Sizes,
    /// A device beside the CPU, as in cuda:0; may be given several times. All that are found if left out
    #[arg(long, value_name = "NAME")]
    pub device: Vec<Device>,
    /// Measures devices in single precision as well
    #[arg(long)]
    pub f32: bool,
    /// Seconds for one figure. A size of which it would take more, by the size before it, is not measured
    #[arg(long, default_value_t = 1.0, value_parser = seconds)]
    pub budget: f64,
    /// Print one JSON object instead of tables
    #[arg(long)]
    pub json: bool,
    /// Draws each table into this folder
    #[arg(long, value_name = "FOLDER", value_parser = folder)]
    pub plot: Option<PathBuf>,
    /// What `cargo bench` says to its programs
    #[arg(long, hide = true)]
    pub bench: bool,
}

fn nodes(list: &str) -> Result<Sizes, String> {
    Sizes::parse(list, 12..=20_000)
}

fn conditions(list: &str) -> Result<Sizes, String> {
    Sizes::parse(list, 10..=100_000_000)
}

fn steps(list: &str) -> Result<Sizes, String> {
    Sizes::parse(list, 10..=10_000_000)
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds.is_finite() => Ok(seconds),
        _ => Err("not a number of seconds above 0".into()),
    }
}

/// Looked at before anything is measured.
fn folder(text: &str) -> Result<PathBuf, String> {
    let folder = PathBuf::from(text);
    if folder.is_file() {
        return Err("it is a file".into());
    }
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    Ok(folder)
}
