//! What `model!` generates for devices.

use cubecl::prelude::*;

use super::elementary::Elementary;

/// A model in the language of kernels: as `lyapax::Model` has it for the CPU, with results written into arrays.
///
/// `t` is the time, `nodes` their number; `x` the state, `u` the gathered values, `p` the parameters, `j` partials.
#[cube]
pub trait DeviceModel: 'static + Send + Sync {
    /// f and its partials.
    fn rhs_partials<F: Float, S: Elementary>(
        t: F,
        nodes: F,
        x: &Array<F>,
        u: &Array<F>,
        p: &Array<F>,
        f: &mut Array<F>,
        j: &mut Array<F>,
    );

    /// The observables.
    fn outputs<F: Float, S: Elementary>(
        t: F,
        nodes: F,
        x: &Array<F>,
        u: &Array<F>,
        p: &Array<F>,
        outputs: &mut Array<F>,
    );

    /// The observables and their partials by the state, gathered values and parameters.
    fn output_partials<F: Float, S: Elementary>(
        t: F,
        nodes: F,
        x: &Array<F>,
        u: &Array<F>,
        p: &Array<F>,
        outputs: &mut Array<F>,
        j: &mut Array<F>,
    );

    /// det f_x of a single system's map; 1 where it would not be cheap.
    fn det<F: Float, S: Elementary>(t: F, nodes: F, x: &Array<F>, u: &Array<F>, p: &Array<F>) -> F;

    /// f_x·v + f_u·vu.
    fn jvp<F: Float>(j: &Array<F>, v: &Array<F>, vu: &Array<F>, f: &mut Array<F>);

    /// The trace of f_x.
    fn trace<F: Float>(j: &Array<F>) -> F;

    /// What one source node adds to each sum, with its partials.
    fn edge_partials<F: Float, S: Elementary>(
        t: F,
        nodes: F,
        weight: F,
        source: &Array<F>,
        x: &Array<F>,
        u: &Array<F>,
        p: &Array<F>,
        sums: &mut Array<F>,
        j: &mut Array<F>,
    );

    /// The tangent of an edge.
    fn edge_jvp<F: Float>(
        j: &Array<F>,
        source: &Array<F>,
        v: &Array<F>,
        vu: &Array<F>,
        sums: &mut Array<F>,
    );

    /// What a source gives to each product, with its partials.
    fn gather_partials<F: Float, S: Elementary>(
        t: F,
        nodes: F,
        source: &Array<F>,
        given: &mut Array<F>,
        j: &mut Array<F>,
    );

    /// The tangent of what it gives.
    fn gather_jvp<F: Float>(j: &Array<F>, v: &Array<F>, given: &mut Array<F>);

    /// The sums from the products, with their partials.
    fn finish_partials<F: Float, S: Elementary>(
        t: F,
        nodes: F,
        products: &Array<F>,
        own: &Array<F>,
        x: &Array<F>,
        centred: &Array<F>,
        u: &Array<F>,
        p: &Array<F>,
        sums: &mut Array<F>,
        j: &mut Array<F>,
    );

    /// The tangent of the sums.
    fn finish_jvp<F: Float>(
        j: &Array<F>,
        products: &Array<F>,
        v: &Array<F>,
        vu: &Array<F>,
        sums: &mut Array<F>,
    );
}
