//! Fits: what comes back, how far it is to be trusted, and what is refused.

#[path = "../../examples/kinetics/experiments.rs"]
mod experiments;
mod refused;
mod runs;
mod trust;

use std::ops::ControlFlow;

use lyapax::fit::{Fit, FitWarning, Optimiser, Stop};
use lyapax::{Batch, ParamName, model};

use experiments::{Experiments, TRUE, Tank, experiments};

const NOISE: f64 = 0.01;

fn fit<'a>(measured: Experiments) -> Fit<'a, Tank> {
    Fit::conditions(measured.tank)
        .data_with(Tank::C_A, measured.c_a, NOISE)
        .data_with(Tank::C_B, measured.c_b, NOISE)
        .data_with(Tank::C_C, measured.c_c, NOISE)
}

const NAMES: [ParamName<Tank>; 4] = [Tank::ln_k0_1, Tank::E_R_1, Tank::ln_k0_2, Tank::E_R_2];

/// Over 100 seeds the distance to the true parameters, measured by their covariance, is χ² of four degrees of freedom: its
/// mean is 4, with a standard error of √(8/100) = .28.
#[test]
fn the_parameters_come_back_within_their_errors() {
    let (mut sum, mut within) = (0.0, 0);
    for seed in 0..100 {
        let fit = fit(experiments(10_000, NOISE, seed)).run().unwrap();
        assert_eq!(fit.stop(), Stop::Converged, "{fit}");
        assert!(fit.warnings().is_empty(), "{fit}");
        assert_eq!(fit.degrees_of_freedom(), 30_000 - 4);
        let off: Vec<f64> = (0..4).map(|i| fit.value(NAMES[i]) - TRUE[i]).collect();
        let solved = solved(fit.covariance().unwrap(), &off);
        sum += off.iter().zip(solved).map(|(a, b)| a * b).sum::<f64>();
        for (name, off) in NAMES.iter().zip(&off) {
            within += usize::from(off.abs() < fit.std_error(*name).unwrap());
        }
    }
    let mean = sum / 100.0;
    assert!((3.4..4.6).contains(&mean), "{mean}");
    // 68 % of 400, which go together in pairs.
    assert!((240..305).contains(&within), "{within}");
    println!("mean χ² of four parameters: {mean:.2}; {within} of 400 within one standard error");
}

/// C⁻¹·b by elimination.
fn solved(matrix: &[Vec<f64>], b: &[f64]) -> Vec<f64> {
    let n = b.len();
    let mut rows: Vec<Vec<f64>> = matrix.to_vec();
    let mut x = b.to_vec();
    // The variables have sizes of their own.
    let scale: Vec<f64> = (0..n).map(|i| matrix[i][i].sqrt()).collect();
    for i in 0..n {
        for j in 0..n {
            rows[i][j] /= scale[i] * scale[j];
        }
        x[i] /= scale[i];
    }
    for i in 0..n {
        for k in i + 1..n {
            let factor = rows[k][i] / rows[i][i];
            for j in i..n {
                let above = rows[i][j];
                rows[k][j] -= factor * above;
            }
            x[k] -= factor * x[i];
        }
    }
    for i in (0..n).rev() {
        for j in i + 1..n {
            x[i] -= rows[i][j] * x[j];
        }
        x[i] /= rows[i][i];
    }
    x.iter().zip(&scale).map(|(x, scale)| x / scale).collect()
}

/// χ² and its gradient against the outputs and derivatives of a batch, added up by hand.
#[test]
fn misfit_and_gradient_by_hand() {
    for experiments_made in [1, 5, 16, 1000, 5003] {
        let measured = experiments(experiments_made, NOISE, 3);
        let batch = Batch::new(measured.tank.clone()).unwrap();
        let found = batch.derivatives().unwrap();
        let columns = [
            (Tank::C_A, measured.c_a.clone()),
            (Tank::C_B, measured.c_b.clone()),
            (Tank::C_C, measured.c_c.clone()),
        ];
        let (mut chi_squared, mut gradient) = (0.0, [0.0; 4]);
        for (output, data) in &columns {
            for (i, value) in data.iter().enumerate() {
                let missed = (found.values(*output)[i] - value) / NOISE;
                chi_squared += missed * missed;
                for (slope, name) in gradient.iter_mut().zip(NAMES) {
                    *slope += 2.0 * missed * found.of(*output, name)[i] / NOISE;
                }
            }
        }
        let free = &NAMES[..4.min(3 * experiments_made)];
        let ready = fit(measured).free(free.iter().copied()).ready();
        let mut ready = ready.unwrap();
        let start = ready.start().to_vec();
        assert_eq!(start[..3], [8.0, 4000.0, 10.0]);
        let (value, slopes) = ready.evaluate(&start).unwrap();
        assert!((value / chi_squared - 1.0).abs() < 1e-12);
        for (slope, expected) in slopes.iter().zip(gradient) {
            assert!((slope / expected - 1.0).abs() < 1e-9, "{slope} {expected}");
        }
        assert!(ready.evaluate(&start[1..]).is_err());
    }
}

