//! Sums over whole columns: x + (h₁k₁ + h₂k₂ + …), in the same order as a single node takes them.

use crate::integrate::{Euler, Heun, Integrator, Rk4, Rk6, Tableau};

/// A factor dt·aᵢⱼ and the stage j it belongs to.
pub(crate) type Term = (usize, f64);

/// A tableau with its zeros left out and dt multiplied in.
pub(crate) struct Stages {
    /// For each stage the fraction of the step and the terms before it.
    pub(crate) list: Vec<(f64, Vec<Term>)>,
    /// The terms of the step itself.
    pub(crate) last: Vec<Term>,
    /// Whether the last stage is not at the begin of the step, and is the last term: then the step can be
    /// made where that stage is evaluated.
    pub(super) ends_in_last: bool,
}

impl Stages {
    pub(crate) fn new(integrator: Integrator, dt: f64) -> Self {
        match integrator {
            Integrator::Euler => Self::of::<Euler>(dt),
            Integrator::Heun => Self::of::<Heun>(dt),
            Integrator::Rk4 => Self::of::<Rk4>(dt),
            Integrator::Rk6 => Self::of::<Rk6>(dt),
        }
    }

    fn of<T: Tableau>(dt: f64) -> Self {
        let terms = |weights: &[f64]| {
            weights
                .iter()
                .enumerate()
                .filter(|&(_, &weight)| weight != 0.0)
                .map(|(j, &weight)| (j, dt * weight))
                .collect()
        };
        let stages: Vec<_> = (0..T::STAGES).map(|i| (T::C[i], terms(&T::A[i]))).collect();
        let last: Vec<Term> = terms(&T::B);
        let is_last = last
            .last()
            .is_some_and(|(stage, _)| *stage == T::STAGES - 1);
        Self {
            ends_in_last: is_last && stages.last().is_some_and(|(_, terms)| !terms.is_empty()),
            list: stages,
            last,
        }
    }
}

/// out = x + Σ h·k, where `out` is the part of it from `first` on.
#[inline(always)]
pub(super) fn combine(
    out: &mut [f64],
    x: &[f64],
    terms: &[Term],
    slopes: &[Vec<f64>],
    first: usize,
) {
    let x = &x[first..];
    match terms.len() {
        0 => out.copy_from_slice(&x[..out.len()]),
        1 => fixed::<1>(out, x, terms, slopes, first),
        2 => fixed::<2>(out, x, terms, slopes, first),
        3 => fixed::<3>(out, x, terms, slopes, first),
        4 => fixed::<4>(out, x, terms, slopes, first),
        5 => fixed::<5>(out, x, terms, slopes, first),
        6 => fixed::<6>(out, x, terms, slopes, first),
        more => unreachable!("{more} terms in a stage of a method of seven"),
    }
}

#[inline(always)]
fn fixed<const N: usize>(
    out: &mut [f64],
    x: &[f64],
    terms: &[Term],
    slopes: &[Vec<f64>],
    first: usize,
) {
    debug_assert_eq!(terms.len(), N);
    let n = out.len();
    let x = &x[..n];
    let slopes: [&[f64]; N] = core::array::from_fn(|i| &slopes[terms[i].0][first..][..n]);
    let h: [f64; N] = core::array::from_fn(|i| terms[i].1);
    for i in 0..n {
        let mut sum = slopes[0][i] * h[0];
        for j in 1..N {
            sum += slopes[j][i] * h[j];
        }
        out[i] = x[i] + sum;
    }
}

/// x = x + (Σ h·k + h_last·last), where `x` and `last` are the parts of them from `first` on.
#[inline(always)]
pub(super) fn finish(
    x: &mut [f64],
    terms: &[Term],
    slopes: &[Vec<f64>],
    last: (f64, &[f64]),
    first: usize,
) {
    match terms.len() {
        0 => last_of::<0>(x, terms, slopes, last, first),
        1 => last_of::<1>(x, terms, slopes, last, first),
        2 => last_of::<2>(x, terms, slopes, last, first),
        3 => last_of::<3>(x, terms, slopes, last, first),
        4 => last_of::<4>(x, terms, slopes, last, first),
        5 => last_of::<5>(x, terms, slopes, last, first),
        more => {
            unreachable!("{more} terms before the last of a method that ends in its last stage")
        }
    }
}

#[inline(always)]
fn last_of<const N: usize>(
    x: &mut [f64],
    terms: &[Term],
    slopes: &[Vec<f64>],
    (h_last, last): (f64, &[f64]),
    first: usize,
) {
    debug_assert_eq!(terms.len(), N);
    let n = x.len();
    let last = &last[..n];
    let slopes: [&[f64]; N] = core::array::from_fn(|i| &slopes[terms[i].0][first..][..n]);
    let h: [f64; N] = core::array::from_fn(|i| terms[i].1);
    for i in 0..n {
        // In the order of the stages, as a sum of all of them is taken.
        let own = last[i] * h_last;
        if N == 0 {
            x[i] += own;
            continue;
        }
        let mut sum = slopes[0][i] * h[0];
        for j in 1..N {
            sum += slopes[j][i] * h[j];
        }
        x[i] += sum + own;
    }
}
