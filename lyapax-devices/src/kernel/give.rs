//! What sources give to others, and what all of them together are.

use cubecl::prelude::*;

use crate::elementary::Elementary;
use crate::functions::lit;
use crate::model::DeviceModel;

use super::net::{Net, centred, column_of};
use super::steps::room;

/// What a node with this state gives, and, in a tangent's column, its tangent. Marks what is not finite.
#[cube]
pub fn give<F: Float, S: Elementary, M: DeviceModel>(
    t: F,
    x: &Array<F>,
    v: &Array<F>,
    means: &Array<F>,
    column: usize,
    node: usize,
    nodes: usize,
    given: &mut Array<F>,
    broken: &mut Array<u32>,
    #[comptime] net: Net,
) {
    let count = F::cast_from(nodes);
    let mut near = Array::<F>::new(comptime!(net.shape.states));
    centred::<F>(x, means, &mut near, net);
    let mut values = Array::<F>::new(comptime!(room(net.shape.products)));
    let mut j = Array::<F>::new(comptime!(room(net.shape.product_partials)));
    M::gather_partials::<F, S>(t, count, &near, &mut values, &mut j);
    if column == 0 {
        #[unroll]
        for product in 0..comptime!(net.shape.products) {
            let value = values[product];
            given[comptime!(net.place(product)) * nodes + node] = value;
            let finite = value.abs() <= lit::<F>(comptime!(net.largest.get()));
            if !finite {
                broken[0] = 1;
            }
        }
    } else {
        M::gather_jvp::<F>(&j, v, &mut values);
        #[unroll]
        for product in 0..comptime!(net.shape.products) {
            if comptime!(net.has_tangents(product)) {
                let value = values[product];
                given[(comptime!(net.place(product)) + column) * nodes + node] = value;
                let finite = value.abs() <= lit::<F>(comptime!(net.largest.get()));
                if !finite {
                    broken[0] = 1;
                }
            }
        }
    }
}

/// What all nodes give, from their states and tangents: a thread for each node and column.
#[cube(launch)]
pub fn give_all<F: Float + CubeElement, S: Elementary, M: DeviceModel>(
    values: &Array<F>,
    means: &Array<F>,
    given: &mut Array<F>,
    broken: &mut Array<u32>,
    nodes: u32,
    t: F,
    #[comptime] net: Net,
) {
    let nodes = nodes as usize;
    let column = ABSOLUTE_POS / nodes;
    let node = ABSOLUTE_POS % nodes;
    if column <= comptime!(net.k) {
        let mut x = Array::<F>::new(comptime!(net.shape.states));
        let mut v = Array::<F>::new(comptime!(net.shape.states));
        column_of::<F>(
            values,
            comptime!(0usize).runtime(),
            node,
            nodes,
            &mut x,
            net,
        );
        column_of::<F>(values, column, node, nodes, &mut v, net);
        give::<F, S, M>(t, &x, &v, means, column, node, nodes, given, broken, net);
    }
}

/// The sum of each row of `length` numbers, times a factor: a workgroup for each. Row i is at `row`·i.
#[cube(launch)]
pub fn add_up<F: Float + CubeElement>(
    rows: &Array<F>,
    sums: &mut Array<F>,
    length: u32,
    factor: F,
    #[comptime] threads: usize,
) {
    let length = length as usize;
    let row = CUBE_POS;
    let me = UNIT_POS as usize;
    let mut shared = SharedMemory::<F>::new(threads);
    let mut sum = lit::<F>(0.0);
    for i in range_stepped(me, length, threads) {
        sum += rows[row * length + i];
    }
    shared[me] = sum;
    sync_cube();
    halve::<F>(&mut shared, comptime!(1usize), threads);
    if me == 0 {
        sums[row] = shared[0] * factor;
    }
}

/// Adds up what the threads of a workgroup found, `columns` numbers each, thread by thread: the sums are thread 0's.
#[cube]
pub fn halve<F: Float>(
    shared: &mut SharedMemory<F>,
    #[comptime] columns: usize,
    #[comptime] threads: usize,
) {
    let me = UNIT_POS as usize;
    #[unroll]
    for level in 0..comptime!(threads.ilog2() as usize) {
        let apart = comptime!(threads >> (level + 1));
        if me < apart {
            #[unroll]
            for column in 0..columns {
                let other = shared[comptime!(column * threads + apart) + me];
                shared[comptime!(column * threads) + me] += other;
            }
        }
        sync_cube();
    }
}
