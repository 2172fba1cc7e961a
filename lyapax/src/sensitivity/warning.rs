//! What derivatives of runs do not know.

use core::fmt;

use crate::Variable;
use crate::model::{Column, Kind, Model};

/// Why a derivative is not to be trusted.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum DerivativeWarning {
    /// A jump of the equations where a state is at some value, marked `#[jump]`: a change of anything before it also changes
    /// when the run meets it, and that is missing.
    JumpPassedOver {
        /// What jumps.
        what: &'static str,
        /// Where: "equation of `x`".
        item: &'static str,
    },
    /// A condition or a jump of the equations that depends on what is varied: that the jump moves is missing.
    JumpMoved {
        /// What jumps.
        what: &'static str,
        /// Where: "equation of `x`".
        item: &'static str,
        /// What moves it.
        by: &'static str,
    },
    /// Exponents that are equal: none of them alone has a derivative, and each has the mean of all. That of a pair of
    /// complex multipliers is its own.
    EqualExponents {
        /// The first, from 0.
        first: usize,
        /// The last.
        last: usize,
    },
}

impl DerivativeWarning {
    /// Those of derivatives by some variables, or by everything.
    pub(crate) fn of_jumps<M: Model>(variables: Option<&[Variable<M>]>) -> Vec<Self> {
        let mut warnings = Vec::new();
        if M::INFO.kind == Kind::Map {
            return warnings;
        }
        for jump in M::INFO.jumps {
            let (what, item) = (jump.what, jump.item);
            if jump.on_state {
                warnings.push(Self::JumpPassedOver { what, item });
            }
            let asked = jump.moved_by.iter().filter(|column| {
                let is_it = |it: &Variable<M>| column_of(*it) == Some(**column);
                variables.is_none_or(|all| all.iter().any(is_it))
            });
            let moved = asked.filter_map(|column| {
                let by = match *column {
                    Column::Param(i) => M::INFO.params[i],
                    Column::Gathered(i) => M::INFO.inputs[i - M::INFO.neighbours.len()],
                    _ => return None,
                };
                Some(Self::JumpMoved { what, item, by })
            });
            warnings.extend(moved);
        }
        warnings
    }
}

/// What of the equations a variable is.
fn column_of<M: Model>(variable: Variable<M>) -> Option<Column> {
    match variable {
        Variable::Param(name) | Variable::ParamAt(name, _) => Some(Column::Param(name.index())),
        Variable::Input(name) | Variable::InputAt(name, _) => {
            Some(Column::Gathered(M::INFO.neighbours.len() + name.index()))
        }
        _ => None,
    }
}

impl fmt::Display for DerivativeWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::JumpPassedOver { what, item } => write!(
                f,
                "the derivatives pass over the jump of `{what}` in the {item}: they lack what comes of meeting it sooner or \
                 later; replace it by a steep smooth function"
            ),
            Self::JumpMoved { what, item, by } => write!(
                f,
                "the `{what}` in the {item} depends on `{by}`: if the value jumps there, the derivative by `{by}` lacks that \
                 the jump moves; mark it `#[continuous]` if it does not, or replace it by a steep smooth function"
            ),
            Self::EqualExponents { first, last } => write!(
                f,
                "exponents {first} to {last} are equal: none of them alone has a derivative, and each has the mean of all"
            ),
        }
    }
}
