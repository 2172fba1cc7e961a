//! Items that declare something.

use kernels_gen::expand;

use crate::harness::{both, errors};

#[test]
fn one_initialiser_for_two_states() {
    errors(
        "M {
    state x, y = 0.1;
          ^ `x` has no initial value of its own, but `y` in the same list has | state x = 0, y = …;
    dx/dt = y;
    dy/dt = x;
}",
    );
}

#[test]
fn parameter_without_default() {
    errors(
        "M {
    state x;
    param a;
          ^ parameter `a` has no default value | param a = 1.0;
    dx/dt = -a * x;
}",
    );
}

#[test]
fn default_that_is_no_constant() {
    errors(
        "M {
    state x;
    param a = 1;
    param b = 2 * a;
                  ^ a default is a constant, and `a` is not | write a number
    dx/dt = -a * b * x;
}",
    );
}

#[test]
fn default_at_a_time() {
    errors(
        "M {
    state x = t;
              ^ a default is a constant, and `t` is not | write a number
    dx/dt = -x;
}",
    );
}

#[test]
fn input_with_a_value() {
    errors(
        "M {
    state x;
    input u = 1;
            ^ input `u` takes no value here: it is given when the model runs | param u = …;
    dx/dt = u - x;
}",
    );
}

#[test]
fn vector_state() {
    errors(
        "M {
    state u[3];
           ^ `state u[…]` is reserved for vectors of components | state u1, u2;
}",
    );
}

#[test]
fn edge_attribute() {
    errors(
        "M {
    state x;
    edge v;
    ^^^^ `edge` is reserved for further attributes of edges | leave this item out
    dx/dt = -x;
}",
    );
}

#[test]
fn misspelt_item() {
    errors(
        "M {
    stat x = 1;
    ^^^^ there is no item `stat` | did you mean `state`?
    dx/dt = -x;
}",
    );
}

#[test]
fn unknown_item() {
    errors(
        "M {
    state x;
    variable y = 3;
    ^^^^^^^^ there is no item `variable` | `state`, `param`
    dx/dt = -x + y;
}",
    );
}

#[test]
fn item_without_name() {
    errors(
        "M {
    state 3;
          ^ expected a name after `state`, found the number `3` | state name
}",
    );
}

#[test]
fn item_without_end() {
    errors(
        "M {
    state x = 1
              ^ this item has no end | put a `;` after it
    param a = 2;
    dx/dt = -a * x;
}",
    );
}

#[test]
fn function_without_arguments() {
    errors(
        "M {
    state x;
    fn s = 3;
         ^ function `s` has no arguments | fn s(v) = …;
    dx/dt = -s(x);
}",
    );
}

#[test]
fn argument_that_is_no_name() {
    errors(
        "M {
    state x;
    fn s(2) = 3;
         ^ expected the name of an argument, found the number `2` | fn s(v) = …;
    dx/dt = -s(x);
}",
    );
}

#[test]
fn arguments_of_one_name() {
    errors(
        "M {
    state x;
    fn s(v, v) = v;
            ^ two arguments are called `v` | own name
    dx/dt = -s(x, x);
}",
    );
}

#[test]
fn unknown_attribute() {
    errors(
        "M {
    state x;
    #[smooth]
      ^^^^^^ this attribute means nothing in a model | #[jump]
    dx/dt = -x;
}",
    );
}

#[test]
fn attribute_on_a_declaration() {
    errors(
        "M {
    #[jump]
      ^^^^ this attribute belongs to an item with an expression | before the equation
    state x;
    dx/dt = -x;
}",
    );
}

#[test]
fn model_without_a_name() {
    errors(
        "state x = 1;
^^^^^ a model begins with its name | pub Lorenz { state x; … }
",
    );
}

#[test]
fn two_models() {
    errors(
        "A { state x; dx/dt = -x; }
B { state x; dx/dt = -x; }
^ a `model!` holds one model | of its own
",
    );
}

#[test]
fn model_without_states() {
    errors(
        "M {
^ model `M` has no state | state x = 0;
    param a = 1;
}",
    );
}

#[test]
fn algebraic_model() {
    errors(
        "M {
    param a = 1;
    input v;
    let b = a * v;
    output y = b^2;
    output z = floor(v) + if v > a { 1 } else { 2 };
}",
    );
}

#[test]
fn what_an_algebraic_model_does_not_have() {
    errors(
        "#[hamiltonian]
  ^^^^^^^^^^^ a model without states has no Hamiltonian | leave
M {
    param a = 1;
    fn f(v) = v * t;
                  ^ a model without states has no time `t` | `input time;`
    coupling c = sum(w);
             ^ coupling `c` adds over source nodes, and a model without states has none | `input`
    output y = f(a) + f(2 * a) + c / N;
                                     ^ a model without states has no nodes, and so no number `N` of them | `param n = 1;`
}",
    );
}

