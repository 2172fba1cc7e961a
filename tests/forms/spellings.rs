//! One model in several spellings is one model: the same equations, the same bits.

use std::iter::successors;

use lyapax::{Block as _, Dense, Dynamical, System, model};

use crate::motion;

/// Kuramoto's model exactly as the language is introduced.
mod introduction {
    use lyapax::model;

    model! {
        /// Kuramoto phase oscillators on a weighted graph.
        pub Kuramoto {
            state theta = 0.0;                                     // phase, rad
            param omega = 0.0;                                     // natural frequency, rad per unit time
            param G = 1.0;                                         // coupling strength
            coupling c = G / N * sum(w * sin(src.theta - theta));  // sum over source nodes, weights w

            "theta' = omega + c"          // quoted: exactly as on paper; may hold several lines
            // dtheta/dt = omega + c;     // the same in plain tokens
        }
    }
}

model! {
    /// The same in plain tokens.
    pub Kuramoto {
        state theta = 0.0;
        param omega = 0.0;
        param G = 1.0;
        coupling c = G / N * sum(w * sin(src.theta - theta));
        dtheta/dt = omega + c;
    }
}

model! {
    /// The same all in quotes.
    pub Quoted {
        r#"state theta = 0.0; param omega = 0.0, G = 1.0;
           coupling c = G / N · sum(w·sin(src.theta − theta));
           theta′ = omega
                  + c"#
    }
}

/// Two models have the same equations, and give the same bits from the same start.
pub(crate) fn assert_same<A: Dynamical + Default, B: Dynamical + Default>() {
    assert_eq!(A::INFO.equations, B::INFO.equations);
    assert_eq!(A::INFO.fingerprint, B::INFO.fingerprint);
    assert_eq!(A::PARTIALS, B::PARTIALS);
    assert_eq!(bits::<A>(), bits::<B>());
}

/// The bits of a short motion of three nodes.
fn bits<M: Dynamical + Default>() -> Vec<u64> {
    let weights = Dense::from_fn(3, |target, source| {
        [0.3, 0.6, 0.9][target] + [0.0, 0.1, 0.2][source]
    });
    let dimension = 3 * M::State::<f64>::LEN;
    let start: Vec<f64> = successors(Some(0.1), |x| Some(x + 0.05))
        .take(dimension)
        .collect();
    let system = if M::INFO.sums > 0 {
        System::network(M::default(), weights)
    } else {
        System::lattice(M::default(), 3)
    };
    let trajectory = motion(&system.initial_state(&start));
    trajectory
        .states()
        .iter()
        .flat_map(|(_, state)| state)
        .map(|value| value.to_bits())
        .collect()
}

#[test]
fn kuramoto() {
    assert_same::<introduction::Kuramoto, Kuramoto>();
    assert_same::<Quoted, Kuramoto>();
}

model! {
    /// A map in plain tokens.
    pub PlainMap {
        state x = 0.1, y = 0.1;
        param a = 1.4, b = 0.3;
        next(x) = 1 - a * x^2 + y;
        next(y) = b * x;
    }
}

model! {
    /// As on paper.
    pub PaperMap {
        state x = 0.1, y = 0.1;
        param a = 1.4, b = 0.3;
        "x[n+1] = 1 - a * x[n]^2 + y[n];
         y[n+1] = b * x[n];"
    }
}

model! {
    /// Mixed.
    pub MixedMap {
        param a = 1.4, b = 0.3;
        x[n+1] = 1 - a * x[n]**2 + y[n];
        "next(y) = b * x"
        state x = 0.1, y = 0.1;
    }
}

#[test]
fn henon() {
    assert_same::<PlainMap, PaperMap>();
    assert_same::<PlainMap, MixedMap>();
}

model! {
    /// The derivative in brackets.
    pub Brackets {
        state x_t = 1.0, dd = 0.5;
        d(x_t)/dt = -dd;
        ddd/dt = x_t;
    }
}

model! {
    /// Quotes of one equation each.
    pub Single {
        state x_t = 1.0, dd = 0.5;
        "x_t' = -dd" "dd' = x_t"
    }
}

#[test]
fn names_that_hold_a_d() {
    assert_same::<Brackets, Single>();
}
