//! What `model!` generates: the traits that the runtime calls.
//!
//! A node is f(t, x, u, p). Its gathered values u hold, in this order, the neighbours' values of a
//! lattice, the input signals, and the sums over source nodes. Everything here is `[_; n]` with n
//! known to the compiler, and generic over the [`Scalar`].

use crate::{DeviceCode, Param, Scalar, Signal, Tangent};

/// A fixed number of values, such as `[T; 3]`.
pub trait Block<T>: AsRef<[T]> + AsMut<[T]> + Copy + Send + Sync {
    /// How many.
    const LEN: usize;
    /// A block of equal values.
    fn splat(value: T) -> Self;
}

impl<T: Copy + Send + Sync, const N: usize> Block<T> for [T; N] {
    const LEN: usize = N;
    #[inline(always)]
    fn splat(value: T) -> Self {
        [value; N]
    }
}

/// Whether time runs on or is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// x' = f(t, x).
    Flow,
    /// x → f(n, x).
    Map,
}

/// When a node is evaluated, and in how large a network.
#[derive(Clone, Copy, Debug)]
pub struct At<S> {
    /// Time; the iteration number of a map.
    pub t: S,
    /// The number of nodes, `N`.
    pub nodes: S,
}

/// A state read at another node: `x[+1]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// Index of the state.
    pub state: usize,
    /// How far along the node axis.
    pub offset: isize,
}

/// What column of a Jacobian a partial derivative stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// The node's own state.
    State(usize),
    /// A gathered value.
    Gathered(usize),
    /// A parameter.
    Param(usize),
    /// The source node's state; only in a summand.
    Source(usize),
    /// A matrix product; only where sums are made of these.
    Product(usize),
    /// The weight of the edge; only in a summand.
    Weight,
}

/// One structurally non-zero partial derivative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Which component (or which sum) is differentiated.
    pub row: usize,
    /// With respect to what.
    pub column: Column,
}

/// A jump in a flow: tangents pass over it where it is a state's (the user has marked it `#[jump]`), and derivatives by
/// what moves it do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jump {
    /// What jumps: `sign`, `if`, …
    pub what: &'static str,
    /// Where: "equation of `x`".
    pub item: &'static str,
    /// Whether it is where a state is at some value.
    pub on_state: bool,
    /// Parameters and inputs that say where it is.
    pub moved_by: &'static [Column],
}

/// What is known of a model before it runs.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The name in `model! { pub Name { … } }`.
    pub name: &'static str,
    /// Flow or map.
    pub kind: Kind,
    /// Names of the states, in the order of declaration.
    pub states: &'static [&'static str],
    /// Default initial value of each state.
    pub initial: &'static [f64],
    /// Names of the parameters.
    pub params: &'static [&'static str],
    /// Names of the input signals.
    pub inputs: &'static [&'static str],
    /// Names of the observables.
    pub outputs: &'static [&'static str],
    /// Neighbours' values that a node reads.
    pub neighbours: &'static [Neighbour],
    /// How many sums over source nodes a node has.
    pub sums: usize,
    /// Whether a weight `w` stands in a sum.
    pub uses_weights: bool,
    /// Whether no equation mentions time.
    pub autonomous: bool,
    /// States that may be shifted at all nodes at once without changing the motion: each gives an
    /// exponent that is exactly 0.
    pub shifts: &'static [usize],
    /// Whether the model is declared `#[hamiltonian]`, a map symplectic: exponents come in pairs ±λ.
    pub hamiltonian: bool,
    /// Jumps that tangents, or derivatives by some parameters, pass over.
    pub jumps: &'static [Jump],
    /// Identifies the equations: equal for equal equations, whatever the defaults are.
    pub fingerprint: u64,
    /// The checked equations, in the compiler's own spelling.
    pub equations: &'static str,
}

