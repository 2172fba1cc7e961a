//! A stable text form that reads like mathematics: for documentation, snapshots and the
//! fingerprint. It depends on names and equations alone, not on defaults or places.
//!
//! A value that is used more than once stands on its own line as `$1`, which no user can write.

use std::fmt::Write as _;

use super::{Arena, Declared, Id, Model, ModelKind, Node, Var};

/// The whole model.
pub fn model(model: &Model) -> String {
    let mut text = String::from(match model.kind {
        ModelKind::Flow => "flow\n",
        ModelKind::Map => "map\n",
    });
    declare(&mut text, "state", &model.states);
    declare(&mut text, "param", &model.params);
    declare(&mut text, "input", &model.inputs);
    text.push_str(&equations(model));
    text
}

/// The equations alone: sums, states, outputs.
pub fn equations(model: &Model) -> String {
    let left = |state: &Declared| match model.kind {
        ModelKind::Flow => format!("{}'", state.name.text),
        ModelKind::Map => format!("{}[n+1]", state.name.text),
    };
    let sums = model.sums.iter().enumerate().map(|(i, &id)| Line {
        left: format!("sum[{i}]"),
        sum: true,
        id,
    });
    let rhs = model
        .states
        .iter()
        .map(left)
        .zip(&model.rhs)
        .map(|(left, &id)| Line {
            left,
            sum: false,
            id,
        });
    let names = model.outputs.iter().map(|output| output.name.text.clone());
    let outputs = names.zip(&model.output_values).map(|(left, &id)| Line {
        left,
        sum: false,
        id,
    });
    lines(model, &sums.chain(rhs).chain(outputs).collect::<Vec<_>>())
}

/// FNV-1a over the text of the whole model: equal for equal equations.
pub fn fingerprint(whole: &Model) -> u64 {
    model(whole)
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
}

/// A variable as the user wrote it.
pub fn variable(model: &Model, var: Var) -> String {
    let name = |list: &[Declared], i: u32| list[i as usize].name.text.clone();
    match var {
        Var::State(i) => name(&model.states, i),
        Var::Neighbour(i) => {
            let neighbour = model.neighbours[i as usize];
            format!(
                "{}[{:+}]",
                name(&model.states, neighbour.state),
                neighbour.offset
            )
        }
        Var::Input(i) => name(&model.inputs, i),
        Var::Sum(i) => format!("sum[{i}]"),
        Var::Param(i) => name(&model.params, i),
        Var::Source(i) => format!("src.{}", name(&model.states, i)),
        Var::Weight => "w".to_owned(),
        Var::Time => "t".to_owned(),
        Var::Nodes => "N".to_owned(),
        Var::Deviation(i) => {
            format!("dev({})", name(&model.states, i))
        }
        Var::SourceDeviation(i) => {
            format!("dev(src.{})", name(&model.states, i))
        }
        Var::Product(i) => format!("product[{i}]"),
        Var::OwnProduct(i) => format!("own[{i}]"),
    }
}

/// One line `left = value`.
pub struct Line {
    pub left: String,
    /// Whether the value is added up over source nodes.
    pub sum: bool,
    pub id: Id,
}

/// The lines, after those of the values that they share.
pub fn lines(model: &Model, lines: &[Line]) -> String {
    let roots: Vec<Id> = lines.iter().map(|line| line.id).collect();
    let mut text = String::new();
    let mut printer = Printer {
        model,
        printed: vec![None; model.arena.len()],
        uses: uses(&model.arena, &roots),
    };
    let mut shared = 0;
    for id in model.arena.cone(&roots) {
        let mut printed = printer.print(model.arena.get(id));
        if printer.uses[id.0 as usize] > 1 && printed.binds < Binds::ATOM {
            shared += 1;
            let _ = writeln!(text, "${shared} = {}", printed.text);
            printed = Printed {
                text: format!("${shared}"),
                binds: Binds::ATOM,
            };
        }
        printer.printed[id.0 as usize] = Some(printed);
    }
    for line in lines {
        let value = printer.take(line.id).text;
        let value = if line.sum {
            format!("sum({value})")
        } else {
            value
        };
        let _ = writeln!(text, "{} = {value}", line.left);
    }
    text
}

fn declare(text: &mut String, what: &str, list: &[Declared]) {
    if !list.is_empty() {
        let names: Vec<_> = list
            .iter()
            .map(|declared| declared.name.text.as_str())
            .collect();
        let _ = writeln!(text, "{what} {}", names.join(", "));
    }
}

fn uses(arena: &Arena, roots: &[Id]) -> Vec<usize> {
    let mut uses = vec![0; arena.len()];
    for root in roots {
        uses[root.0 as usize] += 1;
    }
    for id in arena.cone(roots) {
        for child in arena.get(id).children() {
            uses[child.0 as usize] += 1;
        }
    }
    uses
}

