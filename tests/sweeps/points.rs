//! What is run at a point.

use lyapax::{
    Dense, Ensemble, PointError, Quantity, RunError, SpectrumOptions, Sweep, System, linspace,
    logspace, model,
};

use lyapax_workspace::models::{Henon, Kuramoto, Logistic, Lorenz};

use crate::common::{assert_same, bits};

fn options() -> SpectrumOptions {
    SpectrumOptions::new(600).dt(0.01)
}

/// Every point of a plane is the member of an ensemble, with any number of threads.
#[test]
fn a_point_is_a_member() {
    let rho = linspace(5.0, 60.0, 7);
    let sigma = [8.0, 10.0, 14.0];
    let sweep = Sweep::new(System::new(Lorenz::default()))
        .over(Lorenz::rho, &rho[..])
        .over(Lorenz::sigma, sigma);
    let spectra = sweep.spectrum(&options().threads(1)).unwrap();
    assert_eq!(spectra.shape(), [7, 3]);
    assert!(spectra.is_complete());
    for (i, &rho) in rho.iter().enumerate() {
        for (j, &sigma) in sigma.iter().enumerate() {
            let lorenz = Lorenz {
                rho: rho.into(),
                sigma: sigma.into(),
                ..Lorenz::default()
            };
            let alone = Ensemble::new(lorenz, 1).spectrum(&options()).unwrap();
            let alone = alone.member(0).unwrap();
            let point = spectra.at(&[i, j]).unwrap();
            assert_eq!(point.exponents(), alone.exponents());
            assert_eq!(point.std_errors(), alone.std_errors());
            assert_eq!(point.final_state(), alone.final_state());
            assert_eq!(point.sum_rule(), alone.sum_rule());
            let index = spectra.index(&[i, j]);
            assert_eq!(spectra.values(index), [("rho", rho), ("sigma", sigma)]);
        }
    }
    for threads in [2, 3] {
        let shared = sweep.spectrum(&options().threads(threads)).unwrap();
        assert_same(&spectra, &shared);
    }
}

/// Of 4096 members one leaves for infinity: it is marked, and the others are those of the run without it.
#[test]
fn one_of_many_leaves() {
    let mut a = linspace(1.0, 1.3, 4096);
    let options = SpectrumOptions::new(200);
    let run = |a: &[f64]| {
        let sweep = Sweep::new(System::new(Henon::default())).over(Henon::a, a);
        sweep.spectrum(&options).unwrap()
    };
    let well = run(&a);
    assert_eq!(well.failures().count(), 0);
    a[1234] = 3.0;
    let spectra = run(&a);
    let failures: Vec<_> = spectra.failures().collect();
    let [(1234, PointError::Failed { reason, step, time })] = &failures[..] else {
        panic!("{failures:?}");
    };
    let henon = Henon {
        a: 3.0.into(),
        ..Henon::default()
    };
    let alone = System::new(henon).spectrum(&options).unwrap_err();
    assert_eq!(*reason, alone.to_string());
    assert!(*step > 0 && *time == *step as f64);
    for point in (0..4096).filter(|point| *point != 1234) {
        assert_eq!(bits(&spectra, point), bits(&well, point), "{point}");
    }
    assert!(
        spectra.to_string().contains("1 of 4096 points"),
        "{spectra}"
    );
}

/// Several quantities along one axis.
#[test]
fn quantities_that_vary_together() {
    let both = Sweep::new(System::new(Henon::default()))
        .over(Henon::a, [1.0, 1.2, 1.4])
        .with(Henon::b, [0.1, 0.2, 0.3])
        .with(Henon::x, [0.0, 0.1, 0.2]);
    let both = both.spectrum(&SpectrumOptions::new(300)).unwrap();
    let all = Sweep::new(System::new(Henon::default()))
        .over(Henon::a, [1.0, 1.2, 1.4])
        .over(Henon::b, [0.1, 0.2, 0.3])
        .over(Henon::x, [0.0, 0.1, 0.2]);
    let all = all.spectrum(&SpectrumOptions::new(300)).unwrap();
    assert_eq!((both.shape(), all.shape()), (vec![3], vec![3, 3, 3]));
    for i in 0..3 {
        assert_eq!(bits(&both, i), bits(&all, all.index(&[i, i, i])));
    }
    let values = [("a", 1.2), ("b", 0.2), ("initial_x", 0.1)];
    assert_eq!(both.values(1), values);
}

