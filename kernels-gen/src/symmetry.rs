//! Symmetries that the partial derivatives prove.
//!
//! A state that occurs only in differences may be shifted at all nodes at once: a common phase, the
//! height of a surface. Such a shift neither grows nor shrinks, so one exponent is exactly 0.

use crate::derive::{Derived, Partial};
use crate::ir::{ModelKind, Var};
use crate::terms::Terms;

/// The states that may be shifted: x → f(x) commutes with adding one number to the state at every
/// node. Found where the partials cancel as they stand; a symmetry that takes algebra is not seen.
pub fn shifts(derived: &Derived) -> Vec<usize> {
    let model = &derived.model;
    let terms = Terms::new(&model.arena);
    let invariant = |state: usize| {
        // A map has to pass the shift on.
        let passed_on = |row: usize| {
            if model.kind == ModelKind::Map && row == state {
                1.0
            } else {
                0.0
            }
        };
        (0..model.rhs.len()).all(|row| {
            total_is(
                derived,
                &terms,
                &derived.partials,
                row,
                state,
                passed_on(row),
            )
        }) && (0..model.sums.len())
            .all(|row| total_is(derived, &terms, &derived.edge_partials, row, state, 0.0))
    };
    (0..model.states.len())
        .filter(|&state| invariant(state))
        .collect()
}

/// Whether a row's partials with respect to a state, wherever it is read, add up to a number.
fn total_is(
    derived: &Derived,
    terms: &Terms<'_>,
    partials: &[Partial],
    row: usize,
    state: usize,
    wanted: f64,
) -> bool {
    let reads = |var: Var| match var {
        Var::State(i) | Var::Source(i) => i as usize == state,
        Var::Neighbour(i) => derived.model.neighbours[i as usize].state as usize == state,
        _ => false,
    };
    let read = partials
        .iter()
        .filter(|partial| partial.row == row && reads(partial.wrt))
        .map(|partial| partial.value);
    terms.total(read).is_some_and(|total| total.value == wanted)
}

#[cfg(test)]
mod tests {
    use super::shifts;
    use crate::Compiled;
    use crate::diag::Sink;

    #[track_caller]
    fn check(text: &str, expected: &[usize]) {
        let mut sink = Sink::default();
        let compiled = crate::compile(text.parse().expect("Rust tokens"), &mut sink);
        assert!(
            sink.finish()
                .iter()
                .all(|found| found.severity == crate::Severity::Warning)
        );
        let Compiled::Model(derived) = compiled else {
            panic!("a mistake in {text}")
        };
        assert_eq!(shifts(&derived), expected, "{text}");
    }

    #[test]
    fn phases_shift() {
        check(
            "M { state theta; param G = 1; coupling c = G / N * sum(w * sin(src.theta - theta)); dtheta/dt = 1 + c; }",
            &[0],
        );
        check(
            "M { state h; dh/dt = h[+1] - 2 * h + h[-1] + sin(h[+1] - h[-1]); }",
            &[0],
        );
        check(
            "M { state x, y; coupling c = sum(w * (src.x - x)); dx/dt = c + y; dy/dt = -y; }",
            &[0],
        );
        check(
            "M { state q; state p; next(q) = q + p; next(p) = p; }",
            &[0],
        );
    }

    #[test]
    fn others_do_not() {
        check(
            "M { state x, y, z; dx/dt = 10 * (y - x); dy/dt = x * (28 - z) - y; dz/dt = x * y - z; }",
            &[],
        );
        check("M { state x; dx/dt = (x[+1] - x[-2]) * x[-1] - x; }", &[]);
        check(
            "M { state x; coupling c = sum(w * sin(src.x + x)); dx/dt = c; }",
            &[],
        );
        check("M { state x; next(x) = 4 * x * (1 - x); }", &[]);
    }

    /// A state that nothing reads is shifted freely: it integrates what drives it.
    #[test]
    fn an_integral_shifts() {
        check(
            "M { state x, work; dx/dt = -x; dwork/dt = x^2; output done = work; }",
            &[1],
        );
    }
}
