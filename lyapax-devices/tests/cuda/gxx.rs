//! The text as a program for this processor.

use std::ffi::c_void;
use std::path::Path;
use std::process::Command;

use libloading::Library;
use tempfile::TempDir;

use crate::tools::Tool;

static GXX: Tool = Tool::new();

/// Stands before and after the text.
const HEADER: &str = include_str!("shim/cuda_runtime.h");
const CUBES: &str = include_str!("shim/cube.h");

/// As a card computes but for contractions, which would be others there. An index beyond a thread's own array ends
/// the test.
const OPTIONS: [&str; 11] = [
    "-std=c++17",
    "-O1",
    "-w",
    "-g",
    "-fPIC",
    "-shared",
    "-ffp-contract=off",
    "-fsanitize=bounds",
    "-fno-sanitize-recover=all",
    "-Wfatal-errors",
    "-I.",
];

/// Whether it is at hand.
pub fn is_there() -> bool {
    GXX.is_there(|| {
        let asked = Command::new("g++").arg("--version").output();
        asked
            .map(drop)
            .map_err(|error| format!("g++ cannot be run ({error})"))
    })
}

/// `launch_kernel` of `shim/cube.h`.
type Launch = unsafe extern "C" fn(
    *mut *mut c_void,
    *const u32,
    *const u32,
    usize,
    i32,
    *mut u8,
    usize,
) -> i32;

/// A kernel that can be run.
#[derive(Debug)]
pub struct Loaded {
    library: Library,
    /// Debuggers look for the text there.
    _folder: TempDir,
}

impl Loaded {
    pub fn new(text: &str, name: &str) -> Result<Self, String> {
        let folder = TempDir::new().map_err(|error| error.to_string())?;
        let library = build(folder.path(), text, name)?;
        Ok(Self {
            library,
            _folder: folder,
        })
    }

    /// Runs it with buffers and, last, the address of its scalars.
    pub fn launch(
        &self,
        buffers: &mut [*mut u8],
        scalars: *mut c_void,
        count: [u32; 3],
        block: [u32; 3],
        shared: usize,
        backwards: bool,
    ) -> Result<(), String> {
        // An argument is where its value lies; that of a buffer is its address.
        let mut arguments: Vec<*mut c_void> =
            buffers.iter_mut().map(|it| (&raw mut *it).cast()).collect();
        arguments.push(scalars);
        let mut told = [0_u8; 512];
        #[expect(
            unsafe_code,
            reason = "the function is that of the shim, and arguments are those of the kernel"
        )]
        let failed = unsafe {
            let launch = self.library.get::<Launch>(b"launch_kernel");
            let launch = launch.map_err(|error| error.to_string())?;
            launch(
                arguments.as_mut_ptr(),
                count.as_ptr(),
                block.as_ptr(),
                shared,
                backwards.into(),
                told.as_mut_ptr(),
                told.len(),
            )
        };
        if failed == 0 {
            return Ok(());
        }
        let told = told.split(|byte| *byte == 0).next().unwrap_or_default();
        Err(String::from_utf8_lossy(told).into_owned())
    }
}

fn build(folder: &Path, text: &str, name: &str) -> Result<Library, String> {
    let program = format!(
        "#include \"cuda_runtime.h\"\n#include \"cube.h\"\n#include \"kernel.cu\"\nLAUNCHES({name})\n"
    );
    for (file, text) in [
        ("cuda_runtime.h", HEADER),
        ("cube.h", CUBES),
        ("kernel.cu", text),
        ("program.cpp", &program),
    ] {
        std::fs::write(folder.join(file), text).map_err(|error| error.to_string())?;
    }
    let made = Command::new("g++")
        .args(OPTIONS)
        .args(["-o", "kernel.so", "program.cpp"])
        .current_dir(folder)
        .output();
    let made = made.map_err(|error| error.to_string())?;
    if !made.status.success() {
        return Err(format!("g++: {}", String::from_utf8_lossy(&made.stderr)));
    }
    #[expect(
        unsafe_code,
        reason = "the library was just made, and has no initialisers"
    )]
    let library = unsafe { Library::new(folder.join("kernel.so")) };
    library.map_err(|error| error.to_string())
}
