//! A device that was opened: what is moved to it and back, what is launched, what goes wrong.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use cubecl::prelude::{
    ArrayArg, ComputeClient, CubeCount, CubeElement, Float as DeviceFloat, Runtime,
};
use cubecl::server::Handle;

use crate::device::{Device, DeviceError};
use crate::list::DeviceInfo;
use crate::placement::Placement;
use crate::probe;
use crate::shape::Float;

/// Numbers in a buffer at most: kernels count with 32 bits, also beyond its end.
const MOST_NUMBERS: u64 = 1 << 31;

/// Numbers that a kernel computes with.
pub trait Number: DeviceFloat + CubeElement + Copy {
    /// The nearest one.
    fn of(value: f64) -> Self;
    /// In double precision.
    fn get(self) -> f64;
}

impl Number for f64 {
    fn of(value: f64) -> Self {
        value
    }
    fn get(self) -> f64 {
        self
    }
}

impl Number for f32 {
    #[allow(clippy::cast_possible_truncation)]
    fn of(value: f64) -> Self {
        value as Self
    }
    fn get(self) -> f64 {
        self.into()
    }
}

/// A buffer on a device, of so many numbers.
#[derive(Clone)]
pub(crate) struct Buffer {
    handle: Handle,
    len: usize,
}

impl Buffer {
    /// As a kernel's argument.
    pub(crate) fn argument<R: Runtime>(&self) -> ArrayArg<R> {
        #[expect(
            unsafe_code,
            reason = "the buffer was made of so many numbers, and kernels check what is beyond"
        )]
        unsafe {
            ArrayArg::from_raw_parts(self.handle.clone(), self.len)
        }
    }
}

/// An opened device, with the account of what is done on it.
pub(crate) struct Session<R: Runtime> {
    pub(crate) client: ComputeClient<R>,
    pub(crate) info: DeviceInfo,
    placement: Placement,
}

impl<R: Runtime> Session<R> {
    pub(crate) fn new(info: DeviceInfo, device: &R::Device) -> Result<Self, DeviceError> {
        let which = info.device;
        let client = guard(which, || Ok(R::client(device)))?;
        Ok(Self {
            client,
            placement: Placement::new(which),
            info,
        })
    }

    pub(crate) fn device(&self) -> Device {
        self.info.device
    }

    /// What was done so far.
    pub(crate) fn placement(&mut self) -> Placement {
        self.look_at_memory();
        self.placement.clone()
    }

    fn look_at_memory(&mut self) {
        let usage = guard(self.device(), || Ok(self.client.memory_usage()));
        if let Ok(Ok(usage)) = usage {
            let peak = self.placement.peak_bytes.max(usage.bytes_reserved);
            self.placement.peak_bytes = peak;
        }
        let held = self.card().map(|(free, total)| total - free.min(total));
        self.placement.card_bytes = self.placement.card_bytes.max(held);
    }

    /// Bytes of its memory that are free, and all, where the driver tells.
    fn card(&self) -> Option<(u64, u64)> {
        // A runtime of the tests has the name of a card, and no card.
        self.info.memory?;
        probe::memory(self.device())
    }

    /// Bytes that buffers may have: what is free on the card, and what earlier runs left to CubeCL.
    fn available(&self) -> Option<u64> {
        let Some((free, _)) = self.card() else {
            return self.info.memory;
        };
        let usage = guard(self.device(), || Ok(self.client.memory_usage()));
        let left = usage.ok().and_then(Result::ok).map_or(0, |usage| {
            usage.bytes_reserved.saturating_sub(usage.bytes_in_use)
        });
        Some(free + left)
    }

    /// Moves numbers there.
    pub(crate) fn upload<F: Number>(
        &mut self,
        values: impl Iterator<Item = f64>,
    ) -> Result<Buffer, DeviceError> {
        let values: Vec<F> = values.map(F::of).collect();
        self.upload_bytes(F::as_bytes(&values), values.len())
    }

    /// Moves whole numbers there.
    pub(crate) fn upload_u32(&mut self, values: &[u32]) -> Result<Buffer, DeviceError> {
        self.upload_bytes(u32::as_bytes(values), values.len())
    }

