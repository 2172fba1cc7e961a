//! One graph in three forms.

use std::sync::Arc;

use lyapax::{Dense, Edge, Graph, GraphForm, Sparse, Uniform};

fn edge(source: usize, target: usize, weight: f64) -> Edge {
    Edge {
        source,
        target,
        weight,
    }
}

/// About one entry in four, and never by a rule that is the same for rows and columns.
fn some(n: usize) -> Dense {
    Dense::from_fn(n, |target, source| {
        if (7 * target + 3 * source).is_multiple_of(4) {
            (target * n + source) as f64 - 5.0
        } else {
            0.0
        }
    })
}

#[track_caller]
fn same(a: &Graph, b: &Graph) {
    assert_eq!((a.nodes(), a.edges()), (b.nodes(), b.edges()));
    for target in 0..a.nodes() {
        for source in 0..a.nodes() {
            let places = (a.at(target, source), b.at(target, source));
            assert_eq!(places.0, places.1, "from {source} to {target}");
        }
    }
}

#[test]
fn sparse_graphs_hold_the_edges_of_a_matrix() {
    for n in [1, 2, 3, 17] {
        let dense = some(n);
        let sparse = Sparse::from_dense(&dense);
        same(&dense.clone().into(), &sparse.clone().into());
        // In any order.
        let mut edges: Vec<_> = (0..n * n)
            .map(|i| edge(i % n, i / n, dense.at(i / n, i % n)))
            .collect();
        edges.reverse();
        edges.rotate_left(n / 2);
        assert_eq!(Sparse::from_edges(n, edges), sparse);
        for target in 0..n {
            let (sources, weights) = sparse.row(target);
            assert!(sources.is_sorted() && sources.len() == weights.len());
            for (&source, &weight) in sources.iter().zip(weights) {
                assert_eq!(weight, dense.row(target)[source as usize]);
            }
        }
    }
}

#[test]
fn compressed_rows() {
    let (offsets, sources) = (vec![0, 2, 2, 3], vec![1, 2, 0]);
    let full = Sparse::from_csr(3, offsets.clone(), sources.clone(), vec![1.0, -2.0, 3.0]);
    let expected = [edge(1, 0, 1.0), edge(2, 0, -2.0), edge(0, 2, 3.0)];
    assert_eq!(full, Sparse::from_edges(3, expected));
    // What is zero is no edge.
    let less = Sparse::from_csr(3, offsets, sources, vec![1.0, 0.0, 3.0]);
    assert_eq!(less, Sparse::from_edges(3, [expected[0], expected[2]]));
    assert_eq!(less.edges(), 2);
}

#[test]
fn uniform_graphs_hold_the_edges_of_a_matrix() {
    let with_self = |n| Dense::from_fn(n, |_, _| 0.5);
    for n in [1, 2, 5] {
        let graph = Uniform::new(n, 0.5);
        same(&Dense::all_to_all(n, 0.5).into(), &graph.clone().into());
        same(&with_self(n).into(), &graph.with_self().into());
    }
    assert_eq!(Graph::from(Uniform::new(4, 0.0)).edges(), 0);
}

#[test]
fn clones_share_their_numbers() {
    let numbers = Arc::new(vec![1.0; 9]);
    let graph = Dense::shared(3, Arc::clone(&numbers));
    let clone = Graph::from(graph.clone()).clone();
    let Graph::Dense(clone) = clone else {
        panic!("{clone:?}");
    };
    assert!(core::ptr::eq(graph.values(), clone.values()));
    assert_eq!(Arc::strong_count(&numbers), 3);
}

#[test]
fn arrays_are_dense_graphs() {
    let expected = Graph::from(Dense::new(2, vec![0.0, 1.0, 2.0, 3.0]));
    assert_eq!(Graph::from([[0.0, 1.0], [2.0, 3.0]]), expected);
    assert_eq!(Graph::from(vec![vec![0.0, 1.0], vec![2.0, 3.0]]), expected);
    assert_eq!(Graph::from((2, vec![0.0, 1.0, 2.0, 3.0])), expected);
    assert_eq!(expected.form(), GraphForm::Dense);
    assert_eq!(expected.at(1, 0), 2.0);
}

/// What is offered is the same graph.
#[track_caller]
fn offers(graph: impl Into<Graph>, form: Option<GraphForm>) {
    let graph = graph.into();
    let cheaper = graph.cheaper();
    assert_eq!(cheaper.as_ref().map(Graph::form), form);
    if let Some(cheaper) = cheaper {
        same(&graph, &cheaper);
        assert_eq!(cheaper.cheaper(), None);
    }
}

#[test]
fn cheaper_forms() {
    let (sparse, uniform) = (Some(GraphForm::Sparse), Some(GraphForm::Uniform));
    // Sparse where at most 4 of 16 entries are edges.
    let few = |edges| Dense::from_fn(4, |i, j| f64::from(4 * i + j < edges));
    offers(few(0), sparse);
    offers(few(4), sparse);
    offers(few(5), None);
    let all = |own, other| Dense::from_fn(4, move |i, j| if i == j { own } else { other });
    offers(all(0.0, 2.0), uniform);
    offers(all(2.0, 2.0), uniform);
    // Another weight to itself, of one node or of all.
    offers(all(1.0, 2.0), None);
    offers(all(1.0, 0.0), sparse);
    offers(Dense::from_fn(4, |i, j| f64::from(i != j || i == 2)), None);
    offers(
        Dense::from_fn(4, |i, j| if i == j { 0.0 } else { (i + j) as f64 }),
        None,
    );
    offers(Dense::from_fn(1, |_, _| 1.0), None);
    offers(Dense::all_to_all(2, 1.0), uniform);

    offers(Sparse::from_dense(&all(0.0, 2.0)), uniform);
    offers(Sparse::from_dense(&all(2.0, 2.0)), uniform);
    offers(Sparse::from_dense(&all(1.0, 2.0)), None);
    offers(Sparse::from_dense(&few(4)), None);
    // As many edges of one weight as a uniform graph has, but one of them to itself.
    let shifted = Dense::from_fn(4, |i, j| f64::from((i, j) != (0, 1) && (i != j || i == 0)));
    assert_eq!(Graph::from(shifted.clone()).edges(), 12);
    offers(Sparse::from_dense(&shifted), None);

    offers(Uniform::new(4, 1.0), None);
    // Not of what cannot be run.
    offers(Dense::from(vec![vec![0.0; 3]; 2]), None);
    offers(Dense::all_to_all(3, f64::INFINITY), None);
}

#[test]
#[should_panic(expected = "source 3 of 3 nodes")]
fn no_such_source() {
    Graph::from(Sparse::from_edges(3, [])).at(0, 3);
}

#[test]
#[should_panic(expected = "target 3 of 3 nodes")]
fn no_such_target() {
    Graph::from(Uniform::new(3, 1.0)).at(3, 0);
}
