//! What is asked for on the command line.

use std::path::{Path, PathBuf};

use clap::Parser;
use clap::builder::RangedU64ValueParser;
use lyapax::Device;

use crate::sizes::Sizes;
use crate::workload::EXPONENTS_OF_NETWORK;

/// When does a GPU pay off? Times of Lyapunov spectra on the CPU and on each device of this machine: of networks with
/// more and more nodes, and of ensembles with more and more members
#[derive(Parser)]
pub struct Arguments {
    /// Nodes of the network, from 5 (there are 5 exponents) to 100000; 1e4 is 10000
    #[arg(
        long,
        value_name = "LIST",
        default_value = "20,50,100,200,500,1000,2000",
        value_parser = nodes
    )]
    pub sizes: Sizes,
    /// Steps of the network
    #[arg(long, default_value_t = 200, value_parser = at_least_one())]
    pub steps: u64,
    /// Members of the ensemble, up to 1e8
    #[arg(
        long,
        value_name = "LIST",
        default_value = "1,10,100,1e3,1e4,1e5,1e6",
        value_parser = members
    )]
    pub members: Sizes,
    /// Steps of each member of the ensemble
    #[arg(long, default_value_t = 200, value_parser = at_least_one())]
    pub ensemble_steps: u64,
    /// A device beside the CPU, as in cuda:0; may be given several times. All that are found if left out
    #[arg(long, value_name = "NAME")]
    pub device: Vec<Device>,
    /// Measures devices in single precision as well
    #[arg(long)]
    pub f32: bool,
    /// Runs of each size, of which the fastest counts; a first one, in which kernels are compiled, does not
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub repeat: u32,
    /// Seconds for the runs of one size on one device. A size of which a single run would take longer, by the size
    /// before it, is skipped
    #[arg(long, default_value_t = 10.0, value_parser = seconds)]
    pub budget: f64,
    /// Print one JSON object instead of tables
    #[arg(long)]
    pub json: bool,
    /// Draw both sweeps into this file, .png or .svg
    #[arg(long, value_name = "FILE", value_parser = picture)]
    pub plot: Option<PathBuf>,
}

/// As many as exponents at least. A matrix of 100 000 × 100 000 weights takes 80 GB.
fn nodes(list: &str) -> Result<Sizes, String> {
    Sizes::parse(list, EXPONENTS_OF_NETWORK..=100_000)
}

/// The results of 10⁸ take some 20 GB.
fn members(list: &str) -> Result<Sizes, String> {
    Sizes::parse(list, 1..=100_000_000)
}

fn at_least_one() -> RangedU64ValueParser {
    RangedU64ValueParser::new().range(1..)
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds.is_finite() => Ok(seconds),
        _ => Err("not a number of seconds above 0".into()),
    }
}

/// A file that can be drawn into, which is looked at before anything is measured.
fn picture(text: &str) -> Result<PathBuf, String> {
    let file = PathBuf::from(text);
    let ending = file.extension().and_then(|ending| ending.to_str());
    if !matches!(ending, Some("png" | "svg")) {
        return Err("the name has to end in .png or .svg".into());
    }
    let folder = file.parent().unwrap_or(Path::new(""));
    if folder.as_os_str().is_empty() || folder.is_dir() {
        Ok(file)
    } else {
        Err(format!("there is no folder {}", folder.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_read() {
        let arguments = Arguments::try_parse_from([
            "gpu_acceleration",
            "--sizes",
            "100,20",
            "--device",
            "cuda:0",
            "--device",
            "wgpu:1",
            "--budget",
            "0.5",
            "--plot",
            "x.svg",
        ])
        .unwrap();
        assert_eq!(arguments.sizes.as_slice(), [20, 100]);
        assert_eq!(arguments.members.as_slice().last(), Some(&1_000_000));
        let names: Vec<_> = arguments.device.iter().map(Device::to_string).collect();
        assert_eq!(names, ["cuda:0", "wgpu:1"]);
        assert_eq!(arguments.budget, 0.5);
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (option, value, told) in [
            ("--sizes", "20,x", "`x` is not a whole number"),
            ("--sizes", "4", "from 5 to 100000"),
            ("--members", "0", "from 1 to 100000000"),
            ("--device", "gpu", "`gpu` is no name of a device"),
            ("--budget", "-1", "above 0"),
            ("--budget", "nan", "above 0"),
            ("--repeat", "0", "not in 1.."),
            ("--steps", "0", "not in 1.."),
            ("--plot", "x.pdf", ".png or .svg"),
            ("--plot", "no/such/folder/x.png", "no folder no/such/folder"),
        ] {
            let argument = format!("{option}={value}");
            let Err(error) = Arguments::try_parse_from(["gpu_acceleration", &argument]) else {
                panic!("{argument} is taken");
            };
            let error = error.to_string();
            assert!(error.contains(told), "{argument}: {error}");
        }
    }
}