/// How tightly an expression holds together; a looser one is put into parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Binds(u8);

impl Binds {
    const IF: Self = Self(0);
    const OR: Self = Self(1);
    const AND: Self = Self(2);
    const COMPARE: Self = Self(3);
    const SUM: Self = Self(4);
    const PRODUCT: Self = Self(5);
    const SIGN: Self = Self(6);
    const POWER: Self = Self(7);
    /// A function's value holds together like an atom, but is not free to repeat.
    const CALL: Self = Self(8);
    const ATOM: Self = Self(9);

    fn tighter(self) -> Self {
        Self(self.0 + 1)
    }
}

#[derive(Clone)]
struct Printed {
    text: String,
    binds: Binds,
}

struct Printer<'a> {
    model: &'a Model,
    printed: Vec<Option<Printed>>,
    uses: Vec<usize>,
}

impl Printer<'_> {
    /// The text of an operand. Where it is used once it is moved: copied at each term, a sum of n
    /// terms would cost n² characters.
    fn take(&mut self, id: Id) -> Printed {
        let printed = &mut self.printed[id.0 as usize];
        let printed = if self.uses[id.0 as usize] == 1 {
            printed.take()
        } else {
            printed.clone()
        };
        printed.expect("children stand before their parents")
    }

    /// The operand, in parentheses where it binds less than `least`.
    fn operand(&mut self, id: Id, least: Binds) -> String {
        let Printed { text, binds } = self.take(id);
        if binds < least {
            format!("({text})")
        } else {
            text
        }
    }

    /// `a op b`, read from left to right.
    fn chain(&mut self, a: Id, op: &str, b: Id, binds: Binds) -> Printed {
        let mut text = self.operand(a, binds);
        let right = self.operand(b, binds.tighter());
        let _ = write!(text, " {op} {right}");
        Printed { text, binds }
    }

    fn prefix(&mut self, sign: &str, a: Id) -> Printed {
        Printed {
            text: format!("{sign}{}", self.operand(a, Binds::SIGN.tighter())),
            binds: Binds::SIGN,
        }
    }

    fn call(&mut self, name: &str, args: &[Id]) -> Printed {
        let args: Vec<_> = args.iter().map(|&arg| self.take(arg).text).collect();
        Printed {
            text: format!("{name}({})", args.join(", ")),
            binds: Binds::CALL,
        }
    }

    fn print(&mut self, node: Node) -> Printed {
        let atom = |text: String| Printed {
            text,
            binds: Binds::ATOM,
        };
        match node {
            Node::Number(bits) => atom(number(f64::from_bits(bits))),
            Node::Pi => atom("pi".to_owned()),
            Node::Var(var) => atom(variable(self.model, var)),
            Node::Neg(a) => self.prefix("-", a),
            Node::Not(a) => self.prefix("!", a),
            Node::Add(a, b) => self.chain(a, "+", b, Binds::SUM),
            Node::Sub(a, b) => self.chain(a, "-", b, Binds::SUM),
            Node::Mul(a, b) => self.chain(a, "*", b, Binds::PRODUCT),
            Node::Div(a, b) => self.chain(a, "/", b, Binds::PRODUCT),
            Node::Or(a, b) => self.chain(a, "||", b, Binds::OR),
            Node::And(a, b) => self.chain(a, "&&", b, Binds::AND),
            Node::Compare(op, a, b) => Printed {
                text: format!(
                    "{} {} {}",
                    self.operand(a, Binds::SUM),
                    op.symbol(),
                    self.operand(b, Binds::SUM)
                ),
                binds: Binds::COMPARE,
            },
            Node::Powi(a, n) => {
                let exponent = if n < 0 {
                    format!("({n})")
                } else {
                    n.to_string()
                };
                let text = format!("{}^{exponent}", self.operand(a, Binds::POWER.tighter()));
                Printed {
                    text,
                    binds: Binds::POWER,
                }
            }
            Node::Call1(f, a) => self.call(f.get().name, &[a]),
            Node::Call2(f, a, b) => self.call(f.get().name, &[a, b]),
            Node::Select {
                mask,
                then,
                otherwise,
            } => Printed {
                text: format!(
                    "if {} {{ {} }} else {{ {} }}",
                    self.take(mask).text,
                    self.take(then).text,
                    self.take(otherwise).text
                ),
                binds: Binds::IF,
            },
        }
    }
}

/// A literal, so that reading it back gives the same bits.
fn number(value: f64) -> String {
    let text = format!("{value:?}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if value.is_sign_negative() {
        format!("({text})")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests;
