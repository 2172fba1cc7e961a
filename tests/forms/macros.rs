//! Models that other macros write.

use lyapax::{Model, model};

use crate::run;
use crate::spellings::assert_same;

macro_rules! decay {
    ($vis:vis $name:ident, $state:ident, $rate:expr, $right:expr) => {
        model! {
            /// Written by a macro.
            $vis $name {
                state $state = 1.0;
                param rate = $rate;
                next($state) = 2 * $right;
            }
        }
    };
}

decay!(pub Expr, x, 1.0 + 0.5, rate - x);

model! {
    /// What it stands for.
    pub Written {
        state x = 1.0;
        param rate = 1.5;
        next(x) = 2 * (rate - x);
    }
}

#[test]
fn an_expression_stays_one_value() {
    assert_same::<Expr, Written>();
    assert_eq!(Expr::default().rate, 1.5.into());
}

macro_rules! quoted {
    ($name:ident, $text:literal) => {
        model! {
            $name {
                state x = 1.0;
                param rate = 1.5;
                $text
            }
        }
    };
}

quoted!(Text, "x[n+1] = 2 * (rate - x[n])");

#[test]
fn quoted_text_is_passed_on() {
    assert_same::<Text, Written>();
}

macro_rules! oscillator {
    ($(#[$meta:meta])* $name:ident { $($item:tt)* }) => {
        model! {
            $(#[$meta])*
            pub(crate) $name { state x = 1.0, v = 0.0; "x' = v" $($item)* }
        }
    };
}

oscillator! {
    /// Items come from the caller, and read the macro's states.
    Spring { param k = 4.0; dv/dt = -k * x; }
}

#[test]
fn items_from_two_macros_read_each_other() {
    run(Spring { k: 2.0.into() });
    assert_eq!(Spring::x.name(), "x");
    assert_eq!(Spring::INFO.params, ["k"]);
}
