//! Hénon (1976), Commun. Math. Phys. 50, 69.

lyapax::model! {
    /// The map of the plane; its Jacobian has determinant −b everywhere.
    pub Henon {
        state x = 0.1, y = 0.1;
        param a = 1.4, b = 0.3;

        "x[n+1] = 1 - a * x[n]^2 + y[n]
         y[n+1] = b * x[n]"
    }
}
