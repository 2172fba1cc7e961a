//! What the targets of a workgroup get from their sources, into memory that its threads share.

use cubecl::prelude::*;

use crate::elementary::Elementary;
use crate::functions::lit;
use crate::model::DeviceModel;

use super::give::halve;
use super::net::{Around, Net, Sums, column_of, gathered, neighbours_of, params_of};
use super::steps::room;

/// The edges, in the form of the graph.
#[derive(CubeType, CubeLaunch)]
pub struct Edges<F: Float + CubeElement> {
    /// Function by function of the weight: a matrix by rows, or a number for each edge, or one; for sums edge by edge
    /// the weights themselves.
    pub weights: Array<F>,
    /// Of a list: where the edges into each node begin, and, behind the last, their end.
    pub offsets: Array<u32>,
    /// Of a list: the sources.
    pub sources: Array<u32>,
}

/// A thread takes one of the edges into a target in so many.
#[cube]
fn edge_count<F: Float + CubeElement>(
    edges: &Edges<F>,
    target: usize,
    nodes: usize,
    #[comptime] net: Net,
) -> (usize, usize) {
    if comptime!(matches!(net.sums, Sums::Sparse | Sums::SparsePairs)) {
        let first = edges.offsets[target] as usize;
        (first, edges.offsets[target + 1] as usize - first)
    } else {
        (comptime!(0usize).runtime(), nodes)
    }
}

/// Products of a matrix with what sources give, for all targets of a workgroup: the threads share the sources.
#[cube]
pub fn dense<F: Float + CubeElement>(
    edges: &Edges<F>,
    given: &Array<F>,
    first: usize,
    nodes: usize,
    found: &mut SharedMemory<F>,
    #[comptime] net: Net,
) {
    let me = UNIT_POS as usize;
    let chunk = comptime!(net.chunk());
    let rows = comptime!(net.rows);
    let threads = comptime!(net.threads);
    let mut shared = SharedMemory::<F>::new(comptime!(chunk * threads));
    let mut sums = Array::<F>::new(comptime!(chunk * rows));
    let mut weights = Array::<F>::new(rows);
    #[unroll]
    for product in 0..comptime!(net.shape.products) {
        // Products of one function stand side by side, and are taken at its first.
        if comptime!(is_first(&net, product)) {
            let begin = comptime!(net.place(product));
            let end = comptime!(end_of(&net, product));
            let matrix = comptime!(net.function(product)) * nodes * nodes;
            let steps = comptime!((end - begin).div_ceil(chunk));
            for step in 0..steps {
                let base = begin + step * chunk;
                #[unroll]
                for i in 0..comptime!(chunk * rows) {
                    sums[i] = lit::<F>(0.0);
                }
                for source in range_stepped(me, nodes, threads) {
                    #[unroll]
                    for row in 0..rows {
                        let target = first + row;
                        let target = select(target < nodes, target, nodes - 1);
                        weights[row] = edges.weights[matrix + target * nodes + source];
                    }
                    #[unroll]
                    for column in 0..chunk {
                        let place = base + column;
                        let place = select(place < end, place, end - 1);
                        let value = given[place * nodes + source];
                        #[unroll]
                        for row in 0..rows {
                            sums[comptime!(row * chunk + column)] += weights[row] * value;
                        }
                    }
                }
                #[unroll]
                for row in 0..rows {
                    #[unroll]
                    for column in 0..chunk {
                        shared[comptime!(column * threads) + me] =
                            sums[comptime!(row * chunk + column)];
                    }
                    sync_cube();
                    halve::<F>(&mut shared, chunk, threads);
                    for column in range_stepped(me, chunk, threads) {
                        let place = base + column;
                        if place < end {
                            found[comptime!(row * net.width) + place] = shared[column * threads];
                        }
                    }
                    sync_cube();
                }
            }
        }
    }
}

