//! Lowering: names are resolved, definitions inlined and shared, and the model becomes ir.
//!
//! What concerns one expression (an unknown name, a wrong number of arguments, a division by
//! zero) is reported here, at its token. What concerns the model as a whole is noted in
//! [`Lowered`] and judged by [`crate::check`].

mod call;
mod expr;
mod facts;
mod foreign;
mod items;
mod names;
mod order;

use std::collections::{HashMap, HashSet};

use crate::diag::Sink;
use crate::ir::{self, Id, ModelKind, Node};
use crate::source::Loc;
use crate::syntax::{self, ItemKind, Name};

pub use call::MAX_OPERATIONS;
use expr::Place;
use facts::Known;
pub use names::{Names, Symbol};

/// A lowered model and what the rules about the whole of it need to know. Expressions that could
/// not be lowered are 0 in it, and were reported.
pub struct Lowered {
    pub model: ir::Model,
    /// Every equation in the order of the source.
    pub equations: Vec<Equation>,
    /// States that have none, and of which nothing was reported.
    pub motionless: Vec<Name>,
    /// Where a value jumps or switches.
    pub switches: Vec<Switch>,
    /// Attributes of items in which nothing jumps or switches.
    pub idle_marks: Vec<(Loc, MarkKind)>,
    /// Where `x[n]` was written.
    pub iterates: Vec<Loc>,
    /// Where what a model without states does not have was written.
    pub moments: Vec<(Loc, Moment)>,
    /// What some expression mentions.
    pub used: HashSet<Symbol>,
    /// Every declaration.
    pub declared: Vec<(Name, Symbol)>,
    /// See [`syntax::Model::suspects`], and those that [`misnamed`] adds.
    pub suspects: HashSet<String>,
}

/// The left side of an equation.
pub struct Equation {
    pub kind: ModelKind,
    pub loc: Loc,
}

/// What an evaluation knows besides states, parameters and inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// `t`
    Time,
    /// `N`
    Nodes,
}

/// Which attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    Jump,
    Continuous,
}

/// A function that jumps, or an `if`.
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts that do not depend on each other"
)]
pub struct Switch {
    pub what: String,
    pub loc: Loc,
    pub item: String,
    pub is_if: bool,
    pub on_state: bool,
    /// Parameters and inputs that it depends on.
    pub moved_by: Vec<ir::Var>,
    pub marked_jump: bool,
    pub marked_continuous: bool,
}

/// Lowers the whole model.
pub fn lower(model: &syntax::Model, sink: &mut Sink) -> Lowered {
    if let Some((message, help)) = names::reserved(&model.name.text) {
        sink.error(&model.name.loc, message, help);
    }
    let names = Names::gather(model, sink);
    let order = order::definitions(model, sink);
    let mut lowerer = Lowerer::new(model, &names, sink);
    for index in order {
        lowerer.definition(index);
    }
    lowerer.declarations();
    for item in &model.items {
        lowerer.equation_or_output(item);
    }
    lowerer.finish()
}

/// A call of a user function, and what its body means there.
#[derive(PartialEq, Eq, Hash)]
struct Call {
    item: usize,
    args: Vec<Id>,
    place: Place,
    jump: bool,
    continuous: bool,
}

struct Lowerer<'a> {
    syntax: &'a syntax::Model,
    names: &'a Names,
    sink: &'a mut Sink,
    known: Known,
    /// Values of `let` and `coupling` items, by item.
    values: HashMap<usize, Option<Id>>,
    /// Values of calls of user functions in the present item.
    calls: HashMap<Call, Option<Id>>,
    /// Where the present item began in the arena, how many calls were inlined in it, and whether it
    /// was reported that there are too many.
    item_began_at: usize,
    inlined: usize,
    exhausted: bool,
    /// Whether anything in the present item jumps, and whether it has an `if`.
    jumps_here: bool,
    switches_here: bool,
    /// The attributes, each with whether something is there that it may speak of. One before a
    /// quoted text belongs to all items in it.
    marks: Vec<(Loc, MarkKind, bool)>,
    /// How many expressions are open around the present one.
    depth: usize,
    /// User functions whose bodies were looked at, and those with a mistake in them.
    tried: HashSet<usize>,
    broken: HashSet<usize>,
    sums: Vec<Id>,
    neighbours: Vec<ir::Neighbour>,
    states: Vec<ir::Declared>,
    params: Vec<ir::Declared>,
    inputs: Vec<ir::Declared>,
    outputs: Vec<ir::Declared>,
    output_values: Vec<Id>,
    rhs: Vec<Option<Id>>,
    equations: Vec<Equation>,
    switches: Vec<Switch>,
    iterates: Vec<Loc>,
    moments: Vec<(Loc, Moment)>,
    used: HashSet<Symbol>,
    declared: Vec<(Name, Symbol)>,
    suspects: HashSet<String>,
}

