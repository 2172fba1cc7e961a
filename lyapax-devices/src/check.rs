//! Whether a device computes as it says.
//!
//! Vulkan promises little, and compilers of shaders simplify: each device is asked once in a program for each kind of
//! numbers, when it is opened.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use cubecl::prelude::*;

use crate::device::{Device, DeviceError};
use crate::elementary::Elementary;
use crate::kernel::check::{ANSWERS, check};
use crate::session::{Number, Session};
use crate::shape::Float;

type Found = HashMap<(Device, Float), Result<(), DeviceError>>;

/// What was found so far.
static FOUND: Mutex<Option<Found>> = Mutex::new(None);

const QUESTIONS: [f64; 17] = [
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
    1234.5,
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
pub(crate) fn known(device: Device, float: Float) -> Option<Result<(), DeviceError>> {
    let found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    found.as_ref()?.get(&(device, float)).cloned()
}

/// Asks a device, unless it was asked before.
pub(crate) fn trust<R: Runtime, F: Number, S: Elementary>(
    session: &mut Session<R>,
    float: Float,
) -> Result<(), DeviceError> {
    let device = session.device();
    if let Some(found) = known(device, float) {
        return found;
    }
    let answer = ask::<R, F, S>(session, float);
    // One that could not answer may at another time.
    if matches!(answer, Ok(()) | Err(DeviceError::Inaccurate { .. })) {
        let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
        let found = found.get_or_insert_default();
        found.insert((device, float), answer.clone());
    }
    answer
}

fn ask<R: Runtime, F: Number, S: Elementary>(
    session: &mut Session<R>,
    float: Float,
) -> Result<(), DeviceError> {
    // In single precision, of those that it holds well.
    let questions = QUESTIONS.into_iter();
    let questions: Vec<f64> = questions
        .filter(|x| float == Float::F64 || x.abs() < 2000.0 || !x.is_finite())
        .map(|x| F::of(x).get())
        .collect();
    let asked = session.upload::<F>(questions.iter().copied())?;
    let unanswered = core::iter::repeat_n(f64::NAN, questions.len() * ANSWERS);
    let answers = session.upload::<F>(unanswered)?;
    let (from, to) = (asked.argument(), answers.argument());
    session.launch(|client| {
        check::launch::<F, S, R>(
            client,
            CubeCount::Static(1, 1, 1),
            CubeDim::new_1d(32),
            from,
            to,
            float.limits().largest,
        );
    })?;
    let answers = session.read::<F>(&answers)?;
    for (x, answers) in questions.iter().zip(answers.chunks_exact(ANSWERS)) {
        // What becomes of infinity in single precision is not promised, but that it is told from numbers.
        let skipped = if float == Float::F32 && !x.is_finite() {
            ANSWERS - 1
        } else {
            0
        };
        let all = NAMES.iter().zip(answers).zip(expected(*x));
        for ((name, answer), expected) in all.skip(skipped) {
            if !agree(*answer, F::of(expected).get(), float) {
                return Err(DeviceError::Inaccurate {
                    device: session.device(),
                    float,
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

fn agree(answer: f64, expected: f64, float: Float) -> bool {
    if expected.is_nan() {
        return answer.is_nan();
    }
    // Equal infinities differ by nothing that is a number.
    answer == expected
        || match float {
            // Some units in the last place.
            Float::F64 => (answer - expected).abs() <= 2e-15 * expected.abs().max(1e-300),
            // Of a sine near zero what Vulkan promises is an absolute error.
            Float::F32 => (answer - expected).abs() <= 2e-5 * expected.abs().max(1.0),
        }
}
