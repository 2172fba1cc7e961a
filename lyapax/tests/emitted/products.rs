//! Sums as matrix products: what the emitted functions give, and that a node which reads there what it gives
//! itself moves as one that does not.

use kernels_gen::{Gathered, Point, Reference};
use lyapax::__private::At;
use lyapax::Model;

use super::{Numbers, product, same};
use lyapax::__private::{Block, Column};

/// Compares at one point. Nothing is compared for a model that keeps to its edges.
pub fn compare<M: Model>(reference: &Reference, point: &Point, numbers: &mut Numbers) {
    let name = M::INFO.name;
    assert_eq!(
        reference.products().unwrap_or_default(),
        M::PRODUCTS,
        "{name}"
    );
    if M::PRODUCTS.is_empty() {
        return;
    }
    assert_eq!(reference.centred(), M::CENTRED, "{name}");
    let at = At {
        t: point.t,
        nodes: point.nodes,
    };
    let (x, source): (M::State<f64>, M::State<f64>) = (block(&point.x), block(&point.source));
    let (u, p): (M::Gathered<f64>, M::Params<f64>) = (block(&point.u), block(&point.p));
    compare_weights::<M>(reference, point);
    let given = M::gather(at, &source);
    let (again, given_partials) = M::gather_partials(at, &source);
    let expected = reference.gather(point);
    same(name, "products", given.as_ref(), &expected);
    same(
        name,
        "products beside their partials",
        again.as_ref(),
        &expected,
    );
    let expected = reference.gather_partials(point);
    same(
        name,
        "partials of products",
        given_partials.as_ref(),
        &expected,
    );

    let (sums, own): (M::Products<f64>, M::Products<f64>) = (numbers.block(), numbers.block());
    let centred: M::State<f64> = numbers.block();
    let gathered = Gathered {
        products: sums.as_ref().to_vec(),
        own: own.as_ref().to_vec(),
        centred: centred.as_ref().to_vec(),
    };
    let finished = M::finish(at, &sums, &own, &x, &centred, &u, &p);
    let (again, finish_partials) = M::finish_partials(at, &sums, &own, &x, &centred, &u, &p);
    let expected = reference.finish(point, &gathered);
    same(name, "sums", finished.as_ref(), &expected);
    same(
        name,
        "sums beside their partials",
        again.as_ref(),
        &expected,
    );
    let expected = reference.finish_partials(point, &gathered);
    same(
        name,
        "partials of sums",
        finish_partials.as_ref(),
        &expected,
    );

    let (v, vu): (M::State<f64>, M::Gathered<f64>) = (numbers.block(), numbers.block());
    let dsums: M::Products<f64> = numbers.block();
    let of_source = |column| match column {
        Column::Source(i) => Some(v.as_ref()[i]),
        _ => None,
    };
    let expected = product(
        M::PRODUCT_PARTIALS,
        given_partials.as_ref(),
        of_source,
        M::PRODUCTS.len(),
    );
    same(
        name,
        "J·v of products",
        M::gather_jvp(&given_partials, &v).as_ref(),
        &expected,
    );
    let of_target = |column| match column {
        Column::State(i) => Some(v.as_ref()[i]),
        Column::Product(i) => Some(dsums.as_ref()[i]),
        Column::Gathered(i) if !super::is_input::<M>(i) => Some(vu.as_ref()[i]),
        _ => None,
    };
    let expected = product(
        M::FINISH_PARTIALS,
        finish_partials.as_ref(),
        of_target,
        M::INFO.sums,
    );
    let found = M::finish_jvp(&finish_partials, &dsums, &v, &vu);
    same(name, "J·v of sums", found.as_ref(), &expected);
    compare_own::<M>(reference, point);
}

/// The functions of the weight, and their slopes.
fn compare_weights<M: Model>(reference: &Reference, point: &Point) {
    let (name, weight) = (M::INFO.name, point.weight);
    let found = M::weights(weight);
    let expected = reference.weights(point);
    same(name, "functions of the weight", found.as_ref(), &expected);
    let found = M::weight_slopes(weight);
    let expected = reference.weight_slopes(point);
    same(name, "their slopes", found.as_ref(), &expected);
}

/// A node that reads what it gives itself.
fn compare_own<M: Model>(reference: &Reference, point: &Point) {
    let name = M::INFO.name;
    let at = At {
        t: point.t,
        nodes: point.nodes,
    };
    let x: M::State<f64> = block(&point.x);
    let (u, p): (M::Gathered<f64>, M::Params<f64>) = (block(&point.u), block(&point.p));
    let own = M::gather(at, &x);
    let f = M::rhs_own(at, &x, &u, &p, &own);
    let (again, partials) = M::rhs_partials_own(at, &x, &u, &p, &own);
    let expected = reference.rhs(point);
    same(name, "f that reads its own products", f.as_ref(), &expected);
    same(
        name,
        "f that reads them beside its partials",
        again.as_ref(),
        &expected,
    );
    let expected = reference.partials(point);
    same(
        name,
        "partials that read them",
        partials.as_ref(),
        &expected,
    );
}

/// Whether f at some point depends on what it is told that the node gives.
pub fn reads_own<M: Model>() -> bool {
    let at = At { t: 0.0, nodes: 3.0 };
    let (x, u, p) = (
        M::State::splat(0.5),
        M::Gathered::splat(0.25),
        M::Params::splat(1.0),
    );
    let [a, b] = [0.5, 0.75].map(|own| M::rhs_own(at, &x, &u, &p, &M::Products::splat(own)));
    a.as_ref() != b.as_ref()
}

pub fn block<B: Block<f64>>(values: &[f64]) -> B {
    let mut block = B::splat(0.0);
    block.as_mut().copy_from_slice(values);
    block
}
