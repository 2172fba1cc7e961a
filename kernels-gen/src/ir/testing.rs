//! Models for tests, built by hand, and random ones.

use proc_macro2::Span;
use proptest::prelude::*;
use quote::quote;

use super::{Arena, Compare, Declared, Id, Model, ModelKind, Neighbour, Node, Type, Var};
use crate::functions;
use crate::source::Loc;
use crate::syntax::Name;

pub fn declared(name: &str, default: f64) -> Declared {
    Declared {
        name: named(name),
        docs: Vec::new(),
        default,
    }
}

fn named(text: &str) -> Name {
    Name {
        text: text.to_owned(),
        loc: Loc::token(Span::call_site()),
    }
}

/// A model without any equation.
pub fn empty(name: &str, kind: ModelKind) -> Model {
    Model {
        name: named(name),
        docs: Vec::new(),
        visibility: quote!(pub),
        root: quote!(::lyapax),
        hamiltonian: None,
        kind,
        states: Vec::new(),
        params: Vec::new(),
        inputs: Vec::new(),
        outputs: Vec::new(),
        neighbours: Vec::new(),
        jumps: Vec::new(),
        arena: Arena::default(),
        rhs: Vec::new(),
        sums: Vec::new(),
        output_values: Vec::new(),
    }
}

fn list(all: &[(&str, f64)]) -> Vec<Declared> {
    all.iter()
        .map(|&(name, default)| declared(name, default))
        .collect()
}

impl Arena {
    pub fn call(&mut self, name: &str, args: &[Id]) -> Id {
        let function = functions::find(name).expect("tests call what there is");
        self.push(match *args {
            [a] => Node::Call1(function, a),
            [a, b] => Node::Call2(function, a, b),
            _ => unreachable!(),
        })
    }
}

/// A model's text, compiled.
pub fn compiled(text: &str) -> crate::derive::Derived {
    let mut sink = crate::diag::Sink::default();
    let compiled = crate::compile(text.parse().expect("Rust tokens"), &mut sink);
    let found = sink.finish();
    let crate::Compiled::Model(derived) = compiled else {
        panic!("a mistake in {text}: {found:?}")
    };
    assert!(
        found
            .iter()
            .all(|found| found.severity == crate::diag::Severity::Warning)
    );
    derived
}

/// x' = σ(y − x), y' = x(ρ − z) − y, z' = xy − βz; e = x² + y².
pub fn lorenz() -> Model {
    let mut model = empty("Lorenz", ModelKind::Flow);
    model.docs = vec![" Convection, Lorenz 1963.".to_owned()];
    model.states = list(&[("x", 1.0), ("y", 1.0), ("z", 1.0)]);
    model.params = list(&[("sigma", 10.0), ("rho", 28.0), ("beta", 8.0 / 3.0)]);
    model.params[1].docs = vec![" Rayleigh number.".to_owned()];
    model.outputs = list(&[("e", 0.0)]);
    let a = &mut model.arena;
    let [x, y, z] = [0, 1, 2].map(|i| a.var(Var::State(i)));
    let [sigma, rho, beta] = [0, 1, 2].map(|i| a.var(Var::Param(i)));
    let difference = a.push(Node::Sub(y, x));
    let dx = a.push(Node::Mul(sigma, difference));
    let rest = a.push(Node::Sub(rho, z));
    let product = a.push(Node::Mul(x, rest));
    let dy = a.push(Node::Sub(product, y));
    let xy = a.push(Node::Mul(x, y));
    let loss = a.push(Node::Mul(beta, z));
    let dz = a.push(Node::Sub(xy, loss));
    model.rhs = vec![dx, dy, dz];
    let [x2, y2] = [x, y].map(|v| a.push(Node::Powi(v, 2)));
    model.output_values = vec![a.push(Node::Add(x2, y2))];
    model
}

/// x → 1 − a·x² + y, y → b·x.
pub fn henon() -> Model {
    let mut model = empty("Henon", ModelKind::Map);
    model.states = list(&[("x", 0.0), ("y", 0.0)]);
    model.params = list(&[("a", 1.4), ("b", 0.3)]);
    let arena = &mut model.arena;
    let [x, y] = [0, 1].map(|i| arena.var(Var::State(i)));
    let [a, b] = [0, 1].map(|i| arena.var(Var::Param(i)));
    let one = arena.number(1.0);
    let square = arena.push(Node::Powi(x, 2));
    let bend = arena.push(Node::Mul(a, square));
    let rest = arena.push(Node::Sub(one, bend));
    let next_x = arena.push(Node::Add(rest, y));
    let next_y = arena.push(Node::Mul(b, x));
    model.rhs = vec![next_x, next_y];
    model
}

