//! The order in which named expressions are lowered: each after those that it mentions, wherever
//! they stand in the model. What is defined by itself is reported here.

use std::collections::HashMap;

use crate::diag::Sink;
use crate::syntax::{Expr, ExprKind, ItemKind, Model, Name};

/// Indices of the `let`, `fn` and `coupling` items, dependencies first. Members of a circle are
/// left out; they were reported.
pub fn definitions(model: &Model, sink: &mut Sink) -> Vec<usize> {
    let mut nodes: HashMap<&str, usize> = HashMap::new();
    for (index, item) in model.items.iter().enumerate() {
        if let Some((name, ..)) = definition(&item.kind) {
            nodes.entry(&name.text).or_insert(index);
        }
    }
    let mut order = Order {
        model,
        nodes: &nodes,
        state: vec![State::Unseen; model.items.len()],
        done: Vec::new(),
    };
    for (index, item) in model.items.iter().enumerate() {
        if definition(&item.kind).is_some() {
            order.visit(index, sink);
        }
    }
    order.done
}

fn definition(kind: &ItemKind) -> Option<(&Name, &Expr, &[Name])> {
    match kind {
        ItemKind::Let { name, value } | ItemKind::Coupling { name, value } => {
            Some((name, value, &[]))
        }
        ItemKind::Fn { name, args, body } => Some((name, body, args)),
        _ => None,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Unseen,
    Open,
    Done,
    /// In a circle, or built on one.
    Broken,
}

struct Order<'a> {
    model: &'a Model,
    nodes: &'a HashMap<&'a str, usize>,
    state: Vec<State>,
    done: Vec<usize>,
}

/// An item that is being visited, and what of it is still to be looked at.
struct Frame {
    index: usize,
    mentioned: Vec<usize>,
}

impl<'a> Order<'a> {
    /// Depth first, with a stack of its own: a chain of definitions may be long.
    fn visit(&mut self, root: usize, sink: &mut Sink) {
        if self.state[root] != State::Unseen {
            return;
        }
        let mut stack = vec![self.open(root)];
        while let Some(frame) = stack.last_mut() {
            let Some(next) = frame.mentioned.pop() else {
                let index = frame.index;
                stack.pop();
                if self.state[index] == State::Open {
                    self.state[index] = State::Done;
                    self.done.push(index);
                } else if let Some(parent) = stack.last() {
                    self.state[parent.index] = State::Broken;
                }
                continue;
            };
            match self.state[next] {
                State::Unseen => {
                    let frame = self.open(next);
                    stack.push(frame);
                }
                State::Done => {}
                State::Broken => {
                    let index = frame.index;
                    self.state[index] = State::Broken;
                }
                State::Open => {
                    let from = stack
                        .iter()
                        .position(|f| f.index == next)
                        .expect("an open item is on the stack");
                    self.report(&stack[from..], sink);
                    for frame in &stack[from..] {
                        self.state[frame.index] = State::Broken;
                    }
                }
            }
        }
    }

    fn open(&mut self, index: usize) -> Frame {
        self.state[index] = State::Open;
        let (_, value, args) =
            definition(&self.model.items[index].kind).expect("only definitions are visited");
        let mut mentioned = Vec::new();
        names(value, &mut |name| {
            let hidden = args.iter().any(|arg| arg.text == name);
            if let Some(&index) = self.nodes.get(name).filter(|_| !hidden) {
                mentioned.push(index);
            }
        });
        mentioned.reverse();
        Frame { index, mentioned }
    }

    fn report(&self, circle: &[Frame], sink: &mut Sink) {
        let name = |frame: &Frame| {
            definition(&self.model.items[frame.index].kind)
                .expect("a definition")
                .0
        };
        let first = name(&circle[0]);
        let mut path: Vec<&str> = circle
            .iter()
            .map(|frame| name(frame).text.as_str())
            .collect();
        path.push(&first.text);
        sink.error(
            &first.loc,
            format!(
                "`{}` is defined by itself: {}",
                first.text,
                path.join(" → ")
            ),
            "break the circle: a quantity that feeds back on itself is a `state` with an equation",
        );
    }
}

/// Every name that an expression mentions, from left to right.
pub fn names<'a>(expr: &'a Expr, found: &mut impl FnMut(&'a str)) {
    match &expr.kind {
        ExprKind::Name(name) => found(name),
        ExprKind::Call { function, args } => {
            found(&function.text);
            args.iter().for_each(|arg| names(arg, found));
        }
        ExprKind::Neg(a) | ExprKind::Not(a) => names(a, found),
        ExprKind::Chain { first, rest } => {
            names(first, found);
            rest.iter()
                .for_each(|(_, _, operand)| names(operand, found));
        }
        ExprKind::Power { base, exponent } => {
            names(base, found);
            names(exponent, found);
        }
        ExprKind::If {
            condition,
            then,
            otherwise,
        } => {
            names(condition, found);
            names(then, found);
            names(otherwise, found);
        }
        ExprKind::Source(name)
        | ExprKind::Neighbour { state: name, .. }
        | ExprKind::Current(name) => found(&name.text),
        ExprKind::Number(_) | ExprKind::Error => {}
    }
}
