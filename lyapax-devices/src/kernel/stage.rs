//! One stage of a step of all nodes: the sums over sources, f and J·v, the state of the next stage, and what that
//! gives to others.

use cubecl::prelude::*;

use crate::elementary::Elementary;
use crate::functions::lit;
use crate::model::DeviceModel;

use super::give::give;
use super::net::{Around, Net, Sums, centred, column_of, gathered, neighbours_of, params_of};
use super::steps::room;
use super::sums::{Edges, dense, own_direction, pairs, sparse};

/// Numbers of a row of weights: a stage's, or the step's.
pub const ROW: usize = 8;

/// What is added up at the begin of a step: a number of each node for the volume, and each output of each node.
#[derive(CubeType, CubeLaunch)]
pub struct Measured<F: Float + CubeElement> {
    pub volume: Array<F>,
    pub outputs: Array<F>,
    /// Function by function the weight from each node to itself.
    pub own_weights: Array<F>,
}

/// A stage. `values` are state and tangents at it, `begin` those at the begin of the step; `weights` has the row of
/// the next stage, each times the step. A workgroup has some targets; a thread takes columns of them.
#[cube(launch)]
pub fn stage<F: Float + CubeElement, S: Elementary, M: DeviceModel>(
    values: &Array<F>,
    begin: &Array<F>,
    slopes: &mut Array<F>,
    next: &mut Array<F>,
    given: &Array<F>,
    given_next: &mut Array<F>,
    totals: &Array<F>,
    means: &Array<F>,
    weights: &Array<F>,
    around: &Around<F>,
    edges: &Edges<F>,
    measured: &mut Measured<F>,
    broken: &mut Array<u32>,
    nodes: u32,
    number: u32,
    row: u32,
    t: F,
    t_next: F,
    #[comptime] net: Net,
) {
    let nodes = nodes as usize;
    let first = CUBE_POS * comptime!(net.rows);
    let mut found = SharedMemory::<F>::new(comptime!(room(net.rows * net.found())));
    // Workgroups beyond the last node, of a launch in two directions, compute what nobody reads.
    if comptime!(matches!(net.sums, Sums::Dense)) {
        dense::<F>(edges, given, first, nodes, &mut found, net);
    } else if comptime!(net.is_products()) {
        sparse::<F>(edges, given, totals, first, nodes, &mut found, net);
    } else if comptime!(net.is_pairs()) {
        pairs::<F, S, M>(t, edges, values, around, first, nodes, &mut found, net);
    }
    let columns = comptime!(net.k + 1);
    for entry in range_stepped(
        UNIT_POS as usize,
        comptime!(net.rows * columns),
        comptime!(net.threads),
    ) {
        let node = first + entry % comptime!(net.rows);
        if node < nodes {
            of_node::<F, S, M>(
                values,
                begin,
                slopes,
                next,
                given,
                given_next,
                means,
                weights,
                around,
                measured,
                broken,
                &found,
                node,
                entry % comptime!(net.rows),
                entry / comptime!(net.rows),
                nodes,
                number as usize,
                row as usize,
                t,
                t_next,
                net,
            );
        }
    }
}

