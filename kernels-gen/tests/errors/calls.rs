//! Functions: which, and of how many arguments.

use crate::harness::{both, errors};

#[test]
fn unknown_function() {
    both(
        "M {
    state x;
    @x    = bessel(x);
            ^^^^^^ unknown function `bessel` | fn bessel(v) = …;
}",
    );
}

#[test]
fn misspelt_function() {
    both(
        "M {
    state x;
    @x    = tahn(x);
            ^^^^ unknown function `tahn` | did you mean `tanh`?
}",
    );
}

#[test]
fn too_many_arguments() {
    both(
        "M {
    state x;
    @x    = sin(x, 2);
            ^^^ `sin` takes 1 argument, and 2 were given | sin(a)
}",
    );
}

#[test]
fn too_few_arguments() {
    both(
        "M {
    state x;
    @x    = atan2(x);
            ^^^^^ `atan2` takes 2 arguments, and 1 was given | atan2(a, b)
}",
    );
}

#[test]
fn no_arguments() {
    both(
        "M {
    state x;
    @x    = exp();
            ^^^ `exp` takes 1 argument, and 0 were given | exp(a)
}",
    );
}

#[test]
fn own_function_with_too_many_arguments() {
    both(
        "M {
    state x;
    fn s(v) = v^2;
    @x    = s(x, x, x);
            ^ `s` takes 1 argument, and 3 were given | s(a)
}",
    );
}

#[test]
fn state_called_as_a_function() {
    both(
        "M {
    state x;
    @x    = -x(t);
             ^ `x` is not a function | x * (…)
}",
    );
}

#[test]
fn mistake_in_a_body_is_told_once() {
    errors(
        "M {
    state x, y;
    fn s(v) = v * kk;
                  ^^ unknown name `kk` | declare it
    dx/dt = s(x) + s(y);
    dy/dt = s(x + y);
}",
    );
}

#[test]
fn mistake_in_a_body_that_nothing_calls() {
    errors(
        "M {
    state x;
    fn s(v) = tahn(v);
              ^^^^ unknown function `tahn` | tanh
    dx/dt = -x;
}",
    );
}

#[test]
fn delay_is_read_and_refused() {
    both(
        "M {
    state x;
    param tau = 1;
    @x    = -delay(x, tau);
             ^^^^^ `delay` is not supported yet | without delays
}",
    );
}

#[test]
fn delay_of_a_parameter() {
    both(
        "M {
    state x;
    param a = 1;
    @x    = -delay(a, 1) + x;
                   ^ only a state can be delayed, and `a` is a parameter | states
}",
    );
}

#[test]
fn delay_of_an_expression() {
    both(
        "M {
    state x;
    @x    = -delay(x + 1, 1);
                   ^^^^^ only a state can be delayed | delay(x, tau)
}",
    );
}

#[test]
fn negative_delay() {
    both(
        "M {
    state x;
    @x    = -delay(x, -2);
                      ^^ a delay cannot be negative: the future is not known | positive
}",
    );
}

#[test]
fn delay_that_changes() {
    both(
        "M {
    state x;
    @x    = -delay(x, x);
                      ^ a delay is a parameter or a constant | param tau
}",
    );
}

#[test]
fn functions_of_other_programs() {
    errors(
        "M {
    state x;
    dx/dt = sgn(x) + heav(x) + fabs(x);
            ^^^ unknown function `sgn` | `sign`
                     ^^^^ unknown function `heav` | `heaviside`
                               ^^^^ unknown function `fabs` | `abs`
}",
    );
}

#[test]
fn call_without_parentheses() {
    both(
        "M {
    state x;
    @x    = sin x;
                ^ an operator is missing before `x` | sin(x)
}",
    );
}

#[test]
fn a_default_that_calls_on_a_parameter() {
    errors(
        "M {
    state x;
    param k = 1;
    fn f(v) = k * v;
    param a = f(2);
              ^^^^ a default is a constant, and `k` is not | number
    dx/dt = a * x;
}",
    );
}

/// Each function calls the one before twice, or once and there are many.
#[test]
fn functions_that_call_functions() {
    let model = |count: usize, body: fn(usize) -> String| {
        let functions: Vec<String> = (1..=count)
            .map(|i| format!("fn f{i}(v) = {};\n", body(i - 1)))
            .collect();
        format!(
            "M {{ state x; fn f0(v) = v;\n{} dx/dt = f{count}(x); }}",
            functions.concat()
        )
    };
    let twice = model(60, |i| format!("f{i}(v) + f{i}(v + 1)"));
    assert_eq!(kernels_gen::diagnose(&twice), []);
    let deep = kernels_gen::diagnose(&model(10_000, |i| format!("f{i}(v)")));
    assert_eq!(deep.len(), 1, "{deep:?}");
    assert_eq!(deep[0].message, "calls are nested too deeply in `f250`");
}

#[test]
fn a_constant_base_may_be_negative() {
    errors(
        "M {
    state x;
    param n = 2;
    next(x) = (-2)^n * x;
}",
    );
}

#[test]
fn next_on_the_right() {
    errors(
        "M {
    state x;
    next(x) = next(x);
              ^^^^ unknown function `next` | fn next
}",
    );
}
