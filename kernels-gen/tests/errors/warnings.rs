//! Legal but suspicious.

use crate::harness::warnings;

#[test]
fn unused() {
    warnings(
        "M {
    state x, y;
             ^ nothing reads state `y` | dimension
    param a = 1;
          ^ nothing uses parameter `a` | leave it out
    input u;
          ^ nothing uses input `u` | leave it out
    let r = x^2;
        ^ nothing uses intermediate `r` | output
    fn f(v) = v;
       ^ nothing calls function `f` | leave it out
    coupling c = sum(w * src.x);
             ^ nothing uses coupling `c` | add it to an equation
    dx/dt = -x;
    dy/dt = x;
}",
    );
}

#[test]
fn nothing_suspicious() {
    warnings(
        "M {
    /// A state.
    state x;
    param a = 1;
    dx/dt = -a * x;
}",
    );
}
