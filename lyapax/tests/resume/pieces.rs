//! A run in pieces is the run in one piece, bit for bit: exponents, standard errors, history, states,
//! outputs, checks, counts and where it can be taken up again.

use core::ops::ControlFlow;

use lyapax::{
    Checkpoint, Dense, End, Integrator, Model, Signal, Spectrum, SpectrumOptions, System,
};

use crate::models::*;

/// Says where two results begin to differ: in full they fill pages.
#[track_caller]
fn same(found: &Spectrum, expected: &Spectrum, what: &str) {
    if found == expected {
        return;
    }
    let (a, b) = (format!("{found:#?}"), format!("{expected:#?}"));
    let differ = a.lines().zip(b.lines()).enumerate();
    let differ = differ.filter(|(_, (a, b))| a != b);
    let differ: Vec<_> = differ.take(5).collect();
    panic!("{what}: {differ:#?}");
}

/// By way of a file.
fn reread(checkpoint: &Checkpoint) -> Checkpoint {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.lyapax");
    checkpoint.save(&path).unwrap();
    let read = Checkpoint::load(&path).unwrap();
    assert_eq!(read, *checkpoint);
    read
}

/// Breaks off as soon as so many steps are made.
fn stopped<M: Model>(
    system: &System<M>,
    from: Option<&Checkpoint>,
    options: &SpectrumOptions,
    step: u64,
) -> Spectrum {
    let stop = |now: u64| {
        if now >= step {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let spectrum = match from {
        None => system.spectrum_with(options, |progress| stop(progress.step)),
        Some(from) => system.resume_with(from, options, |progress| stop(progress.step)),
    };
    spectrum.unwrap()
}

/// Runs of `options` are stopped at several places and then resumed, or stopped and resumed all along.
/// Gives the run in one piece, and how many times it was stopped.
#[track_caller]
fn in_pieces<M: Model>(system: &System<M>, options: &SpectrumOptions) -> (Spectrum, usize) {
    let whole = system.spectrum(options).unwrap();
    let mut last = stopped(system, None, options, 1);
    let mut stops = 0;
    let mut transient = None::<Spectrum>;
    while last.stopped() {
        stops += 1;
        let from = last.checkpoint();
        let step = from.step();
        if from.measured_steps() == 0 {
            same(
                &stopped(system, None, options, step),
                &last,
                "stopped in the transient",
            );
            transient = Some(last.clone());
        }
        if stops % 5 == 1 {
            same(&system.resume(from, options).unwrap(), &whole, "resumed");
            let from = reread(from);
            same(
                &system.resume(&from, options).unwrap(),
                &whole,
                "resumed from a file",
            );
        }
        let from = if stops % 2 == 0 {
            reread(from)
        } else {
            from.clone()
        };
        last = stopped(system, Some(&from), options, step + 1);
    }
    same(&last, &whole, "resumed again and again");
    if let Some(transient) = transient {
        let from = transient.checkpoint();
        same(
            &system.resume(from, options).unwrap(),
            &whole,
            "from the transient",
        );
    }
    (whole, stops)
}

/// Runs of fewer steps are resumed up to the steps of the last, directly and step by step.
#[track_caller]
fn lengthened<M: Model>(
    system: &System<M>,
    options: impl Fn(u64) -> SpectrumOptions,
    lengths: &[u64],
) {
    let most = options(*lengths.last().unwrap());
    let whole = system.spectrum(&most).unwrap();
    let mut longer = None::<Spectrum>;
    for &length in lengths {
        let short = system.spectrum(&options(length)).unwrap();
        same(
            &system.resume(&reread(short.checkpoint()), &most).unwrap(),
            &whole,
            &format!("{length} steps resumed"),
        );
        let next = match &longer {
            None => short.clone(),
            Some(before) => system
                .resume(before.checkpoint(), &options(length))
                .unwrap(),
        };
        same(&next, &short, &format!("up to {length} steps"));
        longer = Some(next);
    }
}

fn lorenz(n_steps: u64) -> SpectrumOptions {
    SpectrumOptions::new(n_steps).dt(0.01).t_transient(20.0)
}

#[test]
fn flows() {
    let system = System::new(Lorenz::default());
    for integrator in [Integrator::Rk4, Integrator::Rk6] {
        let options = lorenz(12_000).integrator(integrator);
        let (_, stops) = in_pieces(&system, &options);
        assert!(stops > 20, "{stops}");
    }
    in_pieces(&system, &lorenz(12_000).k(1));
    in_pieces(&system, &lorenz(12_000).k(2).t_transient(0.0));
}

#[test]
fn maps() {
    let options = SpectrumOptions::new(30_000)
        .t_transient(10_000.0)
        .history_every(7);
    let (_, stops) = in_pieces(&System::new(Henon::default()), &options);
    assert!(stops > 5, "{stops}");
}

#[test]
fn lattices() {
    let system =
        System::lattice(Lorenz96::default(), 11).initial_with(Lorenz96::x, |i| (i as f64).sin());
    for k in [11, 3] {
        let options = SpectrumOptions::new(1_500).dt(0.01).t_transient(3.0).k(k);
        let (_, stops) = in_pieces(&system, &options);
        assert!(stops > 5, "{stops}");
    }
}

#[test]
fn networks() {
    let omega: Vec<f64> = (0..9).map(|i| f64::from(i * i % 7) / 3.0).collect();
    let model = Kuramoto {
        omega: omega.into(),
        ..Kuramoto::default()
    };
    let weights: Vec<Vec<f64>> = (0..9)
        .map(|i| (0..9).map(|j| f64::from((3 * i + 5 * j) % 4)).collect())
        .collect();
    let system =
        System::network(model, Dense::from(weights)).initial_with(Kuramoto::theta, |i| i as f64);
    for k in [4, 9] {
        let options = SpectrumOptions::new(1_500).dt(0.02).t_transient(5.0).k(k);
        let (whole, stops) = in_pieces(&system, &options);
        assert!(stops > 5, "{stops}");
        assert_eq!(whole.outputs().len(), 9);
    }
}

#[test]
fn times_and_signals() {
    let samples: Vec<f64> = (0..=200)
        .map(|i| (f64::from(i) * 0.3).sin() / 10.0)
        .collect();
    let model = Duffing {
        u: Signal::sampled(5.0, 0.5, samples),
        ..Duffing::default()
    };
    let options = SpectrumOptions::new(8_000)
        .dt(0.01)
        .start_time(5.0)
        .t_transient(10.0);
    in_pieces(&System::new(model), &options);
}

#[test]
fn everything_that_is_saved() {
    let options = lorenz(6_000)
        .save_states_every(7)
        .history_every(3)
        .local_every(4);
    let (whole, _) = in_pieces(&System::new(Lorenz::default()), &options);
    assert_eq!(whole.states().len(), 6_000 / 7);
    assert_eq!(whole.local().unwrap().rates().len(), 150);
    let options = SpectrumOptions::new(20_000)
        .save_states_every(100)
        .local_every(30);
    in_pieces(&System::new(Henon::default()), &options);
}

#[test]
fn last_blocks_that_are_short() {
    let system = System::new(Lorenz::default());
    let lengths = [3, 1_003, 1_007, 1_010, 5_555, 12_008];
    lengthened(&system, |n| lorenz(n).history_every(2), &lengths);
    let saving = |n| {
        lorenz(n)
            .history_every(2)
            .save_states_every(3)
            .local_every(5)
    };
    lengthened(&system, saving, &lengths);
    // The transient has one too.
    lengthened(
        &system,
        |n| lorenz(n).history_every(1).t_transient(20.05),
        &lengths,
    );
}

#[test]
fn maps_are_lengthened() {
    let options = |n| SpectrumOptions::new(n).t_transient(100.0).history_every(10);
    lengthened(
        &System::new(Henon::default()),
        options,
        &[1, 10, 5_000, 5_001, 50_000],
    );
}

/// Every block is done again, as halves: too long for the third exponent.
#[test]
fn blocks_that_are_halved() {
    let system = System::new(Lorenz::default());
    let options = |n| lorenz(n).renorm_every(500).history_every(1);
    let (whole, _) = in_pieces(&system, &options(60_000));
    assert!(
        whole.counts().renormalisations > 1_000,
        "{:?}",
        whole.counts()
    );
    lengthened(&system, options, &[700, 10_000, 30_100]);
    lengthened(
        &system,
        |n| options(n).save_states_every(30),
        &[700, 10_000, 30_100],
    );
}

#[test]
fn exponents_that_are_infinite_by_structure() {
    let system = System::new(Forgetful::default());
    let options = |n| {
        SpectrumOptions::new(n)
            .t_transient(10.0)
            .history_every(1)
            .local_every(3)
    };
    let (whole, _) = in_pieces(&system, &options(20_000));
    assert_eq!(whole.exponents()[1], f64::NEG_INFINITY);
    lengthened(&system, options, &[5, 1_000]);
}

/// The Jacobian is singular once, in the transient, in the measured part, or after a shorter run's end.
#[test]
fn exponents_that_become_infinite() {
    for (blind, every) in [
        (50.0_f64, 1),
        (500.0, 1),
        (503.0, 4),
        (7_000.0, 1),
        (7_000.0, 3),
    ] {
        let system = System::new(Blinded {
            blind: blind.into(),
        });
        let plain = |n| {
            let options = SpectrumOptions::new(n).t_transient(100.0);
            options.history_every(5).renorm_every(every)
        };
        let saving = |n| plain(n).local_every(2).save_states_every(9);
        let (whole, stops) = in_pieces(&system, &plain(20_000));
        assert!(stops > 2, "{stops}");
        assert_eq!(
            whole.exponents()[2] == f64::NEG_INFINITY,
            blind > 100.0,
            "{whole}"
        );
        in_pieces(&system, &saving(10_000));
        lengthened(&system, plain, &[300, 401, 402, 404, 6_899, 6_901, 8_000]);
        lengthened(&system, saving, &[300, 401, 402, 404, 6_901, 8_000]);
    }
}

/// x = ½ is hit exactly, and then 1 and 0: nothing is left to follow.
#[test]
fn no_tangent_is_left() {
    let f = |x: f64| 4.0 * x * (1.0 - x);
    let back = |y: f64| (1.0 - (1.0 - y).sqrt()) / 2.0;
    let near = back(back(0.5));
    let mut around = (-50..50).map(|ulps| f64::from_bits(near.to_bits().wrapping_add_signed(ulps)));
    let start = around.find(|x| f(f(*x)) == 0.5).expect("one of them hits");
    let system = System::new(Logistic::default()).initial(Logistic::x, start);
    let options = |n| SpectrumOptions::new(n).t_transient(0.0).history_every(1);
    let (whole, _) = in_pieces(&system, &options(9_000));
    assert_eq!(whole.exponents(), [f64::NEG_INFINITY]);
    lengthened(&system, options, &[1, 2, 3, 4, 100]);
}

#[test]
fn until_errors_are_small() {
    let system = System::new(Lorenz::default());
    let options = |n| lorenz(n).until(0.02).history_every(1);
    let (whole, _) = in_pieces(&system, &options(1_000_000));
    assert_eq!(whole.end(), End::Precise);
    let measured = whole.measured_steps();
    lengthened(&system, options, &[500, measured - 5, measured, 1_000_000]);
    // It is taken up again for smaller errors.
    let smaller = lorenz(1_000_000).until(0.01).history_every(1);
    let expected = system.spectrum(&smaller).unwrap();
    assert!(expected.measured_steps() > measured);
    same(
        &system.resume(whole.checkpoint(), &smaller).unwrap(),
        &expected,
        "smaller errors",
    );
}

/// The transient, which follows from the number of steps where nothing is said, stays as it was.
#[test]
fn what_is_left_open_stays() {
    let system = System::new(Henon::default());
    let begun = system.spectrum(&SpectrumOptions::new(15_000)).unwrap();
    let resumed = system
        .resume(begun.checkpoint(), &SpectrumOptions::new(90_000))
        .unwrap();
    let told = SpectrumOptions::new(90_000).t_transient(1_500.0);
    same(&resumed, &system.spectrum(&told).unwrap(), "lengthened");
}

/// A signal that reaches to the end of the run, with the transient that is made, is long enough.
#[test]
fn signals_are_as_long_as_the_run() {
    let model = Duffing {
        u: Signal::sampled(0.0, 1.0, vec![0.1; 21]),
        ..Duffing::default()
    };
    let system = System::new(model);
    let begun = system
        .spectrum(&SpectrumOptions::new(1_000).dt(0.01))
        .unwrap();
    let resumed = system
        .resume(begun.checkpoint(), &SpectrumOptions::new(1_900).dt(0.01))
        .unwrap();
    assert_eq!(resumed.time_span(), (1.0, 20.0));
}

/// A file that the run itself keeps holds what the result does.
#[test]
fn the_file_that_a_run_keeps() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.lyapax");
    let system = System::new(Lorenz::default());
    let keeping = |n| {
        lorenz(n)
            .history_every(2)
            .checkpoint(&path, core::time::Duration::ZERO)
    };
    let begun = system.spectrum(&keeping(2_003)).unwrap();
    assert_eq!(Checkpoint::load(&path).unwrap(), *begun.checkpoint());
    assert_eq!(begun.checkpoint().measured_steps(), 2_000);
    let whole = system.spectrum(&lorenz(9_004).history_every(2)).unwrap();
    let resumed = system
        .resume(&Checkpoint::load(&path).unwrap(), &keeping(9_004))
        .unwrap();
    same(&resumed, &whole, "resumed");
    assert_eq!(Checkpoint::load(&path).unwrap(), *whole.checkpoint());
    // Nothing lies beside it.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}
