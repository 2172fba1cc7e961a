//! Models of all tests, and how two results are compared.

use lyapax::{PointError, SweepSpectra, model};

model! {
    pub Lorenz {
        state x = 1.0, y = 1.0, z = 1.0;
        param sigma = 10.0, rho = 28.0, beta = 8.0 / 3.0;

        "x' = sigma * (y - x)
         y' = x * (rho - z) - y
         z' = x * y - beta * z"
    }
}

model! {
    pub Henon {
        state x = 0.1, y = 0.1;
        param a = 1.4, b = 0.3;
        "x[n+1] = 1 - a * x^2 + y
         y[n+1] = b * x"
    }
}

model! {
    pub Logistic {
        state x = 0.4;
        param r = 3.9;
        "x[n+1] = r * x * (1 - x)"
    }
}

model! {
    pub Kuramoto {
        state theta = 0.0;
        param omega = 0.0, G = 1.5;
        coupling c = G / N * sum(w * sin(src.theta - theta));
        "theta' = omega + c"
    }
}

/// Everything that a point has, to the bit.
pub fn bits(spectra: &SweepSpectra, point: usize) -> Result<Vec<u64>, PointError> {
    let found = spectra.point(point).map_err(Clone::clone)?;
    let errors = found.std_errors().iter().map(|error| error.unwrap_or(-1.0));
    let numbers = found.exponents().iter().copied().chain(errors);
    let numbers = numbers.chain(found.final_state().iter().copied());
    let numbers = numbers.chain(found.sum_rule());
    Ok(numbers.map(f64::to_bits).collect())
}

/// Whether two results are the same to the bit.
#[track_caller]
pub fn assert_same(a: &SweepSpectra, b: &SweepSpectra) {
    assert_eq!(a.shape(), b.shape());
    for point in 0..a.points() {
        assert_eq!(bits(a, point), bits(b, point), "point {point}");
        assert_eq!(a.restarted(point), b.restarted(point), "point {point}");
    }
}
