//! All mistakes of a model in one go; one typo is one mistake.

use crate::harness::{both, errors};

#[test]
fn six_of_six_kinds() {
    both(
        "M {
    state x, y, z;
                ^ state `z` has no equation | dz/dt
    param a = 1, b = 2;
    param sin = 2;
          ^^^ `sin` is a function of the language and cannot be declared | another name
    let r = sqrt(-1) * x;
            ^^^^^^^^ the square root of a negative number | constant
    @x    = a * (y - q) * r;
                     ^ unknown name `q` | declare it
    @y    = tanh(x, b) + z;
            ^^^^ `tanh` takes 1 argument, and 2 were given | tanh(a)
    @u    = x;
    ^
}"
        .replace(
            "    @u    = x;\n    ^\n",
            "    a = 3;\n    ^ `a` is a parameter and cannot be assigned to | param a = …;\n",
        )
        .as_str(),
    );
}

#[test]
fn two_in_one_expression() {
    both(
        "M {
    state x;
    @x    = foo * x + bar(x) + 1 / 0;
            ^^^ unknown name `foo` | declare it
                      ^^^ unknown function `bar` | fn bar
                                   ^ division by zero | constant
}",
    );
}

#[test]
fn a_broken_item_hides_only_itself() {
    both(
        "M {
    state x = 1, y;
                 ^ `y` has no initial value of its own, but `x` in the same list has | state
    let r = x * * 2;
                ^ expected an expression, found `*` | between two
    @x    = r + undefined;
                ^^^^^^^^^ unknown name `undefined` | declare it
    @y    = -r;
}",
    );
}

#[test]
fn a_misspelt_word_is_one_mistake() {
    errors(
        "M {
    sttae x = 1, y = 2;
    ^^^^^ there is no item `sttae` | did you mean `state`?
    dx/dt = y;
    dy/dt = -x;
    output e = x^2 + y^2;
}",
    );
}

#[test]
fn both_spellings_in_one_model() {
    errors(
        "M {
    state x, y;
    dx/dt = y + a1;
                ^^ unknown name `a1` | declare it
    \"y' = -x + a2\"
               ^^ unknown name `a2` | declare it
}",
    );
}
