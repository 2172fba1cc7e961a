//! Buffers in this machine's memory, and kernels that run as soon as they are handed over.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use cubecl::backtrace::BackTrace;
use cubecl::bytes::Bytes;
use cubecl::cuda::CudaCompiler;
use cubecl::device::{Device, DeviceId, DeviceService, ServerUtilitiesHandle};
use cubecl::future::DynFut;
use cubecl::ir::{DeviceProperties, HardwareProperties, MemoryDeviceProperties, VectorSize};
use cubecl::prelude::{CubeCount, ExecutionMode, KernelId};
use cubecl::profile::{ProfileDuration, TimingMethod};
use cubecl::server::{
    Binding, ComputeServer, CopyDescriptor, KernelArguments, ProfileError, ProfilingToken,
    ServerCommunication, ServerError, ServerUtilities,
};
use cubecl::stream_id::StreamId;
use cubecl::{CubeTask, MemoryConfiguration, MemoryUsage};
use cubecl_runtime::allocator::ContiguousMemoryLayoutPolicy;
use cubecl_runtime::logging::ServerLogger;
use cubecl_runtime::memory_management::{
    ManagedMemoryHandle, MemoryAllocationMode, MemoryManagement, MemoryManagementOptions,
};
use cubecl_runtime::storage::{BytesResource, BytesStorage, ManagedResource};
use cubecl_runtime::timestamp_profiler::TimestampProfiler;

use crate::kernel::Kernel;
use crate::runtime::Order;

const ALIGNMENT: usize = 512;

#[derive(Debug)]
pub struct TextServer {
    order: Order,
    memory: MemoryManagement<BytesStorage>,
    kernels: HashMap<KernelId, Result<Kernel, String>>,
    /// What went wrong since it was asked last.
    errors: Vec<String>,
    utilities: Arc<ServerUtilities<Self>>,
    timestamps: TimestampProfiler,
}

impl TextServer {
    fn resource(&mut self, binding: Binding) -> Result<BytesResource, ServerError> {
        let Binding {
            memory,
            offset_start,
            offset_end,
            ..
        } = binding;
        Ok(self.memory.get_resource(memory, offset_start, offset_end)?)
    }

    fn run(
        &mut self,
        kernel: &dyn CubeTask<CudaCompiler>,
        count: &CubeCount,
        arguments: KernelArguments,
        mode: ExecutionMode,
    ) -> Result<(), String> {
        let CubeCount::Static(x, y, z) = *count else {
            return Err("the number of cubes is not known".to_owned());
        };
        let buffers: Result<Vec<_>, _> = arguments
            .buffers
            .into_iter()
            .map(|binding| self.resource(binding))
            .collect();
        let buffers = buffers.map_err(|error| error.to_string())?;
        let mut id = kernel.id();
        id.mode(mode);
        let kernel = self
            .kernels
            .entry(id)
            .or_insert_with(|| Kernel::new(kernel, mode));
        let kernel = kernel.as_ref().map_err(Clone::clone)?;
        kernel.run(&buffers, &arguments.info, [x, y, z], self.order.backwards)
    }

    fn taken_errors(&mut self) -> Result<(), ServerError> {
        if self.errors.is_empty() {
            return Ok(());
        }
        let reason = core::mem::take(&mut self.errors).join("\n");
        Err(ServerError::Generic {
            reason,
            backtrace: BackTrace::capture(),
        })
    }
}

impl ComputeServer for TextServer {
    type Kernel = Box<dyn CubeTask<CudaCompiler>>;
    type Info = ();
    type MemoryLayoutPolicy = ContiguousMemoryLayoutPolicy;
    type Storage = BytesStorage;

    fn logger(&self) -> Arc<ServerLogger> {
        self.utilities.logger.clone()
    }

    fn utilities(&self) -> Arc<ServerUtilities<Self>> {
        self.utilities.clone()
    }

    fn initialize_memory(&mut self, memory: ManagedMemoryHandle, size: u64, _: StreamId) {
        let reserved = self.memory.reserve(size).expect("there is room");
        self.memory
            .bind(reserved, memory.clone(), 0)
            .expect("it was reserved");
        let place = self.memory.get_storage(memory.binding());
        let place = place.expect("it was bound");
        // What is read before it was written is no number.
        cubecl_runtime::storage::ComputeStorage::get(self.memory.storage(), &place)
            .write()
            .fill(0xff);
    }

