//! What is told of a graph when its system is run.

use lyapax::{Dense, Edge, Error, SetupError, Sparse, SpectrumOptions, System, Uniform};

use crate::{Relay, mistake};

fn edges(list: &[(usize, usize, f64)]) -> Sparse {
    let edge = |&(source, target, weight)| Edge {
        source,
        target,
        weight,
    };
    Sparse::from_edges(3, list.iter().map(edge))
}

#[test]
fn matrices() {
    let error = mistake(vec![vec![0.0, 1.0], vec![0.0]]);
    assert_eq!(
        error,
        SetupError::WeightsRow {
            row: 1,
            nodes: 2,
            got: 1
        }
    );
    let length = SetupError::WeightsLength {
        nodes: 2,
        expected: 4,
        got: 3,
    };
    assert_eq!(mistake((2, vec![0.0; 3])), length);
    assert_eq!(mistake(Dense::new(2, vec![0.0; 3])), length);
    let error = mistake([[0.0, 1.0], [f64::INFINITY, 0.0]]);
    assert_eq!(
        error,
        SetupError::WeightNotFinite {
            target: 1,
            source_node: 0,
            value: f64::INFINITY
        }
    );
}

#[test]
fn lists_of_edges() {
    let outside = |source_node, target| SetupError::EdgeOutOfRange {
        source_node,
        target,
        nodes: 3,
    };
    assert_eq!(mistake(edges(&[(0, 1, 1.0), (3, 1, 1.0)])), outside(3, 1));
    assert_eq!(mistake(edges(&[(0, 7, 0.0)])), outside(0, 7));
    let twice = mistake(edges(&[(2, 1, 0.5), (1, 2, 1.0), (2, 1, -3.0)]));
    let expected = SetupError::DuplicateEdge {
        source_node: 2,
        target: 1,
        first: 0.5,
        second: -3.0,
    };
    assert_eq!(twice, expected);
    // Also where one of the two is none.
    assert!(matches!(
        mistake(edges(&[(2, 1, 0.5), (2, 1, 0.0)])),
        SetupError::DuplicateEdge { .. }
    ));
    let infinite = mistake(edges(&[
        (0, 1, 1.0),
        (1, 2, f64::NEG_INFINITY),
        (2, 0, 1.0),
    ]));
    let expected = SetupError::WeightNotFinite {
        target: 2,
        source_node: 1,
        value: f64::NEG_INFINITY,
    };
    assert_eq!(infinite, expected);
    let dense = Dense::from(vec![vec![0.0; 2]; 3]);
    assert!(matches!(
        mistake(Sparse::from_dense(&dense)),
        SetupError::WeightsRow { row: 0, .. }
    ));
    assert_eq!(mistake(Sparse::from_edges(0, [])), SetupError::NoNodes);
}

#[test]
fn uniform_weights() {
    assert!(matches!(
        mistake(Uniform::new(3, f64::NAN)),
        SetupError::UniformNotFinite { value } if value.is_nan()
    ));
}

#[test]
fn compressed_rows() {
    let of = |offsets: &[usize], sources: &[u32]| {
        let weights = vec![1.0; sources.len()];
        mistake(Sparse::from_csr(
            3,
            offsets.to_vec(),
            sources.to_vec(),
            weights,
        ))
    };
    let lengths = |offsets, sources, weights| SetupError::CsrLengths {
        nodes: 3,
        offsets,
        sources,
        weights,
    };
    assert_eq!(of(&[], &[]), lengths(0, 0, 0));
    assert_eq!(of(&[0, 1, 2], &[0, 1]), lengths(3, 2, 2));
    let graph = Sparse::from_csr(3, vec![0, 1, 1, 1], vec![0], vec![]);
    assert_eq!(mistake(graph), lengths(4, 1, 0));
    let offset = |position, offset| SetupError::CsrOffset {
        position,
        offset,
        edges: 2,
    };
    assert_eq!(of(&[1, 1, 1, 2], &[0, 1]), offset(0, 1));
    assert_eq!(of(&[0, 2, 1, 2], &[0, 1]), offset(2, 1));
    assert_eq!(of(&[0, 9, 9, 9], &[0, 1]), offset(1, 9));
    assert_eq!(of(&[0, 1, 1, 1], &[0, 1]), offset(3, 1));
    let expected = SetupError::CsrOrder {
        target: 1,
        before: 2,
        after: 0,
    };
    assert_eq!(of(&[0, 1, 3, 3], &[1, 2, 0]), expected);
    assert!(matches!(
        of(&[0, 0, 2, 2], &[1, 1]),
        SetupError::DuplicateEdge {
            source_node: 1,
            target: 1,
            ..
        }
    ));
    let expected = SetupError::EdgeOutOfRange {
        source_node: 3,
        target: 2,
        nodes: 3,
    };
    assert_eq!(of(&[0, 0, 0, 1], &[3]), expected);
}

#[test]
fn sizes_beyond_all_memory() {
    let none: [Edge; 0] = [];
    let nodes = usize::MAX;
    for graph in [
        Sparse::from_edges(nodes, none),
        Sparse::from_csr(nodes, vec![], vec![], vec![]),
    ] {
        assert_eq!(mistake(graph), SetupError::TooManySparseNodes { nodes });
    }
    for error in [
        mistake(Dense::all_to_all(nodes, 1.0)),
        mistake(Uniform::new(nodes, 1.0)),
    ] {
        assert!(matches!(error, SetupError::TooLarge { .. }), "{error}");
    }
    // All exponents of a million dimensions, where they are not told to be fewer.
    let many = System::network(Relay::default(), Uniform::new(1_000_000, 1.0));
    let error = many
        .spectrum(&SpectrumOptions::new(10).dt(0.01))
        .unwrap_err();
    assert!(
        matches!(
            error,
            Error::Setup(SetupError::TangentsTooLarge { k: 1_000_000, .. })
        ),
        "{error}"
    );
    let none = System::uncoupled(Relay::default(), nodes).initial_state(&[]);
    let error = none
        .spectrum(&SpectrumOptions::new(10).dt(0.01))
        .unwrap_err();
    assert!(
        matches!(error, Error::Setup(SetupError::TooLarge { .. })),
        "{error}"
    );
}

#[test]
fn in_words() {
    for (error, words) in [
        (
            mistake(edges(&[(2, 1, 0.5), (2, 1, 1.5)])),
            "the edge from node 2 to node 1 is given twice, with weight 0.5 and with weight 1.5\nhelp: give it \
             once; edges side by side are one with the sum of their weights",
        ),
        (
            mistake(edges(&[(3, 1, 1.0)])),
            "an edge leads from node 3 to node 1, and there are 3 nodes\nhelp: nodes are counted from 0 to N − 1",
        ),
        (
            mistake(Sparse::from_csr(1, vec![0], vec![], vec![])),
            "a sparse graph of 1 nodes has 1 offsets, 0 sources and 0 weights\nhelp: give 2 offsets, one more \
             than nodes, and as many weights as sources",
        ),
    ] {
        assert_eq!(error.to_string(), words);
    }
}
