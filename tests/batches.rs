//! Algebraic models: values and derivatives at many conditions.

use lyapax::{Batch, BatchError, Error, Signal, Variable, model};
use lyapax_workspace::models::Reactor;

/// So many operating points that threads are of use, and no multiple of the lanes.
const MANY: usize = 20_011;

fn at(signal: &Signal, i: usize) -> f64 {
    match signal {
        Signal::PerNode(values) => values[i],
        _ => unreachable!(),
    }
}

/// By hand: X = 1 − 1/(1 + a) with a = k₀·exp(−E/T)·τ·Cⁿ⁻¹, so that dX = X·(1 − X)·d ln a.
#[test]
fn a_reactor_by_hand() {
    let reactor = Reactor::at_many(MANY);
    let batch = Batch::new(reactor.clone()).unwrap();
    assert_eq!(batch.len(), MANY);
    let found = batch.derivatives().unwrap();
    let (k0, e, n) = (2.0e7, 6000.0, 1.5_f64);
    for i in 0..MANY {
        let (t, c, tau) = (at(&reactor.T, i), at(&reactor.C_in, i), at(&reactor.tau, i));
        let a = k0 * f64::exp(-e / t) * tau * c.powf(n - 1.0);
        let x = a / (1.0 + a);
        // The difference of two concentrations has lost digits where little reacts.
        let conversion = found.values(Reactor::conversion)[i];
        assert!((conversion - x).abs() < 4e-16, "{i}: {conversion}");
        let slope = x / (1.0 + a);
        for (name, derivative, expected) in [
            ("k0", found.of(Reactor::conversion, Reactor::k0), slope / k0),
            (
                "E_R",
                found.of(Reactor::conversion, Reactor::E_R),
                -slope / t,
            ),
            (
                "n",
                found.of(Reactor::conversion, Reactor::n),
                slope * c.ln(),
            ),
            (
                "T",
                found.of(Reactor::conversion, Reactor::T),
                slope * e / t / t,
            ),
            (
                "C_in",
                found.of(Reactor::conversion, Reactor::C_in),
                slope * (n - 1.0) / c,
            ),
            (
                "tau",
                found.of(Reactor::conversion, Reactor::tau),
                slope / tau,
            ),
        ] {
            // As the conversion: what is left of 1 loses as many digits, and more where it is divided by little.
            let rest = if name == "C_in" { 4e-16 / c } else { 0.0 };
            let bound = expected.abs() * (1e-14 + 1e-15 / x) + rest;
            let error = (derivative[i] - expected).abs();
            assert!(error <= bound, "{name}: {i}: {error:e}");
        }
    }
}

/// Any number of threads, and memory that was used before.
#[test]
fn the_same_bits() {
    let batch = Batch::new(Reactor::at_many(MANY)).unwrap();
    let one = batch.derivatives().unwrap();
    let values = batch.values().unwrap();
    assert_eq!(
        values.of(Reactor::conversion),
        one.values(Reactor::conversion)
    );
    let mut again = Batch::new(Reactor::at_many(10))
        .unwrap()
        .derivatives()
        .unwrap();
    for threads in [1, 2, 3] {
        let batch = Batch::new(Reactor::at_many(MANY))
            .unwrap()
            .threads(threads)
            .unwrap();
        batch.derivatives_into(&mut again).unwrap();
        assert_eq!(again.len(), MANY);
        assert_eq!(
            again.of(Reactor::conversion, Reactor::n),
            one.of(Reactor::conversion, Reactor::n)
        );
        assert_eq!(
            again.values(Reactor::conversion),
            one.values(Reactor::conversion)
        );
    }
    // One condition is no other than among many.
    for i in [0, 17, MANY - 1] {
        let lone = Reactor::at_many(MANY);
        let lone = Reactor {
            T: at(&lone.T, i).into(),
            C_in: at(&lone.C_in, i).into(),
            tau: at(&lone.tau, i).into(),
            ..lone
        };
        let lone = Batch::new(lone).unwrap().derivatives().unwrap();
        assert_eq!(lone.len(), 1);
        assert_eq!(
            lone.of(Reactor::conversion, Reactor::tau)[0],
            one.of(Reactor::conversion, Reactor::tau)[i]
        );
    }
}

model! {
    /// Forms whose values are ordinary, and what they are made of is not.
    pub Overflows {
        param a = 1.0;
        input x;
        output logistic = 1 / (1 + exp(-a * x));
        output share = exp(x) / (1 + exp(x));
        output soft = ln(1 + exp(x));
        output rest = 3 * a;
    }
}

#[test]
fn what_overflows_on_the_way() {
    let x = [-800.0_f64, -5.0, 0.0, 5.0, 800.0, 5000.0];
    let model = Overflows {
        x: x.into(),
        ..Overflows::default()
    };
    let found = Batch::new(model).unwrap().derivatives().unwrap();
    for (i, &x) in x.iter().enumerate() {
        let s = 1.0 / (1.0 + (-x).exp());
        let slope = s * (1.0 - s);
        let close =
            |found: f64, expected: f64| (found - expected).abs() <= 1e-15 + 1e-14 * expected.abs();
        for (name, found, expected) in [
            ("logistic", found.values(Overflows::logistic)[i], s),
            ("share", found.values(Overflows::share)[i], s),
            (
                "soft",
                found.values(Overflows::soft)[i],
                x.max(0.0) + (-x.abs()).exp().ln_1p(),
            ),
            (
                "slope",
                found.of(Overflows::logistic, Overflows::x)[i],
                slope,
            ),
            (
                "by a",
                found.of(Overflows::logistic, Overflows::a)[i],
                slope * x,
            ),
            (
                "slope of share",
                found.of(Overflows::share, Overflows::x)[i],
                slope,
            ),
            (
                "slope of soft",
                found.of(Overflows::soft, Overflows::x)[i],
                s,
            ),
            (
                "constant slope",
                found.of(Overflows::rest, Overflows::a)[i],
                3.0,
            ),
            ("no slope", found.of(Overflows::rest, Overflows::x)[i], 0.0),
        ] {
            assert!(
                close(found, expected),
                "{name} at {x}: {found:e}, not {expected:e}"
            );
        }
    }
}

