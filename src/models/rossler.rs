//! Rössler (1976), Phys. Lett. A 57, 397.

lyapax::model! {
    /// One fold, one slow spiral.
    pub Rossler {
        state x = 1.0, y = 1.0, z = 0.0;
        param a = 0.2, b = 0.2, c = 5.7;

        dx/dt = -y - z;
        dy/dt = x + a * y;
        dz/dt = b + z * (x - c);
    }
}