/// A seed is that of the start tangents, and whatever else is made of it.
#[test]
fn seeds() {
    let options = SpectrumOptions::new(100).t_transient(0.0).dt(0.01);
    let sweep = Sweep::new(System::new(Lorenz::default())).seeds(0..11);
    let spectra = sweep.spectrum(&options).unwrap();
    for seed in 0..11 {
        let alone = Ensemble::new(Lorenz::default(), 1);
        let alone = alone.spectrum(&options.clone().seed(seed)).unwrap();
        let point = spectra.point(usize::try_from(seed).unwrap()).unwrap();
        assert_eq!(point.exponents(), alone.member(0).unwrap().exponents());
    }
    assert_ne!(bits(&spectra, 0), bits(&spectra, 1));
    let starts = sweep.each(|point, system| {
        assert_eq!(point.value(Quantity::Seed), Some(point.seed() as f64));
        system.initial(Lorenz::x, 1.0 + point.seed() as f64)
    });
    let starts = starts.spectrum(&options).unwrap();
    assert_eq!(bits(&starts, 0), bits(&spectra, 0));
    let system = System::new(Lorenz::default()).initial(Lorenz::x, 4.0);
    let alone = Sweep::new(system).over(Quantity::Seed, [3.0]);
    assert_eq!(
        bits(&starts, 3),
        bits(&alone.spectrum(&options).unwrap(), 0)
    );
}

/// A step of its own takes the same time.
#[test]
fn steps() {
    let options = SpectrumOptions::new(1000).dt(0.01).t_transient(1.0);
    let sweep = Sweep::new(System::new(Lorenz::default()))
        .over(Lorenz::rho, [20.0, 28.0])
        .over(Quantity::Step, [0.02, 0.01, 0.005]);
    let spectra = sweep.spectrum(&options).unwrap();
    for (j, (dt, steps)) in [(0.02, 500), (0.01, 1000), (0.005, 2000)]
        .into_iter()
        .enumerate()
    {
        let own = SpectrumOptions::new(steps).dt(dt).t_transient(1.0);
        let alone = Sweep::new(System::new(Lorenz::default())).over(Lorenz::rho, [28.0]);
        let alone = alone.spectrum(&own).unwrap();
        assert_eq!(bits(&spectra, spectra.index(&[1, j])), bits(&alone, 0));
    }
    assert_eq!(
        spectra.metadata().dt,
        Some(0.01),
        "times are those of this step"
    );
}

/// A point starts where its neighbour ended, and anew after one that failed.
#[test]
fn continuation() {
    let options = SpectrumOptions::new(400).t_transient(50.0);
    let a = [1.0, 1.2, 3.0, 1.1, 1.3];
    let b = linspace(0.1, 0.3, 11);
    let sweep = Sweep::new(System::new(Henon::default()))
        .over(Henon::a, a)
        .over(Henon::b, &b[..])
        .continue_along(Henon::a);
    let spectra = sweep.spectrum(&options.clone().threads(1)).unwrap();
    assert_same(
        &spectra,
        &sweep.spectrum(&options.clone().threads(2)).unwrap(),
    );
    for (j, &b) in b.iter().enumerate() {
        let mut start = vec![0.1, 0.1];
        for (i, &a) in a.iter().enumerate() {
            let henon = Henon {
                a: a.into(),
                b: b.into(),
            };
            let alone = Ensemble::new(henon, 1)
                .initial(Henon::x, start[0])
                .initial(Henon::y, start[1]);
            let alone = alone.spectrum(&options).unwrap();
            let index = spectra.index(&[i, j]);
            match (alone.member(0), spectra.point(index)) {
                (Ok(alone), Ok(point)) => {
                    assert_eq!(alone.exponents(), point.exponents(), "{i} {j}");
                    start = point.final_state().to_vec();
                }
                (Err(RunError::NonFinite { .. }), Err(PointError::Failed { .. })) => {
                    start = vec![0.1, 0.1];
                }
                other => panic!("{other:?}"),
            }
            assert_eq!(spectra.restarted(index), i == 3);
        }
    }
}

