//! The input signals of systems or nodes, as kernels read them.

use cubecl::prelude::Runtime;

use crate::device::DeviceError;
use crate::ensemble::Input;
use crate::kernel::signals::TABLE;
use crate::session::{Buffer, Number, Session};

/// Inputs that a kernel can have: of which are sampled it is told in bits.
pub(super) const MOST: usize = 32;

/// Their buffers.
pub(super) struct Signals {
    /// Input by input a number for each node, where it is none that changes.
    pub(super) constants: Buffer,
    pub(super) table: Buffer,
    pub(super) samples: Buffer,
}

/// Which inputs are sampled.
pub(super) fn sampled(inputs: &[Input]) -> u64 {
    let sampled = inputs.iter().enumerate();
    let sampled = sampled.filter(|(_, input)| matches!(input, Input::Sampled { .. }));
    sampled.fold(0, |bits, (i, _)| bits | 1 << i)
}

/// Refuses more inputs than bits, and more samples than a number counts exactly.
pub(super) fn check<R: Runtime, F: Number>(
    session: &Session<R>,
    inputs: &[Input],
) -> Result<(), DeviceError> {
    let samples = inputs.iter().map(|input| match input {
        Input::Sampled { values, .. } => values.len(),
        Input::Constant(_) => 0,
    });
    // Whole numbers beyond have gaps between them.
    let exact = if size_of::<F>() == 4 {
        1 << 24
    } else {
        1 << 31
    };
    for (what, count, most) in [
        ("inputs", inputs.len(), MOST),
        ("samples of inputs", samples.sum(), exact),
    ] {
        if count > most {
            return Err(DeviceError::ModelTooLarge {
                whole: "model",
                device: session.device(),
                what,
                count,
                most,
            });
        }
    }
    Ok(())
}

impl Signals {
    pub(super) fn new<R: Runtime, F: Number>(
        session: &mut Session<R>,
        inputs: &[Input],
        nodes: usize,
    ) -> Result<Self, DeviceError> {
        let mut constants = vec![0.0; inputs.len() * nodes];
        let mut table = vec![0.0; inputs.len() * TABLE];
        let mut samples = Vec::new();
        for (i, input) in inputs.iter().enumerate() {
            match input {
                Input::Constant(values) => {
                    constants[i * nodes..][..nodes].copy_from_slice(values);
                }
                Input::Sampled {
                    start,
                    interval,
                    values,
                } => {
                    let (first, count) = (samples.len() as f64, values.len() as f64);
                    table[i * TABLE..][..TABLE].copy_from_slice(&[first, count, *start, *interval]);
                    samples.extend_from_slice(values);
                }
            }
        }
        Ok(Self {
            constants: session.upload::<F>(constants.into_iter())?,
            table: session.upload::<F>(table.into_iter())?,
            samples: session.upload::<F>(samples.into_iter())?,
        })
    }
}
