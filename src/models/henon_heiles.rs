//! Hénon & Heiles (1964), Astron. J. 69, 73.

lyapax::model! {
    /// A star in the meridian plane of a galaxy; energy is conserved, and up to 1/6 the orbit cannot escape.
    pub HenonHeiles {
        state x = 0.0, y = -0.1, px = 0.0, py = 0.0;
        "x' = px
         y' = py
         px' = -x - 2 * x * y
         py' = -y - x^2 + y^2"
    }
}
