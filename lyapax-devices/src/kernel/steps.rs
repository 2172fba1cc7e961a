//! Steps of one system with its tangents, in registers or a thread's own memory.
//!
//! Values are one array: the state, then the tangents, column by column.

use cubecl::prelude::*;

use crate::elementary::Elementary;
use crate::functions::{lit, variable};
use crate::model::DeviceModel;
use crate::shape::{Scheme, Shape};

use super::signals::sampled;

/// What a kernel of one system in a thread is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Alone {
    pub shape: Shape,
    pub k: usize,
    pub scheme: Scheme,
    pub limits: crate::shape::Limits,
    /// Which inputs are sampled, by bits; the others do not change.
    pub sampled: u64,
    /// Whether loops over values are written out.
    pub unroll: bool,
    /// Whether the stages of a step are. Of a long model the code would be compiled for minutes.
    pub stages_unrolled: bool,
}

impl Alone {
    /// States and tangents.
    pub const fn values(&self) -> usize {
        self.shape.states * (self.k + 1)
    }

    pub(crate) const fn stages(&self) -> usize {
        self.scheme.stages()
    }

    const fn weight(&self, stage: usize, j: usize) -> f64 {
        match self.scheme {
            Scheme::Flow(method) => method.weight(stage, j),
            Scheme::Map => 0.0,
        }
    }

    const fn fraction(&self, stage: usize) -> f64 {
        match self.scheme {
            Scheme::Flow(method) => method.fraction(stage),
            Scheme::Map => 0.0,
        }
    }

    const fn is_sampled(&self, input: usize) -> bool {
        self.sampled >> input & 1 == 1
    }
}

/// There is no array of nothing.
pub const fn room(values: usize) -> usize {
    if values == 0 { 1 } else { values }
}

/// Slopes of state and tangents at a time; gives how fast volumes grow: the divergence of a flow, |det| of a map.
#[cube]
fn evaluate<F: Float, S: Elementary, M: DeviceModel>(
    t: F,
    at: &Array<F>,
    u: &Array<F>,
    p: &Array<F>,
    slopes: &mut Array<F>,
    first: usize,
    #[comptime] alone: Alone,
) -> F {
    let n = comptime!(alone.shape.states);
    let one = lit::<F>(1.0);
    let mut f = Array::<F>::new(n);
    let mut v = Array::<F>::new(n);
    let mut j = Array::<F>::new(comptime!(room(alone.shape.partials)));
    let mut still = Array::<F>::new(comptime!(room(alone.shape.gathered())));
    #[unroll]
    for i in 0..comptime!(alone.shape.gathered()) {
        still[i] = lit::<F>(0.0);
    }
    M::rhs_partials::<F, S>(t, one, at, u, p, &mut f, &mut j);
    #[unroll]
    for i in 0..n {
        slopes[first + i] = f[i];
    }
    #[unroll(alone.unroll)]
    for column in 0..comptime!(alone.k) {
        let place = (column + 1) * n;
        #[unroll]
        for i in 0..n {
            v[i] = at[place + i];
        }
        M::jvp::<F>(&j, &v, &still, &mut f);
        #[unroll]
        for i in 0..n {
            slopes[first + place + i] = f[i];
        }
    }
    if comptime!(alone.shape.map) {
        // Of a linear map it is a constant.
        variable::<F>(M::det::<F, S>(t, one, at, u, p)).abs()
    } else {
        M::trace::<F>(&j)
    }
}

