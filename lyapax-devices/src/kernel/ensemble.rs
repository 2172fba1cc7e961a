//! Many systems at once, one in each thread.

use cubecl::prelude::*;

use crate::elementary::Elementary;
use crate::ensemble::SUMS;
use crate::functions::lit;
use crate::model::DeviceModel;

use super::columns::{FINE, STATE, orthonormalise};
use super::steps::{Alone, room, step};

/// Steps of all members, in blocks with a renormalisation after each. Element i of a member is at i·members +
/// member, everywhere.
///
/// A block that fails is made again step by step. Where a single step does, the member stays where it was, and its
/// mark says what is wrong, at which step of which launch.
#[cube(launch)]
pub fn ensemble<F: Float + CubeElement, S: Elementary, M: DeviceModel>(
    values: &mut Array<F>,
    params: &Array<F>,
    constants: &Array<F>,
    table: &Array<F>,
    samples: &Array<F>,
    sums: &mut Array<F>,
    volume: &mut Array<F>,
    marks: &mut Array<u32>,
    members: u32,
    launch: u32,
    start: F,
    first: F,
    dt: F,
    steps: u32,
    every: u32,
    record: u32,
    batches: F,
    #[comptime] alone: Alone,
) {
    let me = ABSOLUTE_POS;
    let all = members as usize;
    if me < all {
        if marks[me] == FINE {
            member::<F, S, M>(
                me, all, values, params, constants, table, samples, sums, volume, marks, launch,
                start, first, dt, steps, every, record, batches, alone,
            );
        }
    }
}

#[cube]
fn member<F: Float, S: Elementary, M: DeviceModel>(
    me: usize,
    all: usize,
    values: &mut Array<F>,
    params: &Array<F>,
    constants: &Array<F>,
    table: &Array<F>,
    samples: &Array<F>,
    sums: &mut Array<F>,
    volume: &mut Array<F>,
    marks: &mut Array<u32>,
    launch: u32,
    start: F,
    first: F,
    dt: F,
    steps: u32,
    every: u32,
    record: u32,
    batches: F,
    #[comptime] alone: Alone,
) {
    let m = comptime!(alone.values());
    let k = comptime!(alone.k);
    let gathered = comptime!(alone.shape.gathered());
    let mut y = Array::<F>::new(m);
    let mut begin = Array::<F>::new(m);
    let mut p = Array::<F>::new(comptime!(room(alone.shape.params)));
    let mut u = Array::<F>::new(comptime!(room(gathered)));
    let mut diagonal = Array::<F>::new(k);
    // Of the columns, and of the determinants of a map.
    let mut product = Array::<F>::new(comptime!(k + 1));
    let mut logs = Array::<F>::new(comptime!(k + 1));
    #[unroll(alone.unroll)]
    for i in 0..m {
        y[i] = values[i * all + me];
    }
    #[unroll]
    for i in 0..comptime!(alone.shape.params) {
        p[i] = params[i * all + me];
    }
    #[unroll]
    for i in 0..gathered {
        u[i] = lit::<F>(0.0);
    }
    #[unroll]
    for i in 0..comptime!(alone.shape.inputs) {
        u[comptime!(alone.shape.neighbours + i)] = constants[i * all + me];
    }
    #[unroll(alone.unroll)]
    for j in 0..comptime!(k + 1) {
        product[j] = lit::<F>(1.0);
        logs[j] = lit::<F>(0.0);
    }
    let block_ratio = lit::<F>(comptime!(alone.limits.block.get()));
    let step_ratio = lit::<F>(comptime!(alone.limits.step.get()));
    let largest = lit::<F>(comptime!(alone.limits.largest.get()));

    let mut number = first;
    let mut growth = lit::<F>(0.0);
    let mut left = steps;
    // Steps of a failed block that are still to be made one by one.
    let mut single = comptime!(0u32).runtime();
    let mut mark = comptime!(FINE).runtime();
    while left > 0 && mark == FINE {
        let block = select(left < every, left, every);
        let length = select(single > 0, comptime!(1u32).runtime(), block);
        #[unroll(alone.unroll)]
        for i in 0..m {
            begin[i] = y[i];
        }
        let mut grown = lit::<F>(0.0);
        if comptime!(alone.shape.map) {
            grown = lit::<F>(1.0);
        }
        let mut now = number;
        for _ in 0..length {
            let rate = step::<F, S, M>(start, now, dt, &mut y, &mut u, &p, table, samples, alone);
            if comptime!(alone.shape.map) {
                grown *= rate;
            } else {
                grown += rate;
            }
            now += lit::<F>(1.0);
        }
        let mut fault = orthonormalise::<F>(
            &mut y,
            &mut diagonal,
            select(length > 1, block_ratio, step_ratio),
            alone,
        );
        #[unroll]
        for i in 0..comptime!(alone.shape.states) {
            let finite = y[i].abs() <= largest;
            if !finite {
                fault = u32::cast_from(comptime!(STATE + 8 * i as u32));
            }
        }
        if fault == FINE {
            #[unroll(alone.unroll)]
            for j in 0..k {
                multiply::<F, S>(&mut product, &mut logs, j, diagonal[j], alone);
            }
            if comptime!(alone.shape.map) {
                multiply::<F, S>(&mut product, &mut logs, k, grown, alone);
            } else {
                growth += grown;
            }
            number = now;
            left -= length;
            if single > 0 {
                single -= 1;
            }
        } else {
            #[unroll(alone.unroll)]
            for i in 0..m {
                y[i] = begin[i];
            }
            if length > 1 {
                single = length;
            } else {
                mark = fault;
                marks[all + me] = launch;
                marks[2 * all + me] = steps - left;
            }
        }
    }
    marks[me] = mark;
    #[unroll(alone.unroll)]
    for i in 0..m {
        values[i * all + me] = y[i];
    }
    if record > 0 {
        if comptime!(alone.shape.map) {
            growth = logs[k] + S::ln::<F>(product[k]);
        }
        // Over whole batches, and beyond them: a number of seven digits takes a short sum, and not a long one.
        let volume_now = volume[all + me] + growth;
        if record > 1 {
            volume[me] += volume_now;
            volume[all + me] = lit::<F>(0.0);
        } else {
            volume[all + me] = volume_now;
        }
        #[unroll(alone.unroll)]
        for j in 0..k {
            let at = j * SUMS * all + me;
            let batch = sums[at + all] + logs[j] + S::ln::<F>(product[j]);
            if record > 1 {
                // Welford (1962), Technometrics 4, 419.
                sums[at] += batch;
                sums[at + all] = lit::<F>(0.0);
                let mean = sums[at + 2 * all];
                let off = batch - mean;
                let moved = mean + off / batches;
                sums[at + 2 * all] = moved;
                sums[at + 3 * all] += off * (batch - moved);
            } else {
                sums[at + all] = batch;
            }
        }
    }
}

/// Adds ln r: to a product, as long as that is far from the ends of the numbers.
#[cube]
fn multiply<F: Float, S: Elementary>(
    product: &mut Array<F>,
    logs: &mut Array<F>,
    j: usize,
    r: F,
    #[comptime] alone: Alone,
) {
    let least = lit::<F>(comptime!(alone.limits.product[0].get()));
    let most = lit::<F>(comptime!(alone.limits.product[1].get()));
    let next = product[j] * r;
    if next < least || next > most {
        logs[j] += S::ln::<F>(next);
        product[j] = lit::<F>(1.0);
    } else {
        product[j] = next;
    }
}
