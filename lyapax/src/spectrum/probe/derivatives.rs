//! What the compiler derived beside difference quotients of f.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::quotients::Quotients;
use super::{Mismatch, unit};
use crate::spectrum::record::Record;
use crate::spectrum::start::uniform;
use crate::stepper::Observe;

/// The worst of J·v against differences.
pub(super) fn tangent(
    bare: &mut dyn Observe,
    one: &mut dyn Observe,
    record: &Record,
    scale: &[f64],
    states: usize,
    nodes: usize,
) -> Option<Mismatch> {
    let mut quotients = Quotients::new(bare, scale.len());
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let mut slopes = [vec![0.0; scale.len()], vec![0.0; scale.len()]];
    let mut worst: Option<Mismatch> = None;
    for (step, state) in record.samples.some(states) {
        let v: Vec<f64> = state
            .iter()
            .zip(scale)
            // No component is left out.
            .map(|(x, scale)| unit(*x, *scale) * (0.75 + 0.25 * uniform(&mut rng)) * sign(&mut rng))
            .collect();
        one.place(step, state, core::slice::from_ref(&v));
        one.slopes(&mut slopes);
        quotients.take(step, state, &v);
        let here = compare(&slopes[1], &quotients, step, nodes);
        if here.is_some_and(|here| worst.is_none_or(|worst| here.relative > worst.relative)) {
            worst = here;
        }
    }
    worst
}

fn sign(rng: &mut ChaCha8Rng) -> f64 {
    uniform(rng).signum()
}

/// The part of the largest derivative that a difference quotient may miss and still be compared.
const CERTAIN: f64 = 1e-3;

/// The worst component; `None` where f cannot be evaluated beside the state.
fn compare(jv: &[f64], quotient: &Quotients<'_>, step: u64, nodes: usize) -> Option<Mismatch> {
    let largest = jv
        .iter()
        .chain(&quotient.value)
        .fold(0.0_f64, |m, x| m.max(x.abs()));
    if !largest.is_finite() || jv.iter().any(|x| x.is_nan()) {
        return None;
    }
    let relative = |i: usize| {
        let apart = (jv[i] - quotient.value[i]).abs() - quotient.uncertain[i];
        if largest > 0.0 {
            apart.max(0.0) / largest
        } else {
            0.0
        }
    };
    // Where f has no derivative, or none that can be seen, there is nothing to compare.
    let i = (0..jv.len())
        .filter(|&i| quotient.uncertain[i] <= CERTAIN * largest)
        .max_by(|&a, &b| relative(a).total_cmp(&relative(b)))?;
    Some(Mismatch {
        step,
        component: i / nodes,
        node: i % nodes,
        derivative: jv[i],
        difference: quotient.value[i],
        relative: relative(i),
    })
}

/// The worst of the diagonal of J against differences, component by component.
pub(super) fn divergence(
    bare: &mut dyn Observe,
    one: &mut dyn Observe,
    record: &Record,
    scale: &[f64],
    states: usize,
) -> Option<Mismatch> {
    let d = scale.len();
    let mut quotients = Quotients::new(bare, d);
    let mut v = vec![0.0; d];
    let mut worst: Option<Mismatch> = None;
    for (step, state) in record.samples.some(states) {
        let mut sum = [0.0; 3];
        let mut size = 0.0_f64;
        for i in 0..d {
            v[i] = unit(state[i], scale[i]);
            quotients.take(step, state, &v);
            let quotient = quotients.value[i] / v[i];
            sum[0] += quotient;
            sum[1] += quotients.uncertain[i] / v[i];
            size += quotient.abs();
            v[i] = 0.0;
        }
        one.place(step, state, &[]);
        sum[2] = one.volume_rate()?;
        if sum.iter().any(|x| !x.is_finite()) || sum[1] > CERTAIN * size.max(sum[2].abs()) {
            continue;
        }
        let apart = ((sum[2] - sum[0]).abs() - sum[1]).max(0.0);
        let here = Mismatch {
            step,
            component: 0,
            node: 0,
            derivative: sum[2],
            difference: sum[0],
            relative: if apart > 0.0 {
                apart / size.max(sum[2].abs())
            } else {
                0.0
            },
        };
        if worst.is_none_or(|worst| here.relative > worst.relative) {
            worst = Some(here);
        }
    }
    worst
}
