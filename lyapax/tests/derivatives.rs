//! A wrong derivative is found, whatever is wrong with it; a right one is not complained of.

use std::cell::Cell;

use lyapax::__private::{At, Entry, Info};
use lyapax::{
    Dense, Dynamical, Law, Model, Param, Scalar, Signal, Spectrum, SpectrumOptions, System,
    Tangent, Warning,
};

lyapax::model! {
    Lorenz {
        state x = 1.0, y = 1.0, z = 1.0;
        param sigma = 10.0, rho = 28.0, beta = 8 / 3;
        dx/dt = sigma * (y - x);
        dy/dt = x * (rho - z) - y;
        dz/dt = x * y - beta * z;
    }
}

lyapax::model! {
    Ring {
        state x = 0.5, v = 0.1;
        coupling c = sum(w * tanh(src.x - 0.5 * x * v));
        dx/dt = v;
        dv/dt = -x^3 - 0.1 * v + 0.5 * c;
    }
}

lyapax::model! {
    /// Its sum is two products with the weights.
    Waves {
        state x = 0.5, v = 0.1;
        coupling c = sum(w * sin(src.x - x));
        dx/dt = v;
        dv/dt = -x^3 - 0.1 * v + 0.5 * c;
    }
}

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wrong {
    Nothing,
    Partial(usize),
    Edge(usize),
    Trace,
    Gather(usize),
    Finish(usize),
}

std::thread_local! {
    // Of the thread, since a test has one of its own and its systems are too small to be shared: a type for each
    // mistake would be compiled as often.
    static WRONG: Cell<Wrong> = const { Cell::new(Wrong::Nothing) };
}

/// A model with one number a thousandth too large, as long as [`with`] says which.
#[derive(Clone)]
struct Broken<M>(M);

/// Runs something while that is wrong.
fn with<T>(wrong: Wrong, run: impl FnOnce() -> T) -> T {
    WRONG.set(wrong);
    let result = run();
    WRONG.set(Wrong::Nothing);
    result
}

/// The list with its number `which` a thousandth too large.
fn spoil<S: Scalar>(j: &mut [S], which: usize) {
    j[which] = j[which] * S::lit(1.001);
}

impl<M: Model> Dynamical for Broken<M> {}

impl<M: Model> Model for Broken<M> {
    const INFO: Info = M::INFO;
    const PARTIALS: &'static [Entry] = M::PARTIALS;
    const PARAM_PARTIALS: &'static [Entry] = M::PARAM_PARTIALS;
    const EDGE_PARTIALS: &'static [Entry] = M::EDGE_PARTIALS;
    const OUTPUT_PARTIALS: &'static [Entry] = M::OUTPUT_PARTIALS;
    const OPERATIONS: usize = M::OPERATIONS;
    type State<T: Copy + Send + Sync> = M::State<T>;
    type Gathered<T: Copy + Send + Sync> = M::Gathered<T>;
    type Sums<T: Copy + Send + Sync> = M::Sums<T>;
    type Params<T: Copy + Send + Sync> = M::Params<T>;
    type Outputs<T: Copy + Send + Sync> = M::Outputs<T>;
    type Partials<T: Copy + Send + Sync> = M::Partials<T>;
    type ParamPartials<T: Copy + Send + Sync> = M::ParamPartials<T>;
    type EdgePartials<T: Copy + Send + Sync> = M::EdgePartials<T>;
    type OutputPartials<T: Copy + Send + Sync> = M::OutputPartials<T>;

