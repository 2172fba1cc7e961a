//! What is legal but suspicious is a warning, and only that: the model still works. The warnings
//! are expected here, so that one that is missing fails the test.

use crate::run;

#[expect(deprecated, reason = "the kind of warning that a macro can give")]
mod unused {
    lyapax::model! {
        pub Unused {
            state x = 1.0;
            param rate = 1.0, forgotten = 2.0;
            "x' = -rate * x"
        }
    }
}

#[expect(deprecated, reason = "as above")]
mod unread {
    lyapax::model! {
        pub Unread {
            state x = 1.0, count = 0.0;
            "x' = -x; count' = 1"
        }
    }
}

#[test]
fn suspicious_models_run() {
    run(unused::Unused {
        forgotten: 3.0.into(),
        ..unused::Unused::default()
    });
    run(unread::Unread::default());
}
