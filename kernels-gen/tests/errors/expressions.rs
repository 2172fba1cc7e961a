//! Right sides: grammar and types.

use crate::harness::{both, errors};

#[test]
fn missing_operand() {
    both(
        "M {
    state x;
    @x    = x * / 2;
                ^ expected an expression, found `/` | stands between two expressions
}",
    );
}

#[test]
fn missing_last_operand() {
    errors(
        "M {
    state x;
    dx/dt = x -;
              ^ expected an expression, found `;` | write a number
}",
    );
    errors(
        "M {
    state x;
    \"x' = x - \"
            ^ expected an expression, found the end of the quoted text | write a number
}",
    );
}

#[test]
fn missing_operator() {
    both(
        "M {
    state x;
    param a = 1;
    @x    = a x;
              ^ an operator is missing before `x` | * x
}",
    );
}

#[test]
fn missing_operator_before_parenthesis() {
    both(
        "M {
    state x;
    @x    = 2 (x + 1);
              ^ an operator is missing before `(` | a * b
}",
    );
}

#[test]
fn missing_parenthesis_in_quotes() {
    errors(
        "M {
    state x;
    \"x' = sin(x + 1\"
             ^ `(` is not closed | add the missing `)`
}",
    );
}

#[test]
fn equals_in_an_expression() {
    both(
        "M {
    state x;
    @x    = if x = 1 { 2 } else { 3 };
                 ^ expected `{`, found `=` | ==
}",
    );
}

#[test]
fn chained_comparison() {
    both(
        "M {
    state x;
    #[continuous]
    @x    = if 0 < x < 1 { x } else { 0 };
                     ^ comparisons cannot be chained | a < b && b < c
}",
    );
}

#[test]
fn comparison_as_a_number() {
    both(
        "M {
    state x;
    @x    = 2 * (x < 1);
                ^^^^^^^ a comparison is not a number | if a < b { 1 } else { 0 }
}",
    );
}

#[test]
fn number_as_a_condition() {
    both(
        "M {
    state x;
    @x    = if x { 1 } else { 0 };
               ^ a number is not a condition | a > 0
}",
    );
}

#[test]
fn if_without_else() {
    both(
        "M {
    state x;
    @x    = if x > 0 { 1 };
            ^^ an `if` has a value on both sides: `else` is missing | else
}",
    );
}

#[test]
fn if_as_in_c() {
    for written in [
        "if (x > 0) 1 else 2",
        "if (x > 0) -x else x",
        "if x > 0 then 1 else 2",
        "if x > 0 1 else { 2 }",
        "if (x > 0) sin(x) else if x < 0 { 1 } else { 2 }",
    ] {
        both(&format!(
            "M {{
    state x;
    #[jump]
    @x    = {written};
            ^^ both values of an `if` stand in braces | if c {{ 1 }} else {{ 2 }}
}}"
        ));
    }
}

#[test]
fn second_value_without_braces() {
    both(
        "M {
    state x;
    @x    = if x > 0 { 1 } else 2;
                                ^ expected `{`, found the number `2` | else { y }
}",
    );
}

#[test]
fn derivative_in_an_expression() {
    for written in ["dx/dt - x", "d(x)/dt / 2", "dx/dt"] {
        let carets = "^".repeat(if written.starts_with("d(") { 7 } else { 5 });
        both(&format!(
            "M {{
    state x, y;
    @x    = y;
    @y    = -2 * {written};
                 {carets} a derivative cannot stand on the right side of an equation | `let`
}}"
        ));
    }
    both(
        "M {
    state x, y;
    @x    = y;
    @y    = -dx/dt + dy/dt;
             ^^^^^ a derivative cannot stand on the right side of an equation | `let`
                     ^^^^^ a derivative cannot stand on the right side of an equation | `let`
}",
    );
}

/// Nobody says that `dx` and `dt` are no names.
#[test]
fn quotient_of_declared_steps() {
    both(
        "M {
    state x;
    param dx = 1, dt = 0.1;
    @x    = -dx/dt * x;
}",
    );
}

#[test]
fn power_of_a_function() {
    both(
        "M {
    state x;
    @x    = 1 - sin^2(x);
                ^^^^^ `sin^2` is no function | sin(…)^2
}",
    );
}

#[test]
fn index_as_in_tex() {
    both(
        "M {
    state x;
    @x[n+1]   = 3 * x_{n};
                     ^ expected an operator or `;`, found `{` | `x[n]`
}",
    );
}

