//! Means of outputs, finite-time exponents, and runs that end when they are precise.

use lyapax::{End, SpectrumOptions, System, Warning};
use lyapax_workspace::models::*;

use super::run;

lyapax::model! {
    /// The unit circle, once in a unit of time.
    pub Circle {
        state x = 1.0, y = 0.0;
        param speed = 1.0;
        let gain = 1 - x^2 - y^2;
        dx/dt = gain * x - 2 * pi * speed * y;
        dy/dt = gain * y + 2 * pi * speed * x;
        output x2 = x^2;
        output root = sqrt(x);
        output own = speed;
    }
}

lyapax::model! {
    pub Growth {
        state x = 0.4;
        param r = 3.9;
        next(x) = r * x * (1 - x);
        output same = x;
        output square = x^2;
    }
}

fn circle() -> SpectrumOptions {
    SpectrumOptions::new(20_000).dt(0.01).t_transient(5.0)
}

#[test]
fn of_a_flow() {
    let spectrum = run(&System::new(Circle::default()), &circle());
    let mean = spectrum.output(Circle::x2).unwrap();
    assert!((mean.value - 0.5).abs() < 1e-6, "{spectrum}");
    assert!(mean.std_error.unwrap() < 1e-2, "{spectrum}");
    // Half a turn more: the trapezoidal rule, not the begins of steps.
    let part = run(
        &System::new(Circle::default()),
        &SpectrumOptions::new(25).dt(0.01).t_transient(5.0),
    );
    assert!(
        (part.output(Circle::x2).unwrap().value - 0.5).abs() < 1e-4,
        "{part}"
    );
    assert_eq!(spectrum.output(Circle::root), None);
    let root = Warning::OutputNotFinite {
        output: "root",
        node: 0,
    };
    assert_eq!(spectrum.warnings(), [root], "{spectrum}");
    let json = serde_json::to_value(&spectrum).unwrap();
    assert!(json["outputs"][1]["mean"].is_null());
}

#[test]
fn of_each_node() {
    let speed = vec![1.0, 2.0, 3.0];
    let system = System::uncoupled(
        Circle {
            speed: speed.clone().into(),
        },
        3,
    );
    let spectrum = run(&system, &circle());
    for (node, speed) in speed.iter().enumerate() {
        let own = spectrum.output_of(Circle::own, node).unwrap();
        assert!((own.value - speed).abs() < 1e-12, "{spectrum}");
        let x2 = spectrum.output_of(Circle::x2, node).unwrap().value;
        assert!((x2 - 0.5).abs() < 1e-4, "{x2}");
    }
    let names: Vec<_> = spectrum
        .outputs()
        .iter()
        .map(|a| (a.output, a.node))
        .collect();
    assert_eq!(names[..4], [("x2", 0), ("x2", 1), ("x2", 2), ("root", 0)]);
}

#[test]
fn of_a_map() {
    for every in [1, 7] {
        let n = 10_003;
        let options = SpectrumOptions::new(n)
            .t_transient(50.0)
            .renorm_every(every);
        let options = options.save_states_every(1);
        let spectrum = run(&System::new(Growth::default()), &options);
        let states = spectrum.states();
        let mut sum = [0.0; 2];
        let first = {
            let mut x: f64 = 0.4;
            for _ in 0..50 {
                x = 3.9 * x * (1.0 - x);
            }
            x
        };
        let mut add = |x: f64| {
            sum[0] += x;
            sum[1] += x * x;
        };
        add(first);
        for i in 0..states.len() - 1 {
            add(states.at(i)[0]);
        }
        let mean = |i: usize| sum[i] / n as f64;
        let same = spectrum.output(Growth::same).unwrap();
        let square = spectrum.output(Growth::square).unwrap();
        assert!(
            (same.value - mean(0)).abs() < 1e-9,
            "{spectrum} {}",
            mean(0)
        );
        assert!((square.value - mean(1)).abs() < 1e-9, "{spectrum}");
        let error = same.std_error.unwrap();
        // Independent values would give .29/100.
        assert!((2e-4..6e-3).contains(&error), "{spectrum}");
    }
}

#[test]
fn finite_time_exponents() {
    let options = SpectrumOptions::new(12_000).dt(0.01).t_transient(20.0);
    let options = options
        .renorm_every(5)
        .local_every(20)
        .save_states_every(100);
    let spectrum = run(&System::new(Lorenz::default()), &options);
    let local = spectrum.local().unwrap();
    assert_eq!(local.rates().len(), 120);
    assert!((local.window() - 1.0).abs() < 1e-9);
    for (i, time) in local.times().iter().enumerate() {
        assert!((time - 20.0 - i as f64).abs() < 1e-9);
        if i > 0 {
            assert_eq!(local.states().at(i), spectrum.states().at(i - 1));
        }
    }
    for j in 0..3 {
        let mean = (0..120).map(|i| local.rates().at(i)[j]).sum::<f64>() / 120.0;
        assert!(
            (mean - spectrum.raw_exponents()[j]).abs() < 1e-12,
            "{spectrum}"
        );
    }
    // What is kept changes nothing.
    let plain = SpectrumOptions::new(12_000)
        .dt(0.01)
        .t_transient(20.0)
        .renorm_every(5);
    assert_eq!(
        run(&System::new(Lorenz::default()), &plain).exponents(),
        spectrum.exponents()
    );
    // A window that is not finished is none.
    let odd = plain.local_every(7);
    let odd = run(&System::new(Lorenz::default()), &odd);
    assert_eq!(odd.local().unwrap().rates().len(), 2400 / 7);
}

#[test]
fn until_it_is_precise() {
    let options = |n| SpectrumOptions::new(n).dt(0.01).t_transient(20.0);
    let lorenz = System::new(Lorenz::default());
    let precise = run(&lorenz, &options(10_000_000).until(0.01));
    assert_eq!(precise.end(), End::Precise);
    assert!(precise.measured_steps() < 1_000_000, "{precise}");
    for error in precise.std_errors() {
        assert!(error.unwrap() <= 0.01, "{precise}");
    }
    // However the cap sets the batches.
    let n = precise.measured_steps();
    for cap in [n + 1_000, 3 * n, 50 * n] {
        let other = run(&lorenz, &options(cap).until(0.01));
        assert_eq!(other.measured_steps(), n);
        assert_eq!(other.exponents(), precise.exponents());
        assert_eq!(other.final_state(), precise.final_state());
        assert_eq!(other.checks(), precise.checks());
    }
    assert_eq!(run(&lorenz, &options(n)).exponents(), precise.exponents());
    let capped = run(&lorenz, &options(5_000).until(1e-6));
    assert_eq!(capped.end(), End::AllSteps);
}

#[test]
fn drift_and_short_runs() {
    // Onto the cycle in the measured run: the rate of the radius changes on the way.
    let slow = System::new(Circle::default()).initial_state(&[1e-12, 0.0]);
    let spectrum = run(
        &slow,
        &SpectrumOptions::new(20_000).dt(0.01).t_transient(0.0),
    );
    let drift = spectrum
        .warnings()
        .into_iter()
        .any(|w| matches!(w, Warning::Drift { .. }));
    assert!(drift, "{spectrum}");
    let short = run(
        &System::new(Lorenz::default()),
        &SpectrumOptions::new(310).dt(0.01).t_transient(20.0),
    );
    assert_eq!(
        short.warnings(),
        [Warning::TooShort {
            renormalisations: 31
        }],
        "{short}"
    );
}
