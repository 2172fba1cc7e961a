//! Calls: elementary functions, the user's functions, `sum` and `delay`.

use std::collections::HashMap;

use crate::functions::{self, FunctionId, Smoothness};
use crate::ir::{Id, Node, Var};
use crate::source::Loc;
use crate::spelling::{nearest, suggestion};
use crate::syntax::{Expr, ExprKind, Item, ItemKind, Name};

use super::expr::{Place, Scope};
use super::foreign;
use super::names::FORMS;
use super::{Call, Lowerer, Symbol};

/// How deep an expression may be, calls included, for another call to be inlined in it: lowering
/// recurses over expressions.
const MAX_CALL_DEPTH: usize = 250;

/// How many operations the calls within one item may become: functions that call one another twice
/// double it at each step.
pub const MAX_OPERATIONS: usize = 100_000;

impl Lowerer<'_> {
    pub fn call(
        &mut self,
        function: &Name,
        args: &[Expr],
        whole: &Expr,
        scope: &Scope<'_>,
    ) -> Option<Id> {
        match function.text.as_str() {
            "sum" => return self.sum(function, args, scope),
            "delay" => return self.delay(function, args, scope),
            _ => {}
        }
        if let Some(Symbol::Fn(item)) = self.names.get(&function.text) {
            self.used.insert(Symbol::Fn(item));
            return self.user_function(item, function, args, &whole.loc, scope);
        }
        let Some(id) = functions::find(&function.text) else {
            let args_are_fine = args.iter().all(|arg| self.real(arg, scope).is_some());
            return if args_are_fine {
                self.not_a_function(function, scope)
            } else {
                None
            };
        };
        let values: Vec<_> = args.iter().map(|arg| self.real(arg, scope)).collect();
        self.count(function, id.get().arity, args.len())?;
        let values: Vec<Id> = values.into_iter().collect::<Option<_>>()?;
        if id.get().name == "pow" {
            return self.power(values[0], values[1], &whole.loc, scope);
        }
        if id.get().smoothness == Smoothness::Jump {
            self.switch(id.get().name, &function.loc, &values, scope);
        }
        self.apply(id, &values, &whole.loc, scope)
    }

    /// An elementary function of values that are in order.
    pub fn apply(
        &mut self,
        function: FunctionId,
        args: &[Id],
        loc: &Loc,
        scope: &Scope<'_>,
    ) -> Option<Id> {
        let constants: Vec<f64> = args
            .iter()
            .map(|arg| self.known.real(*arg).unwrap_or(f64::NAN))
            .collect();
        if let Some(what) = (function.get().domain)(&constants) {
            return self.impossible(what, loc, scope);
        }
        let node = match args {
            [a] => Node::Call1(function, *a),
            [a, b] => Node::Call2(function, *a, *b),
            _ => unreachable!("elementary functions have one or two arguments"),
        };
        let id = self.known.push(node);
        self.finite(id, loc, scope)
    }

    fn count(&mut self, function: &Name, wanted: usize, found: usize) -> Option<()> {
        if wanted == found {
            return Some(());
        }
        let plural = |n: usize| {
            if n == 1 {
                "1 argument".to_string()
            } else {
                format!("{n} arguments")
            }
        };
        let example: Vec<&str> = ["a", "b", "c", "d", "e", "f"]
            .into_iter()
            .take(wanted)
            .collect();
        self.sink.error(
            &function.loc,
            format!(
                "{} takes {}, and {found} {} given",
                function.quoted(),
                plural(wanted),
                if found == 1 { "was" } else { "were" }
            ),
            match function.text.as_str() {
                "delay" => "write `delay(x, tau)`".to_owned(),
                name => format!("write `{name}({})`", example.join(", ")),
            },
        );
        None
    }

    fn not_a_function(&mut self, function: &Name, scope: &Scope<'_>) -> Option<Id> {
        let name = &function.text;
        if self.was_reported(name, &function.loc) {
            return None;
        }
        let is_value = self.names.get(name).is_some()
            || ["t", "N", "w", "pi"].contains(&name.as_str())
            || scope
                .args
                .is_some_and(|args| args.contains_key(name.as_str()));
        if is_value {
            let help =
                format!("a product is written `{name} * (…)`; a state at time t is just `{name}`");
            self.sink
                .error(&function.loc, format!("`{name}` is not a function"), help);
            return None;
        }
        let own = |symbol| matches!(symbol, Symbol::Fn(_));
        let help = if let Some(help) = foreign::help(name) {
            help
        } else if let Some(near) = self.names.nearest(name, own) {
            suggestion(name, near)
        } else if let Some(near) = nearest(name, functions::names().chain(FORMS)) {
            suggestion(name, near)
        } else {
            // One definition is missing, however often it is called.
            self.suspects.insert(name.clone());
            format!("define it: `fn {name}(v) = …;`")
        };
        self.sink
            .error(&function.loc, format!("unknown function `{name}`"), help);
        None
    }

    /// Inlines a user function. Within one item, equal calls are lowered once; another item is
    /// judged anew, since it may jump where this one may not.
    fn user_function(
        &mut self,
        item: usize,
        name: &Name,
        args: &[Expr],
        loc: &Loc,
        scope: &Scope<'_>,
    ) -> Option<Id> {
        let values: Vec<_> = args.iter().map(|arg| self.real(arg, scope)).collect();
        let Item {
            kind: ItemKind::Fn {
                args: formal, body, ..
            },
            marks,
            ..
        } = &self.syntax.items[item]
        else {
            unreachable!("a function's symbol points at its item");
        };
        self.count(name, formal.len(), args.len())?;
        let values: Vec<Id> = values.into_iter().collect::<Option<_>>()?;
        if self.broken.contains(&item) || !self.tried.contains(&item) {
            return None;
        }
        if self.depth > MAX_CALL_DEPTH {
            let (loc, outer) = scope.call.unwrap_or((loc, name.text.as_str()));
            self.sink.error(
                loc,
                format!("calls are nested too deeply in `{outer}`"),
                "let fewer functions call one another, or name parts with `let`",
            );
            return None;
        }
        let jump = scope.jump || marks.jump.is_some();
        let continuous = scope.continuous || marks.continuous.is_some();
        let memo = Call {
            item,
            args: values.clone(),
            place: scope.place,
            jump,
            continuous,
        };
        if let Some(known) = self.calls.get(&memo) {
            return *known;
        }
        // Calls are counted as well: one that only passes its arguments on makes no operation.
        self.inlined += 1;
        let made = self.known.arena.len() - self.item_began_at;
        if self.inlined.max(made) > MAX_OPERATIONS {
            if !std::mem::replace(&mut self.exhausted, true) {
                let (loc, outer) = scope.call.unwrap_or((loc, name.text.as_str()));
                self.sink.error(
                    loc,
                    format!("`{outer}` expands to more than {MAX_OPERATIONS} operations"),
                    "name repeated parts with `let`: a call is written out wherever it stands",
                );
            }
            return None;
        }
        let bound: HashMap<&str, Id> = formal
            .iter()
            .map(|arg| arg.text.as_str())
            .zip(values)
            .collect();
        let inner = Scope {
            args: Some(&bound),
            call: Some(scope.call.unwrap_or((loc, name.text.as_str()))),
            jump,
            continuous,
            ..scope.clone()
        };
        let value = self.real(body, &inner);
        self.calls.insert(memo, value);
        value
    }

    /// Lowers a user function once on unknown arguments, so that mistakes in its body are told
    /// where they stand, once, and even if nothing calls it.
    pub fn try_out(&mut self, item: usize, args: &[Name], body: &Expr, label: &str) {
        let mut bound = HashMap::new();
        for (i, arg) in (0..u32::MAX).zip(args) {
            // An input that no model has: neither constant nor a state, and never emitted, since
            // nothing that is emitted leads to it.
            let unknown = self.known.push(Node::Var(Var::Input(u32::MAX - i)));
            bound.insert(arg.text.as_str(), unknown);
        }
        let scope = Scope {
            place: Place::Trial,
            args: Some(&bound),
            ..Scope::constant(label)
        };
        let neighbours = self.neighbours.len();
        if self.item(body, &scope).is_none() {
            self.broken.insert(item);
        }
        self.neighbours.truncate(neighbours);
    }

    /// `sum(e)`
    fn sum(&mut self, function: &Name, args: &[Expr], scope: &Scope<'_>) -> Option<Id> {
        match scope.place {
            Place::Coupling => {}
            Place::Summand => {
                self.sink.error(
                    &function.loc,
                    "sums cannot be nested",
                    "take the inner sum out: declare a coupling of its own for it",
                );
                return None;
            }
            _ => {
                self.sink.error(
                    &function.loc,
                    "`sum(…)` stands only in a coupling",
                    "declare `coupling c = sum(…);` and use `c` here",
                );
                return None;
            }
        }
        self.count(function, 1, args.len())?;
        let summand = self.real(
            &args[0],
            &Scope {
                place: Place::Summand,
                ..scope.clone()
            },
        )?;
        let slot = self
            .sums
            .iter()
            .position(|known| *known == summand)
            .unwrap_or_else(|| {
                self.sums.push(summand);
                self.sums.len() - 1
            });
        Some(self.known.push(Node::Var(Var::Sum(
            u32::try_from(slot).expect("fewer than 2^32 sums"),
        ))))
    }

    /// `delay(x, tau)`: read and checked; the runtime has no history yet.
    fn delay(&mut self, function: &Name, args: &[Expr], scope: &Scope<'_>) -> Option<Id> {
        self.count(function, 2, args.len())?;
        let ExprKind::Name(state) = &args[0].kind else {
            self.sink.error(
                &args[0].loc,
                "only a state can be delayed",
                "write `delay(x, tau)` with the name of a state",
            );
            return None;
        };
        let state = Name {
            text: state.clone(),
            loc: args[0].loc.clone(),
        };
        let index = self.state_index(&state, "only a state can be delayed", scope);
        let tau = self.real(&args[1], scope)?;
        index?;
        match self.known.arena.get(tau) {
            Node::Var(Var::Param(_)) => {}
            _ => match self.known.real(tau) {
                Some(value) if value < 0.0 => {
                    self.sink.error(
                        &args[1].loc,
                        "a delay cannot be negative: the future is not known",
                        "write a positive number, or a parameter",
                    );
                    return None;
                }
                Some(_) => {}
                // What the caller gives is judged there.
                None if scope.place == Place::Trial => {}
                None => {
                    self.sink.error(
                        &args[1].loc,
                        "a delay is a parameter or a constant",
                        "write `delay(x, tau)` with `param tau = …;`",
                    );
                    return None;
                }
            },
        }
        self.sink.error(
            &function.loc,
            "`delay` is not supported yet",
            "the equation is well-formed; a model without delays runs today",
        );
        None
    }
}
