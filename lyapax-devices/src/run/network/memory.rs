//! What a network needs of a device's memory.

use cubecl::prelude::Runtime;

use crate::device::DeviceError;
use crate::kernel::net::Net;
use crate::kernel::tall::{ROWS, entries};
use crate::network::{EdgeData, GraphKind, NetworkTask};
use crate::session::Session;

/// Refuses a network if there is no room for it.
pub(super) fn check<R: Runtime>(
    session: &Session<R>,
    task: &NetworkTask,
    net: &Net,
    edges: &EdgeData,
) -> Result<(), DeviceError> {
    session.check_room("nodes", task.nodes as u64, |nodes| {
        needs(task, net, edges, nodes)
    })
}

/// The buffers of a network of so many nodes, if its graph were as dense: numbers, and bytes of each.
fn needs(task: &NetworkTask, net: &Net, edges: &EdgeData, nodes: u64) -> Vec<(u64, u64)> {
    let number = task.float.bytes();
    let rows = task.shape.states as u64 * nodes;
    let column = rows * (task.k as u64 + 1);
    let entries = entries(task.k) as u64;
    let given = net.width as u64 * nodes;
    // State and tangents, those of two stages, a copy to go back to; slopes; what nodes give, and give next; parts of
    // the factorisation, its sums and factors.
    let mut all = vec![(column, number); 4];
    all.extend([
        (column * task.scheme.stages() as u64, number),
        (given, number),
        (given, number),
        (rows.div_ceil(ROWS as u64) * entries, number),
        (3 * entries, number),
    ]);
    let shape = task.shape;
    for each in [shape.params, shape.inputs, 2 * (1 + shape.outputs)] {
        all.push((each as u64 * nodes, number));
    }
    all.push((shape.neighbours as u64 * nodes, 4));
    all.extend(edge_needs(task, edges, nodes, number));
    all
}

fn edge_needs(
    task: &NetworkTask,
    edges: &EdgeData,
    nodes: u64,
    number: u64,
) -> impl Iterator<Item = (u64, u64)> {
    let there = task.nodes.max(1) as u128;
    let at = u128::from(nodes);
    let scaled = move |count: usize| {
        let count = count as u128;
        let scaled = match task.graph {
            Some(GraphKind::Dense) => count * at * at / (there * there),
            Some(GraphKind::Sparse) => count * at / there,
            Some(GraphKind::Uniform { .. }) | None => count,
        };
        u64::try_from(scaled).unwrap_or(u64::MAX)
    };
    [
        (scaled(edges.weights.len()), number),
        (scaled(edges.sources.len()), 4),
        (edges.offsets.len() as u64, 4),
    ]
    .into_iter()
}