/// Whether a product is the first of its function of the weight.
const fn is_first(net: &Net, product: usize) -> bool {
    let mut i = 0;
    while i < net.shape.products {
        if net.functions[i] == net.functions[product] && net.places[i] < net.places[product] {
            return false;
        }
        i += 1;
    }
    true
}

/// The end of the columns of a product's function.
const fn end_of(net: &Net, product: usize) -> usize {
    let mut end = 0;
    let mut i = 0;
    while i < net.shape.products {
        if net.functions[i] == net.functions[product] {
            let columns = if net.has_tangents(i) { 1 + net.k } else { 1 };
            if net.place(i) + columns > end {
                end = net.place(i) + columns;
            }
        }
        i += 1;
    }
    end
}

/// Products of a list of edges, or of one weight: a thread takes some targets and columns.
#[cube]
pub fn sparse<F: Float + CubeElement>(
    edges: &Edges<F>,
    given: &Array<F>,
    totals: &Array<F>,
    first: usize,
    nodes: usize,
    found: &mut SharedMemory<F>,
    #[comptime] net: Net,
) {
    let me = UNIT_POS as usize;
    let count = edges.sources.len();
    #[unroll]
    for product in 0..comptime!(net.shape.products) {
        let columns = comptime!(if net.has_tangents(product) {
            1 + net.k
        } else {
            1
        });
        let function = comptime!(net.function(product));
        for entry in range_stepped(me, comptime!(columns * net.rows), comptime!(net.threads)) {
            let row = entry / columns;
            let place = comptime!(net.place(product)) + entry % columns;
            let target = first + row;
            if target < nodes {
                let mut sum = lit::<F>(0.0);
                if comptime!(matches!(net.sums, Sums::Uniform)) {
                    sum = totals[place];
                    if comptime!(!net.includes_self) {
                        sum -= given[place * nodes + target];
                    }
                    sum *= edges.weights[function];
                } else {
                    let begin = edges.offsets[target] as usize;
                    let end = edges.offsets[target + 1] as usize;
                    for edge in begin..end {
                        let source = edges.sources[edge] as usize;
                        sum +=
                            edges.weights[function * count + edge] * given[place * nodes + source];
                    }
                }
                found[row * comptime!(net.width) + place] = sum;
            }
        }
    }
    sync_cube();
}

