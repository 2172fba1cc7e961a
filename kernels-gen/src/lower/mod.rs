//! Lowering: names are resolved, definitions inlined and shared, and the model becomes ir.
//!
//! What concerns one expression (an unknown name, a wrong number of arguments, a division by
//! zero) is reported here, at its token. What concerns the model as a whole is noted in
//! [`Lowered`] and judged by [`crate::check`].

mod call;
mod expr;
mod facts;
mod foreign;
mod names;
mod order;

use std::collections::{HashMap, HashSet};

use crate::diag::Sink;
use crate::front::subscript;
use crate::ir::{self, Id, ModelKind, Node};
use crate::source::Loc;
use crate::spelling::{looks_like, suggestion, without_dot};
use crate::syntax::{self, Expr, Item, ItemKind, Marks, Name};

pub use call::MAX_OPERATIONS;
use expr::{Place, Scope};
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

    /// States, parameters and inputs with their defaults.
    fn declarations(&mut self) {
        for item in &self.syntax.items {
            match &item.kind {
                ItemKind::State(list) => {
                    self.shared_initialiser(list);
                    for declared in list {
                        let default = self.default(declared);
                        self.states.push(declaration(&declared.name, item, default));
                        self.rhs.push(None);
                        self.note(&declared.name);
                    }
                }
                ItemKind::Param(list) => {
                    for declared in list {
                        if declared.default.is_none() {
                            self.sink.error(
                                &declared.name.loc,
                                format!("parameter {} has no default value", declared.name.quoted()),
                                format!("write `param {} = 1.0;`; it can be changed when the model runs", declared.name.text),
                            );
                        }
                        let default = self.default(declared);
                        self.params.push(declaration(&declared.name, item, default));
                        self.note(&declared.name);
                    }
                }
                ItemKind::Input(list) => {
                    for name in list {
                        self.inputs.push(declaration(name, item, 0.0));
                        self.note(name);
                    }
                }
                _ => {}
            }
            if !takes_marks(&item.kind) {
                for loc in [&item.marks.jump, &item.marks.continuous]
                    .into_iter()
                    .flatten()
                {
                    self.sink.error(
                        loc,
                        "this attribute belongs to an item with an expression",
                        "put it before the equation, `let`, `fn` or `coupling` in which the value jumps or switches",
                    );
                }
            }
        }
    }

    fn note(&mut self, name: &Name) {
        if let Some(symbol) = self.names.get(&name.text) {
            self.declared.push((name.clone(), symbol));
        }
    }

    /// Remembers the attributes of the item that was just lowered.
    fn note_marks(&mut self, marks: &Marks) {
        for (loc, kind, has_cause) in [
            (&marks.jump, MarkKind::Jump, self.jumps_here),
            (&marks.continuous, MarkKind::Continuous, self.switches_here),
        ] {
            let Some(loc) = loc else { continue };
            let known = self
                .marks
                .iter_mut()
                .find(|(known, ..)| known.position() == loc.position());
            match known {
                Some((.., known)) => *known |= has_cause,
                None => self.marks.push((loc.clone(), kind, has_cause)),
            }
        }
    }

    /// Whether something was said already that makes this name unknown.
    fn was_reported(&self, name: &str, loc: &Loc) -> bool {
        self.suspects.contains(name) || loc.written().chars().any(|c| subscript(c).is_some())
    }

    /// `state x, y = 0.1` looks as if both began at 0.1.
    fn shared_initialiser(&mut self, list: &[syntax::Declared]) {
        let Some(with) = list.iter().find(|d| d.default.is_some()) else {
            return;
        };
        let Some(without) = list.iter().find(|d| d.default.is_none()) else {
            return;
        };
        self.sink.error(
            &without.name.loc,
            format!(
                "{} has no initial value of its own, but {} in the same list has",
                without.name.quoted(),
                with.name.quoted()
            ),
            format!(
                "give each its own: `state {} = 0, {} = …;`",
                without.name.text, with.name.text
            ),
        );
    }

    /// A default: a constant expression, 0 where none was written.
    fn default(&mut self, declared: &syntax::Declared) -> f64 {
        let Some(expr) = &declared.default else {
            return 0.0;
        };
        let item = format!("default of {}", declared.name.quoted());
        let scope = Scope::constant(&item);
        let id = self.item(expr, &scope);
        id.and_then(|id| self.known.real(id)).unwrap_or(0.0)
    }

    /// A `let`, `fn` or `coupling`.
    fn definition(&mut self, index: usize) {
        let item = &self.syntax.items[index];
        match &item.kind {
            ItemKind::Let { name, value } => {
                self.note(name);
                let label = format!("`let {}`", name.text);
                let value = self.item(value, &Scope::rhs(&label, &item.marks));
                self.note_marks(&item.marks);
                self.values.insert(index, value);
            }
            ItemKind::Coupling { name, value } => {
                self.note(name);
                let label = format!("coupling {}", name.quoted());
                let id = self.item(value, &Scope::coupling(&label, &item.marks));
                self.note_marks(&item.marks);
                if id.is_some_and(|id| !self.known.facts(id).on_sum) {
                    self.sink.error(
                        &name.loc,
                        format!("coupling {} has no `sum(…)`", name.quoted()),
                        format!("a coupling adds over source nodes: `coupling {0} = sum(w * src.x);`; a quantity of the node alone is `let {0} = …;`", name.text),
                    );
                }
                self.values.insert(index, id);
            }
            ItemKind::Fn { name, args, body } => {
                self.note(name);
                self.signature(args);
                self.try_out(index, args, body, &format!("function {}", name.quoted()));
                self.note_marks(&item.marks);
                self.tried.insert(index);
            }
            _ => {}
        }
    }

    /// An argument may have the name of a value of the model, as f(x) has on paper, but not that
    /// of a function: `f(f)` would be read in two ways.
    fn signature(&mut self, args: &[Name]) {
        let mut seen = HashSet::new();
        for arg in args {
            if let Some((message, help)) = names::refusal(arg) {
                self.sink.error(&arg.loc, message, help);
            } else if let Some(Symbol::Fn(_)) = self.names.get(&arg.text) {
                self.sink.error(
                    &arg.loc,
                    format!("the argument {0} hides the function {0}", arg.quoted()),
                    "give it another name; an argument may hide a state or a parameter, but no function",
                );
            } else if !seen.insert(&arg.text) {
                self.sink.error(
                    &arg.loc,
                    format!("two arguments are called {}", arg.quoted()),
                    "give each its own name",
                );
            }
        }
    }

    fn equation_or_output(&mut self, item: &Item) {
        let (kind, state, loc, value) = match &item.kind {
            ItemKind::Flow { state, loc, value } => (ModelKind::Flow, state, loc, value),
            ItemKind::Map { state, loc, value } => (ModelKind::Map, state, loc, value),
            ItemKind::Output { name, value } => return self.output(name, value, item),
            ItemKind::Assign { name, value } => return self.assignment(name, value, &item.marks),
            _ => return,
        };
        let index = self.left_side(state, kind);
        self.equations.push(Equation {
            kind,
            loc: loc.clone(),
        });
        let label = format!("equation of {}", state.quoted());
        let value = self.item(value, &Scope::rhs(&label, &item.marks));
        self.note_marks(&item.marks);
        if let Some(index) = index {
            let slot = &mut self.rhs[index as usize];
            // Of two kinds, it is told that they do not mix.
            if slot.is_some() && self.equations[0].kind == kind {
                self.sink.error(
                    loc,
                    format!("{} has two equations", state.quoted()),
                    "keep one of them; terms are added within one equation",
                );
            }
            *slot = Some(value.unwrap_or_else(|| self.known.push(Node::Number(0))));
        }
    }

    /// The state of an equation; what else the name may be is reported.
    fn left_side(&mut self, name: &Name, kind: ModelKind) -> Option<u32> {
        let form = |x: &str| match kind {
            ModelKind::Flow => format!("d{x}/dt = …;"),
            ModelKind::Map => format!("next({x}) = …;"),
        };
        match self.names.get(&name.text) {
            Some(Symbol::State(index)) => return Some(index),
            Some(Symbol::Param(_)) => self.sink.error(
                &name.loc,
                format!("{} is a parameter and has no equation", name.quoted()),
                format!("declare it as `state {0} = …;` if it changes in time, or leave this equation out", name.text),
            ),
            Some(symbol) => self.sink.error(
                &name.loc,
                format!("{} is {} and has no equation", name.quoted(), symbol.describe()),
                "only a `state` has an equation",
            ),
            None if self.syntax.suspects.contains(&name.text)
                || name.loc.written().chars().any(|c| subscript(c).is_some()) => {}
            None => {
                let near = nearest_state(self.names, name);
                let x = &name.text;
                let help = match near {
                    Some(near) if looks_like(x, near) => suggestion(x, near),
                    Some(near) => format!("did you mean `{}`?", form(near)),
                    None => format!("declare it: `state {} = 0;`", name.text),
                };
                self.sink.error(&name.loc, format!("there is no state {}", name.quoted()), help);
            }
        }
        None
    }

    fn output(&mut self, name: &Name, value: &Expr, item: &Item) {
        self.note(name);
        let label = format!("output {}", name.quoted());
        let value = self.item(value, &Scope::output(&label, &item.marks));
        self.note_marks(&item.marks);
        let value = value.unwrap_or_else(|| self.known.push(Node::Number(0)));
        self.outputs.push(declaration(name, item, 0.0));
        self.output_values.push(value);
    }

    /// `x = …;`
    fn assignment(&mut self, name: &Name, value: &Expr, marks: &Marks) {
        let x = &name.text;
        let dotted = without_dot(x);
        let (message, help) = match self.names.get(x) {
            Some(Symbol::State(index)) => {
                // The equation is plainly meant, so that its absence is not reported as well.
                self.rhs[index as usize].get_or_insert_with(|| self.known.push(Node::Number(0)));
                (
                    format!("{} is a state: `{x} = …` is no equation", name.quoted()),
                    format!("write `d{x}/dt = …;` for a flow, `next({x}) = …;` for a map"),
                )
            }
            Some(Symbol::Param(_)) => (
                format!("{} is a parameter and cannot be assigned to", name.quoted()),
                format!("give its default where it is declared: `param {x} = …;`"),
            ),
            Some(symbol) => (
                format!(
                    "{} is {} and already has its value",
                    name.quoted(),
                    symbol.describe()
                ),
                "leave this line out, or give it another name".to_string(),
            ),
            None if dotted.is_some() => {
                let state = dotted.unwrap_or_default();
                if let Some(Symbol::State(index)) = self.names.get(&state) {
                    self.rhs[index as usize]
                        .get_or_insert_with(|| self.known.push(Node::Number(0)));
                }
                (
                    format!("the dot of {} is a part of the name", name.quoted()),
                    format!("write `\"{state}' = …\"`, or `d{state}/dt = …;`"),
                )
            }
            None if let Some(state) = self.begins(x) => (
                format!("{} is not declared", name.quoted()),
                format!("an initial value stands with its state: `state {state} = …;`"),
            ),
            None => (
                format!("{} is not declared", name.quoted()),
                format!(
                    "write `let {x} = …;` for an intermediate, `param {x} = …;` for a parameter, `output {x} = …;` for what is \
                     to be computed"
                ),
            ),
        };
        self.sink.error(&name.loc, message, help);
        let label = name.quoted();
        let _ = self.item(value, &Scope::rhs(&label, marks));
    }

    /// The state whose initial value is called `x0` or `x_0` on paper.
    fn begins<'n>(&self, name: &'n str) -> Option<&'n str> {
        let state = name.strip_suffix('0')?;
        let state = state.strip_suffix('_').unwrap_or(state);
        matches!(self.names.get(state), Some(Symbol::State(_))).then_some(state)
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

fn declaration(name: &Name, item: &Item, default: f64) -> ir::Declared {
    ir::Declared {
        name: name.clone(),
        docs: item.docs.clone(),
        default,
    }
}

fn takes_marks(kind: &ItemKind) -> bool {
    !matches!(
        kind,
        ItemKind::State(_) | ItemKind::Param(_) | ItemKind::Input(_)
    )
}
