//! Lorenz (1963), J. Atmos. Sci. 20, 130, equations 25–27.

lyapax::model! {
    /// Convection between two plates.
    pub Lorenz {
        state x = 1.0, y = 1.0, z = 1.0;
        param sigma = 10.0;
        param rho = 28.0;
        param beta = 8.0 / 3.0;

        "x' = sigma * (y - x)
         y' = x * (rho - z) - y
         z' = x * y - beta * z"
    }
}
