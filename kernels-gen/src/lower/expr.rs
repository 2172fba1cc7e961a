//! Expressions become nodes.

use std::collections::HashMap;

use crate::functions;
use crate::ir::interpret::Value;
use crate::ir::{Compare, Id, Node, Type, Var};
use crate::source::Loc;
use crate::spelling::suggestion;
use crate::syntax::{BinOp, Expr, ExprKind, Marks, Name};

use super::names::FORMS;
use super::{Lowerer, Moment, Switch, Symbol};

/// Where an expression stands, which decides what it may mention.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// A default: constants only.
    Constant,
    /// An equation or intermediate.
    Rhs,
    /// An observable: feeds nothing back.
    Output,
    /// A coupling outside its sums.
    Coupling,
    /// Inside `sum(…)`.
    Summand,
    /// The body of a user function before it is called: may turn out to stand in a sum.
    Trial,
}

impl Place {
    /// Whether a source node is at hand.
    fn has_source(self) -> bool {
        matches!(self, Self::Summand | Self::Trial)
    }
}

/// What an expression is lowered in.
#[derive(Clone)]
pub struct Scope<'s> {
    pub place: Place,
    /// The item, as a person would name it.
    pub item: &'s str,
    pub jump: bool,
    pub continuous: bool,
    /// Arguments of the user function whose body this is.
    pub args: Option<&'s HashMap<&'s str, Id>>,
    /// Where that function was called, and its name.
    pub call: Option<(&'s Loc, &'s str)>,
}

impl<'s> Scope<'s> {
    pub fn constant(item: &'s str) -> Self {
        Self {
            place: Place::Constant,
            item,
            jump: true,
            continuous: true,
            args: None,
            call: None,
        }
    }

    pub fn rhs(item: &'s str, marks: &Marks) -> Self {
        Self {
            place: Place::Rhs,
            item,
            jump: marks.jump.is_some(),
            continuous: marks.continuous.is_some(),
            args: None,
            call: None,
        }
    }

    pub fn coupling(item: &'s str, marks: &Marks) -> Self {
        Self {
            place: Place::Coupling,
            ..Self::rhs(item, marks)
        }
    }

    pub fn output(item: &'s str, marks: &Marks) -> Self {
        Self {
            place: Place::Output,
            ..Self::rhs(item, marks)
        }
    }
}

