//! Small maps with one lesson each.

lyapax::model! {
    /// May (1976), Nature 261, 459. At r = 4 the exponent is ln 2.
    pub Logistic {
        state x = 0.4;
        param r = 4.0;
        next(x) = r * x * (1 - x);
    }
}

lyapax::model! {
    /// Slope ±2 everywhere.
    pub Tent {
        state x = 0.4;
        next(x) = if x < 0.5 { 2 * x } else { 2 - 2 * x };
    }
}

lyapax::model! {
    /// 2x mod 1: one slope everywhere.
    pub Doubling {
        state x = 0.4;
        next(x) = mod(2 * x, 1);
    }
}

lyapax::model! {
    /// Lozi (1978), J. Phys. Colloq. 39, C5-9.
    pub Lozi {
        state x = 0.1, y = 0.1;
        param a = 1.7, b = 0.5;
        next(x) = 1 - a * abs(x) + y;
        next(y) = b * x;
    }
}

lyapax::model! {
    /// Chirikov (1979), Phys. Rep. 52, 263: conserves area, so the exponents sum to 0.
    pub Standard {
        state theta = 0.1, p = 0.0;
        param k = 1.0;
        let kicked = p + k * sin(theta);
        next(theta) = theta + kicked;
        next(p) = kicked;
    }
}

lyapax::model! {
    /// The second state repeats the first and forgets the rest: det J = 0 everywhere.
    pub DeadEnd {
        state x = 0.4, y = 0.4;
        next(x) = 4 * x * (1 - x);
        next(y) = x;
        output step = x - y;
    }
}
