//! Third-order equations with a switch.

lyapax::model! {
    /// x''' = −a (x'' + x' + x − sgn x). The tangent of a smooth flow misses what happens at x = 0.
    pub SwitchedJerk {
        state x = 0.1, v = 0.0, acc = 0.0;
        param a = 0.8;
        "x' = v
         v' = acc"
        #[jump]
        "acc' = -a * (acc + v + x - sign(x))"
    }
}
