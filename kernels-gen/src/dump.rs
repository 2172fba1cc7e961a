//! What `LYAPAX_DUMP` shows: a model at every stage.

use std::fmt::Write as _;

use proc_macro2::TokenStream;

use crate::derive::{Derived, Partial};
use crate::emit;
use crate::ir::text::{self, Line, variable};
use crate::ir::{Id, ModelKind};
use crate::tape::Tape;

/// Equations, partial derivatives, tape and Rust.
pub fn dump(derived: &Derived) -> String {
    let sections = [
        ("equations", text::model(&derived.model)),
        ("partial derivatives", partials(derived)),
        ("tape", tape(derived)),
        ("sums as matrix products", products(derived)),
        ("Rust", rust(emit::emit(derived))),
    ];
    let sections = sections
        .map(|(title, text)| format!("=== {}: {title} ===\n{text}", derived.model.name.text));
    sections.join("\n")
}

/// Every partial derivative that is not zero, the trace and the determinant.
pub fn partials(derived: &Derived) -> String {
    let model = &derived.model;
    let prime = match model.kind {
        ModelKind::Flow => "'",
        ModelKind::Map => "[n+1]",
    };
    let equation = |row: usize| format!("{}{prime}", model.states[row].name.text);
    let line = |row: String, partial: &Partial| Line {
        left: format!("∂{row}/∂{}", variable(model, partial.wrt)),
        sum: false,
        id: partial.value,
    };
    let own = derived
        .partials
        .iter()
        .chain(&derived.param_partials)
        .map(|partial| line(equation(partial.row), partial));
    let edge = derived
        .edge_partials
        .iter()
        .map(|partial| line(format!("sum[{}]", partial.row), partial));
    let det = derived.det.map(|id| Line {
        left: "det".to_owned(),
        sum: false,
        id,
    });
    let mut text = text::lines(model, &own.chain(edge).chain(det).collect::<Vec<_>>());
    let diagonal: Vec<_> = derived
        .trace
        .iter()
        .map(|&k| equation(derived.partials[k].row))
        .collect();
    if !diagonal.is_empty() {
        let _ = writeln!(text, "trace over {}", diagonal.join(", "));
    }
    text
}

/// The tape of f and its partials, and of the summands and theirs.
pub fn tape(derived: &Derived) -> String {
    let text = |values: &[Id], partials: &[Partial]| {
        let outputs: Vec<Id> = values
            .iter()
            .copied()
            .chain(partials.iter().map(|partial| partial.value))
            .collect();
        Tape::new(&derived.model.arena, &outputs).text(|var| variable(&derived.model, var))
    };
    let mut tape = text(&derived.model.rhs, &derived.partials);
    if !derived.model.sums.is_empty() {
        tape.push_str(&text(&derived.model.sums, &derived.edge_partials));
    }
    tape
}

/// The sums as matrix products, or why they are added up edge by edge.
pub fn products(derived: &Derived) -> String {
    let model = &derived.model;
    let products = match &derived.products {
        Ok(products) => products,
        Err(pairwise) => return pairwise.told().join("\n") + "\n",
    };
    let line = |left: String, id: Id| Line {
        left,
        sum: false,
        id,
    };
    let weights = (0..).zip(&products.weights);
    let weights = weights.map(|(i, &id)| line(format!("weight[{i}]"), id));
    let list = (0..).zip(&products.list);
    let list = list.map(|(i, product)| {
        line(
            format!("product[{i}] of weight[{}]", product.weight),
            product.source,
        )
    });
    let partials = products.partials.iter().map(|partial| {
        let wrt = variable(model, partial.wrt);
        line(format!("∂product[{}]/∂{wrt}", partial.row), partial.value)
    });
    let finish = (0..).zip(&products.finish);
    let finish = finish.map(|(i, &id)| line(format!("sum[{i}]"), id));
    let finish_partials = products.finish_partials.iter().map(|partial| {
        let wrt = variable(model, partial.wrt);
        line(format!("∂sum[{}]/∂{wrt}", partial.row), partial.value)
    });
    let dynamics = products.dynamics.iter().flat_map(|dynamics| {
        let name = |row: usize| &model.states[row].name.text;
        let rhs = dynamics.rhs.iter().enumerate();
        let rhs = rhs.map(move |(row, &id)| line(format!("f[{}]", name(row)), id));
        let partials = dynamics.partials.iter().map(move |partial| {
            let left = format!(
                "∂f[{}]/∂{}",
                name(partial.row),
                variable(model, partial.wrt)
            );
            line(left, partial.value)
        });
        rhs.chain(partials)
    });
    text::lines(
        model,
        &weights
            .chain(list)
            .chain(partials)
            .chain(finish)
            .chain(finish_partials)
            .chain(dynamics)
            .collect::<Vec<_>>(),
    )
}

/// Tokens as a person would write them; our own names without the prefix that keeps them apart.
pub fn rust(tokens: TokenStream) -> String {
    match syn::parse2(tokens) {
        Ok(file) => prettyplease::unparse(&file).replace(emit::PREFIX, ""),
        Err(error) => format!("the emitted tokens are no Rust file: {error}\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::derive::derive_model;
    use crate::ir::testing;

    #[test]
    fn a_dump_has_every_stage() {
        let dump = dump(&derive_model(&testing::lorenz()));
        for part in [
            "=== Lorenz: equations ===\nflow\n",
            "y' = x * (rho - z) - y",
            "∂y'/∂x = rho - z",
            "v0 = sub y x",
            "pub struct Lorenz {",
            "let v0 = x[1] - x[0];",
        ] {
            assert!(dump.contains(part), "{part}\n{dump}");
        }
    }
}