/// A column of a node.
#[cube]
fn of_node<F: Float + CubeElement, S: Elementary, M: DeviceModel>(
    values: &Array<F>,
    begin: &Array<F>,
    slopes: &mut Array<F>,
    next: &mut Array<F>,
    given: &Array<F>,
    given_next: &mut Array<F>,
    means: &Array<F>,
    weights: &Array<F>,
    around: &Around<F>,
    measured: &mut Measured<F>,
    broken: &mut Array<u32>,
    found: &SharedMemory<F>,
    node: usize,
    place: usize,
    column: usize,
    nodes: usize,
    number: usize,
    row: usize,
    t: F,
    t_next: F,
    #[comptime] net: Net,
) {
    let n = comptime!(net.shape.states);
    let count = F::cast_from(nodes);
    let mut x = Array::<F>::new(n);
    let mut u = Array::<F>::new(comptime!(room(net.shape.gathered())));
    let mut p = Array::<F>::new(comptime!(room(net.shape.params)));
    let mut sums = Array::<F>::new(comptime!(room(net.shape.sums)));
    let mut sums_j = Array::<F>::new(comptime!(room(net.shape.finish_partials)));
    let at = place * comptime!(net.found());
    column_of::<F>(
        values,
        comptime!(0usize).runtime(),
        node,
        nodes,
        &mut x,
        net,
    );
    gathered::<F>(t, values, around, node, nodes, &mut u, net);
    params_of::<F>(around, node, nodes, &mut p, net);
    let mut near = Array::<F>::new(n);
    if comptime!(net.is_products()) {
        let mut products = Array::<F>::new(comptime!(room(net.shape.products)));
        let mut own = Array::<F>::new(comptime!(room(net.shape.products)));
        #[unroll]
        for product in 0..comptime!(net.shape.products) {
            let place = comptime!(net.place(product));
            products[product] = found[at + place];
            own[product] = given[place * nodes + node];
        }
        centred::<F>(&x, means, &mut near, net);
        M::finish_partials::<F, S>(
            t,
            count,
            &products,
            &own,
            &x,
            &near,
            &u,
            &p,
            &mut sums,
            &mut sums_j,
        );
    } else if comptime!(net.is_pairs()) {
        #[unroll]
        for i in 0..comptime!(net.shape.sums) {
            sums[i] = found[at + i];
        }
    }
    if comptime!(net.is_products() || net.is_pairs()) {
        #[unroll]
        for i in 0..comptime!(net.shape.sums) {
            u[comptime!(net.first_sum() + i)] = sums[i];
        }
    }
    let mut f = Array::<F>::new(n);
    let mut j = Array::<F>::new(comptime!(room(net.shape.partials)));
    M::rhs_partials::<F, S>(t, count, &x, &u, &p, &mut f, &mut j);
    if comptime!(net.measure) {
        if column == 0 {
            measure::<F, S, M>(
                t, &x, &near, &u, &p, &j, &sums_j, around, found, at, measured, node, nodes, net,
            );
        }
    }
    let mut slope = Array::<F>::new(n);
    if column == 0 {
        #[unroll]
        for i in 0..n {
            slope[i] = f[i];
        }
    } else {
        let mut v = Array::<F>::new(n);
        let mut vu = Array::<F>::new(comptime!(room(net.shape.gathered())));
        column_of::<F>(values, column, node, nodes, &mut v, net);
        neighbours_of::<F>(values, around, column, node, nodes, &mut vu, net);
        if comptime!(net.is_products()) {
            let mut products = Array::<F>::new(comptime!(room(net.shape.products)));
            #[unroll]
            for product in 0..comptime!(net.shape.products) {
                if comptime!(net.has_tangents(product)) {
                    products[product] = found[at + comptime!(net.place(product)) + column];
                } else {
                    products[product] = lit::<F>(0.0);
                }
            }
            M::finish_jvp::<F>(&sums_j, &products, &v, &vu, &mut sums);
        } else if comptime!(net.is_pairs()) {
            #[unroll]
            for i in 0..comptime!(net.shape.sums) {
                sums[i] = found[at + column * comptime!(net.shape.sums) + i];
            }
        }
        if comptime!(net.is_products() || net.is_pairs()) {
            #[unroll]
            for i in 0..comptime!(net.shape.sums) {
                vu[comptime!(net.first_sum() + i)] = sums[i];
            }
        }
        M::jvp::<F>(&j, &v, &vu, &mut slope);
    }
    // Of the state too, since what it gives is needed for the tangent's.
    let mut after = Array::<F>::new(n);
    let mut after_x = Array::<F>::new(n);
    let size = comptime!(n * (net.k + 1)) * nodes;
    #[unroll]
    for i in 0..n {
        let own = (column * n + i) * nodes + node;
        let state = i * nodes + node;
        if comptime!(net.shape.map) {
            after[i] = slope[i];
            after_x[i] = f[i];
        } else {
            slopes[number * size + own] = slope[i];
            let last = weights[row * ROW + number];
            let mut sum = slope[i] * last;
            let mut sum_x = f[i] * last;
            for before in 0..number {
                let h = weights[row * ROW + before];
                if h != lit::<F>(0.0) {
                    sum += slopes[before * size + own] * h;
                    sum_x += slopes[before * size + state] * h;
                }
            }
            after[i] = begin[own] + sum;
            after_x[i] = begin[state] + sum_x;
        }
        next[own] = after[i];
    }
    if comptime!(net.give) {
        give::<F, S, M>(
            t_next, &after_x, &after, means, column, node, nodes, given_next, broken, net,
        );
    }
}

