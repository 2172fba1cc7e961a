//! Proof of the orders: a Runge–Kutta method has order p if and only if Σᵢ bᵢ Φᵢ(τ) = 1/γ(τ) for
//! every rooted tree τ with at most p nodes (Butcher 1963; Hairer, Nørsett & Wanner, Solving ODEs
//! I, theorem II.2.13).

use super::tableau::{Euler, Heun, Rk4, Rk6, Tableau};

/// A root with the trees that hang from it, in descending order so that equal trees are equal.
#[derive(Clone, PartialEq, PartialOrd)]
struct Tree(Vec<Tree>);

impl Tree {
    fn nodes(&self) -> usize {
        1 + self.0.iter().map(Self::nodes).sum::<usize>()
    }

    /// γ: the number of nodes, times γ of every branch.
    fn density(&self) -> f64 {
        self.nodes() as f64 * self.0.iter().map(Self::density).product::<f64>()
    }

    /// Φᵢ: the product over branches of Σⱼ aᵢⱼ Φⱼ(branch).
    fn weight<T: Tableau>(&self, i: usize) -> f64 {
        self.0
            .iter()
            .map(|branch| {
                (0..i)
                    .map(|j| T::A[i][j] * branch.weight::<T>(j))
                    .sum::<f64>()
            })
            .product()
    }
}

/// Every tree of n nodes.
fn trees(n: usize) -> Vec<Tree> {
    forests(n - 1, None).into_iter().map(Tree).collect()
}

/// Every descending list of trees with n nodes together, none above `bound`.
fn forests(n: usize, bound: Option<&Tree>) -> Vec<Vec<Tree>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for size in 1..=n {
        for first in trees(size) {
            if bound.is_none_or(|bound| first <= *bound) {
                for mut rest in forests(n - size, Some(&first)) {
                    rest.insert(0, first.clone());
                    all.push(rest);
                }
            }
        }
    }
    all
}

/// The largest |Σ bᵢ Φᵢ − 1/γ| over all trees of n nodes.
fn defect<T: Tableau>(n: usize) -> f64 {
    trees(n)
        .iter()
        .map(|tree| {
            let sum: f64 = (0..T::STAGES).map(|i| T::B[i] * tree.weight::<T>(i)).sum();
            (sum - 1.0 / tree.density()).abs()
        })
        .fold(0.0, f64::max)
}

fn check<T: Tableau>() {
    for i in 0..T::STAGES {
        let row: f64 = T::A[i].iter().sum();
        assert!((row - T::C[i]).abs() < 1e-14, "row {i} sums to {row}");
        assert!(
            T::A[i][i..].iter().all(|&a| a == 0.0),
            "row {i} is explicit"
        );
    }
    for n in 1..=T::ORDER {
        let defect = defect::<T>(n);
        assert!(defect < 1e-14, "order {n}: defect {defect:e}");
    }
    let next = defect::<T>(T::ORDER + 1);
    assert!(next > 1e-5, "the order is higher than claimed: {next:e}");
}

#[test]
fn trees_are_counted_right() {
    // Sequence A000081.
    let counts: Vec<_> = (1..=7).map(|n| trees(n).len()).collect();
    assert_eq!(counts, [1, 1, 2, 4, 9, 20, 48]);
}

#[test]
fn every_order_condition_holds_and_the_next_fails() {
    check::<Euler>();
    check::<Heun>();
    check::<Rk4>();
    check::<Rk6>();
}
