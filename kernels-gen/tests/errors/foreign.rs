//! What is written elsewhere, and how it is written here.

use crate::harness::{both, errors, warnings};

#[test]
fn functions_that_are_formulas() {
    for (function, formula) in [
        ("log2", "log(x) / log(2)"),
        ("exp2", "2^x"),
        ("log1p", "log(1 + x)"),
        ("expm1", "exp(x) - 1"),
        ("cot", "1 / tan(x)"),
        ("sec", "1 / cos(x)"),
        ("csc", "1 / sin(x)"),
        ("sech", "1 / cosh(x)"),
        ("round", "floor(x + 0.5)"),
        ("trunc", "sign(x) * floor(abs(x))"),
        ("sqr", "x^2"),
        ("norm", "sqrt(x^2 + y^2)"),
    ] {
        let carets = "^".repeat(function.len());
        both(&format!(
            "M {{
    state x;
    @x    = {function}(x);
            {carets} unknown function `{function}` | write `{formula}`
}}"
        ));
    }
}

#[test]
fn functions_that_are_none() {
    both(
        "M {
    state x;
    @x    = rand() + erf(x) + siin(x);
            ^^^^ unknown function `rand` | deterministic
                     ^^^ unknown function `erf` | no formula
                              ^^^^ unknown function `siin` | did you mean `sin`?
}",
    );
}

#[test]
fn dots_for_derivatives() {
    for dotted in ["\u{1e8b}", "x\u{307}"] {
        let carets = "^".repeat(dotted.chars().count());
        errors(&format!(
            "M {{
    state x;
    \"{dotted} = -x\"
     {carets} the dot of `{dotted}` is a part of the name | x' = …
}}"
        ));
    }
}

#[test]
fn index_of_tex() {
    errors(
        "M {
    state x;
    \"x_{n+1} = -x\"
     ^^ expected an item or an equation, found `x_` | write `x[n+1] = …`
}",
    );
}

#[test]
fn derivative_in_space() {
    both(
        "M {
    state x;
    dx/dy = -x;
    ^^^^^ `dx/dy` is not a derivative in time | dx/dt = …;
    state y;
    @y    = -x;
}",
    );
}

#[test]
fn habits_of_rust() {
    errors(
        "M {
    state: x = 1;
         ^ no `:` stands after `state` | write `state x = 1.0;`
    let mut a = 3;
        ^^^ nothing is `mut` in a model: what changes in time is a `state` | write `let a`
    dx/dt = -a * x;
}",
    );
}

#[test]
fn letters_that_look_like_others() {
    both(
        "M {
    state x;
    @x    = -\u{445} + \u{455}in(x);
             ^ unknown name `\u{445}` | write `x`
                 ^^^ unknown function `\u{455}in` | write `sin`
}",
    );
    errors(
        "M {
    state x;
    \"\u{445}' = -x\"
     ^ there is no state `\u{445}` | write `x`
}",
    );
}

#[test]
fn subscripts_are_one_mistake() {
    errors(
        "M {
    state x;
    \"x' = -ω₀ * x + ω₀\"
           ^^ a subscript cannot stand in a name, as in `ω₀` | write `ω0`
}",
    );
}

#[test]
fn other_literals_are_one_mistake() {
    for prefix in ["b", "c"] {
        errors(&format!(
            "M {{
    state x;
    {prefix}\"x' = -x\"
    ^^^^^^^^^^ a literal that begins with `{prefix}` is not an equation | plain quotes
}}"
        ));
    }
}

#[test]
fn a_brace_that_is_missing_before_else() {
    errors(
        "M {
    state x;
    #[continuous]
    \"x' = if x > 0 { x else { -x }\"
                   ^ `{` is not closed | add the missing `}`
}",
    );
}

#[test]
fn both_attributes() {
    errors(
        "M {
    state x;
    #[jump]
    #[continuous]
      ^^^^^^^^^^ `#[jump]` and `#[continuous]` exclude each other | keep `#[jump]`
    dx/dt = -sign(x);
}",
    );
}

#[test]
fn attributes_where_nothing_jumps() {
    warnings(
        "M {
    state x, y;
    #[jump]
      ^^^^ nothing jumps here | leave `#[jump]` out
    fn f(v) = v;
    #[jump]
    fn g(v) = sign(v);
    #[continuous]
    let s = if x > 0 { x } else { 0 };
    #[continuous]
      ^^^^^^^^^^ nothing switches here | leave `#[continuous]` out
    dx/dt = g(y) - s;
    #[jump]
    \"y' = -f(x)\"
}"
        .replace(
            "    #[jump]\n    \"",
            "    #[jump]\n      ^^^^ nothing jumps here | leave `#[jump]` out\n    \"",
        )
        .as_str(),
    );
}

#[test]
fn an_attribute_of_a_text_holds_for_all_of_it() {
    errors(
        "M {
    state x, y;
    #[continuous]
    \"x' = -y
     y' = if x > 0 { x } else { -x }\"
}",
    );
    errors(
        "M {
    state x, y;
    #[continuous]
    \"x' = if y > 0 { -y } else { y }
     #[jump] y' = if x > 0 { 1 } else { -x }\"
}",
    );
}

#[test]
fn the_name_default() {
    errors(
        "M {
    state x;
    param default = 1;
          ^^^^^^^ `default` cannot be declared: the generated type has `Default::default` | default0
    dx/dt = -x;
}",
    );
}

#[test]
fn a_reserved_name_has_no_equation_to_miss() {
    errors(
        "M {
    state if;
          ^^ the name `if` is reserved | another name
    state x;
    dx/dt = -x;
}",
    );
}
