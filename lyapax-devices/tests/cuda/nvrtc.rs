//! NVIDIA's compiler, which needs no card.

use std::ffi::{CStr, CString};

use cudarc::nvrtc::{result, sys};

use crate::tools::Tool;

static NVRTC: Tool = Tool::new();

/// What CubeCL asks for on an H100 or H200.
const CARD: &str = "--gpu-architecture=sm_90a";

/// What it says of a text: of the machine code on success, of its mistakes otherwise. Nothing where it is not at hand.
pub fn compile(text: &str) -> Option<Result<String, String>> {
    if !NVRTC.is_there(look) {
        return None;
    }
    let include = format!(
        "--include-path={}",
        cubecl::cuda::install::include_path().display()
    );
    let options = [CARD, &include, "-lineinfo", "--ptxas-options=-v"];
    Some(run(text, &options))
}

/// Whether library and headers are there.
pub fn look() -> Result<(), String> {
    #[expect(unsafe_code, reason = "loading a library runs its initialisers")]
    let there = unsafe { sys::is_culib_present() };
    if !there {
        return Err("libnvrtc is not on the loader's path".to_owned());
    }
    let header = "include/cuda_runtime.h";
    let path = cubecl::cuda::install::cuda_path();
    if !path.is_some_and(|path| path.join(header).exists()) {
        return Err(format!("{header} is not below CUDA_PATH"));
    }
    Ok(())
}

#[expect(
    unsafe_code,
    reason = "the program was made here, and outlives what is asked of it"
)]
fn run(text: &str, options: &[&str]) -> Result<String, String> {
    let text = CString::new(text).map_err(|error| error.to_string())?;
    let program = result::create_program(&text, None).map_err(|error| error.to_string())?;
    let done = unsafe { result::compile_program(program, options) };
    let log = unsafe { result::get_program_log(program) }.map_err(|error| error.to_string())?;
    let log = unsafe { CStr::from_ptr(log.as_ptr()) };
    let log = log.to_string_lossy().into_owned();
    // A text that is only looked at has no machine code, and no registers.
    let destroyed = unsafe { result::destroy_program(program) };
    match (done, destroyed) {
        (Ok(()), Ok(())) => Ok(figures(&log)),
        (Err(error), _) | (_, Err(error)) => Err(format!("{error}\n{log}")),
    }
}

/// Registers and memory, of all that the assembler tells.
fn figures(log: &str) -> String {
    let lines = log.lines().map(str::trim);
    let lines = lines.filter(|line| line.contains("registers") || line.contains("stack frame"));
    let lines = lines.map(|line| line.trim_start_matches("ptxas info    : "));
    lines.collect::<Vec<_>>().join("; ")
}