#[test]
fn the_same_bits_for_any_number_of_threads() {
    let bits = |threads: Option<usize>| -> Vec<u64> {
        let mut fit = fit(experiments(20_000, NOISE, 1));
        if let Some(threads) = threads {
            fit = fit.threads(threads);
        }
        let fit = fit.run().unwrap();
        fit.values().iter().map(|value| value.to_bits()).collect()
    };
    let all = bits(None);
    for threads in 1..=3 {
        assert_eq!(bits(Some(threads)), all);
    }
}

/// All optimisers find the same minimum; the simplest need not come all the way.
#[test]
fn optimisers() {
    let best = fit(experiments(500, NOISE, 2)).run().unwrap();
    let quasi_newton = fit(experiments(500, NOISE, 2))
        .optimiser(Optimiser::Lbfgs)
        .iterations(1000)
        .run()
        .unwrap();
    let gain = quasi_newton.chi_squared() / best.chi_squared() - 1.0;
    assert!(gain.abs() < 1e-6, "{quasi_newton}\n{best}");
    let descent = fit(experiments(500, NOISE, 2))
        .optimiser(Optimiser::SteepestDescent)
        .iterations(20)
        .run()
        .unwrap();
    assert!(descent.chi_squared() >= best.chi_squared() * (1.0 - 1e-9));
    assert_eq!(descent.stop(), Stop::Iterations);
    let told = FitWarning::NotConverged {
        stop: Stop::Iterations,
    };
    assert!(descent.warnings().contains(&told));
}

#[test]
fn stopped() {
    for optimiser in [Optimiser::LevenbergMarquardt, Optimiser::Lbfgs] {
        let mut told = Vec::new();
        let result = fit(experiments(100, NOISE, 2))
            .optimiser(optimiser)
            .progress(|progress| {
                told.push(progress.chi_squared);
                if progress.iteration < 3 {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })
            .run()
            .unwrap();
        assert_eq!(
            (result.stop(), told.len()),
            (Stop::Asked, 4),
            "{optimiser:?}"
        );
        assert!(told[3] < told[0]);
        assert!((result.chi_squared() / told[3] - 1.0).abs() < 1e-12);
    }
}

model! {
    /// A line.
    pub Line {
        param slope = 1.0, offset = 0.0;
        input x;
        output y = slope * x + offset;
    }
}

/// Of a line everything is known in closed form: Press et al., Numerical Recipes, equations (15.2.16)–(15.2.21).
#[test]
fn a_line() {
    let x: Vec<f64> = (0..20).map(f64::from).collect();
    let y: Vec<f64> = x.iter().map(|x| 2.0 * x - 3.0 + (5.3 * x).sin()).collect();
    let sigma: Vec<f64> = x.iter().map(|x| 0.5 + 0.02 * x).collect();
    let line = Line {
        x: x.clone().into(),
        ..Line::default()
    };
    let fit = Fit::conditions(line.clone())
        .data_with(Line::y, y.clone(), sigma.clone())
        .run()
        .unwrap();
    let sum =
        |of: &dyn Fn(usize) -> f64| -> f64 { (0..20).map(|i| of(i) / (sigma[i] * sigma[i])).sum() };
    let (s, sx, sy) = (sum(&|_| 1.0), sum(&|i| x[i]), sum(&|i| y[i]));
    let (sxx, sxy) = (sum(&|i| x[i] * x[i]), sum(&|i| x[i] * y[i]));
    let delta = s * sxx - sx * sx;
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-9 * (1.0 + b.abs()), "{a} {b}");
    close(fit.value(Line::slope), (s * sxy - sx * sy) / delta);
    close(fit.value(Line::offset), (sxx * sy - sx * sxy) / delta);
    close(fit.std_error(Line::slope).unwrap(), (s / delta).sqrt());
    close(fit.std_error(Line::offset).unwrap(), (sxx / delta).sqrt());
    close(
        fit.correlation(Line::slope, Line::offset).unwrap(),
        -sx / (s * sxx).sqrt(),
    );
    assert_eq!(fit.model().slope, fit.value(Line::slope).into());
    // Without errors of the data these are estimated, and their size does not matter.
    let unknown = Fit::conditions(line).data(Line::y, y).run().unwrap();
    let residual = unknown.chi_squared() / 18.0;
    let (s, sx) = (20.0, x.iter().sum::<f64>());
    let sxx: f64 = x.iter().map(|x| x * x).sum();
    let error = (residual * s / (s * sxx - sx * sx)).sqrt();
    close(unknown.std_error(Line::slope).unwrap(), error);
}

