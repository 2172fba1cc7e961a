//! Lists of edges as text.

use lyapax::{Edge, GraphError, Sparse};

use crate::files::written;

fn graph(nodes: usize, edges: &[(usize, usize, f64)]) -> Sparse {
    let edge = |&(source, target, weight)| Edge {
        source,
        target,
        weight,
    };
    Sparse::from_edges(nodes, edges.iter().map(edge))
}

#[test]
fn edges_with_weights() {
    let expected = graph(3, &[(0, 1, 2.5), (2, 0, -1.0)]);
    for text in [
        "0 1 2.5\n2 0 -1\n",
        "2\t0\t-1\r\n0 1  2.5",
        "# c\r0 1 2.5 # c\r2 0 -1\r",
        "\u{feff}a,b,c\r\r0,1,2.5\r2,0,-1",
        "0,1,2.5\n2, 0, -1,\n",
        "\u{feff}source,target,weight\n\"0\",\"1\",2.5\n2,0,-1\n",
        "source target weight\n# c\n\n0 1 2.5 # c\n% c\n2 0 -1\n",
        // As numpy's `savetxt` writes it.
        "0.000000000000000000e+00 1.000000000000000000e+00 2.500000000000000000e+00\n2.0 0.0 -1.0\n",
    ] {
        let file = written("edges.txt", text);
        assert_eq!(
            Sparse::read_edges(&file.path, None).unwrap(),
            expected,
            "{text}"
        );
        assert_eq!(
            Sparse::read_edges(&file.path, 3).unwrap(),
            expected,
            "{text}"
        );
    }
}

#[test]
fn edges_without_weights() {
    let file = written("edges", "3 3\n0 1\n1 0\n");
    let expected = |nodes| graph(nodes, &[(3, 3, 1.0), (0, 1, 1.0), (1, 0, 1.0)]);
    assert_eq!(Sparse::read_edges(&file.path, None).unwrap(), expected(4));
    assert_eq!(Sparse::read_edges(&file.path, 9).unwrap(), expected(9));
    let zero = written("edges", "0 1 0\n1 0 0.5\n");
    let read = Sparse::read_edges(zero.path, None).unwrap();
    assert_eq!(read, graph(2, &[(1, 0, 0.5)]));
}

#[test]
fn what_is_no_edge() {
    for (text, nodes, expected) in [
        ("", None, "`e` holds no numbers"),
        ("# none\n", Some(3), "`e` holds no numbers"),
        ("0 1\n2\n", None, "`e`, line 2: 1 entries are no edge"),
        ("0 1 2 3\n", None, "`e`, line 1: 4 entries are no edge"),
        (
            "# c\n0 1\n\n1 0 2\n",
            None,
            "`e`, line 4: the edge has 3 entries, and the first, line 2, has 2",
        ),
        (
            "0 1\n0 -1\n",
            None,
            "`e`, line 2, column 2: `-1` is not a node",
        ),
        (
            "0 1.5\n",
            None,
            "`e`, line 1, column 2: `1.5` is not a node",
        ),
        (
            "a b\nb c\n",
            None,
            "`e`, line 2, column 1: `b` is not a node",
        ),
        (
            "0 nan\n",
            None,
            "`e`, line 1, column 2: `nan` is not a node",
        ),
        (
            "0,,1\n",
            None,
            "`e`, line 1, column 2: an empty entry is not a node",
        ),
        (
            "0 99999999999999999999\n",
            None,
            "`e`, line 1, column 2: `99999999999999999999` is not a node",
        ),
        (
            "0 1 x\n",
            None,
            "`e`, line 1, column 3: `x` is not a number",
        ),
        (
            "0 1 1\n1 0 inf\n",
            None,
            "`e`, line 2, column 3: `inf` is not a finite number",
        ),
        (
            "0 1\n1 0\n# c\n0 1\n",
            None,
            "`e`, line 4: the edge from node 0 to node 1 stands in line 1 already",
        ),
        (
            "0 1\n1 3\n5 0\n",
            Some(3),
            "`e`, line 2, column 2: node 3 of 3 nodes",
        ),
        ("1 2\n2 1\n", None, "`e` names the nodes 1 to 2"),
        (
            "0 1\n0 4000000000\n",
            None,
            "`e` has 2 edges, and one of node 4000000000",
        ),
        (
            "0 4000000000\n",
            Some(5_000_000_000),
            "the 5000000000 nodes of `e` are more than there is memory for",
        ),
    ] {
        let file = written("e", text);
        let words = file.words(Sparse::read_edges(&file.path, nodes));
        assert_eq!(words.lines().next().unwrap(), expected);
    }
}

#[test]
fn nodes_are_counted_from_zero() {
    let file = written("e", "1 2\n2 3\n3 1\n");
    let read = |nodes: usize| Sparse::read_edges(&file.path, nodes);
    assert_eq!(
        file.words(read(3)),
        "`e`, line 2, column 2: node 3 of 3 nodes\nhelp: nodes are counted from 0, and this file seems to count \
         from 1: take 1 from each"
    );
    let words = file.words(read(2));
    assert!(
        words.ends_with("help: nodes are counted from 0 to N − 1"),
        "{words}"
    );
    // A first node without edges, where that is said.
    assert_eq!(read(4).unwrap().row(0), (&[][..], &[][..]));
    let error = Sparse::read_edges(&file.path, None).unwrap_err();
    let GraphError::NoNodeZero {
        smallest, largest, ..
    } = error
    else {
        panic!("{error}");
    };
    assert_eq!((smallest, largest), (1, 3));
}
