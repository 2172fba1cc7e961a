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
    /// condition; none where all have the same. Behind these the same values have the units of what is sought.
    pub places: Vec<Option<usize>>,
    /// Threads in a workgroup.
    pub threads: usize,
    pub observed: Vec<Observed>,
    /// Variables that are sought.
    pub sought: usize,
}

/// An observed output, with those of the outputs' partials that are its own, and by which of the variables that are sought.
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

    /// By which variable.
    fn by(&self, observation: usize, i: usize) -> usize {
        self.observed[observation].entries[i].1
    }

    /// The place of a variable's unit among the same values.
    fn unit(&self, variable: usize) -> usize {
        self.places.len() + variable
    }

    /// The place of an observation's entry among those of all.
    fn place(&self, observation: usize, i: usize) -> usize {
        self.before(observation) + i
    }

    /// Entries of the observations before one.
    fn before(&self, observation: usize) -> usize {
        let before = self.observed[..observation].iter();
        before.map(|it| it.entries.len()).sum()
    }

    /// What is added up: the misfit, conditions at which something is no number, slopes, and products where they are
    /// asked for.
    pub fn sums(&self, with_products: bool) -> usize {
        let products = if with_products {
            self.sought * (self.sought + 1) / 2
        } else {
            0
        };
        2 + self.sought + products
    }

    /// The place of a variable's slope.
    fn slope(variable: usize) -> usize {
        2 + variable
    }

    /// The place of the product of two variables' slopes.
    fn product(&self, a: usize, b: usize) -> usize {
        let (row, column) = (a.max(b), a.min(b));
        2 + self.sought + row * (row + 1) / 2 + column
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

/// The outputs at some of all conditions, and their partials: one after the other.
#[cube(launch)]
pub fn evaluate<F: Float + CubeElement, S: Elementary, M: DeviceModel>(
    same: &Array<F>,
    each: &Array<F>,
    found: &mut Array<F>,
    first: u32,
    end: u32,
    all: u32,
    #[comptime] with_partials: bool,
    #[comptime] plan: Conditions,
) {
    let me = first as usize + ABSOLUTE_POS;
    let all = all as usize;
    if me < end as usize {
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

/// Squares of what observations miss at some of all conditions, added up by each workgroup: sum i of a group is at
/// i·`groups` + group.
#[cube(launch)]
pub fn squares<F: Float + CubeElement, S: Elementary, M: DeviceModel>(
    same: &Array<F>,
    each: &Array<F>,
    measured: &Array<F>,
    sums: &mut Array<F>,
    odd: &mut Array<u32>,
    first: u32,
    end: u32,
    all: u32,
    first_group: u32,
    end_group: u32,
    groups: u32,
    #[comptime] with_products: bool,
    #[comptime] plan: Conditions,
) {
    let mine = CUBE_POS;
    let group = first_group as usize + mine;
    let me = UNIT_POS as usize;
    let all = all as usize;
    let groups = groups as usize;
    let threads = comptime!(plan.threads);
    let together = (end_group - first_group) as usize * threads;
    let width = comptime!(plan.sums(with_products));
    let mut total = Array::<F>::new(width);
    #[unroll]
    for i in 0..width {
        total[i] = lit::<F>(0.0);
    }
    let mut values = Array::<F>::new(comptime!(room(plan.shape.outputs)));
    let mut j = Array::<F>::new(comptime!(room(plan.shape.output_partials)));
    let mut missed = Array::<F>::new(comptime!(room(plan.observed.len())));
    let mut slopes = Array::<F>::new(comptime!(room(plan.before(plan.observed.len()))));
    let begin = first as usize + mine * threads + me;
    for condition in range_stepped(begin, end as usize, together) {
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
        let is_odd = residuals::<F>(
            same,
            each,
            measured,
            condition,
            all,
            &values,
            &j,
            &mut missed,
            &mut slopes,
            comptime!(plan.clone()),
        );
        if is_odd {
            total[1] += lit::<F>(1.0);
            odd[condition] = comptime!(1u32).runtime();
        } else {
            odd[condition] = comptime!(0u32).runtime();
            add::<F>(
                &missed,
                &slopes,
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
        if me == 0 && group < end_group as usize {
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

/// What observations miss at a condition, by their errors, and how that changes with what is sought, in its units. Tells
/// whether a square of these is no number, or beyond the largest one: no product is larger than both squares.
#[cube]
fn residuals<F: Float>(
    same: &Array<F>,
    each: &Array<F>,
    measured: &Array<F>,
    condition: usize,
    all: usize,
    values: &Array<F>,
    j: &Array<F>,
    missed: &mut Array<F>,
    slopes: &mut Array<F>,
    #[comptime] plan: Conditions,
) -> bool {
    let largest = lit::<F>(comptime!(plan.largest.get()));
    let (zero, one) = (lit::<F>(0.0), lit::<F>(1.0));
    let mut odd = lit::<F>(0.0);
    #[unroll]
    for o in 0..comptime!(plan.observed.len()) {
        let which = comptime!(plan.weight(o));
        let weight = value::<F>(same, each, condition, all, which, comptime!(plan.clone()));
        let output = values[comptime!(plan.observed[o].output)];
        let off = (output - measured[o * all + condition]) * weight;
        missed[o] = off;
        odd += select(off * off <= largest, zero, one);
        #[unroll]
        for i in 0..comptime!(plan.entries(o)) {
            let unit = same[comptime!(plan.unit(plan.by(o, i)))];
            let slope = j[comptime!(plan.entry(o, i))] * unit * weight;
            slopes[comptime!(plan.place(o, i))] = slope;
            odd += select(slope * slope <= largest, zero, one);
        }
    }
    odd > zero
}

/// Adds the squares of a condition.
#[cube]
fn add<F: Float>(
    missed: &Array<F>,
    slopes: &Array<F>,
    total: &mut Array<F>,
    #[comptime] with_products: bool,
    #[comptime] plan: Conditions,
) {
    #[unroll]
    for o in 0..comptime!(plan.observed.len()) {
        total[0] += missed[o] * missed[o];
        #[unroll]
        for a in 0..comptime!(plan.entries(o)) {
            let slope = slopes[comptime!(plan.place(o, a))];
            total[comptime!(Conditions::slope(plan.by(o, a)))] += missed[o] * slope;
            if comptime!(with_products) {
                #[unroll]
                for b in 0..comptime!(a + 1) {
                    total[comptime!(plan.product(plan.by(o, a), plan.by(o, b)))] +=
                        slope * slopes[comptime!(plan.place(o, b))];
                }
            }
        }
    }
}
