//! An algebraic model at many conditions, each in a thread.

use cubecl::prelude::*;

use crate::elementary::Elementary;
use crate::functions::lit;
use crate::model::DeviceModel;
use crate::shape::{Bits, Shape};

use super::give::halve;
use super::steps::room;

/// Sums that the threads of a workgroup add up at once.
const TOGETHER: usize = 4;

/// What a kernel of conditions is compiled for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Conditions {
    pub shape: Shape,
    /// The largest number.
    pub largest: Bits,
    /// For each parameter, input, and weight of an observation, its place among the columns with a value for each
    /// condition; none where all have the same.
    pub places: Vec<Option<usize>>,
    /// Threads in a workgroup.
    pub threads: usize,
    pub observed: Vec<Observed>,
}

/// An observed output, with those of the outputs' partials that are its own, and their parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Observed {
    pub output: usize,
    pub entries: Vec<(usize, usize)>,
}

impl Conditions {
    /// The weight of an observation among the values.
    fn weight(&self, observation: usize) -> usize {
        self.shape.params + self.shape.inputs + observation
    }

    fn entries(&self, observation: usize) -> usize {
        self.observed[observation].entries.len()
    }

    fn entry(&self, observation: usize, i: usize) -> usize {
        self.observed[observation].entries[i].0
    }

    fn param(&self, observation: usize, i: usize) -> usize {
        self.observed[observation].entries[i].1
    }

    /// What is added up: the misfit, its slopes, what is no number, and the products where they are asked for.
    pub fn sums(&self, with_products: bool) -> usize {
        let params = self.shape.params;
        let products = if with_products {
            params * (params + 1) / 2
        } else {
            0
        };
        2 + params + products
    }

    /// The place of the number of conditions at which something is no number.
    fn count(&self) -> usize {
        1 + self.shape.params
    }

    /// The place of the product of two parameters' slopes.
    fn product(&self, a: usize, b: usize) -> usize {
        let (row, column) = (a.max(b), a.min(b));
        2 + self.shape.params + row * (row + 1) / 2 + column
    }
}

/// A value at a condition.
#[cube]
fn value<F: Float>(
    same: &Array<F>,
    each: &Array<F>,
    condition: usize,
    all: usize,
    #[comptime] which: usize,
    #[comptime] plan: Conditions,
) -> F {
    if comptime!(plan.places[which].is_some()) {
        each[comptime!(plan.places[which].unwrap_or(0)) * all + condition]
    } else {
        same[which]
    }
}

/// The outputs at a condition, and their partials where they are asked for.
#[cube]
fn outputs_at<F: Float, S: Elementary, M: DeviceModel>(
    same: &Array<F>,
    each: &Array<F>,
    condition: usize,
    all: usize,
    outputs: &mut Array<F>,
    j: &mut Array<F>,
    #[comptime] with_partials: bool,
    #[comptime] plan: Conditions,
) {
    let params = comptime!(plan.shape.params);
    let inputs = comptime!(plan.shape.inputs);
    let mut p = Array::<F>::new(comptime!(room(params)));
    let mut u = Array::<F>::new(comptime!(room(inputs)));
    // There is no state, no time, and one node.
    let mut x = Array::<F>::new(1usize);
    x[0] = lit::<F>(0.0);
    #[unroll]
    for i in 0..params {
        p[i] = value::<F>(same, each, condition, all, i, comptime!(plan.clone()));
    }
    #[unroll]
    for i in 0..inputs {
        let which = comptime!(params + i);
        u[i] = value::<F>(same, each, condition, all, which, comptime!(plan.clone()));
    }
    let (t, nodes) = (lit::<F>(0.0), lit::<F>(1.0));
    if comptime!(with_partials) {
        M::output_partials::<F, S>(t, nodes, &x, &u, &p, outputs, j);
    } else {
        M::outputs::<F, S>(t, nodes, &x, &u, &p, outputs);
    }
}

/// The outputs at all conditions, and their partials: one after the other.
#[cube(launch)]
pub fn evaluate<F: Float + CubeElement, S: Elementary, M: DeviceModel>(
    same: &Array<F>,
    each: &Array<F>,
    found: &mut Array<F>,
    conditions: u32,
    #[comptime] with_partials: bool,
    #[comptime] plan: Conditions,
) {
    let me = ABSOLUTE_POS;
    let all = conditions as usize;
    if me < all {
        let outputs = comptime!(plan.shape.outputs);
        let partials = comptime!(plan.shape.output_partials);
        let mut values = Array::<F>::new(comptime!(room(outputs)));
        let mut j = Array::<F>::new(comptime!(room(partials)));
        outputs_at::<F, S, M>(
            same,
            each,
            me,
            all,
            &mut values,
            &mut j,
            with_partials,
            comptime!(plan.clone()),
        );
        #[unroll]
        for i in 0..outputs {
            found[i * all + me] = values[i];
        }
        if comptime!(with_partials) {
            #[unroll]
            for i in 0..partials {
                found[comptime!(outputs + i) * all + me] = j[i];
            }
        }
    }
}

