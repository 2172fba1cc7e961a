//! The coefficients, each set with its source. The tests next door prove the orders.

/// Room for the stages of any method here.
pub(crate) const MAX_STAGES: usize = 7;

/// Coefficients below the diagonal, filled up with zeros.
type Matrix = [[f64; MAX_STAGES]; MAX_STAGES];

/// An explicit Runge–Kutta method in Butcher's form: stage i is evaluated at time t + C\[i\]·dt and
/// state x + dt·Σⱼ A\[i\]\[j\]·kⱼ, and the step ends at x + dt·Σⱼ B\[j\]·kⱼ.
///
/// A type, not a value, so that a step can be unrolled with the zeros left out.
pub(crate) trait Tableau {
    /// The order of convergence.
    const ORDER: usize;
    /// Right-hand sides in a step.
    const STAGES: usize;
    const A: Matrix;
    const B: [f64; MAX_STAGES];
    const C: [f64; MAX_STAGES];
}

const fn pad<const N: usize>(values: [f64; N]) -> [f64; MAX_STAGES] {
    let mut padded = [0.0; MAX_STAGES];
    let mut i = 0;
    while i < N {
        padded[i] = values[i];
        i += 1;
    }
    padded
}

const NONE: [f64; MAX_STAGES] = [0.0; MAX_STAGES];

/// x + dt·f(x). Euler, Institutiones calculi integralis (1768).
pub(crate) struct Euler;

impl Tableau for Euler {
    const ORDER: usize = 1;
    const STAGES: usize = 1;
    const A: Matrix = [NONE; MAX_STAGES];
    const B: [f64; MAX_STAGES] = pad([1.0]);
    const C: [f64; MAX_STAGES] = NONE;
}

/// The explicit trapezoidal rule. Heun, Z. Math. Phys. 45, 23 (1900).
pub(crate) struct Heun;

impl Tableau for Heun {
    const ORDER: usize = 2;
    const STAGES: usize = 2;
    const A: Matrix = [NONE, pad([1.0]), NONE, NONE, NONE, NONE, NONE];
    const B: [f64; MAX_STAGES] = pad([0.5, 0.5]);
    const C: [f64; MAX_STAGES] = pad([0.0, 1.0]);
}

/// The classical method. Kutta, Z. Math. Phys. 46, 435 (1901).
pub(crate) struct Rk4;

impl Tableau for Rk4 {
    const ORDER: usize = 4;
    const STAGES: usize = 4;
    const A: Matrix = [
        NONE,
        pad([0.5]),
        pad([0.0, 0.5]),
        pad([0.0, 0.0, 1.0]),
        NONE,
        NONE,
        NONE,
    ];
    const B: [f64; MAX_STAGES] = pad([1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0]);
    const C: [f64; MAX_STAGES] = pad([0.0, 0.5, 0.5, 1.0]);
}

/// The sixth-order method of Verner's pair DVERK: J. H. Verner, SIAM J. Numer. Anal. 15, 772
/// (1978); Hairer, Nørsett & Wanner, Solving ODEs I (1993), table II.5.4.
///
/// The pair has eight stages. The sixth, at c = 1 with weights 12/5, −8, 4015/612, …, serves the
/// fifth-order formula alone: no later stage and not the sixth-order weights read it. It is left
/// out, and seven remain, which is the fewest that a method of order six can have.
pub(crate) struct Rk6;

impl Tableau for Rk6 {
    const ORDER: usize = 6;
    const STAGES: usize = 7;
    const A: Matrix = [
        NONE,
        pad([1.0 / 6.0]),
        pad([4.0 / 75.0, 16.0 / 75.0]),
        pad([5.0 / 6.0, -8.0 / 3.0, 5.0 / 2.0]),
        pad([-165.0 / 64.0, 55.0 / 6.0, -425.0 / 64.0, 85.0 / 96.0]),
        pad([
            -8263.0 / 15000.0,
            124.0 / 75.0,
            -643.0 / 680.0,
            -81.0 / 250.0,
            2484.0 / 10625.0,
        ]),
        pad([
            3501.0 / 1720.0,
            -300.0 / 43.0,
            297_275.0 / 52632.0,
            -319.0 / 2322.0,
            24068.0 / 84065.0,
            3850.0 / 26703.0,
        ]),
    ];
    const B: [f64; MAX_STAGES] = pad([
        3.0 / 40.0,
        0.0,
        875.0 / 2244.0,
        23.0 / 72.0,
        264.0 / 1955.0,
        125.0 / 11592.0,
        43.0 / 616.0,
    ]);
    const C: [f64; MAX_STAGES] = pad([
        0.0,
        1.0 / 6.0,
        4.0 / 15.0,
        2.0 / 3.0,
        5.0 / 6.0,
        1.0 / 15.0,
        1.0,
    ]);
}
