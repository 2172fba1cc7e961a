//! What can be wrong with a file that a graph is read from.

use std::path::PathBuf;

/// Why a graph cannot be read. Lines, and columns in them, are counted from 1, as editors do; nodes from 0.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// There is no such file.
    #[error("there is no file `{}`\nhelp: name one that is there", path.display())]
    Missing {
        /// Where.
        path: PathBuf,
    },
    /// A folder.
    #[error("`{}` is a folder\nhelp: name a file in it", path.display())]
    Directory {
        /// Where.
        path: PathBuf,
    },
    /// The file cannot be read.
    #[error("`{}` cannot be read: {reason}\nhelp: name a file that may be read", path.display())]
    Unreadable {
        /// Where.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// Bytes that are no text.
    #[error(
        "`{}`, line {line}: this is no text\nhelp: write text as UTF-8, or a matrix of numpy into a file `.npy`",
        path.display()
    )]
    NotText {
        /// Where.
        path: PathBuf,
        /// The line.
        line: usize,
    },
    /// Nothing but blank lines, comments and a header.
    #[error("`{}` holds no numbers\nhelp: a graph has one node at least", path.display())]
    Empty {
        /// Where.
        path: PathBuf,
    },
    /// Something else where a number is expected.
    #[error(
        "`{}`, line {line}, column {column}: {} is not a number\nhelp: write numbers alone, separated by \
         spaces, or by commas in a file `.csv`", path.display(), named(found)
    )]
    NotANumber {
        /// Where.
        path: PathBuf,
        /// The line.
        line: usize,
        /// Which entry of the line.
        column: usize,
        /// What stands there.
        found: String,
    },
    /// A number that is infinite or NaN, or too large for 64 bits.
    #[error(
        "`{}`, line {line}, column {column}: `{found}` is not a finite number\nhelp: weights are finite, 0 \
         where there is no edge", path.display()
    )]
    NotFinite {
        /// Where.
        path: PathBuf,
        /// The line.
        line: usize,
        /// Which entry of the line.
        column: usize,
        /// What stands there.
        found: String,
    },
    /// A row of a matrix that is not as long as the first.
    #[error(
        "`{}`, line {line}: the row has {got} numbers, and there are {expected} in the first, line \
         {first_line}\nhelp: weights are N × N: one row per target, in it one entry per source", path.display()
    )]
    RowLength {
        /// Where.
        path: PathBuf,
        /// The line.
        line: usize,
        /// Numbers in it.
        got: usize,
        /// The line of the first row.
        first_line: usize,
        /// Numbers in that.
        expected: usize,
    },
    /// A matrix of another number of rows than columns.
    #[error(
        "`{}` has {rows} rows of {columns} numbers\nhelp: weights are N × N{}", path.display(),
        if *rows == columns + 1 { "; is the first row one of names or numbers of nodes?" } else { "" }
    )]
    NotSquare {
        /// Where.
        path: PathBuf,
        /// Number of rows.
        rows: usize,
        /// Numbers in each.
        columns: usize,
    },
    /// A line of a list of edges that is none.
    #[error(
        "`{}`, line {line}: {got} entries are no edge\nhelp: write `source target` or `source target weight` \
         in every line", path.display()
    )]
    EdgeLength {
        /// Where.
        path: PathBuf,
        /// The line.
        line: usize,
        /// Entries in it.
        got: usize,
    },
    /// Edges of which some have a weight.
    #[error(
        "`{}`, line {line}: the edge has {got} entries, and the first, line {first_line}, has \
         {expected}\nhelp: give every edge a weight, or none", path.display()
    )]
    EdgesUnlike {
        /// Where.
        path: PathBuf,
        /// The line.
        line: usize,
        /// Entries in it.
        got: usize,
        /// The line of the first edge.
        first_line: usize,
        /// Entries in that.
        expected: usize,
    },
    /// Something else where the number of a node is expected.
    #[error(
        "`{}`, line {line}, column {column}: {} is not a node\nhelp: nodes are whole numbers, counted from \
         0: write `source target` or `source target weight`", path.display(), named(found)
    )]
    NotANode {
        /// Where.
        path: PathBuf,
        /// The line.
        line: usize,
        /// Which entry of the line.
        column: usize,
        /// What stands there.
        found: String,
    },
    /// A node that there is not.
    #[error(
        "`{}`, line {line}, column {column}: node {node} of {nodes} nodes\nhelp: {}", path.display(),
        if *from_one {
            "nodes are counted from 0, and this file seems to count from 1: take 1 from each"
        } else {
            "nodes are counted from 0 to N − 1"
        }
    )]
    NodeOutOfRange {
        /// Where.
        path: PathBuf,
        /// The line.
        line: usize,
        /// Which entry of the line.
        column: usize,
        /// The node.
        node: usize,
        /// Number of nodes.
        nodes: usize,
        /// Whether the file's nodes go from 1 to N.
        from_one: bool,
    },
    /// Nodes from 1 on, or more, and it was not said how many nodes there are.
    #[error(
        "`{}` names the nodes {smallest} to {largest}\nhelp: nodes are counted from 0; where the first ones \
         have no edges, say how many there are, such as `Sparse::read_edges(path, {})`", path.display(),
        largest.saturating_add(1)
    )]
    NoNodeZero {
        /// Where.
        path: PathBuf,
        /// The smallest node.
        smallest: usize,
        /// The largest node.
        largest: usize,
    },
    /// A node that is far beyond all others, and it was not said how many nodes there are.
    #[error(
        "`{}` has {edges} edges, and one of node {node}\nhelp: nodes are counted from 0 on, without gaps; \
         where there are so many, say so: `Sparse::read_edges(path, {})`", path.display(),
        node.saturating_add(1)
    )]
    FarNode {
        /// Where.
        path: PathBuf,
        /// Number of edges.
        edges: usize,
        /// The largest node.
        node: usize,
    },
    /// Two edges between the same nodes in the same direction.
    #[error(
        "`{}`, line {line}: the edge from node {source_node} to node {target} stands in line {first_line} \
         already\nhelp: give it once; edges side by side are one with the sum of their weights", path.display()
    )]
    DuplicateEdge {
        /// Where.
        path: PathBuf,
        /// The line.
        line: usize,
        /// The line that it stands in first.
        first_line: usize,
        /// The node that is read.
        source_node: usize,
        /// The node that reads.
        target: usize,
    },
    /// More numbers than the memory can hold, or more nodes than can be counted.
    #[error(
        "the {nodes} nodes of `{}` are more than there is memory for\nhelp: take fewer nodes", path.display()
    )]
    TooLarge {
        /// Where.
        path: PathBuf,
        /// Number of nodes.
        nodes: usize,
    },
    /// A file `.npy` that is not as numpy writes it.
    #[error("`{}` is not a file of numpy: {reason}\nhelp: write it with `numpy.save`", path.display())]
    NotNpy {
        /// Where.
        path: PathBuf,
        /// How that is known.
        reason: String,
    },
    /// An array of something else than real numbers.
    #[error(
        "`{}` holds values of type `{found}`\nhelp: real numbers can be read: save `a.astype(float)`",
        path.display()
    )]
    NpyType {
        /// Where.
        path: PathBuf,
        /// The type, as numpy writes it.
        found: String,
    },
    /// An array that is not N × N.
    #[error(
        "`{}` holds an array of shape ({shape})\nhelp: weights are N × N: one row per target, in it one entry \
         per source", path.display()
    )]
    NpyShape {
        /// Where.
        path: PathBuf,
        /// The shape, as numpy writes it.
        shape: String,
    },
    /// An array that is cut off, or followed by something.
    #[error(
        "`{}` has {got} bytes of numbers, and its array needs {expected}\nhelp: it is damaged, or holds \
         several arrays: write it anew", path.display()
    )]
    NpyLength {
        /// Where.
        path: PathBuf,
        /// Bytes that the array needs.
        expected: u64,
        /// Bytes that there are.
        got: u64,
    },
    /// A weight of an array that is NaN or infinite.
    #[error(
        "`{}`: the weight in row {row}, column {column} is {value}\nhelp: weights are finite, 0 where there is no \
         edge", path.display()
    )]
    NpyNotFinite {
        /// Where.
        path: PathBuf,
        /// Row, from 0, as numpy counts.
        row: usize,
        /// Column, from 0.
        column: usize,
        /// The value.
        value: f64,
    },
}

/// What stands at a place, which may be nothing.
fn named(found: &str) -> String {
    if found.is_empty() {
        "an empty entry".to_owned()
    } else {
        format!("`{found}`")
    }
}
