//! Lorenz (1996), Proc. Seminar on Predictability, ECMWF; equation 1.

lyapax::model! {
    /// A scalar around a circle of latitude.
    pub Lorenz96 {
        state x = 0.0;
        param F = 8.0;
        "x' = (x[+1] - x[-2]) * x[-1] - x + F"
    }
}