/// θ' = ω + G/N·sum(w·sin(src.θ − θ)).
pub fn kuramoto() -> Model {
    let mut model = empty("Kuramoto", ModelKind::Flow);
    model.states = list(&[("theta", 0.0)]);
    model.params = list(&[("omega", 0.0), ("G", 1.0)]);
    let a = &mut model.arena;
    let theta = a.var(Var::State(0));
    let [omega, g] = [0, 1].map(|i| a.var(Var::Param(i)));
    let source = a.var(Var::Source(0));
    let weight = a.var(Var::Weight);
    let lag = a.push(Node::Sub(source, theta));
    let sin = a.call("sin", &[lag]);
    let summand = a.push(Node::Mul(weight, sin));
    model.sums = vec![summand];
    let nodes = a.var(Var::Nodes);
    let strength = a.push(Node::Div(g, nodes));
    let sum = a.var(Var::Sum(0));
    let coupling = a.push(Node::Mul(strength, sum));
    model.rhs = vec![a.push(Node::Add(omega, coupling))];
    model
}

/// A driven lattice: x' = (x[+1] − x[−2])·x[−1] − x + u·cos(t), with an `if`.
pub fn lattice() -> Model {
    let mut model = empty("Lattice", ModelKind::Flow);
    model.states = list(&[("x", 0.0)]);
    model.inputs = list(&[("u", 0.0)]);
    model.neighbours = [1, -2, -1]
        .map(|offset| Neighbour { state: 0, offset })
        .to_vec();
    let a = &mut model.arena;
    let x = a.var(Var::State(0));
    let [next, far, previous] = [0, 1, 2].map(|i| a.var(Var::Neighbour(i)));
    let gradient = a.push(Node::Sub(next, far));
    let advection = a.push(Node::Mul(gradient, previous));
    let decay = a.push(Node::Sub(advection, x));
    let t = a.var(Var::Time);
    let cos = a.call("cos", &[t]);
    let u = a.var(Var::Input(0));
    let drive = a.push(Node::Mul(u, cos));
    let zero = a.number(0.0);
    let mask = a.push(Node::Compare(Compare::Greater, x, zero));
    let drive = a.push(Node::Select {
        mask,
        then: drive,
        otherwise: zero,
    });
    model.rhs = vec![a.push(Node::Add(decay, drive))];
    model
}

/// One step of a random arena: which operation, and which earlier nodes it reads.
pub type Draw = (u8, u16, u16, u16);

pub fn draws() -> impl Strategy<Value = Vec<Draw>> {
    prop::collection::vec(any::<Draw>(), 1..40)
}

/// An arena over `STATES` states and some constants, and the last number in it.
pub fn random(draws: &[Draw]) -> (Arena, Id) {
    const NUMBERS: [f64; 8] = [0.0, 1.0, -1.0, 2.0, 0.5, -3.0, 0.1, 1e-3];
    let mut a = Arena::default();
    let mut reals: Vec<Id> = (0..STATES).map(|i| a.var(Var::State(i))).collect();
    reals.extend(NUMBERS.map(|value| a.number(value)));
    let first = a.push(Node::Compare(Compare::Less, reals[0], reals[1]));
    let mut bools = vec![first];
    for &(op, i, j, k) in draws {
        // Mostly recent nodes, so that expressions grow deep.
        let pick = |list: &[Id], index: u16| {
            let reach = if index.is_multiple_of(3) {
                list.len()
            } else {
                list.len().min(6)
            };
            list[list.len() - 1 - usize::from(index / 3) % reach]
        };
        let (x, y) = (pick(&reals, i), pick(&reals, j));
        let node = match op % 32 {
            0..4 => Node::Add(x, y),
            4..8 => Node::Sub(x, y),
            8..13 => Node::Mul(x, y),
            13..15 => Node::Div(x, y),
            15..18 => Node::Neg(x),
            18..20 => Node::Powi(x, i32::from(k % 9) - 3),
            20 => Node::Compare(
                [Compare::Less, Compare::GreaterEq, Compare::NotEq][usize::from(k % 3)],
                x,
                y,
            ),
            21 => Node::And(pick(&bools, i), pick(&bools, j)),
            22 => Node::Or(pick(&bools, i), pick(&bools, j)),
            23 => Node::Not(pick(&bools, i)),
            24..26 => Node::Select {
                mask: pick(&bools, k),
                then: x,
                otherwise: y,
            },
            _ => {
                let function = &functions::ALL[usize::from(k) % functions::ALL.len()];
                let id = functions::find(function.name).expect("it is in the list");
                if function.arity == 1 {
                    Node::Call1(id, x)
                } else {
                    Node::Call2(id, x, y)
                }
            }
        };
        let id = a.push(node);
        match node.ty() {
            Type::Real => reals.push(id),
            Type::Bool => bools.push(id),
        }
    }
    let last = *reals.last().expect("there are always states");
    (a, last)
}

pub const STATES: u32 = 3;

/// The random arena as a flow of one equation.
pub fn random_model(draws: &[Draw]) -> Model {
    let mut model = empty("Random", ModelKind::Flow);
    model.states = (0..STATES)
        .map(|i| declared(&format!("x{i}"), 0.0))
        .collect();
    let (arena, root) = random(draws);
    model.arena = arena;
    model.rhs = vec![root; STATES as usize];
    model
}

/// Values of the states: not round, now and then alike or zero.
pub fn point() -> impl Strategy<Value = [f64; STATES as usize]> {
    prop::array::uniform3(prop_oneof![8 => -3.0..3.0f64, 1 => Just(0.0), 1 => Just(1.0)])
}
