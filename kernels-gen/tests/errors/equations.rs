//! Left sides: which state, and of what order.

use crate::harness::{both, errors};

#[test]
fn state_without_equation() {
    errors(
        "M {
    state x, y;
             ^ state `y` has no equation | write `dy/dt = …;`
    dx/dt = y - x;
}",
    );
}

#[test]
fn state_of_a_map_without_equation() {
    errors(
        "M {
    state x, y;
             ^ state `y` has no equation | write `next(y) = …;`
    next(x) = y - x;
}",
    );
}

#[test]
fn equation_without_state() {
    errors(
        "M {
    state x;
    dx/dt = -x;
    dy/dt = x;
    ^^ there is no state `y` | state y = 0;
}",
    );
    errors(
        "M {
    state x;
    \"x' = -x
     y' = x\"
     ^ there is no state `y` | state y = 0;
}",
    );
}

#[test]
fn misspelt_state() {
    errors(
        "M {
    state theta, phi;
    dtheta/dt = -theta;
    dphii/dt = -phi;
    ^^^^^ there is no state `phii` | did you mean `dphi/dt = …;`?
}",
    );
}

#[test]
fn equation_of_a_name_that_is_used_elsewhere() {
    errors(
        "M {
    state x;
    let r = y^2 + q^2;
    q = 2 * x;
    ^ `q` is not declared | let q = …;
    dx/dt = r - y;
    dy/dt = x - y;
    ^^ there is no state `y` | state y = 0;
}",
    );
}

#[test]
fn two_equations_of_one_state() {
    errors(
        "M {
    state x;
    dx/dt = -x;
    dx/dt = x;
    ^^^^^ `x` has two equations | keep one
}",
    );
}

#[test]
fn equation_of_a_parameter() {
    errors(
        "M {
    state x;
    param a = 1;
    dx/dt = -a * x;
    da/dt = 0;
    ^^ `a` is a parameter and has no equation | state a
}",
    );
}

#[test]
fn assignment_to_a_parameter() {
    errors(
        "M {
    state x;
    param a = 1;
    a = 2;
    ^ `a` is a parameter and cannot be assigned to | param a = …;
    dx/dt = -a * x;
}",
    );
}

#[test]
fn assignment_to_a_state() {
    errors(
        "M {
    state x;
    x = -x;
    ^ `x` is a state: `x = …` is no equation | dx/dt = …;
}",
    );
}

#[test]
fn assignment_to_nothing() {
    errors(
        "M {
    state x;
    r = x^2;
    ^ `r` is not declared | let r = …;
    dx/dt = -x;
}",
    );
}

#[test]
fn second_order() {
    errors(
        "M {
    state x;
    \"x'' = -x\"
      ^^ `x''` is a derivative of order 2 | state x, x_t;
}",
    );
}

#[test]
fn third_order() {
    errors(
        "M {
    state x;
    \"x''' = -x\"
      ^^^ `x'''` is a derivative of order 3 | 3 equations of the first order
}",
    );
}

#[test]
fn higher_orders_in_plain_tokens() {
    errors(
        "M {
    state x, y;
    d2x/dt2 = -x;
    ^^^^^^^ `d2x/dt2` is a derivative of order 2 | with `dx/dt = x_t;` and `dx_t/dt = …;`
    d3y/dt3 = -y;
    ^^^^^^^ `d3y/dt3` is a derivative of order 3 | 3 equations of the first order
}",
    );
}

#[test]
fn derivative_on_the_right() {
    errors(
        "M {
    state x, y;
    \"x' = -x
     y' = x' - y\"
           ^ a derivative cannot stand on the right side of an equation | let
}",
    );
}

#[test]
fn map_mixed_with_flow() {
    errors(
        "M {
    state x, y;
    dx/dt = -x;
    next(y) = x;
    ^^^^^^^ this equation belongs to a map, but the model began as a flow | for every state
}",
    );
}

#[test]
fn flow_mixed_with_map() {
    errors(
        "M {
    state x, y;
    \"x[n+1] = y[n]
     y' = x\"
     ^^ this equation belongs to a flow, but the model began as a map | for every state
}",
    );
}

#[test]
fn iterate_in_a_flow() {
    both(
        "M {
    state x;
    @x    = -x[n];
             ^^^^ `x[n]` is the iterate of a map, and this model is a flow | name alone
}",
    );
}

#[test]
fn left_side_of_a_map() {
    errors(
        "M {
    state x;
    \"x[n] = x[n]^2\"
      ^^^ the left side of a map is the next iterate | x[n+1] = …
}",
    );
}

#[test]
fn past_iterate() {
    both(
        "M {
    state x;
    @x[n+1]   = x[n-1];
                  ^ the right side of a map holds the present iterate alone | x_old
}",
    );
}

#[test]
fn equation_without_equals() {
    errors(
        "M {
    state x;
    dx/dt - x;
          ^ expected `=` in the equation of `x`, found `-` | dx/dt = …
}",
    );
}

#[test]
fn not_an_equation() {
    errors(
        "M {
    state x;
    x + 1;
    ^ expected an item or an equation, found `x` | dx/dt = …;
}",
    );
}

#[test]
fn derivative_in_two_words() {
    errors(
        "M {
    state x;
    d x/dt = -x;
    ^ there is no item `d` | dx/dt = …;
}",
    );
}

#[test]
fn iterates_in_tex() {
    errors(
        r#"M {
    state x;
    "x_{n+1} = -x_n"
     ^^ expected an item or an equation, found `x_` | x[n+1]
}"#,
    );
}

#[test]
fn one_state_as_a_flow_and_as_a_map() {
    errors(
        "M {
    state x;
    next(x) = x;
    dx/dt = x;
    ^^^^^ this equation belongs to a flow, but the model began as a map | for every state
}",
    );
}

#[test]
fn a_text_may_be_empty() {
    errors(
        r#"M {
    state x;
    "" "// x' = 2*x" "x' = -x" "; ;"
}"#,
    );
}