impl Lowerer<'_> {
    /// A number. `None` after a mistake, which was reported.
    pub fn real(&mut self, expr: &Expr, scope: &Scope<'_>) -> Option<Id> {
        let id = self.expr(expr, scope)?;
        if self.known.ty(id) == Type::Bool {
            self.sink.error(
                &expr.loc,
                "a comparison is not a number",
                "write `if a < b { 1 } else { 0 }`",
            );
            return None;
        }
        Some(id)
    }

    /// A condition.
    fn truth(&mut self, expr: &Expr, scope: &Scope<'_>) -> Option<Id> {
        let id = self.expr(expr, scope)?;
        if self.known.ty(id) == Type::Real {
            self.sink.error(
                &expr.loc,
                "a number is not a condition",
                "compare it: `a > 0`, `a != 0`",
            );
            return None;
        }
        Some(id)
    }

    /// The expression of an item, as a number.
    pub fn item(&mut self, expr: &Expr, scope: &Scope<'_>) -> Option<Id> {
        self.calls.clear();
        self.item_began_at = self.known.arena.len();
        self.inlined = 0;
        self.exhausted = false;
        self.jumps_here = false;
        self.switches_here = false;
        self.real(expr, scope)
    }

    fn expr(&mut self, expr: &Expr, scope: &Scope<'_>) -> Option<Id> {
        self.depth += 1;
        let id = self.node(expr, scope);
        self.depth -= 1;
        id
    }

    fn node(&mut self, expr: &Expr, scope: &Scope<'_>) -> Option<Id> {
        match &expr.kind {
            ExprKind::Number(value) => Some(self.known.push(Node::Number(value.to_bits()))),
            ExprKind::Name(name) => self.name(name, &expr.loc, scope),
            ExprKind::Source(state) => self.source(state, &expr.loc, scope),
            ExprKind::Neighbour { state, offset } => self.neighbour(state, *offset, scope),
            ExprKind::Current(state) => {
                self.iterates.push(expr.loc.clone());
                self.state(state, "`x[n]` is the iterate of a state", scope)
            }
            ExprKind::Call { function, args } => self.call(function, args, expr, scope),
            ExprKind::Neg(a) => {
                let a = self.real(a, scope)?;
                Some(self.known.push(Node::Neg(a)))
            }
            ExprKind::Not(a) => {
                let a = self.truth(a, scope)?;
                Some(self.known.push(Node::Not(a)))
            }
            ExprKind::Chain { first, rest } => self.chain(first, rest, scope),
            ExprKind::Power { base, exponent } => {
                let (base, exponent) = (self.real(base, scope), self.real(exponent, scope));
                self.power(base?, exponent?, &expr.loc, scope)
            }
            ExprKind::If {
                condition,
                then,
                otherwise,
            } => self.conditional(condition, then, otherwise, scope),
            ExprKind::Error => None,
        }
    }

    /// Operators of one precedence. Every operand is lowered even after a mistake in one, so that
    /// a mistake in another is told too.
    fn chain(
        &mut self,
        first: &Expr,
        rest: &[(BinOp, Loc, Expr)],
        scope: &Scope<'_>,
    ) -> Option<Id> {
        let logical = matches!(rest[0].0, BinOp::And | BinOp::Or);
        let operand = |this: &mut Self, expr: &Expr| {
            if logical {
                this.truth(expr, scope)
            } else {
                this.real(expr, scope)
            }
        };
        let mut above = first;
        for (op, _, below) in rest {
            if *op == BinOp::Div {
                self.derivative(above, below);
            }
            above = below;
        }
        let mut total = operand(self, first);
        let mut loc = first.loc.clone();
        for (op, _, expr) in rest {
            let right = operand(self, expr);
            loc = loc.to(&expr.loc);
            total = match (total, right) {
                (Some(a), Some(b)) => self.binary(*op, a, b, &expr.loc, &loc, scope),
                _ => None,
            };
        }
        total
    }

    /// Reports `dx/dt` where it stands for a value; what it is made of is then not told again.
    fn derivative(&mut self, above: &Expr, below: &Expr) {
        let above = match &above.kind {
            ExprKind::Neg(inner) => inner,
            _ => above,
        };
        let whole = match &above.kind {
            ExprKind::Name(name) if name.len() > 1 && name.starts_with('d') => name,
            ExprKind::Call { function, args } if function.text == "d" && args.len() == 1 => {
                &function.text
            }
            _ => return,
        };
        let is_time = matches!(&below.kind, ExprKind::Name(name) if name == "dt");
        if !is_time
            || ["dt", whole]
                .iter()
                .any(|name| self.names.get(name).is_some())
        {
            return;
        }
        self.sink.error(
            &above.loc.to(&below.loc),
            "a derivative cannot stand on the right side of an equation",
            "write its expression out, or name it with `let` and use the name in both places",
        );
        self.suspects.extend(["dt".to_owned(), whole.clone()]);
    }

    fn binary(
        &mut self,
        op: BinOp,
        a: Id,
        b: Id,
        right: &Loc,
        whole: &Loc,
        scope: &Scope<'_>,
    ) -> Option<Id> {
        let node = match op {
            BinOp::Add => Node::Add(a, b),
            BinOp::Sub => Node::Sub(a, b),
            BinOp::Mul => Node::Mul(a, b),
            BinOp::Div => {
                if self.known.real(b) == Some(0.0) {
                    return self.impossible("division by zero", right, scope);
                }
                Node::Div(a, b)
            }
            BinOp::Less => Node::Compare(Compare::Less, a, b),
            BinOp::LessEq => Node::Compare(Compare::LessEq, a, b),
            BinOp::Greater => Node::Compare(Compare::Greater, a, b),
            BinOp::GreaterEq => Node::Compare(Compare::GreaterEq, a, b),
            BinOp::Eq => Node::Compare(Compare::Eq, a, b),
            BinOp::NotEq => Node::Compare(Compare::NotEq, a, b),
            BinOp::And => Node::And(a, b),
            BinOp::Or => Node::Or(a, b),
        };
        let id = self.known.push(node);
        self.finite(id, whole, scope)
    }

    /// `a ^ b` and `pow(a, b)`.
    pub fn power(&mut self, base: Id, exponent: Id, loc: &Loc, scope: &Scope<'_>) -> Option<Id> {
        /// Longer chains of products than this are what `pow` is for.
        const LARGEST: f64 = 1024.0;
        if let Some(n) = self
            .known
            .real(exponent)
            .filter(|n| n.fract() == 0.0 && n.abs() <= LARGEST)
        {
            if n < 0.0 && self.known.real(base) == Some(0.0) {
                return self.impossible("division by zero", loc, scope);
            }
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a whole number of at most 1024"
            )]
            let id = self.known.push(Node::Powi(base, n as i32));
            return self.finite(id, loc, scope);
        }
        let find = |name| functions::find(name).expect("it is in the registry");
        if self.known.real(exponent) == Some(0.5) {
            return self.apply(find("sqrt"), &[base], loc, scope);
        }
        self.apply(find("pow"), &[base, exponent], loc, scope)
    }

    /// A constant that is not finite is a mistake where it stands.
    pub fn finite(&mut self, id: Id, loc: &Loc, scope: &Scope<'_>) -> Option<Id> {
        match self.known.facts(id).constant {
            Some(Value::Real(value)) if !value.is_finite() => {
                let what = if value.is_nan() {
                    "this constant is not a number"
                } else {
                    "this constant is too large for a number"
                };
                self.impossible(what, loc, scope)
            }
            _ => Some(id),
        }
    }

    /// A constant mistake; inside the body of a user function it is told where that was called.
    pub fn impossible(&mut self, what: &str, loc: &Loc, scope: &Scope<'_>) -> Option<Id> {
        match scope.call {
            Some((call, function)) => self.sink.error(
                call,
                format!("{what} in `{function}` with these arguments"),
                "change the arguments, or the function",
            ),
            None => self
                .sink
                .error(loc, what, "change the constant, or make it a `param`"),
        }
        None
    }

    fn conditional(
        &mut self,
        condition: &Expr,
        then: &Expr,
        otherwise: &Expr,
        scope: &Scope<'_>,
    ) -> Option<Id> {
        let mask = self.truth(condition, scope);
        let (then, otherwise) = (self.real(then, scope), self.real(otherwise, scope));
        let mask = mask?;
        self.switch("if", &condition.loc, &[mask], scope);
        Some(self.known.push(Node::Select {
            mask,
            then: then?,
            otherwise: otherwise?,
        }))
    }

    /// Notes a jump or switch for [`crate::check`], and what it depends on.
    pub fn switch(&mut self, what: &str, loc: &Loc, on: &[Id], scope: &Scope<'_>) {
        self.jumps_here = true;
        self.switches_here |= what == "if";
        if matches!(scope.place, Place::Output | Place::Trial | Place::Constant) {
            return;
        }
        self.switches.push(Switch {
            what: what.to_string(),
            loc: scope.call.map_or(loc, |(call, _)| call).clone(),
            item: scope.item.to_string(),
            is_if: what == "if",
            on_state: on.iter().any(|id| self.known.facts(*id).on_state),
            moved_by: self.parameters_and_inputs(on),
            marked_jump: scope.jump,
            marked_continuous: scope.continuous,
        });
    }

    fn parameters_and_inputs(&self, of: &[Id]) -> Vec<Var> {
        let cone = self.known.arena.cone(of);
        let vars = cone
            .iter()
            .filter_map(|id| match self.known.arena.get(*id) {
                Node::Var(var @ (Var::Param(_) | Var::Input(_))) => Some(var),
                _ => None,
            });
        vars.collect()
    }

    fn name(&mut self, name: &str, loc: &Loc, scope: &Scope<'_>) -> Option<Id> {
        if let Some(value) = scope.args.and_then(|args| args.get(name)) {
            return Some(*value);
        }
        if name == "pi" {
            return Some(self.known.push(Node::Pi));
        }
        let symbol = self.names.get(name);
        if scope.place == Place::Constant {
            let loc = scope.call.map_or(loc, |(call, _)| call);
            return self.not_constant(name, symbol.is_some(), loc);
        }
        match (name, symbol) {
            ("t" | "N", _) => {
                let (var, moment) = if name == "t" {
                    (Var::Time, Moment::Time)
                } else {
                    (Var::Nodes, Moment::Nodes)
                };
                self.moments.push((loc.clone(), moment));
                Some(self.known.push(Node::Var(var)))
            }
            ("w", _) if scope.place.has_source() => Some(self.known.push(Node::Var(Var::Weight))),
            ("w" | "src", _) => {
                self.sink.error(
                    scope.call.map_or(loc, |(call, _)| call),
                    format!("`{name}` means something only inside `sum(…)`"),
                    "a coupling adds over source nodes: `coupling c = sum(w * src.x);`",
                );
                None
            }
            (_, Some(symbol)) => self.symbol(name, symbol, loc, scope),
            (_, None) => self.unknown(name, loc),
        }
    }

    fn symbol(&mut self, name: &str, symbol: Symbol, loc: &Loc, scope: &Scope<'_>) -> Option<Id> {
        self.used.insert(symbol);
        match symbol {
            Symbol::State(i) => Some(self.known.push(Node::Var(Var::State(i)))),
            Symbol::Param(i) => Some(self.known.push(Node::Var(Var::Param(i)))),
            Symbol::Input(i) => Some(self.known.push(Node::Var(Var::Input(i)))),
            Symbol::Let(item) | Symbol::Coupling(item) => {
                // A definition that was left out of the order stands in a circle: told there.
                let id = self.values.get(&item).copied().flatten()?;
                if scope.place == Place::Summand && self.known.facts(id).on_sum {
                    self.sink.error(
                        loc,
                        format!("`{name}` holds a sum, and sums cannot be nested"),
                        "a source's own coupling is not known while the sums are made: use states, parameters and `src.x`",
                    );
                    return None;
                }
                Some(id)
            }
            Symbol::Fn(_) => {
                self.sink.error(
                    loc,
                    format!("`{name}` is a function"),
                    format!("call it: `{name}(…)`"),
                );
                None
            }
            Symbol::Output(_) => {
                self.sink.error(
                    loc,
                    format!("`{name}` is an output, and outputs feed nothing back"),
                    format!("name the expression with `let` and use it in both places, as in `output {name} = …;`"),
                );
                None
            }
        }
    }

    fn not_constant(&mut self, name: &str, declared: bool, loc: &Loc) -> Option<Id> {
        if !declared && !["t", "N", "w", "src"].contains(&name) {
            return self.unknown(name, loc);
        }
        self.sink.error(
            loc,
            format!("a default is a constant, and `{name}` is not"),
            "write a number, or an expression of numbers and `pi`; other values are given when the model runs",
        );
        None
    }

    fn unknown(&mut self, name: &str, loc: &Loc) -> Option<Id> {
        if self.was_reported(name, loc) {
            return None;
        }
        if functions::find(name).is_some() || FORMS.contains(&name) {
            self.sink.error(
                loc,
                format!("`{name}` is a function"),
                format!("call it: `{name}(…)`"),
            );
            return None;
        }
        let near = self.names.nearest(name, |symbol| {
            !matches!(symbol, Symbol::Fn(_) | Symbol::Output(_))
        });
        let help = match (name, near) {
            ("e", None) => "the number e is `exp(1)`, and its powers are `exp(x)`".to_string(),
            ("PI" | "Pi" | "π", _) => "the number π is `pi`".to_string(),
            (_, Some(near)) => suggestion(name, near),
            (_, None) => {
                // One declaration is missing, however often the name is used.
                self.suspects.insert(name.to_string());
                format!("declare it: `param {name} = 1.0;`, or `let {name} = …;`")
            }
        };
        self.sink.error(loc, format!("unknown name `{name}`"), help);
        None
    }

    /// A name that has to be a state.
    pub fn state(&mut self, name: &Name, why: &str, scope: &Scope<'_>) -> Option<Id> {
        let index = self.state_index(name, why, scope)?;
        Some(self.known.push(Node::Var(Var::State(index))))
    }

    pub fn state_index(&mut self, name: &Name, why: &str, scope: &Scope<'_>) -> Option<u32> {
        if scope.place == Place::Constant {
            self.not_constant(&name.text, true, &name.loc);
            return None;
        }
        if scope
            .args
            .is_some_and(|args| args.contains_key(&*name.text))
        {
            self.sink.error(
                &name.loc,
                format!("{why}, and {} is an argument here", name.quoted()),
                "a function is given numbers: write this part out where the function is called",
            );
            return None;
        }
        match self.names.get(&name.text) {
            Some(symbol @ Symbol::State(index)) => {
                self.used.insert(symbol);
                Some(index)
            }
            Some(symbol) => {
                self.used.insert(symbol);
                self.sink.error(
                    &name.loc,
                    format!("{why}, and {} is {}", name.quoted(), symbol.describe()),
                    "write the expression out with states",
                );
                None
            }
            None if self.was_reported(&name.text, &name.loc) => None,
            None => {
                let near = self
                    .names
                    .nearest(&name.text, |symbol| matches!(symbol, Symbol::State(_)));
                let help = match near {
                    Some(near) => suggestion(&name.text, near),
                    None => format!("declare it: `state {} = 0;`", name.text),
                };
                self.sink.error(
                    &name.loc,
                    format!("there is no state {}", name.quoted()),
                    help,
                );
                None
            }
        }
    }

    /// `src.x`
    fn source(&mut self, state: &Name, loc: &Loc, scope: &Scope<'_>) -> Option<Id> {
        if !scope.place.has_source() {
            self.sink.error(
                scope.call.map_or(loc, |(call, _)| call),
                "`src.` means something only inside `sum(…)`",
                format!(
                    "a coupling adds over source nodes: `coupling c = sum(w * src.{});`",
                    state.text
                ),
            );
            return None;
        }
        let index = self.state_index(state, "`src.` reads a state of the source node", scope)?;
        Some(self.known.push(Node::Var(Var::Source(index))))
    }

    /// `x[+1]`
    fn neighbour(&mut self, state: &Name, offset: i32, scope: &Scope<'_>) -> Option<Id> {
        let state = self.state_index(state, "only a state has neighbours", scope)?;
        let wanted = crate::ir::Neighbour { state, offset };
        let slot = self
            .neighbours
            .iter()
            .position(|known| *known == wanted)
            .unwrap_or_else(|| {
                self.neighbours.push(wanted);
                self.neighbours.len() - 1
            });
        Some(self.known.push(Node::Var(Var::Neighbour(
            u32::try_from(slot).expect("fewer than 2^32 neighbours"),
        ))))
    }
}