/// What is added up at the begin of a step.
#[cube]
fn measure<F: Float + CubeElement, S: Elementary, M: DeviceModel>(
    t: F,
    x: &Array<F>,
    near: &Array<F>,
    u: &Array<F>,
    p: &Array<F>,
    j: &Array<F>,
    sums_j: &Array<F>,
    around: &Around<F>,
    found: &SharedMemory<F>,
    at: usize,
    measured: &mut Measured<F>,
    node: usize,
    nodes: usize,
    #[comptime] net: Net,
) {
    let count = F::cast_from(nodes);
    if comptime!(net.shape.outputs > 0) {
        let mut outputs = Array::<F>::new(comptime!(room(net.shape.outputs)));
        M::outputs::<F, S>(t, count, x, u, p, &mut outputs);
        #[unroll]
        for i in 0..comptime!(net.shape.outputs) {
            measured.outputs[i * nodes + node] += outputs[i];
        }
    }
    if comptime!(net.volume) {
        let mut divergence = M::trace::<F>(j);
        if comptime!(net.sums != Sums::None || net.shape.neighbours > 0) {
            divergence += through_gathered::<F, S, M>(
                t, near, j, sums_j, around, found, at, measured, node, nodes, net,
            );
        }
        measured.volume[node] += divergence;
    }
}

/// What the divergence holds beside f_x: how each component answers to itself through what the node gathers.
#[cube]
fn through_gathered<F: Float + CubeElement, S: Elementary, M: DeviceModel>(
    t: F,
    near: &Array<F>,
    j: &Array<F>,
    sums_j: &Array<F>,
    around: &Around<F>,
    found: &SharedMemory<F>,
    at: usize,
    measured: &Measured<F>,
    node: usize,
    nodes: usize,
    #[comptime] net: Net,
) -> F {
    let n = comptime!(net.shape.states);
    let count = F::cast_from(nodes);
    let mut v = Array::<F>::new(n);
    let mut still = Array::<F>::new(n);
    let mut vu = Array::<F>::new(comptime!(room(net.shape.gathered())));
    let mut sums = Array::<F>::new(comptime!(room(net.shape.sums)));
    let mut products = Array::<F>::new(comptime!(room(net.shape.products)));
    let mut products_j = Array::<F>::new(comptime!(room(net.shape.product_partials)));
    let mut answer = Array::<F>::new(n);
    let mut divergence = lit::<F>(0.0);
    #[unroll]
    for i in 0..n {
        still[i] = lit::<F>(0.0);
    }
    if comptime!(net.is_products()) {
        M::gather_partials::<F, S>(t, count, near, &mut products, &mut products_j);
    }
    #[unroll]
    for component in 0..n {
        own_direction::<F>(
            comptime!(component).runtime(),
            node,
            nodes,
            around,
            &mut v,
            &mut vu,
            net,
        );
        if comptime!(net.is_products()) {
            M::gather_jvp::<F>(&products_j, &v, &mut products);
            #[unroll]
            for product in 0..comptime!(net.shape.products) {
                let weight = measured.own_weights[comptime!(net.function(product)) * nodes + node];
                products[product] = products[product] * weight;
            }
            M::finish_jvp::<F>(sums_j, &products, &v, &vu, &mut sums);
        } else if comptime!(net.is_pairs()) {
            let own = comptime!((1 + net.k + component) * net.shape.sums);
            #[unroll]
            for i in 0..comptime!(net.shape.sums) {
                sums[i] = found[at + own + i];
            }
        }
        if comptime!(net.is_products() || net.is_pairs()) {
            #[unroll]
            for i in 0..comptime!(net.shape.sums) {
                vu[comptime!(net.first_sum() + i)] = sums[i];
            }
        }
        M::jvp::<F>(j, &still, &vu, &mut answer);
        divergence += answer[component];
    }
    divergence
}
