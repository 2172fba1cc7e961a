//! Lorenz's system with all its tangents, RK4.

use crate::outcome::Outcome;

const SIGMA: f64 = 10.0;
const RHO: f64 = 28.0;
const BETA: f64 = 8.0 / 3.0;

/// Steps between two Gram–Schmidt orthogonalisations.
const EVERY: u64 = 10;

type State = [f64; 3];

#[inline(always)]
fn field([x, y, z]: State) -> State {
    [SIGMA * (y - x), x * (RHO - z) - y, x * y - BETA * z]
}

/// x + h·k.
#[inline(always)]
fn ahead(x: State, k: State, h: f64) -> State {
    [x[0] + k[0] * h, x[1] + k[1] * h, x[2] + k[2] * h]
}

/// The states at which a step takes its four slopes, and the state after it.
#[inline(always)]
fn stages(x: State, dt: f64) -> ([State; 4], State) {
    let half = dt * 0.5;
    let k1 = field(x);
    let x2 = ahead(x, k1, half);
    let k2 = field(x2);
    let x3 = ahead(x, k2, half);
    let k3 = field(x3);
    let x4 = ahead(x, k3, dt);
    let k4 = field(x4);
    let (sixth, third) = (dt * (1.0 / 6.0), dt * (1.0 / 3.0));
    let mut next = x;
    for c in 0..3 {
        next[c] = x[c] + (k1[c] * sixth + k2[c] * third + k3[c] * third + k4[c] * sixth);
    }
    ([x, x2, x3, x4], next)
}

/// One tangent after another, each in scalars.
pub fn by_columns(steps: u64, dt: f64) -> Outcome {
    let mut x = [1.0; 3];
    let mut columns = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let mut sums = [0.0; 3];
    for step in 1..=steps {
        let (at, next) = stages(x, dt);
        for v in &mut columns {
            *v = carry(at, *v, dt);
        }
        x = next;
        if step % EVERY == 0 {
            gram_schmidt(&mut columns, &mut sums);
        }
    }
    outcome(x, sums, steps, dt)
}

/// J(x)·v.
#[inline(always)]
fn jacobian([x, y, z]: State, [a, b, c]: State) -> State {
    [
        SIGMA * (b - a),
        (RHO - z) * a - b - x * c,
        y * a + x * b - BETA * c,
    ]
}

/// A tangent after the step whose stages are at these states.
#[inline(always)]
fn carry(at: [State; 4], v: State, dt: f64) -> State {
    let half = dt * 0.5;
    let d1 = jacobian(at[0], v);
    let d2 = jacobian(at[1], ahead(v, d1, half));
    let d3 = jacobian(at[2], ahead(v, d2, half));
    let d4 = jacobian(at[3], ahead(v, d3, dt));
    let sixth = dt * (1.0 / 6.0);
    let mut next = v;
    for c in 0..3 {
        next[c] = v[c] + ((d1[c] + d4[c]) + 2.0 * (d2[c] + d3[c])) * sixth;
    }
    next
}

#[inline(always)]
fn dot(a: State, b: State) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Modified Gram–Schmidt, adding the logarithms of the norms. Columns are scaled at the end, so
/// that none waits for the root of the one before it.
#[inline(always)]
fn gram_schmidt([a, b, c]: &mut [State; 3], sums: &mut [f64; 3]) {
    let aa = dot(*a, *a);
    let inverse = 1.0 / aa;
    *b = ahead(*b, *a, -dot(*a, *b) * inverse);
    *c = ahead(*c, *a, -dot(*a, *c) * inverse);
    let bb = dot(*b, *b);
    *c = ahead(*c, *b, -dot(*b, *c) / bb);
    let cc = dot(*c, *c);
    for (column, (square, sum)) in [a, b, c]
        .into_iter()
        .zip([aa, bb, cc].into_iter().zip(sums))
    {
        let norm = square.sqrt();
        *sum += norm.ln();
        let inverse = 1.0 / norm;
        *column = [
            column[0] * inverse,
            column[1] * inverse,
            column[2] * inverse,
        ];
    }
}

/// The same component of the three tangents side by side, with one lane to spare: four lanes become
/// vector instructions.
type Row = [f64; 4];
type Rows = [Row; 3];

/// All tangents at once.
pub fn by_rows(steps: u64, dt: f64) -> Outcome {
    let mut x = [1.0; 3];
    let mut rows = [
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
    ];
    let mut sums = [0.0; 3];
    for step in 1..=steps {
        let (at, next) = stages(x, dt);
        rows = carry_rows(at, rows, dt);
        x = next;
        if step % EVERY == 0 {
            let [a, b, c] = rows;
            let mut columns = [[a[0], b[0], c[0]], [a[1], b[1], c[1]], [a[2], b[2], c[2]]];
            gram_schmidt(&mut columns, &mut sums);
            for (c, row) in rows.iter_mut().enumerate() {
                *row = [columns[0][c], columns[1][c], columns[2][c], 0.0];
            }
        }
    }
    outcome(x, sums, steps, dt)
}

#[inline(always)]
fn lanes(f: impl Fn(usize) -> f64) -> Row {
    [f(0), f(1), f(2), f(3)]
}

#[inline(always)]
fn jacobian_rows([x, y, z]: State, [a, b, c]: Rows) -> Rows {
    let r = RHO - z;
    [
        lanes(|l| SIGMA * (b[l] - a[l])),
        lanes(|l| r * a[l] - b[l] - x * c[l]),
        lanes(|l| y * a[l] + x * b[l] - BETA * c[l]),
    ]
}

#[inline(always)]
fn ahead_rows(v: Rows, d: Rows, h: f64) -> Rows {
    let mut next = v;
    for c in 0..3 {
        next[c] = lanes(|l| v[c][l] + d[c][l] * h);
    }
    next
}

#[inline(always)]
fn carry_rows(at: [State; 4], v: Rows, dt: f64) -> Rows {
    let half = dt * 0.5;
    let d1 = jacobian_rows(at[0], v);
    let d2 = jacobian_rows(at[1], ahead_rows(v, d1, half));
    let d3 = jacobian_rows(at[2], ahead_rows(v, d2, half));
    let d4 = jacobian_rows(at[3], ahead_rows(v, d3, dt));
    let sixth = dt * (1.0 / 6.0);
    let mut next = v;
    for c in 0..3 {
        next[c] =
            lanes(|l| v[c][l] + ((d1[c][l] + d4[c][l]) + 2.0 * (d2[c][l] + d3[c][l])) * sixth);
    }
    next
}

fn outcome(x: State, sums: [f64; 3], steps: u64, dt: f64) -> Outcome {
    let time = steps as f64 * dt;
    Outcome {
        exponents: sums.map(|sum| sum / time).to_vec(),
        state: x.to_vec(),
    }
}
