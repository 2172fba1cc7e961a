//! What is known of every node as it is made: the constant it is, and what it depends on.

use crate::ir::interpret::{self, Value};
use crate::ir::{Arena, Id, Node, Type, Var};

#[derive(Clone, Copy, Debug, Default)]
pub struct Facts {
    pub constant: Option<Value<f64>>,
    /// Depends on a state: the node's own, a neighbour's, a source's, or one within a sum.
    pub on_state: bool,
    /// Depends on a sum over source nodes.
    pub on_sum: bool,
}

/// An arena that knows the facts of its nodes.
#[derive(Debug, Default)]
pub struct Known {
    pub arena: Arena,
    facts: Vec<Facts>,
}

impl Known {
    pub fn push(&mut self, node: Node) -> Id {
        let id = self.arena.push(node);
        if self.facts.len() < self.arena.len() {
            let facts = self.infer(node);
            self.facts.push(facts);
        }
        id
    }

    pub fn facts(&self, id: Id) -> Facts {
        self.facts[id.0 as usize]
    }

    pub fn real(&self, id: Id) -> Option<f64> {
        match self.facts(id).constant {
            Some(Value::Real(value)) => Some(value),
            _ => None,
        }
    }

    pub fn ty(&self, id: Id) -> Type {
        self.arena.get(id).ty()
    }

    fn infer(&self, node: Node) -> Facts {
        let mut facts = Facts::default();
        for child in node.children() {
            let child = self.facts(child);
            facts.on_state |= child.on_state;
            facts.on_sum |= child.on_sum;
        }
        match node {
            Node::Var(Var::State(_) | Var::Neighbour(_) | Var::Source(_)) => facts.on_state = true,
            Node::Var(Var::Sum(_)) => {
                facts.on_state = true;
                facts.on_sum = true;
            }
            _ => {}
        }
        facts.constant = self.constant(node);
        facts
    }

    fn constant(&self, node: Node) -> Option<Value<f64>> {
        if matches!(node, Node::Var(_))
            || node
                .children()
                .any(|child| self.facts(child).constant.is_none())
        {
            return None;
        }
        let child = |id: Id| self.facts(id).constant.expect("every child is a constant");
        Some(interpret::value(node, child, |_| {
            unreachable!("a variable is no constant")
        }))
    }
}
