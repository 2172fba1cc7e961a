//! What a device is asked before it is trusted.

use cubecl::prelude::*;

use crate::elementary::Elementary;
use crate::functions::lit;
use crate::shape::Bits;

/// Answers to each question.
pub const ANSWERS: usize = 10;

/// For each number: a chain of operations, roots, elementary functions, and whether it is finite.
#[cube(launch)]
pub fn check<F: Float + CubeElement, S: Elementary>(
    questions: &Array<F>,
    answers: &mut Array<F>,
    #[comptime] largest: Bits,
) {
    let me = ABSOLUTE_POS;
    if me < questions.len() {
        let x = questions[me];
        let size = x.abs();
        let at = me * ANSWERS;
        answers[at] = x + x * lit::<F>(0.1);
        answers[at + 1] = lit::<F>(1.0) / x;
        answers[at + 2] = size.sqrt();
        answers[at + 3] = S::exp::<F>(x);
        answers[at + 4] = S::ln::<F>(size);
        answers[at + 5] = S::sin::<F>(x);
        answers[at + 6] = S::cos::<F>(x);
        answers[at + 7] = S::tanh::<F>(x);
        answers[at + 8] = S::pow::<F>(size, lit::<F>(1.5));
        let finite = size <= lit::<F>(comptime!(largest.get()));
        answers[at + 9] = select(finite, lit::<F>(1.0), lit::<F>(0.0));
    }
}
