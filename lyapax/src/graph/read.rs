//! Graphs from files.

mod edges;
mod fields;
mod lines;
mod npy;
mod table;

use std::path::Path;

use super::{Dense, Sparse};
use crate::GraphError;
use fields::Separator;

impl Dense {
    /// Reads a matrix of weights: one row per target, in it one entry per source. The end of the file's name
    /// says how it is written:
    ///
    /// * `.npy`: an array of numpy, N × N, of floats of 32 or 64 bits, integers or truth values, in either
    ///   order and byte order. Integers beyond 2⁵³ are rounded.
    /// * `.csv`: a row in each line, with commas between its entries, which may be quoted.
    /// * anything else: a row in each line, with spaces or tabs between its entries.
    ///
    /// In text, what follows a `#` is a comment, and so is a line that begins with `%`. Blank lines, a comma at
    /// the end of a line, the ends of lines of Windows and a byte order mark do not matter. A first line of
    /// names alone, each of which begins with a letter, is skipped.
    ///
    /// ```
    /// use lyapax::Dense;
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("weights.csv");
    /// std::fs::write(&path, "left, right\n0, 1.5\n-0.5, 0\n")?;
    /// assert_eq!(Dense::read(&path)?, Dense::from([[0.0, 1.5], [-0.5, 0.0]]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Where there is no such file, or what it holds is not N × N finite numbers: with line and column, what
    /// was found there, and what was expected.
    ///
    /// # Cost
    /// Memory: N × N numbers; up to twice that while text is read.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, GraphError> {
        let path = path.as_ref();
        let ends_in = |end| {
            path.extension()
                .is_some_and(|it| it.eq_ignore_ascii_case(end))
        };
        if ends_in("npy") {
            npy::read(path)
        } else if ends_in("csv") {
            table::read(path, Separator::Commas)
        } else {
            table::read(path, Separator::Spaces)
        }
    }
}

impl Sparse {
    /// Reads a list of edges: in each line `source target` or `source target weight`, with spaces, tabs or
    /// commas between them. All lines are alike; without weights each is 1. Nodes are whole numbers counted
    /// from 0, of which there are `nodes`; where that is `None`, as many as the largest says. Edges may stand in
    /// any order; those of weight 0 are left out.
    ///
    /// Comments, blank lines and a first line of names are as in [`Dense::read`].
    ///
    /// ```
    /// use lyapax::Sparse;
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("edges.txt");
    /// std::fs::write(&path, "# source target weight\n0 1 2.5\n2 0 -1\n")?;
    /// let graph = Sparse::read_edges(&path, None)?;
    /// assert_eq!((graph.nodes(), graph.edges()), (3, 2));
    /// assert_eq!(graph.at(1, 0), 2.5);
    /// assert_eq!(Sparse::read_edges(&path, 10)?.nodes(), 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Where there is no such file, or a line is no edge, an edge stands there twice, or a node is not one of
    /// `nodes`: with line and column, what was found there, and what was expected. Without `nodes`, also where
    /// node 0 has no edge or a node is far beyond the number of edges, since such a file may count otherwise.
    ///
    /// # Cost
    /// Sorts the edges. Memory: 32 bytes for each while it reads, and then as [`Sparse::from_edges`].
    pub fn read_edges(
        path: impl AsRef<Path>,
        nodes: impl Into<Option<usize>>,
    ) -> Result<Self, GraphError> {
        edges::read(path.as_ref(), nodes.into())
    }
}