/// Squares of what observations miss, added up by each workgroup: sum i of a group is at i·groups + group.
#[cube(launch)]
pub fn squares<F: Float + CubeElement, S: Elementary, M: DeviceModel>(
    same: &Array<F>,
    each: &Array<F>,
    measured: &Array<F>,
    sums: &mut Array<F>,
    odd: &mut Array<u32>,
    conditions: u32,
    groups: u32,
    #[comptime] with_products: bool,
    #[comptime] plan: Conditions,
) {
    let group = CUBE_POS;
    let me = UNIT_POS as usize;
    let all = conditions as usize;
    let groups = groups as usize;
    let threads = comptime!(plan.threads);
    let width = comptime!(plan.sums(with_products));
    let mut total = Array::<F>::new(width);
    #[unroll]
    for i in 0..width {
        total[i] = lit::<F>(0.0);
    }
    let mut values = Array::<F>::new(comptime!(room(plan.shape.outputs)));
    let mut j = Array::<F>::new(comptime!(room(plan.shape.output_partials)));
    for condition in range_stepped(group * threads + me, all, groups * threads) {
        outputs_at::<F, S, M>(
            same,
            each,
            condition,
            all,
            &mut values,
            &mut j,
            comptime!(true),
            comptime!(plan.clone()),
        );
        let is_odd = oddness::<F>(&values, &j, comptime!(plan.clone()));
        if is_odd > lit::<F>(0.0) {
            total[comptime!(plan.count())] += lit::<F>(1.0);
            odd[condition] = comptime!(1u32).runtime();
        } else {
            odd[condition] = comptime!(0u32).runtime();
            add::<F>(
                same,
                each,
                measured,
                condition,
                all,
                &values,
                &j,
                &mut total,
                with_products,
                comptime!(plan.clone()),
            );
        }
    }
    let mut shared = SharedMemory::<F>::new(comptime!(TOGETHER * threads));
    #[unroll]
    for step in 0..comptime!(width.div_ceil(TOGETHER)) {
        #[unroll]
        for column in 0..TOGETHER {
            if comptime!(step * TOGETHER + column < width) {
                shared[comptime!(column * threads) + me] =
                    total[comptime!(step * TOGETHER + column)];
            } else {
                shared[comptime!(column * threads) + me] = lit::<F>(0.0);
            }
        }
        sync_cube();
        halve::<F>(&mut shared, TOGETHER, threads);
        if me == 0 && group < groups {
            #[unroll]
            for column in 0..TOGETHER {
                if comptime!(step * TOGETHER + column < width) {
                    sums[comptime!(step * TOGETHER + column) * groups + group] =
                        shared[comptime!(column * threads)];
                }
            }
        }
        sync_cube();
    }
}

/// How much of what is observed is no number.
#[cube]
fn oddness<F: Float>(values: &Array<F>, j: &Array<F>, #[comptime] plan: Conditions) -> F {
    let largest = lit::<F>(comptime!(plan.largest.get()));
    let (zero, one) = (lit::<F>(0.0), lit::<F>(1.0));
    let mut found = lit::<F>(0.0);
    #[unroll]
    for o in 0..comptime!(plan.observed.len()) {
        found += select(
            values[comptime!(plan.observed[o].output)].abs() <= largest,
            zero,
            one,
        );
        #[unroll]
        for i in 0..comptime!(plan.entries(o)) {
            found += select(j[comptime!(plan.entry(o, i))].abs() <= largest, zero, one);
        }
    }
    found
}

/// Adds the squares of a condition.
#[cube]
fn add<F: Float>(
    same: &Array<F>,
    each: &Array<F>,
    measured: &Array<F>,
    condition: usize,
    all: usize,
    values: &Array<F>,
    j: &Array<F>,
    total: &mut Array<F>,
    #[comptime] with_products: bool,
    #[comptime] plan: Conditions,
) {
    #[unroll]
    for o in 0..comptime!(plan.observed.len()) {
        let which = comptime!(plan.weight(o));
        let weight = value::<F>(same, each, condition, all, which, comptime!(plan.clone()));
        let output = values[comptime!(plan.observed[o].output)];
        let missed = (output - measured[o * all + condition]) * weight;
        total[0] += missed * missed;
        #[unroll]
        for a in 0..comptime!(plan.entries(o)) {
            let slope = j[comptime!(plan.entry(o, a))] * weight;
            total[comptime!(1 + plan.param(o, a))] += missed * slope;
            if comptime!(with_products) {
                #[unroll]
                for b in 0..comptime!(a + 1) {
                    let other = j[comptime!(plan.entry(o, b))] * weight;
                    total[comptime!(plan.product(plan.param(o, a), plan.param(o, b)))] +=
                        slope * other;
                }
            }
        }
    }
}