/// Equations. Implemented by `model!`; the methods are for the runtime.
///
/// `x` is the state, `u` the gathered values, `p` the parameters, `j` the non-zero partial
/// derivatives in the order of [`Model::PARTIALS`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a model",
    label = "this type has no equations",
    note = "declare it with `lyapax::model! {{ pub Name {{ state …; dx/dt = …; }} }}`"
)]
pub trait Model: Clone + Send + Sync + 'static {
    /// Names, defaults, fingerprint.
    const INFO: Info;
    /// Pattern of f_x and f_u.
    const PARTIALS: &'static [Entry];
    /// Pattern of f_p.
    const PARAM_PARTIALS: &'static [Entry];
    /// Pattern of the summands' partials with respect to source, own state, gathered values, parameters and the
    /// weight.
    const EDGE_PARTIALS: &'static [Entry];
    /// Pattern of the outputs' partials with respect to own state, gathered values and parameters.
    const OUTPUT_PARTIALS: &'static [Entry];
    /// Operations of f and its partials: small models are worth unrolling.
    const OPERATIONS: usize;
    /// Elementary functions among them.
    const CALLS: usize = 0;

    /// One value for each state.
    type State<T: Copy + Send + Sync>: Block<T>;
    /// One value for each gathered slot.
    type Gathered<T: Copy + Send + Sync>: Block<T>;
    /// One value for each sum.
    type Sums<T: Copy + Send + Sync>: Block<T>;
    /// One value for each parameter.
    type Params<T: Copy + Send + Sync>: Block<T>;
    /// One value for each output.
    type Outputs<T: Copy + Send + Sync>: Block<T>;
    /// One value for each entry of [`Model::PARTIALS`].
    type Partials<T: Copy + Send + Sync>: Block<T>;
    /// One value for each entry of [`Model::PARAM_PARTIALS`].
    type ParamPartials<T: Copy + Send + Sync>: Block<T>;
    /// One value for each entry of [`Model::EDGE_PARTIALS`].
    type EdgePartials<T: Copy + Send + Sync>: Block<T>;
    /// One value for each entry of [`Model::OUTPUT_PARTIALS`].
    type OutputPartials<T: Copy + Send + Sync>: Block<T>;

    /// Parameter number `i`.
    fn param(&self, i: usize) -> &Param;
    /// Parameter number `i`, to be changed.
    fn param_mut(&mut self, i: usize) -> &mut Param;
    /// Input signal number `i`.
    fn input(&self, i: usize) -> &Signal;
    /// Input signal number `i`, to be changed.
    fn input_mut(&mut self, i: usize) -> &mut Signal;

    /// f(t, x, u, p).
    fn rhs<S: Scalar>(
        at: At<S>,
        x: &Self::State<S>,
        u: &Self::Gathered<S>,
        p: &Self::Params<S>,
    ) -> Self::State<S>;

    /// f, bit for bit as [`Model::rhs`] gives it, and its partials f_x and f_u.
    fn rhs_partials<S: Scalar>(
        at: At<S>,
        x: &Self::State<S>,
        u: &Self::Gathered<S>,
        p: &Self::Params<S>,
    ) -> (Self::State<S>, Self::Partials<S>);

    /// The partials f_p.
    fn param_partials<S: Scalar>(
        at: At<S>,
        x: &Self::State<S>,
        u: &Self::Gathered<S>,
        p: &Self::Params<S>,
    ) -> Self::ParamPartials<S>;

    /// f_x·v + f_u·vu, where input signals have no tangent.
    fn jvp<S: Scalar, V: Tangent<S>>(
        j: &Self::Partials<S>,
        v: &Self::State<V>,
        vu: &Self::Gathered<V>,
    ) -> Self::State<V>;

    /// The trace of f_x: the divergence of a single system's flow.
    fn trace<S: Scalar>(j: &Self::Partials<S>) -> S;

    /// det f_x of a single system's map in closed form; `None` where it would not be cheap.
    fn det<S: Scalar>(
        at: At<S>,
        x: &Self::State<S>,
        u: &Self::Gathered<S>,
        p: &Self::Params<S>,
    ) -> Option<S>;

    /// The observables.
    fn outputs<S: Scalar>(
        at: At<S>,
        x: &Self::State<S>,
        u: &Self::Gathered<S>,
        p: &Self::Params<S>,
    ) -> Self::Outputs<S>;

    /// The observables, bit for bit as [`Model::outputs`] gives them, and their partials in the order of
    /// [`Model::OUTPUT_PARTIALS`].
    fn output_partials<S: Scalar>(
        at: At<S>,
        x: &Self::State<S>,
        u: &Self::Gathered<S>,
        p: &Self::Params<S>,
    ) -> (Self::Outputs<S>, Self::OutputPartials<S>);

    /// What one source node adds to each sum. `u` holds the target's neighbours and inputs; its
    /// sums are not read.
    fn edge<S: Scalar>(
        at: At<S>,
        weight: S,
        source: &Self::State<S>,
        x: &Self::State<S>,
        u: &Self::Gathered<S>,
        p: &Self::Params<S>,
    ) -> Self::Sums<S>;

    /// As [`Model::edge`], with the partials in the order of [`Model::EDGE_PARTIALS`].
    fn edge_partials<S: Scalar>(
        at: At<S>,
        weight: S,
        source: &Self::State<S>,
        x: &Self::State<S>,
        u: &Self::Gathered<S>,
        p: &Self::Params<S>,
    ) -> (Self::Sums<S>, Self::EdgePartials<S>);

    /// The tangent of [`Model::edge`].
    fn edge_jvp<S: Scalar, V: Tangent<S>>(
        j: &Self::EdgePartials<S>,
        source: &Self::State<V>,
        v: &Self::State<V>,
        vu: &Self::Gathered<V>,
    ) -> Self::Sums<V>;

    /// For each matrix product that the sums are made of, which function of the weights its matrix holds.
    /// Empty where the sums are taken edge by edge: the rest below is of no use then.
    const PRODUCTS: &'static [usize] = &[];
    /// How many functions of the weight there are.
    const WEIGHT_FUNCTIONS: usize = 0;
    /// Which of them is the weight itself.
    const PLAIN_WEIGHT: Option<usize> = None;
    /// States that sources and targets give as deviations from the mean over all nodes, so that sums of
    /// differences keep their digits.
    const CENTRED: &'static [usize] = &[];
    /// Pattern of the products' partials with respect to the source.
    const PRODUCT_PARTIALS: &'static [Entry] = &[];
    /// Pattern of the sums' partials with respect to own state, gathered values, parameters and products.
    const FINISH_PARTIALS: &'static [Entry] = &[];

    /// One value for each function of the weight.
    type WeightFunctions<T: Copy + Send + Sync>: Block<T>;
    /// One value for each product.
    type Products<T: Copy + Send + Sync>: Block<T>;
    /// One value for each entry of [`Model::PRODUCT_PARTIALS`].
    type ProductPartials<T: Copy + Send + Sync>: Block<T>;
    /// One value for each entry of [`Model::FINISH_PARTIALS`].
    type FinishPartials<T: Copy + Send + Sync>: Block<T>;

    /// The functions of the weight of an edge.
    fn weights<S: Scalar>(weight: S) -> Self::WeightFunctions<S>;

    /// Their derivatives.
    fn weight_slopes<S: Scalar>(weight: S) -> Self::WeightFunctions<S>;

    /// What a source gives to each product. `x` holds deviations for [`Model::CENTRED`].
    fn gather<S: Scalar>(at: At<S>, x: &Self::State<S>) -> Self::Products<S>;

    /// As [`Model::gather`], with the partials in the order of [`Model::PRODUCT_PARTIALS`].
    fn gather_partials<S: Scalar>(
        at: At<S>,
        x: &Self::State<S>,
    ) -> (Self::Products<S>, Self::ProductPartials<S>);

    /// The tangent of [`Model::gather`].
    fn gather_jvp<S: Scalar, V: Tangent<S>>(
        j: &Self::ProductPartials<S>,
        v: &Self::State<V>,
    ) -> Self::Products<V>;

    /// The sums, from the products. `own` is what the target itself gives to them, `centred` its deviations.
    fn finish<S: Scalar>(
        at: At<S>,
        products: &Self::Products<S>,
        own: &Self::Products<S>,
        x: &Self::State<S>,
        centred: &Self::State<S>,
        u: &Self::Gathered<S>,
        p: &Self::Params<S>,
    ) -> Self::Sums<S>;

    /// As [`Model::finish`], with the partials in the order of [`Model::FINISH_PARTIALS`].
    fn finish_partials<S: Scalar>(
        at: At<S>,
        products: &Self::Products<S>,
        own: &Self::Products<S>,
        x: &Self::State<S>,
        centred: &Self::State<S>,
        u: &Self::Gathered<S>,
        p: &Self::Params<S>,
    ) -> (Self::Sums<S>, Self::FinishPartials<S>);

    /// The tangent of [`Model::finish`].
    fn finish_jvp<S: Scalar, V: Tangent<S>>(
        j: &Self::FinishPartials<S>,
        products: &Self::Products<V>,
        v: &Self::State<V>,
        vu: &Self::Gathered<V>,
    ) -> Self::Sums<V>;

    /// f bit for bit as [`Model::rhs`] gives it, read in part from `own`, what the node gives to each product.
    fn rhs_own<S: Scalar>(
        at: At<S>,
        x: &Self::State<S>,
        u: &Self::Gathered<S>,
        p: &Self::Params<S>,
        _own: &Self::Products<S>,
    ) -> Self::State<S> {
        Self::rhs(at, x, u, p)
    }

    /// As [`Model::rhs_partials`], read in part from `own`.
    fn rhs_partials_own<S: Scalar>(
        at: At<S>,
        x: &Self::State<S>,
        u: &Self::Gathered<S>,
        p: &Self::Params<S>,
        _own: &Self::Products<S>,
    ) -> (Self::State<S>, Self::Partials<S>) {
        Self::rhs_partials(at, x, u, p)
    }

    /// The model in the language of devices; `None` where it was written by hand, or lyapax is built without them.
    fn device_code() -> Option<&'static dyn DeviceCode> {
        None
    }
}

/// A model whose states change in time: what a [`System`](crate::System) is made of. Implemented by `model!`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no states that change in time",
    label = "an algebraic model is no system",
    note = "evaluate it for many conditions at once by `lyapax::Batch::new(…)`, or declare a `state` with its equation"
)]
pub trait Dynamical: Model {}

/// A model without states, whose outputs are values of parameters and inputs: what a [`Batch`](crate::Batch)
/// evaluates. Implemented by `model!`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no algebraic model",
    label = "this model has states, and its outputs follow from a run",
    note = "a model of parameters, inputs and outputs alone is evaluated in batches; one with states is a \
            `lyapax::System::new(…)`"
)]
pub trait Algebraic: Model {}
