//! A tape without operations on constants.

use super::{Op, Operand, Tape};
use crate::ir::Compare;

/// What became of a step.
#[derive(Clone, Copy)]
enum Known {
    /// It is still made, or is another operand.
    Is(Operand),
    Truth(bool),
}

pub(super) fn folded(tape: &Tape) -> Tape {
    let mut steps = Vec::new();
    let mut known: Vec<Known> = Vec::with_capacity(tape.steps.len());
    for op in &tape.steps {
        let found = fold(*op, &known).unwrap_or_else(|| {
            steps.push(with_operands(*op, &known));
            Known::Is(Operand::Step(steps.len() - 1))
        });
        known.push(found);
    }
    let outputs = tape.outputs.iter();
    let outputs = outputs.map(|output| operand(*output, &known)).collect();
    Tape { steps, outputs }
}

fn operand(operand: Operand, known: &[Known]) -> Operand {
    match operand {
        Operand::Step(step) => match known[step] {
            Known::Is(operand) => operand,
            Known::Truth(_) => unreachable!("a truth value is read by what folds with it"),
        },
        Operand::Pi => Operand::Number(core::f64::consts::PI.to_bits()),
        other => other,
    }
}

fn number(of: Operand, known: &[Known]) -> Option<f64> {
    // A truth value is no number.
    if let Operand::Step(step) = of
        && let Known::Truth(_) = known[step]
    {
        return None;
    }
    match operand(of, known) {
        Operand::Number(bits) => Some(f64::from_bits(bits)),
        _ => None,
    }
}

fn truth(of: Operand, known: &[Known]) -> Option<bool> {
    match of {
        Operand::Step(step) => match known[step] {
            Known::Truth(truth) => Some(truth),
            Known::Is(_) => None,
        },
        _ => None,
    }
}

/// What an operation gives, where that is known, or is one of its operands.
fn fold(op: Op, known: &[Known]) -> Option<Known> {
    let value = |operand| number(operand, known);
    let is = |value: f64| Some(Known::Is(Operand::Number(value.to_bits())));
    let passed = |operand_of| Some(Known::Is(operand(operand_of, known)));
    match op {
        Op::Neg(a) => is(-value(a)?),
        Op::Add(a, b) => is(value(a)? + value(b)?),
        Op::Sub(a, b) => is(value(a)? - value(b)?),
        Op::Mul(a, b) => is(value(a)? * value(b)?),
        Op::Div(a, b) => is(value(a)? / value(b)?),
        Op::Call1(f, a) => is((f.get().eval)(&[value(a)?])),
        Op::Call2(f, a, b) => is((f.get().eval)(&[value(a)?, value(b)?])),
        Op::Compare(compare, a, b) => Some(Known::Truth(holds(compare, value(a)?, value(b)?))),
        Op::Not(a) => Some(Known::Truth(!truth(a, known)?)),
        Op::And(a, b) => match (truth(a, known), truth(b, known)) {
            (Some(false), _) | (_, Some(false)) => Some(Known::Truth(false)),
            (Some(true), Some(true)) => Some(Known::Truth(true)),
            (Some(true), None) => passed(b),
            (None, Some(true)) => passed(a),
            (None, None) => None,
        },
        Op::Or(a, b) => match (truth(a, known), truth(b, known)) {
            (Some(true), _) | (_, Some(true)) => Some(Known::Truth(true)),
            (Some(false), Some(false)) => Some(Known::Truth(false)),
            (Some(false), None) => passed(b),
            (None, Some(false)) => passed(a),
            (None, None) => None,
        },
        Op::Select {
            mask,
            then,
            otherwise,
        } => passed(if truth(mask, known)? { then } else { otherwise }),
    }
}

fn holds(compare: Compare, a: f64, b: f64) -> bool {
    match compare {
        Compare::Less => a < b,
        Compare::LessEq => a <= b,
        Compare::Greater => a > b,
        Compare::GreaterEq => a >= b,
        Compare::Eq => a == b,
        Compare::NotEq => a != b,
    }
}

fn with_operands(op: Op, known: &[Known]) -> Op {
    let at = |of| operand(of, known);
    match op {
        Op::Neg(a) => Op::Neg(at(a)),
        Op::Add(a, b) => Op::Add(at(a), at(b)),
        Op::Sub(a, b) => Op::Sub(at(a), at(b)),
        Op::Mul(a, b) => Op::Mul(at(a), at(b)),
        Op::Div(a, b) => Op::Div(at(a), at(b)),
        Op::Call1(f, a) => Op::Call1(f, at(a)),
        Op::Call2(f, a, b) => Op::Call2(f, at(a), at(b)),
        Op::Compare(compare, a, b) => Op::Compare(compare, at(a), at(b)),
        Op::And(a, b) => Op::And(at(a), at(b)),
        Op::Or(a, b) => Op::Or(at(a), at(b)),
        Op::Not(a) => Op::Not(at(a)),
        Op::Select {
            mask,
            then,
            otherwise,
        } => Op::Select {
            mask: at(mask),
            then: at(then),
            otherwise: at(otherwise),
        },
    }
}
