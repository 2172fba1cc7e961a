//! The tape: what a computer does, one branch-free operation after the other.
//!
//! Only what the outputs need is on it, and every operation once. Integer powers are spelled out
//! as multiplications here, so that x³ and x² share x·x.

mod folded;

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::functions::FunctionId;
use crate::ir::{Arena, Compare, Id, Node, Var};

/// What an operation reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// The result of an earlier operation.
    Step(usize),
    /// The bits of an `f64`.
    Number(u64),
    Pi,
    Var(Var),
}

/// One operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    Neg(Operand),
    Add(Operand, Operand),
    Sub(Operand, Operand),
    Mul(Operand, Operand),
    Div(Operand, Operand),
    Call1(FunctionId, Operand),
    Call2(FunctionId, Operand, Operand),
    Compare(Compare, Operand, Operand),
    And(Operand, Operand),
    Or(Operand, Operand),
    Not(Operand),
    Select {
        mask: Operand,
        then: Operand,
        otherwise: Operand,
    },
}

/// Operations in order, and where the outputs are found after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tape {
    pub steps: Vec<Op>,
    pub outputs: Vec<Operand>,
}

impl Tape {
    /// The operations that the outputs need.
    pub fn new(arena: &Arena, outputs: &[Id]) -> Self {
        let mut writer = Writer::default();
        let mut place: Vec<Option<Operand>> = vec![None; arena.len()];
        for id in arena.cone(outputs) {
            let operand =
                |id: Id| place[id.0 as usize].expect("children stand before their parents");
            let written = writer.node(arena.get(id), operand);
            place[id.0 as usize] = Some(written);
        }
        let outputs = outputs
            .iter()
            .map(|id| place[id.0 as usize].expect("outputs are in their own cone"))
            .collect();
        Self {
            steps: writer.steps,
            outputs,
        }
    }

    /// The same with everything known that no variable has a part in.
    ///
    /// For devices: what their compilers make of constants has fewer digits. On the CPU the compiler does it, with all
    /// of them.
    pub fn folded(&self) -> Self {
        folded::folded(self)
    }

    /// One line for each operation and output, to be read by a person.
    pub fn text(&self, variable: impl Fn(Var) -> String) -> String {
        let operand = |operand: &Operand| match *operand {
            Operand::Step(step) => format!("v{step}"),
            Operand::Number(bits) => f64::from_bits(bits).to_string(),
            Operand::Pi => "pi".to_owned(),
            Operand::Var(var) => variable(var),
        };
        let mut text = String::new();
        for (step, op) in self.steps.iter().enumerate() {
            let operands: Vec<_> = op.operands().map(|o| operand(&o)).collect();
            let _ = writeln!(text, "v{step} = {} {}", op.name(), operands.join(" "));
        }
        let outputs: Vec<_> = self.outputs.iter().map(operand).collect();
        let _ = writeln!(text, "-> {}", outputs.join(" "));
        text
    }
}

impl Op {
    /// The operands, in order.
    fn operands(self) -> impl Iterator<Item = Operand> {
        let (a, b, c) = match self {
            Self::Neg(a) | Self::Not(a) | Self::Call1(_, a) => (a, None, None),
            Self::Add(a, b)
            | Self::Sub(a, b)
            | Self::Mul(a, b)
            | Self::Div(a, b)
            | Self::Call2(_, a, b)
            | Self::Compare(_, a, b)
            | Self::And(a, b)
            | Self::Or(a, b) => (a, Some(b), None),
            Self::Select {
                mask,
                then,
                otherwise,
            } => (mask, Some(then), Some(otherwise)),
        };
        [Some(a), b, c].into_iter().flatten()
    }

    fn name(self) -> &'static str {
        match self {
            Self::Neg(_) => "neg",
            Self::Add(..) => "add",
            Self::Sub(..) => "sub",
            Self::Mul(..) => "mul",
            Self::Div(..) => "div",
            Self::Call1(f, _) | Self::Call2(f, ..) => f.get().name,
            Self::Compare(op, ..) => op.symbol(),
            Self::And(..) => "and",
            Self::Or(..) => "or",
            Self::Not(_) => "not",
            Self::Select { .. } => "select",
        }
    }
}

/// Writes each operation once.
#[derive(Default)]
struct Writer {
    steps: Vec<Op>,
    written: HashMap<Op, usize>,
}

impl Writer {
    fn node(&mut self, node: Node, operand: impl Fn(Id) -> Operand) -> Operand {
        let op = match node {
            Node::Number(bits) => return Operand::Number(bits),
            Node::Pi => return Operand::Pi,
            Node::Var(var) => return Operand::Var(var),
            Node::Powi(a, n) => return self.power(operand(a), n),
            Node::Neg(a) => Op::Neg(operand(a)),
            Node::Add(a, b) => Op::Add(operand(a), operand(b)),
            Node::Sub(a, b) => Op::Sub(operand(a), operand(b)),
            Node::Mul(a, b) => Op::Mul(operand(a), operand(b)),
            Node::Div(a, b) => Op::Div(operand(a), operand(b)),
            Node::Call1(f, a) => Op::Call1(f, operand(a)),
            Node::Call2(f, a, b) => Op::Call2(f, operand(a), operand(b)),
            Node::Compare(op, a, b) => Op::Compare(op, operand(a), operand(b)),
            Node::And(a, b) => Op::And(operand(a), operand(b)),
            Node::Or(a, b) => Op::Or(operand(a), operand(b)),
            Node::Not(a) => Op::Not(operand(a)),
            Node::Select {
                mask,
                then,
                otherwise,
            } => Op::Select {
                mask: operand(mask),
                then: operand(then),
                otherwise: operand(otherwise),
            },
        };
        self.step(op)
    }

    fn step(&mut self, op: Op) -> Operand {
        Operand::Step(*self.written.entry(op).or_insert_with(|| {
            self.steps.push(op);
            self.steps.len() - 1
        }))
    }

    /// Left-to-right binary powering, the reciprocal where the exponent is negative.
    fn power(&mut self, x: Operand, exponent: i32) -> Operand {
        let one = Operand::Number(1f64.to_bits());
        let n = exponent.unsigned_abs();
        let Some(highest) = n.checked_ilog2() else {
            return one;
        };
        let mut r = x;
        for bit in (0..highest).rev() {
            r = self.step(Op::Mul(r, r));
            if n >> bit & 1 == 1 {
                r = self.step(Op::Mul(r, x));
            }
        }
        if exponent < 0 {
            self.step(Op::Div(one, r))
        } else {
            r
        }
    }
}

#[cfg(test)]
mod tests;
