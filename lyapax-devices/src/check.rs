//! Whether a device computes in double precision as it says.
//!
//! Vulkan promises little, and compilers of shaders simplify: each device is asked once in a program, when it is opened.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use cubecl::prelude::*;

use crate::device::{Device, DeviceError};
use crate::elementary::Elementary;
use crate::kernel::check::{ANSWERS, check};
use crate::session::Session;

/// What was found so far.
static FOUND: Mutex<Option<HashMap<Device, Result<(), DeviceError>>>> = Mutex::new(None);

/// The largest error of an operation or function, relative to the value: some units in the last place.
const TOLERANCE: f64 = 2e-15;

const QUESTIONS: [f64; 16] = [
    0.1,
    -0.3,
    0.7,
    1.0,
    -1.7,
    2.5,
    -9.3,
    30.25,
    -700.25,
    1e-5,
    -3e-9,
    12_345.678,
    1e10,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

const NAMES: [&str; ANSWERS] = [
    "x + 0.1 x",
    "1/x",
    "sqrt",
    "exp",
    "ln",
    "sin",
    "cos",
    "tanh",
    "pow",
    "finite",
];

/// What is known, of a device that was asked before.
pub(crate) fn known(device: Device) -> Option<Result<(), DeviceError>> {
    let found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    found.as_ref()?.get(&device).cloned()
}

/// Asks a device, unless it was asked before.
pub(crate) fn trust<R: Runtime, S: Elementary>(
    session: &mut Session<R>,
) -> Result<(), DeviceError> {
    let device = session.device();
    if let Some(found) = known(device) {
        return found;
    }
    let answer = ask::<R, S>(session);
    let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    found.get_or_insert_default().insert(device, answer.clone());
    answer
}

fn ask<R: Runtime, S: Elementary>(session: &mut Session<R>) -> Result<(), DeviceError> {
    let questions = session.upload::<f64>(QUESTIONS.into_iter())?;
    let unanswered = core::iter::repeat_n(f64::NAN, QUESTIONS.len() * ANSWERS);
    let answers = session.upload::<f64>(unanswered)?;
    let (from, to) = (questions.argument(), answers.argument());
    session.launch(|client| {
        check::launch::<f64, S, R>(
            client,
            CubeCount::Static(1, 1, 1),
            CubeDim::new_1d(32),
            from,
            to,
        );
    })?;
    let answers = session.read::<f64>(&answers)?;
    for (x, answers) in QUESTIONS.iter().zip(answers.chunks_exact(ANSWERS)) {
        for ((name, answer), expected) in NAMES.iter().zip(answers).zip(expected(*x)) {
            if !agree(*answer, expected) {
                return Err(DeviceError::Inaccurate {
                    device: session.device(),
                    reason: format!("`{name}` of {x} is {answer:e} there, not {expected:e}"),
                });
            }
        }
    }
    Ok(())
}

fn expected(x: f64) -> [f64; ANSWERS] {
    let size = x.abs();
    [
        x + x * 0.1,
        1.0 / x,
        size.sqrt(),
        x.exp(),
        size.ln(),
        x.sin(),
        x.cos(),
        x.tanh(),
        size.powf(1.5),
        f64::from(u8::from(size <= f64::MAX)),
    ]
}

fn agree(answer: f64, expected: f64) -> bool {
    if expected.is_nan() {
        return answer.is_nan();
    }
    // Equal infinities differ by nothing that is a number; near a zero of the sine the argument's digits count.
    answer == expected || (answer - expected).abs() <= TOLERANCE * expected.abs().max(1e-300)
}
