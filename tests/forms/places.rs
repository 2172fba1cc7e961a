//! Where a model may stand, and who sees it.

use crate::run;

mod inner {
    //! Visibilities, from everyone to this module.

    lyapax::model! { pub Everyone { state x = 1.0; param k = 1.0; dx/dt = -k * x; } }
    lyapax::model! { pub(crate) TheCrate { state x = 1.0; param k = 1.0; dx/dt = -k * x; } }
    lyapax::model! { pub(super) TheParent { state x = 1.0; param k = 1.0; dx/dt = -k * x; } }
    lyapax::model! { pub(in crate::places) ThePath { state x = 1.0; param k = 1.0; dx/dt = -k * x; } }
    lyapax::model! { Nobody { state x = 1.0; param k = 1.0; dx/dt = -k * x; } }

    #[test]
    fn private_model() {
        crate::run(Nobody { k: 2.0.into() });
    }
}

#[test]
fn visibilities() {
    run(inner::Everyone::default());
    run(inner::TheCrate::default());
    run(inner::TheParent { k: 2.0.into() });
    run(inner::ThePath::default());
}

#[test]
fn in_a_function() {
    lyapax::model! {
        /// Seen by this function alone.
        Local { state x = 1.0; param k = 1.0; output e = x^2; "x' = -k * x" }
    }

    run(Local { k: 2.0.into() });
    assert_eq!(Local::e.name(), "e");
}

#[test]
fn two_in_one_block() {
    let ratio = {
        use lyapax::model;
        model! { Fast { state x = 1.0; "x' = -2 * x" } }
        model! { Slow { state x = 1.0; "x' = -x" } }
        run(Fast::default()).at(50, Fast::x, 0) / run(Slow::default()).at(50, Slow::x, 0)
    };
    assert!((ratio - (-0.5_f64).exp()).abs() < 1e-9);
}
