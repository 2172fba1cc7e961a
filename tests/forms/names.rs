//! Names that are unusual in Rust and usual in mathematics.

use lyapax::{Model, model};

use crate::run;

model! {
    /// Rust keywords are names.
    pub Keywords {
        state type = 1.0, loop = 0.5, r#match = 0.1;
        param fn = 1.0, impl = 2.0, mod_ = 1.0, gen = 1.0, async = 1.0, move = 1.0;
        input in;
        let let = type * fn;
        fn where(use) = use^2;
        output struct = where(loop);
        "type' = loop - let + in
         loop' = -impl * type - mod_ * loop"
        dmatch/dt = gen - async * move * match;
    }
}

#[test]
fn keywords() {
    run(Keywords {
        r#fn: 2.0.into(),
        r#in: 0.1.into(),
        r#gen: 2.0.into(),
        ..Keywords::default()
    });
    assert_eq!(Keywords::INFO.states, ["type", "loop", "match"]);
    assert_eq!(Keywords::r#struct.name(), "struct");
}

model! {
    /// Greek, and a name that is written with an accent.
    pub Größe {
        state θ = 0.1, φ1 = 0.2;
        param ω = 1.0, μ_max = 2.0;
        let Δ = θ - φ1;
        "θ′ = ω·sin(Δ) − μ_max × θ"
        dφ1/dt = -φ1 + Δ;
    }
}

#[test]
fn unicode() {
    run(Größe {
        ω: 2.0.into(),
        ..Größe::default()
    });
    assert_eq!(Größe::θ.name(), "θ");
    assert_eq!(Größe::INFO.name, "Größe");
}

model! {
    /// Capitals and single letters, as fields and constants.
    pub lower_case {
        state X = 0.1, y_Y = 0.1;
        param G = 1.0, g = 2.0;
        "X' = G * y_Y - g * X
         y_Y' = -X"
    }
}

model! {
    /// Names that begin alike.
    pub Alike {
        state v_a = 0.1, v_b = 0.1;
        param tau_a = 1.0, tau_b = 2.0, tau_c = 3.0, tau_d = 4.0;
        "v_a' = -v_a / tau_a + v_b / tau_c
         v_b' = -v_b / tau_b + v_a / tau_d"
    }
}

model! {
    /// An acronym.
    pub FHN {
        state v = 0.1, n = 0.1;
        "v' = v - v^3 / 3 - n; n' = 0.08 * (v - n)"
    }
}

#[test]
fn any_case() {
    run(Alike {
        tau_a: 2.0.into(),
        ..Alike::default()
    });
    run(FHN::default());
    run(lower_case {
        G: 2.0.into(),
        ..lower_case::default()
    });
}