impl<'a> Lowerer<'a> {
    fn new(syntax: &'a syntax::Model, names: &'a Names, sink: &'a mut Sink) -> Self {
        Self {
            syntax,
            names,
            sink,
            known: Known::default(),
            values: HashMap::new(),
            calls: HashMap::new(),
            item_began_at: 0,
            inlined: 0,
            exhausted: false,
            jumps_here: false,
            switches_here: false,
            marks: Vec::new(),
            depth: 0,
            tried: HashSet::new(),
            broken: HashSet::new(),
            sums: Vec::new(),
            neighbours: Vec::new(),
            states: Vec::new(),
            params: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            output_values: Vec::new(),
            rhs: Vec::new(),
            equations: Vec::new(),
            switches: Vec::new(),
            iterates: Vec::new(),
            moments: Vec::new(),
            used: HashSet::new(),
            declared: Vec::new(),
            suspects: misnamed(syntax, names),
        }
    }

    fn finish(mut self) -> Lowered {
        let kind = self
            .equations
            .first()
            .map_or(ModelKind::Flow, |equation| equation.kind);
        let zero = self.known.push(Node::Number(0));
        let jumps = self
            .switches
            .iter()
            .filter(|s| kind == ModelKind::Flow && !s.marked_continuous)
            .filter(|s| s.on_state || !s.moved_by.is_empty())
            .map(|s| ir::Jump {
                what: s.what.clone(),
                item: s.item.clone(),
                on_state: s.on_state,
                moved_by: s.moved_by.clone(),
            })
            .collect();
        let model = ir::Model {
            name: self.syntax.name.clone(),
            docs: self.syntax.docs.clone(),
            visibility: self.syntax.visibility.clone(),
            root: self.syntax.root.clone(),
            hamiltonian: self.syntax.hamiltonian.clone(),
            kind,
            states: self.states,
            params: self.params,
            inputs: self.inputs,
            outputs: self.outputs,
            neighbours: self.neighbours,
            jumps,
            arena: self.known.arena,
            rhs: self.rhs.iter().map(|value| value.unwrap_or(zero)).collect(),
            sums: self.sums,
            output_values: self.output_values,
        };
        // A second declaration of one name was reported as such.
        let is_reported = |name: &Name, index: u32| {
            self.suspects.contains(&name.text)
                || names::refusal(name).is_some()
                || self.names.get(&name.text) != Some(Symbol::State(index))
        };
        let motionless = (0..)
            .zip(&model.states)
            .zip(&self.rhs)
            .filter(|((index, state), value)| value.is_none() && !is_reported(&state.name, *index))
            .map(|((_, state), _)| state.name.clone())
            .collect();
        Lowered {
            model,
            equations: self.equations,
            motionless,
            switches: self.switches,
            idle_marks: self
                .marks
                .into_iter()
                .filter_map(|(loc, kind, has_cause)| (!has_cause).then_some((loc, kind)))
                .collect(),
            iterates: self.iterates,
            moments: self.moments,
            used: self.used,
            declared: self.declared,
            suspects: self.suspects,
        }
    }
}

/// The suspects of the parser, and names on left sides that nothing declares: that is reported
/// there and nowhere else. The state that such an equation may have meant has it already.
fn misnamed(model: &syntax::Model, names: &Names) -> HashSet<String> {
    let mut suspects = model.suspects.clone();
    for item in &model.items {
        match &item.kind {
            ItemKind::Flow { state: name, .. } | ItemKind::Map { state: name, .. }
                if names.get(&name.text).is_none() =>
            {
                suspects.insert(name.text.clone());
                suspects.extend(nearest_state(names, name).map(str::to_owned));
            }
            ItemKind::Assign { name, .. } if names.get(&name.text).is_none() => {
                suspects.insert(name.text.clone());
            }
            _ => {}
        }
    }
    suspects
}

fn nearest_state<'a>(names: &'a Names, name: &Name) -> Option<&'a str> {
    names.nearest(&name.text, |symbol| matches!(symbol, Symbol::State(_)))
}
