//! Items one by one: declarations, definitions, equations, outputs, and what was meant to be one of these.

use std::collections::HashSet;

use super::expr::Scope;
use super::{Equation, Lowerer, MarkKind, Symbol, names, nearest_state};
use crate::front::subscript;
use crate::ir::{self, ModelKind, Node};
use crate::source::Loc;
use crate::spelling::{looks_like, suggestion, without_dot};
use crate::syntax::{self, Expr, Item, ItemKind, Marks, Name};

impl Lowerer<'_> {
    /// States, parameters and inputs with their defaults.
    pub fn declarations(&mut self) {
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
    pub fn was_reported(&self, name: &str, loc: &Loc) -> bool {
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
    pub fn definition(&mut self, index: usize) {
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
    pub fn signature(&mut self, args: &[Name]) {
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

    pub fn equation_or_output(&mut self, item: &Item) {
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
