//! What is said of a Hamiltonian model, and what its equations say against it.

use crate::harness::{both, errors};

#[test]
fn states_without_pairs() {
    both(
        "#[hamiltonian]
  ^^^^^^^^^^^ a Hamiltonian model has a momentum for each position, but model `M` has 3 states | written with `t`
M {
    state q, p, phase;
    @q    = p;
    @p    = -sin(q) + cos(phase);
    @phase    = 1;
}"
        .replace("phase", "f")
        .as_str(),
    );
    both(
        "#[hamiltonian]
  ^^^^^^^^^^^ a Hamiltonian model has a momentum for each position, but model `M` has 1 state | declare the state
M {
    state q;
    @q[n+1]   = q + 1;
}",
    );
}

/// The one that is missing is in what was reported.
#[test]
fn one_mistake_is_one_message() {
    errors(
        "#[hamiltonian]
M {
    state q, r;
    state q;
          ^ `q` is declared twice: it already is a state | another name
    dq/dt = r;
    dr/dt = -q;
}",
    );
    errors(
        "#[hamiltonian]
M {
    state q;
    dq/dt = p;
    dp/dt = -q;
    ^^ there is no state `p` | state p = 0;
}",
    );
}

#[test]
fn damping_that_is_a_number() {
    both(
        "#[hamiltonian]
  ^^^^^^^^^^^ a Hamiltonian flow keeps volumes, but the divergence of this one is -0.2 | the term with `p` out of the equation of `p`
M {
    state q, p;
    @q    = p;
    @p    = -q - 0.2 * p;
}",
    );
    both(
        "#[hamiltonian]
  ^^^^^^^^^^^ a Hamiltonian flow keeps volumes, but the divergence of this one is -0.3 | the sum of ∂x'/∂x over all states x
M {
    state q, p;
    param a = 1;
    @q    = a * q + p - 0.1 * q;
    @p    = -q - 2 * 0.1 * p - a * p;
}",
    );
}

#[test]
fn growth_in_a_network() {
    both(
        "#[hamiltonian]
  ^^^^^^^^^^^ a Hamiltonian flow keeps volumes, but the divergence of this one is 1 | the term with `p`
M {
    state q, p;
    coupling c = sum(w * (src.q - q));
    @q    = p + q[+1];
    @p    = c + p;
}"
        .replace(" + q[+1]", "")
        .as_str(),
    );
}

#[test]
fn map_that_shrinks_areas() {
    both(
        "#[hamiltonian]
  ^^^^^^^^^^^ a symplectic map keeps volumes, but the determinant of this one is -0.3 | leave `#[hamiltonian]` out
M {
    state x, y;
    param a = 1.4;
    @x[n+1]   = 1 - a * x^2 + y;
    @y[n+1]   = 0.3 * x;
}",
    );
    both(
        "#[hamiltonian]
  ^^^^^^^^^^^ a symplectic map keeps volumes, but the determinant of this one is 0 | leave
M {
    state x, y;
    @x[n+1]   = sin(x + y);
    @y[n+1]   = x + y;
}",
    );
}

/// A damping that a run may set to 0, what needs algebra, and what depends on the weights are not
/// judged here.
#[test]
fn what_is_not_sure_passes() {
    for equations in [
        "@q    = p;
    @p    = -sin(q) - a * p;",
        "@q    = a * q * p + p;
    @p    = -a * p^2 / 2;",
        "@q    = 0.1 * q + 0.2 * q;
    @p    = a - 0.3 * p;",
        "@q    = p;
    @p    = a * (q[+1] - 2 * q + q[-1]) + p - p[+1];",
        "@q    = p;
    @p    = -q + a * c;",
        "@q[n+1]   = q + p + a * sin(q);
    @p[n+1]   = p + a * sin(q);",
        "@q[n+1]   = cos(0.3) * q - sin(0.3) * p;
    @p[n+1]   = sin(0.3) * q + cos(0.3) * (a + p);",
        "@q[n+1]   = p;
    @p[n+1]   = q + a;",
        "@q[n+1]   = 0.5 * q + c;
    @p[n+1]   = a * p;",
    ] {
        let coupling = if equations.contains("c;") {
            "coupling c = sum(w * (src.p - p));"
        } else {
            ""
        };
        both(&format!(
            "#[hamiltonian]
/// Documented.
#[lyapax(crate = ::lyapax)]
pub M {{
    state q, p;
    param a = 1;
    {coupling}
    {equations}
}}"
        ));
    }
}

#[test]
fn said_twice() {
    errors(
        "#[hamiltonian]
#[hamiltonian]
  ^^^^^^^^^^^ `#[hamiltonian]` stands here twice | keep one
M {
    state q, p;
    dq/dt = p;
    dp/dt = -q;
}",
    );
}

#[test]
fn said_with_names() {
    errors(
        "#[hamiltonian(q, p)]
             ^ `hamiltonian` takes nothing | write `#[hamiltonian]`
M {
    state q, p;
    dq/dt = p;
    dp/dt = -q;
}",
    );
    errors(
        "#[symplectic]
^ this attribute does not belong to a model | `#[hamiltonian]` (a symplectic map too)
M {
    state q, p;
    next(q) = p;
    next(p) = q;
}",
    );
}

#[test]
fn said_of_an_item() {
    errors(
        "M {
    state q, p;
    dq/dt = p;
    #[hamiltonian]
      ^^^^^^^^^^^ `#[hamiltonian]` speaks of the whole model | before the model's name
    dp/dt = -q;
}",
    );
    errors(
        "M {
    state q, p;
    #[hamiltonian]
      ^^^^^^^^^^^ `#[hamiltonian]` speaks of the whole model | before the model's name
    \"q' = p
     p' = -q\"
}",
    );
}
