//! Small flows with one lesson each.

lyapax::model! {
    /// z' = (1 + 2πi) z − |z|² z: a limit cycle, exponents 0 and −2.
    pub StuartLandau {
        state x = 0.3, y = 0.0;
        let r2 = x^2 + y^2;
        dx/dt = x - 2 * pi * y - r2 * x;
        dy/dt = y + 2 * pi * x - r2 * y;
    }
}

lyapax::model! {
    /// x' = 1 − x²: falls onto 1, exponent −2.
    pub Riccati {
        state x = 0.0;
        dx/dt = 1 - x^2;
    }
}

lyapax::model! {
    /// A particle in a double well, shaken. Guckenheimer & Holmes (1983), section 2.2.
    pub Duffing {
        state x = 0.1, v = 0.25;
        param damping = 0.2, drive = 0.3;
        "x' = v
         v' = -damping * v + x - x^3 + drive * cos(t)"
    }
}

lyapax::model! {
    /// Van der Pol (1926), Phil. Mag. 2, 978.
    pub VanDerPol {
        state x = 2.0, v = 0.0;
        param mu = 1.0;
        "x' = v
         v' = mu * (1 - x^2) * v - x"
    }
}