/// Sums edge by edge: the threads share the sources of one target after the other.
#[cube]
pub fn pairs<F: Float + CubeElement, S: Elementary, M: DeviceModel>(
    t: F,
    edges: &Edges<F>,
    values: &Array<F>,
    around: &Around<F>,
    first: usize,
    nodes: usize,
    found: &mut SharedMemory<F>,
    #[comptime] net: Net,
) {
    let me = UNIT_POS as usize;
    let n = comptime!(net.shape.states);
    let count = comptime!(net.shape.sums);
    let threads = comptime!(net.threads);
    let all = comptime!(1 + net.k + net.own_columns());
    let number = F::cast_from(nodes);
    let mut shared = SharedMemory::<F>::new(comptime!(2 * count * threads));
    let mut x = Array::<F>::new(n);
    let mut u = Array::<F>::new(comptime!(room(net.shape.gathered())));
    let mut p = Array::<F>::new(comptime!(room(net.shape.params)));
    let mut v = Array::<F>::new(n);
    let mut vu = Array::<F>::new(comptime!(room(net.shape.gathered())));
    let mut source_x = Array::<F>::new(n);
    let mut source_v = Array::<F>::new(n);
    let mut sums = Array::<F>::new(count);
    let mut tangents = Array::<F>::new(count);
    let mut j = Array::<F>::new(comptime!(room(net.shape.edge_partials)));
    let mut total = Array::<F>::new(comptime!(2 * count));
    for row in 0..comptime!(net.rows) {
        let target = first + row;
        let target = select(target < nodes, target, nodes - 1);
        column_of::<F>(
            values,
            comptime!(0usize).runtime(),
            target,
            nodes,
            &mut x,
            net,
        );
        gathered::<F>(t, values, around, target, nodes, &mut u, net);
        params_of::<F>(around, target, nodes, &mut p, net);
        let (begin, length) = edge_count::<F>(edges, target, nodes, net);
        // The sums with each tangent in turn, and with each of the target's own states.
        for column in 1..comptime!(if all > 1 { all } else { 2 }) {
            let tangent = select(
                column <= comptime!(net.k),
                column,
                comptime!(0usize).runtime(),
            );
            column_of::<F>(values, tangent, target, nodes, &mut v, net);
            neighbours_of::<F>(values, around, tangent, target, nodes, &mut vu, net);
            if column > comptime!(net.k) {
                own_direction::<F>(
                    column - comptime!(net.k + 1),
                    target,
                    nodes,
                    around,
                    &mut v,
                    &mut vu,
                    net,
                );
            }
            #[unroll]
            for i in 0..comptime!(2 * count) {
                total[i] = lit::<F>(0.0);
            }
            for edge in range_stepped(me, length, threads) {
                let mut source = edge;
                let mut weight = edges.weights[0];
                if comptime!(matches!(net.sums, Sums::SparsePairs)) {
                    source = edges.sources[begin + edge] as usize;
                    weight = edges.weights[begin + edge];
                } else if comptime!(matches!(net.sums, Sums::UniformPairs)) {
                    if comptime!(!net.includes_self) {
                        weight = select(source == target, lit::<F>(0.0), weight);
                    }
                } else {
                    weight = edges.weights[target * nodes + source];
                }
                if weight != lit::<F>(0.0) {
                    column_of::<F>(
                        values,
                        comptime!(0usize).runtime(),
                        source,
                        nodes,
                        &mut source_x,
                        net,
                    );
                    M::edge_partials::<F, S>(
                        t, number, weight, &source_x, &x, &u, &p, &mut sums, &mut j,
                    );
                    column_of::<F>(values, tangent, source, nodes, &mut source_v, net);
                    if column > comptime!(net.k) {
                        #[unroll]
                        for i in 0..n {
                            source_v[i] = select(source == target, v[i], lit::<F>(0.0));
                        }
                    }
                    M::edge_jvp::<F>(&j, &source_v, &v, &vu, &mut tangents);
                    #[unroll]
                    for i in 0..count {
                        total[i] += sums[i];
                        total[comptime!(count + i)] += tangents[i];
                    }
                }
            }
            #[unroll]
            for i in 0..comptime!(2 * count) {
                shared[comptime!(i * threads) + me] = total[i];
            }
            sync_cube();
            halve::<F>(&mut shared, comptime!(2 * count), threads);
            if me == 0 {
                let at = row * comptime!(net.found());
                #[unroll]
                for i in 0..count {
                    found[at + i] = shared[comptime!(i * threads)];
                    if column < all {
                        found[at + column * count + i] = shared[comptime!((count + i) * threads)];
                    }
                }
            }
            sync_cube();
        }
    }
}

/// The tangents where one component of the target moves by 1, and nothing else.
#[cube]
pub fn own_direction<F: Float + CubeElement>(
    component: usize,
    target: usize,
    nodes: usize,
    around: &Around<F>,
    v: &mut Array<F>,
    vu: &mut Array<F>,
    #[comptime] net: Net,
) {
    let (zero, one) = (lit::<F>(0.0), lit::<F>(1.0));
    #[unroll]
    for i in 0..comptime!(net.shape.states) {
        v[i] = select(component == i, one, zero);
    }
    #[unroll]
    for i in 0..comptime!(net.shape.gathered()) {
        vu[i] = zero;
    }
    #[unroll]
    for i in 0..comptime!(net.shape.neighbours) {
        let place = around.neighbours[i * nodes + target] as usize;
        let itself = place == target && component == comptime!(net.neighbour(i));
        vu[i] = select(itself, one, zero);
    }
}
