//! A tape, printed: one `let` for each operation.

use std::collections::HashMap;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::names::local;
use crate::ir::{Compare, Model, Var};
use crate::tape::{Op, Operand, Tape};

/// What reads the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The Rust compiler. The sine and the cosine of one angle are asked for at once, and powers of one number share its
    /// logarithm.
    Host,
    /// CubeCL's: every operation is one of its own, and comparisons give truth values.
    Device,
}

/// A printed tape.
#[derive(Clone, Default)]
pub struct Body {
    pub lets: TokenStream,
    pub outputs: Vec<TokenStream>,
}

impl Body {
    pub fn new(model: &Model, tape: &Tape) -> Self {
        Self::of(model, tape, Dialect::Host)
    }

    pub fn of(model: &Model, tape: &Tape, dialect: Dialect) -> Self {
        let folded;
        let (tape, pairs, bases) = match dialect {
            Dialect::Host => (tape, pairs(tape), bases(tape)),
            Dialect::Device => {
                folded = tape.folded();
                (&folded, HashMap::new(), HashMap::new())
            }
        };
        let operand = |model, operand| operand_of(model, operand, dialect);
        let lets = tape
            .steps
            .iter()
            .enumerate()
            .map(|(index, op)| match pairs.get(&index) {
                Some(pair) if index == pair.sin.min(pair.cos) => {
                    let (sin, cos) = (step(pair.sin), step(pair.cos));
                    let angle = operand(model, pair.angle);
                    quote!(let (#sin, #cos) = S::sin_cos(#angle);)
                }
                // The other one of the two is known by now.
                Some(_) => TokenStream::new(),
                None => {
                    let name = step(index);
                    if let (Op::Call2(_, of, exponent), Some(&first)) = (op, bases.get(&index)) {
                        let base = local(&format!("base{first}"));
                        let exponent = operand(model, *exponent);
                        let of = operand(model, *of);
                        let known = (index == first).then(|| quote!(let #base = S::base(#of);));
                        quote!(#known let #name = S::power(#base, #exponent);)
                    } else {
                        let value = operation(model, op, dialect);
                        quote!(let #name = #value;)
                    }
                }
            });
        let outputs = tape
            .outputs
            .iter()
            .map(|&output| operand(model, output))
            .collect();
        Self {
            lets: lets.collect(),
            outputs,
        }
    }
}

/// The steps that are the sine and the cosine of one angle.
#[derive(Clone, Copy)]
struct Pair {
    angle: Operand,
    sin: usize,
    cos: usize,
}

/// What a computer does at once for less than twice the cost, by the index of either step.
fn pairs(tape: &Tape) -> HashMap<usize, Pair> {
    let calls = |method: &str| -> HashMap<Operand, usize> {
        let steps = tape.steps.iter().enumerate();
        steps
            .filter_map(|(index, op)| match op {
                Op::Call1(f, angle) if f.get().method == method => Some((*angle, index)),
                _ => None,
            })
            .collect()
    };
    let cosines = calls("cos");
    let pairs = calls("sin").into_iter().filter_map(|(angle, sin)| {
        let cos = *cosines.get(&angle)?;
        let pair = Pair { angle, sin, cos };
        Some([(sin, pair), (cos, pair)])
    });
    pairs.flatten().collect()
}

/// The steps that raise a number of which there are several powers, with the first of these.
fn bases(tape: &Tape) -> HashMap<usize, usize> {
    let powers = tape.steps.iter().enumerate();
    let powers = powers.filter_map(|(index, op)| match op {
        Op::Call2(f, base, _) if f.get().method == "pow" => Some((*base, index)),
        _ => None,
    });
    let mut of_base: HashMap<Operand, Vec<usize>> = HashMap::new();
    for (base, index) in powers {
        of_base.entry(base).or_default().push(index);
    }
    let several = of_base.into_values().filter(|steps| steps.len() > 1);
    let steps =
        several.flat_map(|steps| steps.clone().into_iter().map(move |step| (step, steps[0])));
    steps.collect()
}

fn operation(model: &Model, op: &Op, dialect: Dialect) -> TokenStream {
    let operand = |o: &Operand| operand_of(model, *o, dialect);
    let function = |name: &str, args: &[&Operand]| {
        let name = format_ident!("{name}");
        let args = args.iter().map(|arg| operand(arg));
        match dialect {
            Dialect::Host => quote!(S::#name(#(#args),*)),
            Dialect::Device => quote!(S::#name::<F>(#(#args),*)),
        }
    };
    let binary = |a: &Operand, sign: TokenStream, b: &Operand| {
        let (a, b) = (operand(a), operand(b));
        quote!(#a #sign #b)
    };
    match op {
        Op::Neg(a) => {
            let a = operand(a);
            quote!(-#a)
        }
        Op::Add(a, b) => binary(a, quote!(+), b),
        Op::Sub(a, b) => binary(a, quote!(-), b),
        Op::Mul(a, b) => binary(a, quote!(*), b),
        Op::Div(a, b) => binary(a, quote!(/), b),
        Op::Call1(f, a) => function(f.get().method, &[a]),
        Op::Call2(f, a, b) => function(f.get().method, &[a, b]),
        Op::Compare(op, a, b) => match dialect {
            Dialect::Host => function(comparison(*op), &[a, b]),
            Dialect::Device => binary(a, operator(*op), b),
        },
        Op::And(a, b) => match dialect {
            Dialect::Host => function("and", &[a, b]),
            Dialect::Device => binary(a, quote!(&&), b),
        },
        Op::Or(a, b) => match dialect {
            Dialect::Host => function("or", &[a, b]),
            Dialect::Device => binary(a, quote!(||), b),
        },
        Op::Not(a) => match dialect {
            Dialect::Host => function("not", &[a]),
            Dialect::Device => {
                let a = operand(a);
                quote!(!#a)
            }
        },
        Op::Select {
            mask,
            then,
            otherwise,
        } => match dialect {
            Dialect::Host => function("select", &[mask, then, otherwise]),
            Dialect::Device => {
                let select = local("select");
                let args = [mask, then, otherwise].map(operand);
                quote!(#select(#(#args),*))
            }
        },
    }
}

fn operator(op: Compare) -> TokenStream {
    match op {
        Compare::Less => quote!(<),
        Compare::LessEq => quote!(<=),
        Compare::Greater => quote!(>),
        Compare::GreaterEq => quote!(>=),
        Compare::Eq => quote!(==),
        Compare::NotEq => quote!(!=),
    }
}

fn comparison(op: Compare) -> &'static str {
    match op {
        Compare::Less => "lt",
        Compare::LessEq => "le",
        Compare::Greater => "gt",
        Compare::GreaterEq => "ge",
        Compare::Eq => "eq",
        Compare::NotEq => "ne",
    }
}

fn operand_of(model: &Model, operand: Operand, dialect: Dialect) -> TokenStream {
    match operand {
        Operand::Step(index) => {
            let name = step(index);
            quote!(#name)
        }
        Operand::Number(bits) => number_in(f64::from_bits(bits), dialect),
        Operand::Pi => match dialect {
            Dialect::Host => quote!(S::lit(::core::f64::consts::PI)),
            Dialect::Device => number_in(core::f64::consts::PI, dialect),
        },
        Operand::Var(var) => variable(model, var, dialect),
    }
}

fn variable(model: &Model, var: Var, dialect: Dialect) -> TokenStream {
    let element = |array: &str, index: u32| {
        let (array, index) = (local(array), Literal::u32_unsuffixed(index));
        quote!(#array[#index])
    };
    let at = local("at");
    match var {
        Var::State(i) => element("x", i),
        Var::Param(i) => element("p", i),
        Var::Source(i) | Var::SourceDeviation(i) => element("source", i),
        Var::Deviation(i) => element("centred", i),
        Var::Product(i) => element("products", i),
        Var::OwnProduct(i) => element("own", i),
        Var::Weight => {
            let weight = local("weight");
            quote!(#weight)
        }
        Var::Time | Var::Nodes if dialect == Dialect::Device => {
            let name = local(if var == Var::Time { "t" } else { "nodes" });
            quote!(#name)
        }
        Var::Time => quote!(#at.t),
        Var::Nodes => quote!(#at.nodes),
        Var::Neighbour(_) | Var::Input(_) | Var::Sum(_) => {
            let u = local("u");
            let slot = Literal::usize_unsuffixed(gathered(model, var).expect("these are gathered"));
            quote!(#u[#slot])
        }
    }
}

fn step(index: usize) -> Ident {
    local(&format!("v{index}"))
}

/// The scalar nearest to a number.
pub fn number_in(value: f64, dialect: Dialect) -> TokenStream {
    let digits = number(value);
    match dialect {
        Dialect::Host => quote!(S::lit(#digits)),
        // The languages of devices have no word for these.
        Dialect::Device if !value.is_finite() => {
            let endless = local("endless");
            let sign = if value.is_nan() {
                quote!(0)
            } else if value < 0.0 {
                quote!(-1)
            } else {
                quote!(1)
            };
            quote!(#endless::<F>(#sign))
        }
        Dialect::Device => {
            let lit = local("lit");
            quote!(#lit::<F>(#digits))
        }
    }
}

/// A literal with all its digits.
pub fn number(value: f64) -> TokenStream {
    if value.is_nan() {
        return quote!(::core::primitive::f64::NAN);
    }
    let sign = value.is_sign_negative().then(|| quote!(-));
    if value.is_infinite() {
        return quote!(#sign ::core::primitive::f64::INFINITY);
    }
    let digits: Literal = format!("{:?}f64", value.abs())
        .parse()
        .expect("a finite number is a literal");
    quote!(#sign #digits)
}

/// The slot among the gathered values: neighbours, then inputs, then sums.
pub fn gathered(model: &Model, var: Var) -> Option<usize> {
    let inputs = model.neighbours.len();
    let sums = inputs + model.inputs.len();
    match var {
        Var::Neighbour(i) => Some(i as usize),
        Var::Input(i) => Some(inputs + i as usize),
        Var::Sum(i) => Some(sums + i as usize),
        _ => None,
    }
}
