//! A member by a loop in scalars: RK4 with all its tangents, and Gram–Schmidt. Sizes are known, nothing is checked and
//! nothing recorded.

/// Exponents from the largest of one member. `field` gives f and its Jacobian, row by row.
#[inline(always)]
pub fn member<const N: usize>(
    field: impl Fn([f64; N]) -> ([f64; N], [[f64; N]; N]),
    mut x: [f64; N],
    (steps, dt, every): (u64, f64, u64),
) -> [f64; N] {
    let mut tangents =
        core::array::from_fn(|j| core::array::from_fn(|i| f64::from(u8::from(i == j))));
    let mut sums = [0.0; N];
    for step in 1..=steps {
        let (k1, j1) = field(x);
        let (k2, j2) = field(ahead(x, k1, dt / 2.0));
        let (k3, j3) = field(ahead(x, k2, dt / 2.0));
        let (k4, j4) = field(ahead(x, k3, dt));
        for v in &mut tangents {
            let d1 = times(&j1, *v);
            let d2 = times(&j2, ahead(*v, d1, dt / 2.0));
            let d3 = times(&j3, ahead(*v, d2, dt / 2.0));
            let d4 = times(&j4, ahead(*v, d3, dt));
            *v = combined(*v, [d1, d2, d3, d4], dt);
        }
        x = combined(x, [k1, k2, k3, k4], dt);
        if step % every == 0 {
            orthonormalise(&mut tangents, &mut sums);
        }
    }
    let mut exponents = sums.map(|sum| sum / (steps as f64 * dt));
    exponents.sort_by(|a, b| b.total_cmp(a));
    exponents
}

/// The sums over all members of each exponent.
pub fn total<const N: usize>(members: impl Iterator<Item = [f64; N]>) -> Vec<f64> {
    let mut all = vec![0.0; N];
    for exponents in members {
        for (all, exponent) in all.iter_mut().zip(exponents) {
            *all += exponent;
        }
    }
    all
}

/// x + h·k.
#[inline(always)]
fn ahead<const N: usize>(x: [f64; N], k: [f64; N], h: f64) -> [f64; N] {
    core::array::from_fn(|i| x[i] + k[i] * h)
}

#[inline(always)]
fn combined<const N: usize>(x: [f64; N], [a, b, c, d]: [[f64; N]; 4], dt: f64) -> [f64; N] {
    core::array::from_fn(|i| x[i] + dt / 6.0 * (a[i] + 2.0 * (b[i] + c[i]) + d[i]))
}

#[inline(always)]
fn dot<const N: usize>(a: [f64; N], b: [f64; N]) -> f64 {
    (1..N).fold(a[0] * b[0], |sum, i| sum + a[i] * b[i])
}

#[inline(always)]
fn times<const N: usize>(j: &[[f64; N]; N], v: [f64; N]) -> [f64; N] {
    core::array::from_fn(|i| dot(j[i], v))
}

/// Modified Gram–Schmidt, adding the logarithms of the norms.
#[inline(always)]
fn orthonormalise<const N: usize>(v: &mut [[f64; N]; N], sums: &mut [f64; N]) {
    for j in 0..N {
        for i in 0..j {
            v[j] = ahead(v[j], v[i], -dot(v[i], v[j]));
        }
        let norm = dot(v[j], v[j]).sqrt();
        sums[j] += norm.ln();
        v[j] = v[j].map(|y| y / norm);
    }
}
