//! One node and many, times, counts, and what is told along a run.

use core::ops::ControlFlow;

use lyapax::{
    Error, Integrator, RunError, SetupError, Signal, SimulateOptions, SpectrumOptions, System,
};

lyapax::model! {
    /// Everything that a node alone can read.
    Forced {
        state x = 0.8, v = 0.25, s = 1.5;
        param damping = 0.2, drive = 0.3;
        input u;
        dx/dt = v + 0.1 * sin(s) * u;
        dv/dt = -damping * v + x - x^3 + drive * cos(t);
        ds/dt = ln(s) / s - s^0.3 + tanh(x) + exp(-v^2);
        output e = x^2 + v^2;
    }
}

lyapax::model! {
    Decay {
        state x = 1.0;
        param rate = 1.0;
        dx/dt = -rate * x;
    }
}

lyapax::model! {
    Plane {
        state x = 0.0, y = 0.0;
        param a = 10.0, b = -200.0;
        dx/dt = a * x;
        dy/dt = b * y;
    }
}

lyapax::model! {
    /// It passes through infinity and comes back.
    Inverse {
        state x = 0.5;
        next(x) = 1 / (x - 0.5);
    }
}

fn forced() -> Forced {
    Forced {
        u: Signal::sampled(
            0.0,
            0.5,
            (0..20).map(|i| f64::from(i).sin()).collect::<Vec<_>>(),
        ),
        ..Forced::default()
    }
}

/// Alone in registers, alone in memory, or one of nine in lanes: the same bits.
#[test]
fn one_node_or_nine() {
    for integrator in Integrator::ALL {
        let options = SpectrumOptions::new(403)
            .dt(0.013)
            .integrator(integrator)
            .t_transient(0.4)
            .start_time(0.7)
            .k(2);
        let alone = System::new(forced()).spectrum(&options).unwrap();
        let nine = System::uncoupled(forced(), 9).spectrum(&options).unwrap();
        let simulated = System::new(forced())
            .simulate(
                &SimulateOptions::new(403)
                    .dt(0.013)
                    .integrator(integrator)
                    .t_transient(0.4)
                    .start_time(0.7),
            )
            .unwrap();
        assert_eq!(
            simulated.states().at(403),
            alone.final_state(),
            "{integrator}"
        );
        for (state, of_nodes) in alone.final_state().iter().zip(nine.final_state().chunks(9)) {
            assert_eq!(of_nodes, [*state; 9], "{integrator}");
        }
        assert_eq!(alone.time_span().1, simulated.times()[403]);
    }
}

#[test]
fn steps_beyond_counting_are_refused() {
    for options in [
        SpectrumOptions::new(u64::MAX).dt(0.1),
        SpectrumOptions::new(1).dt(1e-10).t_transient(1e10),
    ] {
        let error = System::new(Decay::default())
            .spectrum(&options)
            .unwrap_err();
        assert!(
            matches!(error, Error::Setup(SetupError::TooManySteps { .. })),
            "{error}"
        );
    }
    let simulated = System::new(Decay::default()).simulate(&SimulateOptions::new(u64::MAX).dt(0.1));
    assert!(simulated.is_err());
}

#[test]
fn times_too_large_for_the_step_are_refused() {
    let at = |start| {
        let options = SpectrumOptions::new(100).dt(0.01).start_time(start);
        let forced = Forced {
            u: 1.0.into(),
            ..Forced::default()
        };
        System::new(forced)
            .spectrum(&options)
            .map(|spectrum| spectrum.exponents()[0])
    };
    assert!(at(1e10).is_ok());
    for start in [1e15, -1e15] {
        let error = at(start).unwrap_err();
        assert!(
            matches!(
                error,
                Error::Setup(SetupError::TimeTooLarge { spacing: 0.125, .. })
            ),
            "{error}"
        );
    }
    // Where nobody reads the time it is only a name.
    let options = SpectrumOptions::new(100).dt(0.01).start_time(1e15);
    assert!(System::new(Decay::default()).spectrum(&options).is_ok());
    // Steps that lead to infinite times would give exponents of zero.
    let options = SpectrumOptions::new(1000).dt(1e306);
    let still = Decay { rate: 0.0.into() };
    assert!(System::new(still).spectrum(&options).is_err());
}

