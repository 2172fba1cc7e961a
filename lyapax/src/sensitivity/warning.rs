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
    /// More exponents that are about 0 than there should be: none of a map or of a flow that is driven, and of another flow
    /// the one along it. Tori, continuous symmetries and conserved quantities have more, and their derivatives are right.
    NotToldFromZero {
        /// How many exponents let tangents change less than e-fold five times.
        exponents: usize,
        /// How many there should be at the most.
        expected: usize,
    },
    /// A derivative of an exponent that still changes with the length of the run.
    NotConverged {
        /// What it is taken by.
        by: String,
        /// The exponent of which it is worst, from 0.
        exponent: usize,
        /// The derivative.
        slope: f64,
        /// How far that of the second half is from it.
        error: f64,
        /// How many other exponents it is so of.
        others: usize,
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
                "λ{} to λ{} are equal: none of them alone has a derivative, and each has the mean of all",
                first + 1,
                last + 1
            ),
            Self::NotToldFromZero {
                exponents,
                expected,
            } => {
                let them = if *exponents == 1 {
                    "exponent"
                } else {
                    "exponents"
                };
                let should = if *expected == 0 {
                    "none is expected"
                } else {
                    "one is expected, along the flow"
                };
                write!(
                    f,
                    "{exponents} {them} cannot be told from 0 in a run this long, where {should} but for tori, symmetries and \
                     conserved quantities: at a bifurcation an exponent has no derivative; run longer, or at other parameters"
                )
            }
            Self::NotConverged {
                by,
                exponent,
                slope,
                error,
                others,
            } => {
                write!(
                    f,
                    "the derivative of λ{} by {by} is {slope:+.2e}, and {error:.1e} away from that in the second \
                     half of the run",
                    exponent + 1
                )?;
                match others {
                    0 => {}
                    1 => write!(f, "; that of another exponent has not converged either")?,
                    more => write!(f, "; those of {more} others have not converged either")?,
                }
                write!(
                    f,
                    ": run longer; at a bifurcation, and where a short run hides that it is chaotic, it comes to nothing"
                )
            }
        }
    }
}
