//! Everything public is documented, by the user or by the macro, as `missing_docs` asks.

lyapax::model! {
    /// A damped oscillator.
    ///
    /// With "quotes", `code` and a second paragraph.
    pub Documented {
        /// Displacement, m.
        state x = 1.0;
        state v = 0.0;
        /// Stiffness, N/m.
        param k = 1.0;
        param c = 0.1;
        /// Force, N.
        input force;
        /// Energy, J.
        output energy = (v^2 + k * x^2) / 2;
        "x' = v
         v' = force - k * x - c * v"
    }
}

lyapax::model! {
    pub Undocumented {
        state x = 1.0, y = 1.0;
        param k = 1.0;
        input u;
        output e = x^2;
        dx/dt = u - k * y;
        dy/dt = x;
    }
}

#[test]
fn documented_models_run() {
    super::run(Documented {
        force: 1.0.into(),
        ..Documented::default()
    });
    super::run(Undocumented::default());
    assert_eq!(Documented::energy.name(), "energy");
    assert_eq!(Documented::k.name(), "k");
}
