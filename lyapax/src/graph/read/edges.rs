//! Lists of edges as text.

use std::path::Path;

use csv::StringRecord;

use super::fields::{Place, Separator, is_header};
use super::lines::Lines;
use crate::{Edge, GraphError, SetupError, Sparse};

/// Without a number of nodes, the most of them for each edge. A file with more holds names of another kind, and
/// a system of so many nodes without edges was not meant.
const NODES_AN_EDGE: usize = 1000;

/// An edge with the line that it stands in.
type Found = (Edge, usize);

pub(super) fn read(path: &Path, nodes: Option<usize>) -> Result<Sparse, GraphError> {
    let mut list = parse(path)?;
    let ends = list.iter().flat_map(|(edge, _)| [edge.source, edge.target]);
    let (Some(smallest), Some(largest)) = (ends.clone().min(), ends.max()) else {
        return Err(GraphError::Empty {
            path: path.to_owned(),
        });
    };
    let nodes = match nodes {
        Some(nodes) if largest >= nodes => {
            let from_one = smallest == 1 && largest == nodes;
            return Err(beyond(path, &list, nodes, from_one));
        }
        Some(nodes) => nodes,
        None => count(path, list.len(), smallest, largest)?,
    };
    list.sort_by_key(|(edge, line)| (edge.target, edge.source, *line));
    let twice = |pair: &&[Found]| {
        let [(a, _), (b, _)] = [pair[0], pair[1]];
        (a.target, a.source) == (b.target, b.source)
    };
    if let Some(&[(edge, first_line), (_, line)]) =
        list.windows(2).find(twice).and_then(|it| it.first_chunk())
    {
        return Err(GraphError::DuplicateEdge {
            path: path.to_owned(),
            line,
            first_line,
            source_node: edge.source,
            target: edge.target,
        });
    }
    let graph = Sparse::from_edges(nodes, list.into_iter().map(|(edge, _)| edge));
    match graph.check() {
        Err(SetupError::TooLarge { .. } | SetupError::TooManySparseNodes { .. }) => {
            Err(too_large(path, nodes))
        }
        _ => Ok(graph),
    }
}

/// Edges in the order of their lines.
fn parse(path: &Path) -> Result<Vec<Found>, GraphError> {
    let mut lines = Lines::open(path)?;
    let mut fields = StringRecord::new();
    let mut list: Vec<Found> = Vec::new();
    // Line and length of the first edge.
    let mut first = None;
    let mut named = false;
    while let Some((line, text)) = lines.next()? {
        let separator = if text.contains(',') {
            Separator::Commas
        } else {
            Separator::Spaces
        };
        separator.split(text, &mut fields);
        if first.is_none() && !named && is_header(&fields) {
            named = true;
            continue;
        }
        let got = fields.len();
        if !(2..=3).contains(&got) {
            let path = path.to_owned();
            return Err(GraphError::EdgeLength { path, line, got });
        }
        let (first_line, expected) = *first.get_or_insert((line, got));
        if got != expected {
            return Err(GraphError::EdgesUnlike {
                path: path.to_owned(),
                line,
                got,
                first_line,
                expected,
            });
        }
        let place = |column| Place { path, line, column };
        let edge = Edge {
            source: place(1).node(&fields[0])?,
            target: place(2).node(&fields[1])?,
            weight: match fields.get(2) {
                Some(field) => place(3).number(field)?,
                None => 1.0,
            },
        };
        list.try_reserve(1)
            .map_err(|_| too_large(path, edge.source.max(edge.target)))?;
        list.push((edge, line));
    }
    Ok(list)
}

/// The number of nodes, where it was not said.
fn count(path: &Path, edges: usize, smallest: usize, largest: usize) -> Result<usize, GraphError> {
    if smallest > 0 {
        return Err(GraphError::NoNodeZero {
            path: path.to_owned(),
            smallest,
            largest,
        });
    }
    if largest / NODES_AN_EDGE > edges {
        return Err(GraphError::FarNode {
            path: path.to_owned(),
            edges,
            node: largest,
        });
    }
    largest
        .checked_add(1)
        .ok_or_else(|| too_large(path, largest))
}

/// The first node that there is not.
fn beyond(path: &Path, list: &[Found], nodes: usize, from_one: bool) -> GraphError {
    let ends = list.iter().flat_map(|(edge, line)| {
        let columns = [(1, edge.source), (2, edge.target)];
        columns.map(|(column, node)| (*line, column, node))
    });
    let mut outside = ends.filter(|(_, _, node)| *node >= nodes);
    let (line, column, node) = outside.next().expect("the largest is one");
    GraphError::NodeOutOfRange {
        path: path.to_owned(),
        line,
        column,
        node,
        nodes,
        from_one,
    }
}

fn too_large(path: &Path, nodes: usize) -> GraphError {
    let path = path.to_owned();
    GraphError::TooLarge { path, nodes }
}
