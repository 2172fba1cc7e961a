//! Unknown, misspelt, reserved and doubled names.

use crate::harness::{both, errors};

#[test]
fn unknown_name() {
    both(
        "M {
    state x;
    @x    = -x + y;
                 ^ unknown name `y` | param y = 1.0;
}",
    );
}

#[test]
fn misspelt_name() {
    both(
        "M {
    state x;
    param omega = 1;
    @x    = omga - x;
            ^^^^ unknown name `omga` | did you mean `omega`?
}",
    );
}

#[test]
fn wrong_case() {
    both(
        "M {
    state x;
    param g = 1;
    @x    = G - x;
            ^ unknown name `G` | did you mean `g`?
}",
    );
}

#[test]
fn eulers_number() {
    both(
        "M {
    state x;
    @x    = e^x;
            ^ unknown name `e` | exp(1)
}",
    );
}

#[test]
fn greek_pi() {
    both(
        "M {
    state x;
    @x    = 2 * π * x;
                ^ unknown name `π` | the number π is `pi`
}",
    );
}

#[test]
fn unicode_before_the_mistake() {
    both(
        "M {
    state θ;
    param ω = 1;
    @θ    = ω + sin(θ) + φ;
                         ^ unknown name `φ` | declare it
}",
    );
}

#[test]
fn declared_twice() {
    errors(
        "M {
    state x;
    param x = 1;
          ^ `x` is declared twice: it already is a state | another name
    dx/dt = -x;
}",
    );
}

#[test]
fn two_states_of_one_name() {
    errors(
        "M {
    state x, x;
             ^ `x` is declared twice: it already is a state | another name
    dx/dt = -x;
}",
    );
}

#[test]
fn name_of_a_function() {
    errors(
        "M {
    state x;
    param tanh = 1;
          ^^^^ `tanh` is a function of the language and cannot be declared | choose another name
    dx/dt = -x;
}",
    );
}

#[test]
fn built_in_names() {
    errors(
        "M {
    state t;
          ^ `t` is time and cannot be declared | choose another name
    param N = 3;
          ^ `N` is the number of nodes and cannot be declared | choose another name
    param pi = 3;
          ^^ `pi` is the number π and cannot be declared | choose another name
    let w = 1;
        ^ `w` is the weight of an edge and cannot be declared | choose another name
    input src;
          ^^^ `src` is the source node and cannot be declared | choose another name
    dt/dt = -t;
}",
    );
}

#[test]
fn reserved_names() {
    errors(
        "M {
    state __lyapax_x;
          ^^^^^^^^^^ the name `__lyapax_x` is reserved | choose another name
    param self = 1;
          ^^^^ the name `self` is reserved | choose another name
    d__lyapax_x/dt = -__lyapax_x;
}",
    );
}

#[test]
fn function_without_a_call() {
    both(
        "M {
    state x;
    @x    = sin + x;
            ^^^ `sin` is a function | sin(…)
}",
    );
}

#[test]
fn own_function_without_a_call() {
    both(
        "M {
    state x;
    fn s(v) = v^2;
    @x    = s - x;
            ^ `s` is a function | s(…)
}",
    );
}

#[test]
fn output_fed_back() {
    both(
        "M {
    state x;
    output e = x^2;
    @x    = -e;
             ^ `e` is an output, and outputs feed nothing back | let
}",
    );
}

#[test]
fn rust_keywords_are_names() {
    errors(
        "M {
    state mod_, type, r#loop;
    param fn = 1, impl = 2;
    let in = type + fn * impl;
    dtype/dt = -in;
    dmod_/dt = -mod_;
    dloop/dt = -loop;
}",
    );
}

#[test]
fn an_argument_hides_a_state_as_on_paper() {
    errors(
        "M {
    state x, y;
    param a = 1;
    fn f(x) = x - x^3;
    fn g(a, y) = a * y;
    dx/dt = f(y) + a;
    dy/dt = g(x, y);
}",
    );
}

#[test]
fn an_argument_is_no_state() {
    errors(
        "M {
    state x, y;
    fn lap(x) = x[+1] + x;
                ^ only a state has neighbours, and `x` is an argument here | where the function is called
    fn late(y) = delay(y, 1);
                       ^ only a state can be delayed, and `y` is an argument here | where the function is called
    dx/dt = lap(x) + late(x);
    dy/dt = lap(y);
}",
    );
}

#[test]
fn an_argument_hides_no_function() {
    errors(
        "M {
    state x;
    fn g(v) = v;
    fn f(g) = g^2;
         ^ the argument `g` hides the function `g` | another name
    fn h(h) = h;
         ^ the argument `h` hides the function `h` | another name
    dx/dt = f(x) + g(x) + h(x);
}",
    );
}

#[test]
fn a_missing_declaration_is_one_mistake() {
    errors(
        "M {
    state x, y;
    dx/dt = k * x + k2(x);
            ^ unknown name `k` | param k
                    ^^ unknown function `k2` | fn k2
    dy/dt = k * y + k2(y);
}",
    );
}

#[test]
fn source_of_a_state_whose_equation_is_told() {
    errors(
        "M {
    state x;
    coupling c = sum(w * src.y);
    dx/dt = c;
    dy/dt = x;
    ^^ there is no state `y` | state y = 0;
}",
    );
}

#[test]
fn name_of_the_model() {
    errors(
        "Self {
^^^^ the name `Self` is reserved | another name
    state x;
    dx/dt = x;
}",
    );
}