    fn param(&self, i: usize) -> &Param {
        self.0.param(i)
    }
    fn param_mut(&mut self, i: usize) -> &mut Param {
        self.0.param_mut(i)
    }
    fn input(&self, i: usize) -> &Signal {
        self.0.input(i)
    }
    fn input_mut(&mut self, i: usize) -> &mut Signal {
        self.0.input_mut(i)
    }
    fn rhs<S: Scalar>(
        at: At<S>,
        x: &M::State<S>,
        u: &M::Gathered<S>,
        p: &M::Params<S>,
    ) -> M::State<S> {
        M::rhs(at, x, u, p)
    }
    fn rhs_partials<S: Scalar>(
        at: At<S>,
        x: &M::State<S>,
        u: &M::Gathered<S>,
        p: &M::Params<S>,
    ) -> (M::State<S>, M::Partials<S>) {
        let (f, mut j) = M::rhs_partials(at, x, u, p);
        if let Wrong::Partial(which) = WRONG.get() {
            spoil(j.as_mut(), which);
        }
        (f, j)
    }
    fn param_partials<S: Scalar>(
        at: At<S>,
        x: &M::State<S>,
        u: &M::Gathered<S>,
        p: &M::Params<S>,
    ) -> M::ParamPartials<S> {
        M::param_partials(at, x, u, p)
    }
    fn jvp<S: Scalar, V: Tangent<S>>(
        j: &M::Partials<S>,
        v: &M::State<V>,
        vu: &M::Gathered<V>,
    ) -> M::State<V> {
        M::jvp(j, v, vu)
    }
    fn trace<S: Scalar>(j: &M::Partials<S>) -> S {
        let trace = M::trace(j);
        if WRONG.get() == Wrong::Trace {
            trace + S::lit(0.01)
        } else {
            trace
        }
    }
    fn det<S: Scalar>(
        at: At<S>,
        x: &M::State<S>,
        u: &M::Gathered<S>,
        p: &M::Params<S>,
    ) -> Option<S> {
        M::det(at, x, u, p)
    }
    fn outputs<S: Scalar>(
        at: At<S>,
        x: &M::State<S>,
        u: &M::Gathered<S>,
        p: &M::Params<S>,
    ) -> M::Outputs<S> {
        M::outputs(at, x, u, p)
    }
    fn output_partials<S: Scalar>(
        at: At<S>,
        x: &M::State<S>,
        u: &M::Gathered<S>,
        p: &M::Params<S>,
    ) -> (M::Outputs<S>, M::OutputPartials<S>) {
        M::output_partials(at, x, u, p)
    }
    fn edge<S: Scalar>(
        at: At<S>,
        weight: S,
        source: &M::State<S>,
        x: &M::State<S>,
        u: &M::Gathered<S>,
        p: &M::Params<S>,
    ) -> M::Sums<S> {
        M::edge(at, weight, source, x, u, p)
    }
    fn edge_partials<S: Scalar>(
        at: At<S>,
        weight: S,
        source: &M::State<S>,
        x: &M::State<S>,
        u: &M::Gathered<S>,
        p: &M::Params<S>,
    ) -> (M::Sums<S>, M::EdgePartials<S>) {
        let (e, mut j) = M::edge_partials(at, weight, source, x, u, p);
        if let Wrong::Edge(which) = WRONG.get() {
            spoil(j.as_mut(), which);
        }
        (e, j)
    }
    fn edge_jvp<S: Scalar, V: Tangent<S>>(
        j: &M::EdgePartials<S>,
        source: &M::State<V>,
        v: &M::State<V>,
        vu: &M::Gathered<V>,
    ) -> M::Sums<V> {
        M::edge_jvp(j, source, v, vu)
    }

    const PRODUCTS: &'static [usize] = M::PRODUCTS;
    const WEIGHT_FUNCTIONS: usize = M::WEIGHT_FUNCTIONS;
    const PLAIN_WEIGHT: Option<usize> = M::PLAIN_WEIGHT;
    const CENTRED: &'static [usize] = M::CENTRED;
    const PRODUCT_PARTIALS: &'static [Entry] = M::PRODUCT_PARTIALS;
    const FINISH_PARTIALS: &'static [Entry] = M::FINISH_PARTIALS;
    type WeightFunctions<T: Copy + Send + Sync> = M::WeightFunctions<T>;
    type Products<T: Copy + Send + Sync> = M::Products<T>;
    type ProductPartials<T: Copy + Send + Sync> = M::ProductPartials<T>;
    type FinishPartials<T: Copy + Send + Sync> = M::FinishPartials<T>;

    fn weights<S: Scalar>(weight: S) -> M::WeightFunctions<S> {
        M::weights(weight)
    }
    fn weight_slopes<S: Scalar>(weight: S) -> M::WeightFunctions<S> {
        M::weight_slopes(weight)
    }
    fn gather<S: Scalar>(at: At<S>, x: &M::State<S>) -> M::Products<S> {
        M::gather(at, x)
    }
    fn gather_partials<S: Scalar>(
        at: At<S>,
        x: &M::State<S>,
    ) -> (M::Products<S>, M::ProductPartials<S>) {
        let (products, mut j) = M::gather_partials(at, x);
        if let Wrong::Gather(which) = WRONG.get() {
            spoil(j.as_mut(), which);
        }
        (products, j)
    }
    fn gather_jvp<S: Scalar, V: Tangent<S>>(
        j: &M::ProductPartials<S>,
        v: &M::State<V>,
    ) -> M::Products<V> {
        M::gather_jvp(j, v)
    }
    fn finish<S: Scalar>(
        at: At<S>,
        products: &M::Products<S>,
        own: &M::Products<S>,
        x: &M::State<S>,
        centred: &M::State<S>,
        u: &M::Gathered<S>,
        p: &M::Params<S>,
    ) -> M::Sums<S> {
        M::finish(at, products, own, x, centred, u, p)
    }
    fn finish_partials<S: Scalar>(
        at: At<S>,
        products: &M::Products<S>,
        own: &M::Products<S>,
        x: &M::State<S>,
        centred: &M::State<S>,
        u: &M::Gathered<S>,
        p: &M::Params<S>,
    ) -> (M::Sums<S>, M::FinishPartials<S>) {
        let (sums, mut j) = M::finish_partials(at, products, own, x, centred, u, p);
        if let Wrong::Finish(which) = WRONG.get() {
            spoil(j.as_mut(), which);
        }
        (sums, j)
    }
    fn finish_jvp<S: Scalar, V: Tangent<S>>(
        j: &M::FinishPartials<S>,
        products: &M::Products<V>,
        v: &M::State<V>,
        vu: &M::Gathered<V>,
    ) -> M::Sums<V> {
        M::finish_jvp(j, products, v, vu)
    }
}

