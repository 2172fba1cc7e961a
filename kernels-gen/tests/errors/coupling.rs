//! Sums over source nodes.

use crate::harness::{both, errors};

#[test]
fn weight_outside_a_sum() {
    both(
        "M {
    state x;
    @x    = w * x;
            ^ `w` means something only inside `sum(…)` | coupling c = sum(w * src.x);
}",
    );
}

#[test]
fn source_outside_a_sum() {
    both(
        "M {
    state x;
    @x    = src.x - x;
            ^^^^^ `src.` means something only inside `sum(…)` | coupling c = sum(w * src.x);
}",
    );
}

#[test]
fn source_alone() {
    errors(
        "M {
    state x;
    coupling c = sum(w * src);
                         ^^^ `src` means something only inside `sum(…)` | src.x
    dx/dt = c - x;
}",
    );
}

#[test]
fn sum_outside_a_coupling() {
    both(
        "M {
    state x;
    @x    = -x + sum(w * x);
                 ^^^ `sum(…)` stands only in a coupling | coupling c = sum(…);
}",
    );
}

#[test]
fn nested_sum() {
    errors(
        "M {
    state x;
    coupling c = sum(w * sum(src.x));
                         ^^^ sums cannot be nested | coupling of its own
    dx/dt = c - x;
}",
    );
}

#[test]
fn sum_of_a_coupling() {
    errors(
        "M {
    state x;
    coupling a = sum(w * src.x);
    coupling b = sum(w * a);
                         ^ `a` holds a sum, and sums cannot be nested | src.x
    dx/dt = b - x;
}",
    );
}

#[test]
fn coupling_without_a_sum() {
    errors(
        "M {
    state x;
    coupling c = 2 * x;
             ^ coupling `c` has no `sum(…)` | let c = …;
    dx/dt = c - x;
}",
    );
}

#[test]
fn source_of_a_parameter() {
    errors(
        "M {
    state x;
    param a = 1;
    coupling c = sum(w * src.a);
                             ^ `src.` reads a state of the source node, and `a` is a parameter | states
    dx/dt = c - x;
}",
    );
}

#[test]
fn source_of_an_unknown_state() {
    errors(
        "M {
    state theta;
    coupling c = sum(w * src.teta);
                             ^^^^ there is no state `teta` | did you mean `theta`?
    dtheta/dt = c;
}",
    );
}

#[test]
fn source_without_a_state() {
    errors(
        "M {
    state x;
    coupling c = sum(w * src.);
                             ^ expected a state after `src.` | src.x
    dx/dt = c - x;
}",
    );
}

#[test]
fn sum_of_two() {
    errors(
        "M {
    state x;
    coupling c = sum(w, src.x);
                 ^^^ `sum` takes 1 argument, and 2 were given | sum(a)
    dx/dt = c - x;
}",
    );
}

#[test]
fn weight_in_a_function_called_outside_a_sum() {
    errors(
        "M {
    state x;
    fn g(v) = w * v;
    coupling c = sum(g(src.x));
    dx/dt = c + g(x);
                ^^^^ `w` means something only inside `sum(…)` | coupling
}",
    );
}

#[test]
fn neighbour_of_a_source() {
    errors(
        "M {
    state x;
    coupling c = sum(w * src.x[+1]);
                              ^ `src.x` takes no index | write `src.x`
    dx/dt = c - x;
}",
    );
}

#[test]
fn neighbours_inputs_and_time_in_a_sum() {
    errors(
        "M {
    state x;
    input u;
    coupling c = 1 / N * sum(w * (src.x - x[+1]) + u * t);
    dx/dt = c - x;
}",
    );
}
