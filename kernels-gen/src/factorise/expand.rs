//! A summand multiplied out, as far as it mixes the two ends of an edge.
//!
//! What belongs to one side is not multiplied out: a sum of one side is one factor of a product.
//! Only in a sum are its terms seen one by one, so that differences are recognised.

use super::Reason;
use super::centre;
use super::polynomial::{Monomial, Polynomial, combination, product};
use super::sides::{self, Reads, Side};
use crate::functions::{self, FunctionId};
use crate::ir::{Id, Model, Node, Type, Var, text};
use crate::simplify::Builder;

/// More terms of a sum of one side are one factor.
const MOST_OF_ONE_SIDE: usize = 16;
/// Products that are written out on the way; beyond it there are no few in the end.
const MOST_PRODUCTS: usize = 100;
/// Powers of sums that are multiplied out.
const MOST_POWER: i32 = 8;
/// Powers of a single product.
const MOST_POWER_OF_ONE: i32 = 64;
/// Powers of one factor in a product of powers.
const MOST_EXPONENT: u32 = 1024;
/// Whole numbers up to this one are exact: 2⁵³.
const EXACT: f64 = 9_007_199_254_740_992.0;
/// Whole numbers up to this one are coefficients.
const MOST_COEFFICIENT: f64 = 1024.0;

type Expansion = Result<Polynomial, Reason>;

/// The summand as a polynomial of factors of one side each.
pub fn expand(model: &mut Model, summand: Id, follow: &[usize]) -> Expansion {
    let cone = model.arena.cone(&[summand]);
    let mut expander = Expander {
        reads: vec![Reads::default(); model.arena.len()],
        plain: vec![None; model.arena.len()],
        centred: vec![None; model.arena.len()],
        follow,
        model,
    };
    for id in cone {
        expander.visit(id);
    }
    expander.of(summand, Form::Centred)
}

/// Every value is expanded twice: inside an angle a difference needs no deviations.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Plain,
    Centred,
}

struct Expander<'a> {
    model: &'a mut Model,
    follow: &'a [usize],
    reads: Vec<Reads>,
    plain: Vec<Option<Expansion>>,
    centred: Vec<Option<Expansion>>,
}