model! {
    pub Root {
        param offset = 0.0;
        input x, y;
        output root = sqrt(x - offset) * y;
    }
}

/// Derivatives by some variables have the bits that they have among all, and nothing else is looked at.
#[test]
fn by_some_variables() {
    let all = Batch::new(Reactor::at_many(MANY)).unwrap();
    let all = all.derivatives().unwrap();
    for threads in [1, 3] {
        let some = Batch::new(Reactor::at_many(MANY)).unwrap();
        let some = some.threads(threads).unwrap();
        let some = some.by([Reactor::n, Reactor::E_R]).unwrap();
        let mut found = all.clone();
        some.derivatives_into(&mut found).unwrap();
        let values = found.values(Reactor::conversion);
        assert_eq!(values, all.values(Reactor::conversion));
        for by in [Reactor::n, Reactor::E_R] {
            let slopes = found.of(Reactor::conversion, by);
            assert_eq!(slopes, all.of(Reactor::conversion, by));
        }
    }
    // A slope that is infinite, and not asked for.
    let root = || {
        Batch::new(Root {
            x: vec![0.0; 20].into(),
            y: 1.0.into(),
            ..Root::default()
        })
        .unwrap()
    };
    assert!(root().derivatives().is_err());
    let found = root().by([Root::y]).unwrap().derivatives().unwrap();
    assert_eq!(found.of(Root::root, Root::y), [0.0; 20]);
    let error = root().by([Root::x]).unwrap().derivatives().unwrap_err();
    assert!(error.to_string().contains("by `x` is inf"), "{error}");
    let none: [Variable<Root>; 0] = [];
    let refused = [
        root().by(none),
        root().by([Variable::Coupling]),
        root().by([Variable::from(Root::offset).at_node(0)]),
    ];
    let refused = refused.map(|result| result.err().map(|error| error.to_string()));
    for (error, words) in refused.iter().zip([
        "nothing is varied",
        "has no coupling to be varied",
        "has no offset of node 0 to be varied",
    ]) {
        let error = error.as_ref().unwrap();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
#[should_panic(expected = "T was not among the variables")]
fn by_a_variable_that_was_not_asked_for() {
    let some = Batch::new(Reactor::at_many(10)).unwrap();
    let found = some.by([Reactor::n]).unwrap().derivatives().unwrap();
    let _ = found.of(Reactor::conversion, Reactor::T);
}

#[test]
fn what_is_refused() {
    let refused = |model: Root| match Batch::new(model).and_then(|batch| batch.derivatives()) {
        Err(Error::Batch(error)) => error,
        other => panic!("{other:?}"),
    };
    let error = refused(Root {
        x: vec![1.0, 2.0].into(),
        y: vec![1.0, 2.0, 3.0].into(),
        ..Root::default()
    });
    assert_eq!(
        error,
        BatchError::Length {
            name: "y",
            got: 3,
            other: "x",
            expected: 2
        }
    );
    assert_eq!(
        refused(Root {
            x: vec![].into(),
            y: 1.0.into(),
            ..Root::default()
        }),
        BatchError::Empty { name: "x" }
    );
    // What is not said is not 0.
    let error = refused(Root {
        x: 1.0.into(),
        ..Root::default()
    });
    assert_eq!(error, BatchError::Missing { input: "y" });
    let error = refused(Root {
        x: 1.0.into(),
        y: vec![1.0, f64::INFINITY].into(),
        ..Root::default()
    });
    assert_eq!(
        error.to_string(),
        "`y` is inf in row 1\nhelp: give a finite number"
    );
    let error = refused(Root {
        x: Signal::sampled(0.0, 1.0, [1.0, 2.0]),
        ..Root::default()
    });
    assert_eq!(error, BatchError::Sampled { input: "x" });
    // The value is 0, the slope of a root there is not finite; the first condition is told.
    let mut x = vec![1.0; MANY];
    (x[15_000], x[15_001]) = (-1.0, 0.0);
    let error = refused(Root {
        x: x.clone().into(),
        y: 1.0.into(),
        ..Root::default()
    });
    let BatchError::NotFinite {
        what, condition, ..
    } = &error
    else {
        panic!("{error}");
    };
    assert_eq!((&**what, *condition), ("output `root`", 15_000));
    x[15_000] = 1.0;
    let error = refused(Root {
        x: x.into(),
        y: 1.0.into(),
        ..Root::default()
    });
    let told = "the derivative of output `root` by `x` is inf in row 15001\nhelp: row 15001 has x = 0, y = 1, offset = 0";
    assert!(error.to_string().starts_with(told), "{error}");
    let one = || {
        Batch::new(Root {
            x: 1.0.into(),
            y: 1.0.into(),
            ..Root::default()
        })
    };
    assert!(one().unwrap().threads(0).is_err());
    assert!(one().unwrap().threads(100_000).is_err());
}