    fn read(
        &mut self,
        descriptors: Vec<CopyDescriptor>,
        _: StreamId,
    ) -> DynFut<Result<Vec<Bytes>, ServerError>> {
        let read = self.taken_errors().and_then(|()| {
            let each = descriptors.into_iter().map(|descriptor| {
                let size = usize::try_from(descriptor.handle.size_in_used()).unwrap_or(usize::MAX);
                let resource = self.resource(descriptor.handle)?;
                Ok(Bytes::from_bytes_vec(resource.read()[..size].to_vec()))
            });
            each.collect()
        });
        Box::pin(async { read })
    }

    fn write(&mut self, descriptors: Vec<(CopyDescriptor, Bytes)>, _: StreamId) {
        for (descriptor, data) in descriptors {
            match self.resource(descriptor.handle) {
                Ok(mut resource) => resource.write()[..data.len()].copy_from_slice(&data),
                Err(error) => self.errors.push(error.to_string()),
            }
        }
    }

    fn sync(&mut self, _: StreamId) -> DynFut<Result<(), ServerError>> {
        let found = self.taken_errors();
        Box::pin(async { found })
    }

    fn get_resource(
        &mut self,
        binding: Binding,
        _: StreamId,
    ) -> Result<ManagedResource<BytesResource>, ServerError> {
        let memory = binding.memory.clone();
        Ok(ManagedResource::new(memory, self.resource(binding)?))
    }

    #[expect(unsafe_code, reason = "the trait's function is")]
    unsafe fn launch(
        &mut self,
        kernel: Self::Kernel,
        count: CubeCount,
        arguments: KernelArguments,
        mode: ExecutionMode,
        _: StreamId,
    ) {
        // CubeCL panics while it expands a kernel that it does not understand.
        let run = AssertUnwindSafe(|| self.run(&*kernel, &count, arguments, mode));
        let run = catch_unwind(run).unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            Err(format!("panicked: {}", text.unwrap_or_default()))
        });
        if let Err(error) = run {
            self.errors.push(format!("{}: {error}", kernel.name()));
        }
    }

    fn flush(&mut self, _: StreamId) -> Result<(), ServerError> {
        self.taken_errors()
    }

    fn memory_usage(&mut self, _: StreamId) -> Result<MemoryUsage, ServerError> {
        Ok(self.memory.memory_usage())
    }

    fn memory_cleanup(&mut self, _: StreamId) {
        self.memory.cleanup(true);
    }

    fn start_profile(&mut self, _: StreamId) -> Result<ProfilingToken, ServerError> {
        Ok(self.timestamps.start())
    }

    fn end_profile(
        &mut self,
        _: StreamId,
        token: ProfilingToken,
    ) -> Result<ProfileDuration, ProfileError> {
        self.timestamps.stop(token)
    }

    fn allocation_mode(&mut self, mode: MemoryAllocationMode, _: StreamId) {
        self.memory.mode(mode);
    }
}

impl ServerCommunication for TextServer {
    const SERVER_COMM_ENABLED: bool = false;
}

impl DeviceService for TextServer {
    fn init(id: DeviceId) -> Self {
        let memory = MemoryDeviceProperties {
            max_page_size: 1 << 30,
            alignment: ALIGNMENT as u64,
        };
        let logger = Arc::new(ServerLogger::default());
        let utilities = ServerUtilities::new(
            DeviceProperties::new(
                cubecl::features::Features::default(),
                memory.clone(),
                hardware(),
                TimingMethod::System,
            ),
            logger.clone(),
            (),
            ContiguousMemoryLayoutPolicy::new(ALIGNMENT),
        );
        Self {
            order: Order::from_id(id),
            memory: MemoryManagement::from_configuration(
                BytesStorage::default(),
                &memory,
                MemoryConfiguration::default(),
                logger,
                MemoryManagementOptions::new("memory"),
            ),
            kernels: HashMap::new(),
            errors: Vec::new(),
            utilities: Arc::new(utilities),
            timestamps: TimestampProfiler::default(),
        }
    }

    fn utilities(&self) -> ServerUtilitiesHandle {
        self.utilities.clone()
    }
}

/// That of an H200.
fn hardware() -> HardwareProperties {
    HardwareProperties {
        load_width: 128,
        plane_size_min: 32,
        plane_size_max: 32,
        max_bindings: 1024,
        max_shared_memory_size: 227 << 10,
        max_cube_count: (i32::MAX as u32, u16::MAX.into(), u16::MAX.into()),
        max_units_per_cube: 1024,
        max_cube_dim: (1024, 1024, 64),
        num_streaming_multiprocessors: Some(132),
        num_tensor_cores: None,
        min_tensor_cores_dim: None,
        num_cpu_cores: None,
        max_vector_size: VectorSize::MAX,
    }
}
