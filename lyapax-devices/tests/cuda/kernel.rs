//! A kernel: its text, what NVRTC makes of it, and what runs here.

use std::sync::{Mutex, PoisonError};
use std::thread;

use cubecl::cuda::CudaCompiler;
use cubecl::prelude::ExecutionMode;
use cubecl::server::MetadataBindingInfo;
use cubecl::{Compiler, CubeTask};
use cubecl_runtime::storage::BytesResource;

use crate::gxx::Loaded;
use crate::nvrtc;

/// All that were made so far.
static TEXTS: Mutex<Vec<String>> = Mutex::new(Vec::new());

pub fn texts() -> Vec<String> {
    TEXTS.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

#[derive(Debug)]
pub struct Kernel {
    loaded: Loaded,
    block: [u32; 3],
    shared: usize,
}

impl Kernel {
    pub fn new(kernel: &dyn CubeTask<CudaCompiler>, mode: ExecutionMode) -> Result<Self, String> {
        let (options, types) = (options(), kernel.address_type());
        let compiled = kernel.compile(&mut CudaCompiler::default(), &options, mode, types);
        let compiled = compiled.map_err(|error| error.to_string())?;
        let text = &compiled.source;
        let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
        texts.push(text.clone());
        drop(texts);
        let name = &compiled.entrypoint_name;
        let (report, loaded) = thread::scope(|both| {
            let nvrtc = both.spawn(|| nvrtc::compile(text));
            let loaded = Loaded::new(text, name);
            (nvrtc.join().expect("it does not panic"), loaded)
        });
        let what = format!("{name}, {} lines", text.lines().count());
        if let Some(report) = report {
            println!("{what}: {}", report.map_err(|log| format!("NVRTC: {log}"))?);
        }
        let shared = match &compiled.repr {
            Some(repr) => repr.shared_memory_size(),
            None => 0,
        };
        Ok(Self {
            loaded: loaded?,
            block: [
                compiled.cube_dim.x,
                compiled.cube_dim.y,
                compiled.cube_dim.z,
            ],
            shared,
        })
    }

    /// All cubes of a launch.
    pub fn run(
        &self,
        buffers: &[BytesResource],
        info: &MetadataBindingInfo,
        count: [u32; 3],
        backwards: bool,
    ) -> Result<(), String> {
        let mut pointers: Vec<*mut u8> = buffers
            .iter()
            .map(|buffer| buffer.get_write_ptr_and_length().0)
            .collect();
        if info.dynamic_metadata_offset < info.data.len() {
            let shapes = &info.data[info.dynamic_metadata_offset..];
            pointers.push(shapes.as_ptr().cast_mut().cast());
        }
        let scalars = info.data.as_ptr().cast_mut().cast();
        self.loaded.launch(
            &mut pointers,
            scalars,
            count,
            self.block,
            self.shared,
            backwards,
        )
    }
}

/// As the runtime of CUDA has them for a card of the generation 9.0.
#[expect(
    clippy::field_reassign_with_default,
    reason = "the type has no name that could be written before its fields"
)]
fn options() -> <CudaCompiler as Compiler>::CompilationOptions {
    let mut options = <CudaCompiler as Compiler>::CompilationOptions::default();
    options.warp_size = 32;
    let features = &mut options.supports_features;
    features.fast_math = true;
    features.fast_tanh = true;
    features.grid_constants = true;
    features.clusters = true;
    features.elect_sync = true;
    options
}