#[test]
fn decimal_comma() {
    both(
        "M {
    state x;
    @x    = -1,5 * x;
              ^ expected an operator or `;`, found `,` | as in `1.5`
}",
    );
    errors(
        "M {
    state x;
    param a = 1,05;
               ^ a comma stands between two declarations | as in `1.5`
    dx/dt = -a * x;
}",
    );
}

#[test]
fn remainder_sign() {
    both(
        "M {
    state x;
    @x    = x % 2;
              ^ expected an operator or `;`, found `%` | mod(a, b)
}",
    );
}

#[test]
fn magnitude_bars() {
    both(
        "M {
    state x;
    @x    = -|x|;
             ^ expected an expression, found `|` | abs(x)
}",
    );
}

#[test]
fn single_ampersand() {
    both(
        "M {
    state x;
    #[jump]
    @x    = if x > 0 & x < 1 { 1 } else { 0 };
                     ^ expected `{`, found `&` | &&
}",
    );
}

#[test]
fn parts_of_a_name() {
    both(
        "M {
    state x;
    @x    = x.y;
            ^ `x` has no parts | src.y
}",
    );
}

#[test]
fn square_brackets() {
    both(
        "M {
    state x;
    @x    = [x + 1] * 2;
            ^ expected an expression, found `[` | parentheses are round
}",
    );
}

#[test]
fn absolute_index() {
    both(
        "M {
    state x;
    @x    = x[1];
              ^ `x` is one variable, not a list of them | x[+1]
}",
    );
}

#[test]
fn zero_offset() {
    both(
        "M {
    state x;
    @x    = x[+0];
               ^ a neighbour's offset is a whole number, not zero | x[+1]
}",
    );
}

#[test]
fn fractional_offset() {
    both(
        "M {
    state x;
    @x    = x[-1.5];
               ^^^ a neighbour's offset is a whole number, not zero | x[+1]
}",
    );
}

#[test]
fn two_dimensional_lattice() {
    both(
        "M {
    state x;
    @x    = x[+1, 0];
                ^ lattices of two dimensions are reserved | x[+1]
}",
    );
}

#[test]
fn neighbour_of_a_parameter() {
    both(
        "M {
    state x;
    param a = 1;
    @x    = a[+1] - x;
            ^ only a state has neighbours, and `a` is a parameter | states
}",
    );
}

#[test]
fn nested_too_deeply() {
    let open = "(".repeat(200);
    let close = ")".repeat(200);
    let found = kernels_gen::diagnose(&format!("M {{ state x; dx/dt = {open}x{close}; }}"));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].message, "this expression is nested too deeply");
}

#[test]
fn a_long_sum_is_not_deep() {
    let terms = vec!["x"; 20_000].join(" + ");
    let found = kernels_gen::diagnose(&format!("M {{ state x; dx/dt = {terms}; }}"));
    assert_eq!(found, []);
}

#[test]
fn question_mark() {
    both(
        "M {
    state x;
    @x    = x > 0 ? 1 : 2;
                  ^ expected an operator or `;`, found `?` | if a < b { x } else { y }
}",
    );
}

#[test]
fn semicolon_in_braces() {
    errors(
        "M {
    state x;
    dx/dt = if x > 0 { 1; } else { 2; };
                       ^ expected an operator or `}`, found `;` | ends without `;`
}",
    );
}

#[test]
fn nesting_of_every_kind_is_refused_once() {
    const N: usize = 20_000;
    let minus = "-".repeat(N) + "x";
    let calls = "sin(".repeat(N) + "x" + &")".repeat(N);
    let powers = vec!["x"; N].join("^");
    let otherwise = "if t > 1 { 1 } else ".repeat(N) + "{ 2 }";
    let not = format!("if {}(t > 1) {{ 1 }} else {{ 2 }}", "!".repeat(N));
    for value in [minus, calls, powers, otherwise, not] {
        let found = kernels_gen::diagnose(&format!("M {{ state x; \"x' = {value}\" }}"));
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].message, "this expression is nested too deeply");
    }
}

#[test]
fn a_long_chain_of_switches_is_not_deep() {
    let lets: Vec<String> = (1..20_000)
        .map(|i| format!("let a{i} = if t > {i} {{ a{} }} else {{ x }};", i - 1))
        .collect();
    let found = kernels_gen::diagnose(&format!(
        "M {{ state x; let a0 = x; {} dx/dt = a19999; }}",
        lets.concat()
    ));
    assert_eq!(found, []);
}

#[test]
fn index_zero() {
    both(
        "M {
    state x;
    @x    = x[0];
              ^ `x` is one variable, not a list of them | the node's own value is `x`
}",
    );
}
