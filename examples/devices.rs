//! The devices of this machine, and why there are no others.
//!
//! ```sh
//! cargo run --release --features cuda,wgpu --example devices
//! ```

use clap::Parser;
use lyapax::Device;
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
    let devices = Device::list();
    let default = Device::from_env()?;
    if arguments.json {
        println!(
            "{}",
            json!({"example": "devices", "default": default, "devices": devices})
        );
    } else {
        println!("{devices}\ndefault: {default}");
    }
    devices.get(default)?;
    Ok(())
}
