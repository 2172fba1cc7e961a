//! The devices of this machine, and why there are no others.
//!
//! ```sh
//! cargo run --release --features cuda,wgpu --example devices
//! ```

use clap::Parser;
use lyapax::{Device, DeviceChoice, Float};
use serde_json::json;

/// The devices of this machine: the processor, and with the features `cuda` and `wgpu` those of their drivers
#[derive(Parser)]
struct Arguments {
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

fn main() -> Result<(), lyapax::DeviceError> {
    let arguments = Arguments::parse();
    let default = DeviceChoice::from_env();
    // What is known after it, the list tells.
    let found = Device::list().found.into_iter();
    let tests: Vec<_> = found
        .map(|info| (info.device, info.device.test(Float::F64)))
        .collect();
    let devices = Device::list();
    if arguments.json {
        let failures: Vec<_> = tests
            .iter()
            .filter_map(|(device, test)| {
                let failure = test.as_ref().err()?.to_string();
                Some(json!({"device": device, "failure": failure}))
            })
            .collect();
        println!(
            "{}",
            json!({
                "example": "devices",
                "default": default.as_ref().ok().map(DeviceChoice::to_string),
                "devices": devices,
                "failures": failures,
            })
        );
    } else {
        println!("{devices}");
        if let Ok(default) = &default {
            println!("default: {default}");
        }
        for (device, test) in &tests {
            if let Err(failure) = test {
                println!("{device} cannot be used in f64: {failure}");
            }
        }
    }
    if let DeviceChoice::This(device) = default? {
        devices.get(device)?;
    }
    Ok(())
}
