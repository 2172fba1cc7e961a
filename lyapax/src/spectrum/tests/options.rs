//! Options, progress, saved states, what a result tells.

use core::ops::ControlFlow;

use super::{identity, near, spectrum};
use crate::testing::{Driven, Henon, Lorenz};
use crate::{Integrator, SimulateOptions, SpectrumOptions, System, Warning};

fn lorenz() -> System<Lorenz> {
    System::new(Lorenz::default())
}

#[test]
fn fewer_tangents_are_the_first_of_more() {
    let options = SpectrumOptions::new(5_000).dt(0.01);
    let full = spectrum(&lorenz(), &options.clone().start_basis(identity(3)));
    for k in [1, 2] {
        let part = spectrum(
            &lorenz(),
            &options.clone().start_basis(identity(3)[..k].to_vec()),
        );
        near(part.raw_exponents(), &full.raw_exponents()[..k], 1e-9);
        assert_eq!(part.final_state(), full.final_state());
    }
}

/// The states of a spectrum are those of a simulation, wherever blocks end.
#[test]
fn states_are_those_of_a_simulation() {
    let simulated = lorenz()
        .simulate(
            &SimulateOptions::new(207)
                .dt(0.01)
                .stride(9)
                .t_transient(0.3),
        )
        .unwrap();
    let options = SpectrumOptions::new(207).dt(0.01).t_transient(0.3);
    let saved = spectrum(&lorenz(), &options.clone().save_states_every(9));
    assert_eq!(saved.states().len(), 23);
    for (i, (time, state)) in saved.states().iter().enumerate() {
        assert_eq!(time, simulated.times()[i + 1]);
        assert_eq!(state, simulated.states().at(i + 1));
    }
    // Saving changes nothing else.
    let plain = spectrum(&lorenz(), &options);
    assert_eq!(plain.exponents(), saved.exponents());
    assert_eq!(plain.final_state(), saved.final_state());
    let r2 = simulated.output(Lorenz::r2);
    let (x, y) = (simulated.state(Lorenz::x), simulated.state(Lorenz::y));
    assert_eq!(r2[7], x[7] * x[7] + y[7] * y[7]);
}

#[test]
fn a_shorter_last_block_counts_as_what_it_is() {
    let options = SpectrumOptions::new(1_003)
        .dt(0.01)
        .renorm_every(10)
        .integrator(Integrator::Rk6)
        .t_transient(1.0);
    let spectrum = spectrum(&lorenz(), &options);
    assert!((spectrum.sum() + 41.0 / 3.0).abs() < 1e-6);
    assert_eq!(spectrum.history().len(), 101);
    assert_eq!(spectrum.history().at(100), spectrum.raw_exponents());
    assert_eq!(spectrum.counts().steps, 1_103);
    assert_eq!(spectrum.counts().right_hand_sides, 1_103 * 7);
    assert_eq!(spectrum.counts().tangents, 1_103 * 21);
    assert_eq!(spectrum.counts().renormalisations, 111);
    let (from, to) = spectrum.time_span();
    assert_eq!((from, to), (1.0, 11.03));
    assert_eq!(spectrum.history().times()[100], to);
}

#[test]
fn history_is_thinned() {
    let options = SpectrumOptions::new(1_000)
        .t_transient(0.0)
        .history_every(30);
    let spectrum = spectrum(&System::new(Henon::default()), &options);
    assert_eq!(spectrum.history().len(), 34);
    assert_eq!(spectrum.history().times()[0], 30.0);
    assert_eq!(spectrum.history().times()[33], 1_000.0);
}

#[test]
fn a_seed_gives_the_same_bits() {
    let options = SpectrumOptions::new(500).dt(0.01);
    let run = |seed| spectrum(&lorenz(), &options.clone().seed(seed));
    assert_eq!(run(1), run(1));
    assert_ne!(run(1).exponents(), run(2).exponents());
}

#[test]
fn progress_can_stop_a_run() {
    let options = SpectrumOptions::new(100_000).dt(0.01).t_transient(10.0);
    let mut calls = 0;
    let stopped = lorenz()
        .spectrum_with(&options, |progress| {
            calls += 1;
            assert_eq!(progress.total, 101_000);
            if progress.time >= 110.0 {
                assert_eq!(progress.exponents.len(), 3);
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .unwrap();
    assert!(calls > 20);
    assert!(stopped.stopped());
    let steps = stopped.measured_steps();
    assert!((10_000..12_000).contains(&steps));
    let options = SpectrumOptions::new(steps).dt(0.01).t_transient(10.0);
    assert_eq!(
        spectrum(&lorenz(), &options).exponents(),
        stopped.exponents()
    );
    assert!(stopped.to_string().contains("stopped"));
}

#[test]
fn stopped_in_the_transient_there_are_no_exponents() {
    let options = SpectrumOptions::new(100).dt(0.01).t_transient(1e4);
    let stopped = lorenz()
        .spectrum_with(&options, |_| ControlFlow::Break(()))
        .unwrap();
    assert!(stopped.stopped() && stopped.exponents().is_empty());
    assert!(stopped.kaplan_yorke().is_err());
}

#[test]
fn a_jump_is_a_warning() {
    let spectrum = spectrum(
        &System::new(Driven::default()),
        &SpectrumOptions::new(400).dt(0.01),
    );
    assert_eq!(
        spectrum.warnings(),
        [Warning::JumpPassedOver {
            what: "sign",
            item: "equation of `x`"
        }]
    );
    assert!(
        spectrum
            .to_string()
            .contains("warning: the tangents pass over the jump of `sign`")
    );
}

#[test]
fn a_summary_for_the_notebook() {
    let text = spectrum(&lorenz(), &SpectrumOptions::new(60_000).dt(0.01)).to_string();
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "Lorenz: Lyapunov exponents per unit time");
    assert!(lines[1].starts_with("  λ1   +0.9"), "{text}");
    assert!(lines[4].contains("Kaplan–Yorke dimension 2.06"), "{text}");
    assert_eq!(
        lines[5],
        "  rk4, dt = 0.01, t = 60 to 660; 60000 steps after a transient of 6000, renormalised every 10"
    );
}