/// Networks one by one, or each on all threads where there are few; the weights times a number.
#[test]
fn networks() {
    let nodes = 40;
    let graph = Dense::from_fn(nodes, |i, j| f64::from(u8::from(i != j)));
    let omega: Vec<f64> = (0..nodes).map(|i| -1.0 + 2.0 * i as f64 / 39.0).collect();
    let model = |g: f64| Kuramoto {
        omega: omega.clone().into(),
        G: g.into(),
    };
    let options = SpectrumOptions::new(300).dt(0.02).k(3);
    let system = System::network(model(1.5), graph.clone());
    let sweep = Sweep::new(system.clone()).over(Quantity::Coupling, [0.0, 0.5, 1.0]);
    let spectra = sweep.spectrum(&options.clone().threads(1)).unwrap();
    for threads in [2, 7] {
        assert_same(
            &spectra,
            &sweep.spectrum(&options.clone().threads(threads)).unwrap(),
        );
    }
    let usual = system.spectrum(&options).unwrap();
    assert_eq!(spectra.point(2).unwrap().exponents(), usual.exponents());
    assert_eq!(spectra.dimension(), nodes);
    let by_parameter = Sweep::new(system).over(Kuramoto::G, [0.75]);
    let by_parameter = by_parameter.spectrum(&options).unwrap();
    let (a, b) = (by_parameter.point(0).unwrap(), spectra.point(1).unwrap());
    for (a, b) in a.exponents().iter().zip(b.exponents()) {
        assert!((a - b).abs() < 1e-9, "{a} {b}");
    }
    // A parameter of each node, by a function of the point.
    let each = Sweep::new(System::network(model(0.0), graph))
        .over(Kuramoto::G, [0.75])
        .each(|point, mut system| {
            assert_eq!((point.index(), point.places()), (0, &[0][..]));
            let g = point.value(Kuramoto::G).unwrap();
            system.model_mut().G = vec![g; 40].into();
            system
        });
    assert_eq!(
        bits(&each.spectrum(&options).unwrap(), 0),
        bits(&by_parameter, 0)
    );
}

/// Every part of a sweep of networks has points of its own.
#[test]
fn parts_of_networks() {
    let folder = tempfile::tempdir().unwrap();
    let graph = Dense::all_to_all(5, 1.0);
    let sweep = Sweep::new(System::network(Kuramoto::default(), graph))
        .over(Kuramoto::G, linspace(0.0, 2.0, 6))
        .keep_in(folder.path());
    let options = SpectrumOptions::new(20).dt(0.02);
    for part in 1..=3 {
        let mut ran = 0;
        let own = sweep.clone().part(lyapax::Part::new(part, 3).unwrap());
        own.spectrum_with(&options, |progress| {
            ran = progress.done - progress.found;
            core::ops::ControlFlow::Continue(())
        })
        .unwrap();
        assert_eq!(ran, 2);
    }
}

/// Parameters whose names files of results have themselves.
#[test]
fn taken_names() {
    model! {
        pub Named {
            state x = 1.0;
            param status = 1.0, dt = 1.0;
            "x' = -status * dt * x"
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let sweep = Sweep::new(System::new(Named::default()))
        .over(Named::status, [1.0, 2.0])
        .over(Named::dt, [1.0, 2.0])
        .over(Quantity::Step, [0.01, 0.02]);
    let spectra = sweep.spectrum(&SpectrumOptions::new(50).dt(0.01)).unwrap();
    assert_eq!(spectra.axes()[0].name(), "param_status");
    assert_eq!(
        spectra.values(1),
        [("param_status", 1.0), ("param_dt", 1.0), ("dt", 0.02)]
    );
    for ending in ["csv", "npz", "parquet"] {
        spectra
            .save(folder.path().join("named").with_extension(ending))
            .unwrap();
    }
}

/// The exponent of the logistic map at r = 4 is ln 2; where it is known otherwise too.
#[test]
fn known_exponents() {
    let sweep = Sweep::new(System::new(Logistic::default())).over(Logistic::r, [2.5, 3.2, 4.0]);
    let spectra = sweep.spectrum(&SpectrumOptions::new(100_000)).unwrap();
    // |f'| at the fixed point is |2 − r|; on the cycle of two it is |4 + 2r − r²|.
    let exact = [0.5_f64.ln(), 0.16_f64.ln() / 2.0, 2.0_f64.ln()];
    for (i, exact) in exact.into_iter().enumerate() {
        let found = spectra.point(i).unwrap().exponents()[0];
        assert!((found - exact).abs() < 3e-3, "{found} {exact}");
    }
}

#[test]
fn values_at_equal_distances_and_ratios() {
    assert_eq!(linspace(0.0, 0.3, 4)[3], 0.3);
    assert_eq!(linspace(2.0, 3.0, 1), [2.0]);
    assert!(linspace(0.0, 1.0, 0).is_empty());
    let ratios = logspace(1e-6, 1.0, 7);
    for (i, value) in ratios.iter().enumerate() {
        let exact = 10.0_f64.powi(i32::try_from(i).unwrap() - 6);
        assert!((value / exact - 1.0).abs() < 1e-14);
    }
}
