//! The processor.

use std::fs;
use std::thread::available_parallelism;

use crate::device::Device;
use crate::list::{DeviceInfo, DeviceKind, Precision};

pub(crate) fn cpu() -> DeviceInfo {
    let cores = available_parallelism().map_or(1, core::num::NonZero::get);
    let s = if cores == 1 { "" } else { "s" };
    DeviceInfo {
        device: Device::CPU,
        product: format!("{}, {cores} core{s}", product()),
        kind: DeviceKind::Cpu,
        driver: instructions().to_owned(),
        memory: memory(),
        precision: Precision::Native,
        limits: None,
    }
}

/// The name, where the system tells it in a file.
fn product() -> String {
    let told = fs::read_to_string("/proc/cpuinfo").ok();
    let name = told.as_deref().and_then(|text| entry(text, "model name"));
    name.map_or_else(|| std::env::consts::ARCH.to_owned(), str::to_owned)
}

fn memory() -> Option<u64> {
    let told = fs::read_to_string("/proc/meminfo").ok()?;
    let kibibytes = entry(&told, "MemTotal")?.strip_suffix("kB")?.trim();
    kibibytes.parse::<u64>().ok()?.checked_mul(1024)
}

/// What stands behind a name and a colon.
fn entry<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == name).then_some(value.trim())
    })
}

/// The instructions that lyapax takes.
fn instructions() -> &'static str {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
        return "AVX2, FMA";
    }
    "no vectors beyond the target's"
}
