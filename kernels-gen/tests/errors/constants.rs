//! Constants that no run can save.

use crate::harness::{both, errors};

#[test]
fn division_by_zero() {
    both(
        "M {
    state x;
    @x    = x / (1 - 1);
                ^^^^^^^ division by zero | param
}",
    );
}

#[test]
fn logarithm_of_a_negative_number() {
    both(
        "M {
    state x;
    @x    = ln(-2) * x;
            ^^^^^^ the logarithm of a negative number | constant
}",
    );
}

#[test]
fn root_of_a_negative_number() {
    both(
        "M {
    state x;
    @x    = sqrt(3 - 4) * x;
            ^^^^^^^^^^^ the square root of a negative number | constant
}",
    );
}

#[test]
fn arc_outside_its_domain() {
    both(
        "M {
    state x;
    @x    = x + acos(2);
                ^^^^^^^ the arc cosine of a number outside [-1, 1] | constant
}",
    );
}

#[test]
fn remainder_of_zero() {
    both(
        "M {
    state x;
    @x[n+1]   = mod(x, 0);
               ^^^^^^^^^ the remainder of a division by zero | constant
}",
    );
}

#[test]
fn too_large() {
    both(
        "M {
    state x;
    @x    = x * exp(1000);
                ^^^^^^^^^ this constant is too large for a number | constant
}",
    );
}

#[test]
fn literal_too_large() {
    both(
        "M {
    state x;
    @x    = x * 1e999;
                ^^^^^ `1e999` is too large for f64 | below 1.7e308
}",
    );
}

#[test]
fn zero_to_a_negative_power() {
    both(
        "M {
    state x;
    @x    = x * 0^-1;
                ^^^^ division by zero | constant
}",
    );
}

#[test]
fn within_a_function() {
    errors(
        "M {
    state x;
    fn f(v) = 1 / v;
    dx/dt = -x + f(0);
                 ^^^^ division by zero in `f` with these arguments | arguments
}",
    );
}

#[test]
fn default_that_is_not_finite() {
    errors(
        "M {
    state x;
    param a = 1 / 0;
                  ^ division by zero | constant
    dx/dt = -a * x;
}",
    );
}