    fn upload_bytes(&mut self, bytes: &[u8], len: usize) -> Result<Buffer, DeviceError> {
        // There is no buffer of nothing.
        let nothing = [0; 8];
        let bytes = if bytes.is_empty() {
            &nothing[..]
        } else {
            bytes
        };
        self.placement.bytes_to_device += bytes.len() as u64;
        let handle = guard(self.info.device, || {
            Ok(self.client.create_from_slice(bytes))
        })?;
        Ok(Buffer {
            handle,
            len: len.max(1),
        })
    }

    /// Room for numbers that a kernel will write.
    pub(crate) fn room<F: Number>(&mut self, len: usize) -> Result<Buffer, DeviceError> {
        self.room_of(len, size_of::<F>())
    }

    /// As [`Session::room`], for whole numbers.
    pub(crate) fn room_u32(&mut self, len: usize) -> Result<Buffer, DeviceError> {
        self.room_of(len, size_of::<u32>())
    }

    fn room_of(&mut self, len: usize, each: usize) -> Result<Buffer, DeviceError> {
        let len = len.max(1);
        let handle = guard(self.info.device, || Ok(self.client.empty(len * each)))?;
        Ok(Buffer { handle, len })
    }

    /// Hands a kernel over.
    pub(crate) fn launch(
        &mut self,
        launch: impl FnOnce(&ComputeClient<R>),
    ) -> Result<(), DeviceError> {
        self.placement.launches += 1;
        guard(self.info.device, || {
            launch(&self.client);
            Ok(())
        })
    }

    /// Workgroups in a launch, in two directions where one does not take so many.
    pub(crate) fn cubes(&self, count: u32) -> CubeCount {
        let most = self.info.limits.map_or(u32::MAX, |limits| {
            u32::try_from(limits.workgroups).unwrap_or(u32::MAX)
        });
        // Beyond 2^16 in the second direction no driver goes.
        let most = most.clamp(1, 1 << 20);
        if count <= most {
            return CubeCount::Static(count, 1, 1);
        }
        let rows = count.div_ceil(most);
        CubeCount::Static(count.div_ceil(rows), rows, 1)
    }

    /// Refuses so many things if there is no room for them. `needs` gives for a number of them, for each buffer, how
    /// many numbers it has of how many bytes.
    pub(crate) fn check_room(
        &self,
        what: &'static str,
        count: u64,
        needs: impl Fn(u64) -> Vec<(u64, u64)>,
    ) -> Result<(), DeviceError> {
        let largest = self.info.limits.map_or(u64::MAX, |limits| limits.buffer);
        let largest = largest.min(self.client.properties().memory.max_page_size);
        // Some of it is the driver's.
        let all = self.available().map_or(u64::MAX, |memory| memory / 10 * 9);
        let bytes = |count| {
            let needs = needs(count).into_iter();
            needs.map(|(numbers, each)| numbers.saturating_mul(each))
        };
        let total = |count| bytes(count).fold(0, u64::saturating_add);
        let fits = |count: u64| {
            let counted = needs(count)
                .iter()
                .all(|(numbers, _)| *numbers <= MOST_NUMBERS);
            counted && bytes(count).all(|bytes| bytes <= largest) && total(count) <= all
        };
        if fits(count) {
            return Ok(());
        }
        let (mut room, mut none) = (0, count);
        while none - room > 1 {
            let between = u64::midpoint(room, none);
            if fits(between) {
                room = between;
            } else {
                none = between;
            }
        }
        Err(DeviceError::TooLarge {
            device: self.device(),
            what,
            count,
            bytes: total(count),
            fits: room,
        })
    }

    pub(crate) fn set_float(&mut self, float: Float) {
        self.placement.float = float;
    }

    /// What was done before is not counted.
    pub(crate) fn begin_account(&mut self) {
        self.placement = Placement::new(self.device());
    }

    /// How many kernels were launched.
    pub(crate) fn launches(&self) -> u64 {
        self.placement.launches
    }