impl Expander<'_> {
    fn visit(&mut self, id: Id) {
        let node = self.model.arena.get(id);
        self.reads[id.0 as usize] = Reads::of(node, |child| self.reads[child.0 as usize]);
        if node.ty() == Type::Bool {
            return;
        }
        let plain = self.node(id, node, Form::Plain);
        let centred = self.node(id, node, Form::Centred);
        self.plain[id.0 as usize] = Some(plain);
        self.centred[id.0 as usize] = Some(centred);
    }

    fn of(&self, id: Id, form: Form) -> Expansion {
        let expansions = match form {
            Form::Plain => &self.plain,
            Form::Centred => &self.centred,
        };
        expansions[id.0 as usize]
            .clone()
            .expect("children stand before their parents")
    }

    fn side(&self, id: Id) -> Option<Side> {
        self.reads[id.0 as usize].side()
    }

    fn node(&mut self, id: Id, node: Node, form: Form) -> Expansion {
        match node {
            Node::Number(bits) => {
                let value = f64::from_bits(bits);
                if value.fract() == 0.0 && value.abs() <= MOST_COEFFICIENT {
                    return Ok(Polynomial::number(value));
                }
                Ok(Polynomial::factor(Side::Own, id))
            }
            Node::Neg(a) => Ok(self.of(a, form)?.scaled(-1.0)),
            Node::Add(a, b) => self.sum(id, a, b, 1.0, form),
            Node::Sub(a, b) => self.sum(id, a, b, -1.0, form),
            Node::Mul(a, b) => {
                let product = self.factor(a, form)?.times(&self.factor(b, form)?);
                Self::bounded(product)
            }
            Node::Div(a, b) => self.quotient(a, b, form),
            Node::Powi(a, n) => self.power(id, a, n, form),
            _ if self.side(id).is_some() => Ok(self.whole(id)),
            Node::Call1(f, a) if is(f, "sin") || is(f, "cos") => self.angle(id, f, a, form),
            Node::Call1(f, _) if is(f, "exp") || is(f, "sinh") || is(f, "cosh") => {
                let name = f.get().name;
                Err(Reason(format!(
                    "`{name}` reads {} at once, and its two factors would overflow where the value does not",
                    self.readers(id)
                )))
            }
            Node::Call1(f, _) | Node::Call2(f, ..) => Err(self.mixes(id, f.get().name)),
            Node::Select { .. } => Err(self.mixes(id, "if")),
            Node::Pi
            | Node::Var(_)
            | Node::Compare(..)
            | Node::And(..)
            | Node::Or(..)
            | Node::Not(_) => unreachable!("it has one side, or is no number"),
        }
    }

    /// A value of one side as one factor.
    fn whole(&self, id: Id) -> Polynomial {
        let side = self.side(id).expect("a factor has one side");
        Polynomial::factor(side, id)
    }

    /// A value as a factor of a product: a sum of one side stays together.
    fn factor(&self, id: Id, form: Form) -> Expansion {
        let expansion = self.of(id, form)?;
        if expansion.len() > 1 && self.side(id).is_some() {
            return Ok(self.whole(id));
        }
        Ok(expansion)
    }

    fn sum(&mut self, id: Id, a: Id, b: Id, sign: f64, form: Form) -> Expansion {
        let sum = self.of(a, form)?.plus(&self.of(b, form)?.scaled(sign));
        if self.side(id).is_some() {
            if sum.len() > MOST_OF_ONE_SIDE {
                return Ok(self.whole(id));
            }
            return Ok(sum);
        }
        let sum = Self::bounded(sum)?;
        if form == Form::Plain {
            return Ok(sum);
        }
        let states = u32::try_from(self.model.states.len()).expect("states are numbered by u32");
        let states: Vec<u32> = (0..states).collect();
        let sum = centre::centre(self.model, &sum, &states);
        centre::check(self.model, id, &sum)?;
        Ok(sum)
    }

    fn quotient(&mut self, a: Id, b: Id, form: Form) -> Expansion {
        let below = self.factor(b, form)?;
        let Some(below) = self.reciprocal(&below, 1) else {
            return Err(Reason(format!(
                "the sum by which it is divided reads {} at once",
                self.readers(b)
            )));
        };
        Self::bounded(self.factor(a, form)?.times(&below))
    }

    fn power(&mut self, id: Id, a: Id, n: i32, form: Form) -> Expansion {
        let base = self.factor(a, form)?;
        if base.only().is_some() && n < 0 {
            let power = self.reciprocal(&base, n.unsigned_abs());
            return Ok(power.expect("it is one product"));
        }
        let most = if base.len() > 1 {
            MOST_POWER
        } else {
            MOST_POWER_OF_ONE
        };
        if n < 0 || n > most {
            if self.side(id).is_some() {
                return Ok(self.whole(id));
            }
            let what = if base.only().is_some() {
                "product"
            } else {
                "sum"
            };
            return Err(Reason(format!(
                "the power {n} of a {what} reads {} at once",
                self.readers(id)
            )));
        }
        let mut power = Polynomial::number(1.0);
        for _ in 0..n {
            power = Self::bounded(power.times(&base))?;
        }
        Ok(power)
    }

    /// 1/aⁿ of one product, side by side; `None` of a sum.
    fn reciprocal(&mut self, of: &Polynomial, n: u32) -> Option<Polynomial> {
        let (monomial, coefficient) = of.only()?;
        let mut reciprocal = Polynomial::number(1.0);
        for side in [Side::Weight, Side::Source, Side::Own] {
            let powers = monomial.side(side);
            let value = product(&mut self.model.arena, powers);
            let mut b = Builder::new(&mut self.model.arena);
            let value = if side == Side::Own {
                let coefficient = b.number(coefficient);
                b.mul(coefficient, value)
            } else {
                value
            };
            let one = b.number(1.0);
            let value = b.powi(value, i32::try_from(n).ok()?);
            let value = b.div(one, value);
            if value != one {
                reciprocal = reciprocal.times(&Polynomial::factor(side, value));
            }
        }
        Some(reciprocal)
    }

    /// sin or cos of a sum, by the addition theorems.
    fn angle(&mut self, id: Id, f: FunctionId, a: Id, form: Form) -> Expansion {
        let mut argument = self.of(a, Form::Plain)?;
        if form == Form::Centred {
            let follow: Vec<u32> = self
                .follow
                .iter()
                .map(|&state| u32::try_from(state).expect("states are numbered by u32"))
                .collect();
            argument = centre::centre(self.model, &argument, &follow);
        }
        let Some(parts) = self.parts(&argument) else {
            return Err(self.mixes(id, f.get().name));
        };
        let mut sin = Polynomial::default();
        let mut cos = Polynomial::number(1.0);
        for (side, sign, part) in parts {
            let mut b = Builder::new(&mut self.model.arena);
            let [sin_part, cos_part] = ["sin", "cos"].map(|name| b.call(name, &[part]));
            let sin_part = Polynomial::factor(side, sin_part).scaled(sign);
            let cos_part = Polynomial::factor(side, cos_part);
            let both = sin.times(&cos_part).plus(&cos.times(&sin_part));
            cos = cos
                .times(&cos_part)
                .plus(&sin.times(&sin_part).scaled(-1.0));
            sin = both;
        }
        Ok(if is(f, "sin") { sin } else { cos })
    }

    /// A sum of one part for each side, each with the sign of its first term in front; `None` if a
    /// term mixes.
    fn parts(&mut self, sum: &Polynomial) -> Option<Vec<(Side, f64, Id)>> {
        let mut parts: [Vec<(f64, Id)>; 3] = Default::default();
        for (monomial, &coefficient) in &sum.0 {
            let side = self.side_of(monomial)?;
            let [weight, source, own] = [Side::Weight, Side::Source, Side::Own]
                .map(|side| product(&mut self.model.arena, monomial.side(side)));
            let mut b = Builder::new(&mut self.model.arena);
            let ends = b.mul(weight, source);
            let value = b.mul(own, ends);
            parts[side as usize].push((coefficient, value));
        }
        let mut found = Vec::new();
        for (side, terms) in [Side::Weight, Side::Source, Side::Own]
            .into_iter()
            .zip(parts)
        {
            let Some(&(first, _)) = terms.first() else {
                continue;
            };
            let sign = first.signum();
            let terms: Vec<_> = terms.iter().map(|&(c, id)| (sign * c, id)).collect();
            found.push((side, sign, combination(&mut self.model.arena, &terms)));
        }
        Some(found)
    }

    /// Where a product belongs whose factors all belong there: numbers stand on the own side of
    /// it, and may go along.
    fn side_of(&self, monomial: &Monomial) -> Option<Side> {
        let own: Vec<Id> = monomial.own.keys().copied().collect();
        let own = sides::of(&self.model.arena, &own);
        match (monomial.weight.is_empty(), monomial.source.is_empty()) {
            (true, true) => Some(Side::Own),
            (true, false) if own.is_common() => Some(Side::Source),
            (false, true) if own.is_constant() => Some(Side::Weight),
            _ => None,
        }
    }

    fn bounded(polynomial: Polynomial) -> Expansion {
        if polynomial.len() > MOST_PRODUCTS {
            return Err(Reason(format!(
                "multiplied out it has more than {MOST_PRODUCTS} products"
            )));
        }
        let most = polynomial.0.keys().map(Monomial::largest_exponent).max();
        if most.is_some_and(|most| most > MOST_EXPONENT) {
            return Err(Reason(format!(
                "multiplied out it has powers beyond the {MOST_EXPONENT}th"
            )));
        }
        if polynomial.0.values().any(|it| it.abs() > EXACT) {
            return Err(Reason(
                "multiplied out it has coefficients that a number does not hold exactly".to_owned(),
            ));
        }
        Ok(polynomial)
    }

    fn mixes(&self, id: Id, name: &str) -> Reason {
        let all = sides::variables(&self.model.arena, &[id]);
        let own_is_parameters = all.iter().all(|var| {
            !matches!(
                var,
                Var::State(_) | Var::Neighbour(_) | Var::Input(_) | Var::Weight
            )
        });
        let parameters = if own_is_parameters {
            ", and parameters may differ between nodes"
        } else {
            ""
        };
        Reason(format!(
            "`{name}` reads {} at once{parameters}",
            self.readers(id)
        ))
    }

    /// What a value reads, as it was written: "`src.x` and `x`". The source's first.
    fn readers(&self, id: Id) -> String {
        const SHOWN: usize = 4;
        let (mut first, mut others) = (Vec::new(), Vec::new());
        for var in sides::variables(&self.model.arena, &[id]) {
            let name = format!("`{}`", text::variable(self.model, var));
            if matches!(var, Var::Source(_)) {
                first.push(name);
            } else {
                others.push(name);
            }
        }
        // One of each side is among those that are shown.
        first.truncate(SHOWN / 2);
        others.truncate(SHOWN / 2);
        first.extend(others);
        let last = first.pop().unwrap_or_default();
        if first.is_empty() {
            return last;
        }
        format!("{} and {last}", first.join(", "))
    }
}

fn is(f: FunctionId, name: &str) -> bool {
    functions::find(name) == Some(f)
}