/// One step; gives how fast volumes grow at its begin.
#[cube]
pub fn step<F: Float, S: Elementary, M: DeviceModel>(
    start: F,
    number: F,
    dt: F,
    y: &mut Array<F>,
    u: &mut Array<F>,
    p: &Array<F>,
    table: &Array<F>,
    samples: &Array<F>,
    #[comptime] alone: Alone,
) -> F {
    let m = comptime!(alone.values());
    let stages = comptime!(alone.stages());
    let mut slopes = Array::<F>::new(comptime!(m * stages));
    let mut at = Array::<F>::new(m);
    let mut growth = lit::<F>(0.0);
    if comptime!(alone.stages_unrolled) {
        #[unroll]
        for stage in 0..stages {
            let t = start + (number + lit::<F>(comptime!(alone.fraction(stage)))) * dt;
            read_signals::<F>(t, u, table, samples, alone);
            combine::<F>(y, &slopes, dt, &mut at, stage, alone);
            let found = evaluate::<F, S, M>(t, &at, u, p, &mut slopes, comptime!(stage * m), alone);
            if comptime!(stage == 0) {
                growth = found;
            }
        }
        combine::<F>(y, &slopes, dt, &mut at, stages, alone);
    } else {
        let method = weights::<F>(dt, alone);
        for stage in 0..stages {
            let t = start + (number + method[comptime!(fractions(&alone)) + stage]) * dt;
            read_signals::<F>(t, u, table, samples, alone);
            combine_by::<F>(y, &slopes, &method, &mut at, stage, alone);
            let found = evaluate::<F, S, M>(t, &at, u, p, &mut slopes, stage * m, alone);
            if stage == 0 {
                growth = found;
            }
        }
        combine_by::<F>(
            y,
            &slopes,
            &method,
            &mut at,
            comptime!(stages).runtime(),
            alone,
        );
    }
    #[unroll(alone.unroll)]
    for i in 0..m {
        if comptime!(alone.shape.map) {
            y[i] = slopes[i];
        } else {
            y[i] = at[i];
        }
    }
    growth
}

/// Those that change.
#[cube]
fn read_signals<F: Float>(
    t: F,
    u: &mut Array<F>,
    table: &Array<F>,
    samples: &Array<F>,
    #[comptime] alone: Alone,
) {
    #[unroll]
    for input in 0..comptime!(alone.shape.inputs) {
        if comptime!(alone.is_sampled(input)) {
            u[comptime!(alone.shape.neighbours + input)] = sampled::<F>(t, input, table, samples);
        }
    }
}

/// y + (h₀k₀ + h₁k₁ + …) for a stage, or for the step after the last, with what is not zero written out.
#[cube]
fn combine<F: Float>(
    y: &Array<F>,
    slopes: &Array<F>,
    dt: F,
    to: &mut Array<F>,
    #[comptime] stage: usize,
    #[comptime] alone: Alone,
) {
    let m = comptime!(alone.values());
    #[unroll(alone.unroll)]
    for i in 0..m {
        let mut sum = lit::<F>(0.0);
        #[unroll]
        for j in 0..stage {
            if comptime!(alone.weight(stage, j) != 0.0) {
                let h = dt * lit::<F>(comptime!(alone.weight(stage, j)));
                sum += slopes[comptime!(j * m) + i] * h;
            }
        }
        to[i] = y[i] + sum;
    }
}

/// The method's weights times the step, row by row, and the fractions of the step at which stages are.
#[cube]
fn weights<F: Float>(dt: F, #[comptime] alone: Alone) -> Array<F> {
    let stages = comptime!(alone.stages());
    let mut weights = Array::<F>::new(comptime!(fractions(&alone) + stages));
    #[unroll]
    for row in 0..comptime!(stages + 1) {
        #[unroll]
        for j in 0..stages {
            weights[comptime!(row * stages + j)] = dt * lit::<F>(comptime!(alone.weight(row, j)));
        }
    }
    #[unroll]
    for stage in 0..stages {
        weights[comptime!(fractions(&alone) + stage)] = lit::<F>(comptime!(alone.fraction(stage)));
    }
    weights
}

/// Where the fractions begin.
const fn fractions(alone: &Alone) -> usize {
    alone.stages() * (alone.stages() + 1)
}

/// As [`combine`], by weights that are read.
#[cube]
fn combine_by<F: Float>(
    y: &Array<F>,
    slopes: &Array<F>,
    weights: &Array<F>,
    to: &mut Array<F>,
    stage: usize,
    #[comptime] alone: Alone,
) {
    let m = comptime!(alone.values());
    let stages = comptime!(alone.stages());
    #[unroll(alone.unroll)]
    for i in 0..m {
        let mut sum = lit::<F>(0.0);
        for j in 0..stage {
            let h = weights[stage * stages + j];
            // Where it is zero the slope may not have been made yet.
            if h != lit::<F>(0.0) {
                sum += slopes[j * m + i] * h;
            }
        }
        to[i] = y[i] + sum;
    }
}