    /// What was launched since there were so many, to be compiled, is not counted.
    pub(crate) fn forget_launches_since(&mut self, launches: u64) {
        self.placement.launches = launches;
    }

    /// What kernels took to be compiled so far.
    pub(crate) fn compile_time(&self) -> Duration {
        self.placement.compile_time
    }

    pub(crate) fn count_compiling(&mut self, time: Duration) {
        self.placement.compile_time += time;
    }

    /// Sends what was handed over on its way; tells what has failed since.
    pub(crate) fn flush(&mut self) -> Result<(), DeviceError> {
        let device = self.info.device;
        guard(device, || {
            self.client.flush().map_err(|error| DeviceError::Failed {
                device,
                reason: told(&error.to_string()),
            })
        })
    }

    /// Waits until all that was handed over is done.
    pub(crate) fn wait(&mut self) -> Result<(), DeviceError> {
        self.flush()?;
        let device = self.info.device;
        guard(device, || {
            cubecl::future::block_on(self.client.sync()).map_err(|error| DeviceError::Failed {
                device,
                reason: told(&error.to_string()),
            })
        })
    }

    /// Moves numbers back, once all that was handed over is done.
    pub(crate) fn read<F: Number>(&mut self, buffer: &Buffer) -> Result<Vec<f64>, DeviceError> {
        let bytes = self.read_bytes(buffer)?;
        Ok(F::from_bytes(&bytes)[..buffer.len]
            .iter()
            .map(|value| value.get())
            .collect())
    }

    /// As [`Session::read`], of the first numbers alone.
    pub(crate) fn read_first<F: Number>(
        &mut self,
        buffer: &Buffer,
        len: usize,
    ) -> Result<Vec<f64>, DeviceError> {
        let bytes = ((buffer.len - len.min(buffer.len)) * size_of::<F>()) as u64;
        let handle = buffer.handle.clone().offset_end(bytes);
        let first = Buffer { handle, len };
        self.read::<F>(&first)
    }

    /// Moves whole numbers back.
    pub(crate) fn read_u32(&mut self, buffer: &Buffer) -> Result<Vec<u32>, DeviceError> {
        let bytes = self.read_bytes(buffer)?;
        Ok(u32::from_bytes(&bytes)[..buffer.len].to_vec())
    }

    fn read_bytes(&mut self, buffer: &Buffer) -> Result<cubecl::bytes::Bytes, DeviceError> {
        // Without it a kernel that failed would be read as if it had not run.
        self.flush()?;
        let device = self.info.device;
        let bytes = guard(device, || {
            let read = self.client.read_one(buffer.handle.clone());
            read.map_err(|error| DeviceError::Failed {
                device,
                reason: told(&error.to_string()),
            })
        })?;
        self.placement.bytes_from_device += bytes.len() as u64;
        Ok(bytes)
    }

    pub(crate) fn count_time(&mut self, time: Duration) {
        self.placement.device_time += time;
    }
}

impl<R: Runtime> Drop for Session<R> {
    /// Gives the device's memory back: CubeCL would keep it for buffers to come, of this program alone.
    fn drop(&mut self) {
        // A device that fails here has no memory to give.
        let _ = guard(self.info.device, || {
            self.client.memory_cleanup();
            Ok(())
        });
    }
}

/// CubeCL panics where a driver refuses: here it becomes an error.
pub(crate) fn guard<T>(
    device: Device,
    call: impl FnOnce() -> Result<T, DeviceError>,
) -> Result<T, DeviceError> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| {
        let text = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("its driver gave up");
        Err(DeviceError::Failed {
            device,
            reason: told(text),
        })
    })
}

/// What is told, without traces of calls and empty words.
fn told(text: &str) -> String {
    let lines = text.lines().map(str::trim);
    let told: Vec<&str> = lines
        .filter(|line| !line.is_empty() && !line.starts_with("Caused by"))
        // Of a text that is shown the user has not written a line.
        .filter(|line| !line.contains(['│', '┌', '└', '═']))
        .take_while(|line| !line.starts_with("Backtrace"))
        .take(8)
        .collect();
    told.join(" ")
}