/// A signal ends where it ends, also far from time 0.
#[test]
fn signals_are_not_continued() {
    let start = 1e9;
    let system = |samples: usize| {
        let u = Signal::sampled(start, 0.1, vec![1.0; samples]);
        System::new(Forced {
            u,
            ..Forced::default()
        })
    };
    let options = SimulateOptions::new(100).dt(0.01).start_time(start);
    assert!(system(11).simulate(&options).is_ok());
    assert!(matches!(
        system(10).simulate(&options),
        Err(Error::Setup(SetupError::SignalTooShort { input: "u", .. }))
    ));
}

#[test]
fn infinity_is_met_whatever_the_stride() {
    for stride in [1, 2, 7] {
        let error = System::new(Inverse::default())
            .simulate(&SimulateOptions::new(14).stride(stride))
            .unwrap_err();
        assert!(
            matches!(
                error,
                Error::Run(RunError::NonFinite {
                    step: 1,
                    column: 0,
                    ..
                })
            ),
            "{error}"
        );
    }
}

/// What is done again is counted: a block as a whole, then its halves.
#[test]
fn counts_hold_what_was_done_again() {
    let run = |save| {
        let options = SpectrumOptions::new(1000)
            .dt(1e-3)
            .renorm_every(100)
            .t_transient(0.0);
        let options = if save {
            options.save_states_every(50)
        } else {
            options
        };
        System::new(Plane::default()).spectrum(&options).unwrap()
    };
    let (plain, saved) = (run(false), run(true));
    assert_eq!(plain.exponents(), saved.exponents());
    assert_eq!(saved.states().len(), 20);
    // Exponents 210 apart: the first block loses e⁻²¹ of the second column. After its halves the
    // columns lie along the axes, and lose nothing.
    let counts = saved.counts();
    assert_eq!((counts.steps, counts.renormalisations), (1100, 12));
    assert_eq!(counts.right_hand_sides, 4400);
    // However many blocks are handed over at once.
    assert_eq!(plain.counts(), counts);
}

/// Some thousand times, whatever happens in a block.
#[test]
fn progress_is_told_in_measure() {
    for (save, every) in [(false, 10), (true, 10), (false, 200)] {
        let options = SpectrumOptions::new(400_000)
            .dt(1e-3)
            .renorm_every(every)
            .t_transient(0.0);
        let options = if save {
            options.save_states_every(100_000)
        } else {
            options
        };
        let mut calls = 0;
        System::new(Plane::default())
            .spectrum_with(&options, |_| {
                calls += 1;
                ControlFlow::Continue(())
            })
            .unwrap();
        assert!((100..=2000).contains(&calls), "{calls}");
    }
}

#[test]
fn a_tangent_may_be_too_long_for_one_step() {
    let model = Plane {
        a: 1e30.into(),
        b: 0.0.into(),
    };
    let error = System::new(model)
        .spectrum(&SpectrumOptions::new(10).dt(1.0))
        .unwrap_err();
    assert!(
        matches!(error, Error::Run(RunError::TangentTooLong { step: 1, .. })),
        "{error}"
    );
}

/// Positive exponents may follow: then their sum bounds nothing.
#[test]
fn the_entropy_is_a_bound_only_beyond_the_positive_exponents() {
    let text = |k| {
        let model = Plane {
            a: 1.0.into(),
            b: 0.5.into(),
        };
        let options = SpectrumOptions::new(1000).dt(0.01).k(k);
        System::new(model).spectrum(&options).unwrap().to_string()
    };
    assert!(!text(1).contains("entropy"), "{}", text(1));
    assert!(text(2).contains("entropy ≤ 1.49999"), "{}", text(2));
}
