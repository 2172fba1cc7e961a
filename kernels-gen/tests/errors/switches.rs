//! Jumps and switches in a flow.

use crate::harness::{both, errors};

#[test]
fn jumping_functions() {
    for function in [
        "sign(x)",
        "heaviside(x)",
        "floor(x)",
        "ceil(x)",
        "mod(x, 2)",
    ] {
        let name = function.split('(').next().unwrap();
        let carets = "^".repeat(name.len());
        both(&format!(
            "M {{
    state x;
    @x    = -{function};
             {carets} `{name}` of a state jumps, and the tangent jumps with it | #[jump]
}}"
        ));
    }
}

#[test]
fn jump_of_an_intermediate() {
    both(
        "M {
    state x;
    let r = x^2;
    @x    = -sign(r - 1);
             ^^^^ `sign` of a state jumps, and the tangent jumps with it | before the equation of `x`
}",
    );
}

#[test]
fn jump_of_a_coupling() {
    errors(
        "M {
    state x;
    coupling c = sum(w * heaviside(src.x));
                         ^^^^^^^^^ `heaviside` of a state jumps, and the tangent jumps with it | before the coupling `c`
    dx/dt = c - x;
}",
    );
}

#[test]
fn jump_in_a_function_is_told_at_the_call() {
    both(
        "M {
    state x;
    fn h(v) = heaviside(v);
    @x    = 1 - h(x);
                ^^^^ `heaviside` of a state jumps, and the tangent jumps with it | #[jump]
}",
    );
}

#[test]
fn condition_on_a_state() {
    both(
        "M {
    state x;
    @x    = if x > 1 { 1 } else { x };
               ^^^^^ this condition depends on a state: does the value jump where it switches? | #[continuous]
}",
    );
}

#[test]
fn continuous_does_not_excuse_a_jump() {
    both(
        "M {
    state x;
    #[continuous]
    @x    = sign(x);
            ^^^^ `sign` of a state jumps, and the tangent jumps with it | #[jump]
}",
    );
}

#[test]
fn accepted() {
    errors(
        "M {
    state x, y, z;
    input u;
    param a = 1;
    #[jump]
    fn h(v) = heaviside(v);
    #[continuous]
    dx/dt = if x > 1 { 1 } else { x };
    #[jump]
    dy/dt = sign(y) + (if y > 0 { 1 } else { 0 });
    dz/dt = abs(z) + min(x, y) + max(x, z) + h(x) + heaviside(t - 5) + sign(a) * u;
    output phase = mod(x, 2 * pi);
}",
    );
}

#[test]
fn maps_accept_everything() {
    errors(
        "M {
    state x;
    next(x) = if x < 0.5 { mod(2 * x, 1) } else { floor(x) + sign(x) };
}",
    );
}

#[test]
fn each_item_is_judged_though_the_call_is_the_same() {
    errors(
        "M {
    state x, y;
    fn h(v) = heaviside(v);
    output e = h(x);
    dx/dt = h(x);
            ^^^^ `heaviside` of a state jumps, and the tangent jumps with it | before the equation of `x`
    dy/dt = 2 * h(x);
                ^^^^ `heaviside` of a state jumps, and the tangent jumps with it | before the equation of `y`
}",
    );
}
