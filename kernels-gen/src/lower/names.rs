//! The names of a model: declared once, none hiding another, and found again with a suggestion
//! where they were misspelt.

use std::collections::HashMap;

use crate::diag::Sink;
use crate::functions;
use crate::source::Loc;
use crate::spelling::nearest;
use crate::syntax::{ItemKind, Model, Name};

/// What a name stands for; the number counts the declarations of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    State(u32),
    Param(u32),
    Input(u32),
    Output(u32),
    /// The item with this index in the syntax tree.
    Let(usize),
    Fn(usize),
    Coupling(usize),
}

impl Symbol {
    pub fn describe(self) -> &'static str {
        match self {
            Self::State(_) => "a state",
            Self::Param(_) => "a parameter",
            Self::Input(_) => "an input",
            Self::Output(_) => "an output",
            Self::Let(_) => "an intermediate",
            Self::Fn(_) => "a function",
            Self::Coupling(_) => "a coupling",
        }
    }
}

/// Names with a meaning of their own, which no declaration may take.
const BUILT_IN: [(&str, &str); 5] = [
    ("N", "the number of nodes"),
    ("w", "the weight of an edge"),
    ("src", "the source node"),
    ("t", "time"),
    ("pi", "the number π"),
];

/// Calls that are part of the grammar rather than functions of numbers.
pub const FORMS: [&str; 2] = ["sum", "delay"];

/// Words that Rust cannot use as the name of a field even as raw identifiers, and those that the
/// grammar needs.
const UNUSABLE: [&str; 7] = ["self", "Self", "super", "crate", "_", "if", "else"];

#[derive(Debug, Default)]
pub struct Names {
    found: HashMap<String, (Symbol, Loc)>,
    /// In the order of declaration, for suggestions that do not depend on hashing.
    order: Vec<String>,
}

impl Names {
    /// Declares every name of the model, and reports the ones that cannot be.
    pub fn gather(model: &Model, sink: &mut Sink) -> Self {
        let mut names = Self::default();
        let mut counts = [0_u32; 4];
        let mut next = |kind: usize| {
            counts[kind] += 1;
            counts[kind] - 1
        };
        for (index, item) in model.items.iter().enumerate() {
            match &item.kind {
                ItemKind::State(list) => {
                    for declared in list {
                        names.declare(&declared.name, Symbol::State(next(0)), sink);
                    }
                }
                ItemKind::Param(list) => {
                    for declared in list {
                        names.declare(&declared.name, Symbol::Param(next(1)), sink);
                    }
                }
                ItemKind::Input(list) => {
                    for name in list {
                        names.declare(name, Symbol::Input(next(2)), sink);
                    }
                }
                ItemKind::Output { name, .. } => names.declare(name, Symbol::Output(next(3)), sink),
                ItemKind::Let { name, .. } => names.declare(name, Symbol::Let(index), sink),
                ItemKind::Fn { name, .. } => names.declare(name, Symbol::Fn(index), sink),
                ItemKind::Coupling { name, .. } => {
                    names.declare(name, Symbol::Coupling(index), sink);
                }
                ItemKind::Flow { .. } | ItemKind::Map { .. } | ItemKind::Assign { .. } => {}
            }
        }
        names
    }

    fn declare(&mut self, name: &Name, symbol: Symbol, sink: &mut Sink) {
        if let Some((message, help)) = refusal(name) {
            sink.error(&name.loc, message, help);
        }
        if let Some((first, _)) = self.found.get(&name.text) {
            sink.error(
                &name.loc,
                format!(
                    "{} is declared twice: it already is {}",
                    name.quoted(),
                    first.describe()
                ),
                format!("give one of them another name, such as `{}2`", name.text),
            );
        } else {
            self.order.push(name.text.clone());
            self.found
                .insert(name.text.clone(), (symbol, name.loc.clone()));
        }
    }

    pub fn get(&self, text: &str) -> Option<Symbol> {
        self.found.get(text).map(|(symbol, _)| *symbol)
    }

    /// The declared name that is most like `text`, if any is near.
    pub fn nearest(&self, text: &str, accept: impl Fn(Symbol) -> bool) -> Option<&str> {
        let candidates = self.order.iter().filter(|name| accept(self.found[*name].0));
        nearest(text, candidates.map(String::as_str))
    }
}

/// Why a name cannot be declared, and what to do.
pub fn refusal(name: &Name) -> Option<(String, String)> {
    let text = name.text.as_str();
    if let Some((_, meaning)) = BUILT_IN.iter().find(|(word, _)| *word == text) {
        let help = format!("choose another name, such as `{text}0`");
        return Some((
            format!("`{text}` is {meaning} and cannot be declared"),
            help,
        ));
    }
    if functions::find(text).is_some() || FORMS.contains(&text) {
        let help = format!("choose another name, such as `{text}0`");
        return Some((
            format!("`{text}` is a function of the language and cannot be declared"),
            help,
        ));
    }
    reserved(text)
}

/// Why a name cannot even be that of the model.
pub fn reserved(text: &str) -> Option<(String, String)> {
    if text == "default" {
        return Some((
            "`default` cannot be declared: the generated type has `Default::default`".to_owned(),
            "choose another name, such as `default0`".to_owned(),
        ));
    }
    (UNUSABLE.contains(&text) || text.starts_with("__lyapax")).then(|| {
        (
            format!("the name `{text}` is reserved"),
            "choose another name".to_string(),
        )
    })
}