fn run<M: Model>(system: &System<M>) -> Spectrum {
    system
        .spectrum(&SpectrumOptions::new(10_000).dt(0.01).t_transient(20.0))
        .unwrap()
}

fn failed(spectrum: &Spectrum) -> Vec<Law> {
    let checks = spectrum.checks().into_iter();
    checks
        .filter(|check| !check.passed())
        .map(|check| check.law)
        .collect()
}

/// The component of the one wrong tangent.
#[track_caller]
fn wrong_tangent(spectrum: &Spectrum) -> &'static str {
    let found = spectrum
        .warnings()
        .into_iter()
        .find_map(|warning| match warning {
            Warning::WrongTangent {
                step,
                component,
                derivative,
                difference,
                ..
            } => {
                assert!((2_000..=12_000).contains(&step), "{spectrum}");
                assert!((derivative / difference - 1.0).abs() < 0.2, "{spectrum}");
                Some(component)
            }
            _ => None,
        });
    found.unwrap_or_else(|| panic!("{spectrum}"))
}

/// The row of partial number `i`, and whether it stands on the diagonal.
fn place<M: Model>(i: usize) -> (&'static str, bool) {
    let Entry { row, column } = M::PARTIALS[i];
    let own = column == lyapax::__private::Column::State(row);
    (M::INFO.states[row], own)
}

/// Alone, and in the other stepper.
fn partial(which: usize) {
    let (row, diagonal) = place::<Lorenz>(which);
    let model = Broken(Lorenz::default());
    for system in [System::new(model.clone()), System::uncoupled(model, 2)] {
        let spectrum = with(Wrong::Partial(which), || run(&system));
        assert_eq!(wrong_tangent(&spectrum), row);
        let laws = failed(&spectrum);
        assert!(laws.contains(&Law::Tangents), "{spectrum}");
        assert_eq!(laws.contains(&Law::Divergence), diagonal, "{spectrum}");
        // The tangents and the divergence are wrong together.
        assert!(!laws.contains(&Law::SumRule), "{spectrum}");
    }
}

#[test]
fn a_wrong_partial_on_the_diagonal() {
    let diagonal = (0..8).filter(|&i| place::<Lorenz>(i).1).collect::<Vec<_>>();
    assert_eq!(diagonal.len(), 3);
    assert!(
        diagonal.contains(&0) && !diagonal.contains(&4),
        "{diagonal:?}"
    );
    partial(0);
}

#[test]
fn a_wrong_partial_beside_the_diagonal() {
    partial(4);
}

/// The tangents are right, and the sum of the exponents with them; the sum rule is not.
#[test]
fn a_wrong_divergence() {
    let model = Broken(Lorenz::default());
    for system in [System::new(model.clone()), System::uncoupled(model, 2)] {
        let spectrum = with(Wrong::Trace, || run(&system));
        assert_eq!(
            failed(&spectrum),
            [Law::SumRule, Law::Divergence],
            "{spectrum}"
        );
    }
}

fn ring<M: Dynamical>(model: M) -> Spectrum {
    let weights = Dense::from_fn(5, |i, j| {
        f64::from((i + 1) % 5 == j) + 0.3 * f64::from(i == j)
    });
    run(&System::network(model, weights))
}

/// In what sources give to a product, and in what is made of it.
#[test]
fn a_wrong_partial_of_a_product() {
    let right = ring(Broken(Waves::default()));
    assert_eq!(failed(&right), [], "{right}");
    for spectrum in [
        with(Wrong::Gather(0), || ring(Broken(Waves::default()))),
        with(Wrong::Gather(1), || ring(Broken(Waves::default()))),
        with(Wrong::Finish(0), || ring(Broken(Waves::default()))),
        with(Wrong::Finish(1), || ring(Broken(Waves::default()))),
    ] {
        assert_eq!(wrong_tangent(&spectrum), "v");
        assert!(failed(&spectrum).contains(&Law::Tangents), "{spectrum}");
    }
}

/// In the sums over source nodes.
#[test]
fn a_wrong_partial_of_an_edge() {
    let right = ring(Broken(Ring::default()));
    assert_eq!(failed(&right), [], "{right}");
    for spectrum in [
        with(Wrong::Edge(0), || ring(Broken(Ring::default()))),
        with(Wrong::Edge(1), || ring(Broken(Ring::default()))),
    ] {
        assert_eq!(wrong_tangent(&spectrum), "v");
        assert!(failed(&spectrum).contains(&Law::Tangents), "{spectrum}");
    }
}

#[test]
fn right_derivatives() {
    let model = Lorenz::default();
    for system in [System::new(model.clone()), System::uncoupled(model, 2)] {
        let spectrum = run(&system);
        assert_eq!(failed(&spectrum), [], "{spectrum}");
    }
}