#[test]
fn bounds_hold() {
    let x: Vec<f64> = (0..20).map(f64::from).collect();
    let y: Vec<f64> = x.iter().map(|x| 2.0 * x - 3.0 + 0.1 * x.sin()).collect();
    let line = || Line {
        x: x.clone().into(),
        ..Line::default()
    };
    let free = Fit::conditions(line())
        .data(Line::y, y.clone())
        .run()
        .unwrap();
    let wide = Fit::conditions(line())
        .data(Line::y, y.clone())
        .bounds(Line::slope, 0.0..=10.0)
        .bounds(Line::offset, ..5.0)
        .run()
        .unwrap();
    for (a, b) in free.values().iter().zip(wide.values()) {
        assert!((a - b).abs() < 1e-6, "{a} {b}");
    }
    let narrow = Fit::conditions(line())
        .data(Line::y, y)
        .bounds(Line::slope, 0.0..=1.5)
        .run()
        .unwrap();
    assert!(narrow.value(Line::slope) <= 1.5 && narrow.value(Line::slope) > 1.4999);
    let told = FitWarning::AtBound {
        variable: "slope".into(),
    };
    assert!(narrow.warnings().contains(&told), "{narrow}");
    assert!(narrow.std_error(Line::slope).is_err());
    assert!(narrow.std_error(Line::offset).is_ok());
}

model! {
    pub Redundant {
        param a = 1.0, b = 2.0, c = 0.1;
        input x;
        output y = a * b * x + c;
    }
}

/// Only a·b and c are known.
#[test]
fn what_the_data_do_not_tell_apart() {
    let x: Vec<f64> = (0..20).map(f64::from).collect();
    let y: Vec<f64> = x.iter().map(|x| 6.0 * x + 1.0).collect();
    let model = Redundant {
        x: x.into(),
        ..Redundant::default()
    };
    let fit = Fit::conditions(model)
        .data_with(Redundant::y, y, 0.1)
        .run()
        .unwrap();
    assert!((fit.value(Redundant::a) * fit.value(Redundant::b) - 6.0).abs() < 1e-6);
    let told = FitWarning::NotIdentifiable {
        variables: vec!["a".into(), "b".into()],
    };
    assert!(fit.warnings().contains(&told), "{fit}");
    assert!(fit.std_error(Redundant::a).is_err());
    assert!(fit.covariance().is_none());
}

/// The true noise is three times what it is said to be.
#[test]
fn errors_that_are_wrong() {
    let measured = experiments(1000, 3.0 * NOISE, 5);
    let fit = fit(measured).run().unwrap();
    let is_told = |warning: &FitWarning| matches!(warning, FitWarning::WrongSigmas { reduced } if (reduced - 9.0).abs() < 1.0);
    assert!(fit.warnings().iter().any(is_told), "{fit}");
}

model! {
    /// Both terms overflow beyond 710, and their ratio does not.
    pub Ratio {
        param rate = 1.0;
        input x;
        output share = exp(rate * x) / (1 + exp(rate * x));
    }
}

/// What overflows on the way is computed again, also in the last lanes, where conditions end.
#[test]
fn what_overflows_on_the_way() {
    let x: Vec<f64> = (0..19).map(|i| 100.0 * f64::from(i) - 900.0).collect();
    let model = Ratio {
        x: x.clone().into(),
        ..Ratio::default()
    };
    let mut ready = Fit::conditions(model)
        .data(Ratio::share, vec![0.25; 19])
        .ready()
        .unwrap();
    let (value, slopes) = ready.evaluate(&[1.0]).unwrap();
    // Nine at 0, one at a half, nine at 1.
    assert!(
        (value - (9.0 * 0.0625 + 0.0625 + 9.0 * 0.5625)).abs() < 1e-12,
        "{value}"
    );
    assert!(slopes[0].abs() < 1e-30);
    let (_, slopes) = ready.evaluate(&[1e-3]).unwrap();
    let share = |x: f64| 1.0 / (1.0 + (-1e-3 * x).exp());
    let slope = |x: f64| 2.0 * (share(x) - 0.25) * x * share(x) * (1.0 - share(x));
    let expected: f64 = x.iter().map(|x| slope(*x)).sum();
    assert!((slopes[0] / expected - 1.0).abs() < 1e-12);
}