#[test]
fn outputs_of_a_model_with_a_mistake_in_its_state() {
    errors(
        "M {
    state x;
    dx/dt = -y;
             ^ unknown name `y` | declare it
    output e = x * t;
}",
    );
}

#[test]
fn circular_definitions() {
    errors(
        "M {
    state x;
    let a = b + 1;
        ^ `a` is defined by itself: a → b → c → a | state
    let b = c * x;
    let c = a;
    dx/dt = -a;
}",
    );
}

#[test]
fn recursive_function() {
    errors(
        "M {
    state x;
    fn f(v) = v * f(v - 1);
       ^ `f` is defined by itself: f → f | state
    dx/dt = -f(x);
}",
    );
}

#[test]
fn order_of_definitions_is_free() {
    errors(
        "M {
    dx/dt = -a;
    let a = f(b);
    let b = x^2;
    fn f(v) = v + 1;
    state x;
}",
    );
}

#[test]
fn a_comma_may_end_every_list() {
    errors(
        "M {
    state x = 1, y = 2,;
    param a = 1,;
    input u, v,;
    fn f(p, q,) = p + q;
    dx/dt = f(x, y,) + u;
    dy/dt = a + v;
}",
    );
}

#[test]
fn list_without_a_comma() {
    errors(
        "M {
    state x y;
            ^ expected `,` or `;`, found `y` | state a, b;
    dx/dt = y;
    dy/dt = -x;
}",
    );
}

#[test]
fn words_of_other_programs() {
    errors(
        "M {
    init x = 1;
    ^^^^ there is no item `init` | state x = 0.1;
    state x;
    par a = 1;
    ^^^ there is no item `par` | did you mean `param`?
    aux e = x;
    ^^^ there is no item `aux` | did you mean `output`?
    dx/dt = a * x;
}",
    );
}

#[test]
fn initial_value_as_on_paper() {
    errors(
        "M {
    state x;
    x(0) = 1;
    ^ expected an item or an equation, found `x` | state x = 0.1;
    dx/dt = -x;
}",
    );
}

#[test]
fn attribute_of_a_struct() {
    errors(
        "#[derive(Debug)]
^ this attribute does not belong to a model | #[lyapax(crate = some::path)]
pub M {
    state x;
    dx/dt = y;
            ^ unknown name `y` | declare it
}",
    );
}

#[test]
fn type_of_a_parameter() {
    errors(
        "M {
    state x;
    param a: f64 = 1;
           ^ `a` has a type, but every value is a real number | param a = 1.0;
    dx/dt = -a * x;
}",
    );
}

#[test]
fn components_of_a_vector() {
    both(
        "M {
    state u[3];
           ^ `state u[…]` is reserved for vectors of components | state u1, u2;
    du1/dt = u2;
    @u    = u3;
}",
    );
}

#[test]
fn initial_value_on_a_line_of_its_own() {
    errors(
        "M {
    state x;
    x0 = 0.1;
    ^^ `x0` is not declared | state x = …;
    dx/dt = -x;
}",
    );
}

#[test]
fn iterate_in_parentheses() {
    errors(
        "M {
    state x;
    param r = 4;
    x(n+1) = r * x(n);
    ^ expected an item or an equation, found `x` | write `x[n+1] = …`
}",
    );
}

/// What the rest of the user's crate may name is declared, whatever is wrong with its declaration.
#[test]
fn unreadable_declarations_are_in_the_stub() {
    for (written, names) in [
        ("state u[3];", &["u"][..]),
        ("state u[3] = 1, v = 2;", &["u", "v"]),
        ("state x y z;", &["x", "y", "z"]),
        ("state x, 3;", &["x"]),
        ("param a: f64 = 1, b = 2;", &["a", "b"]),
        ("param a = 1,5, b = 2;", &["a", "b"]),
        ("input u = 1, v;", &["u", "v"]),
        ("output e: f64 = 3;", &["e"]),
    ] {
        let text = format!("pub M {{ {written} }}");
        let shown = expand(text.parse().expect("tokens")).to_string();
        assert!(shown.contains("compile_error"), "{written}");
        for name in names {
            assert!(
                shown.contains(&format!("pub const {name} :"))
                    || shown.contains(&format!("pub {name} : :: lyapax :: Signal")),
                "{name} of {written}\n{shown}"
            );
        }
    }
}
