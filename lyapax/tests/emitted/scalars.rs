//! Emitted code is generic over the scalar: lanes give the bits of a number alone, and `f32` gives
//! what its digits allow.

use lyapax::__private::{At, Block, Lanes};
use lyapax::{Model, Scalar};

use crate::{Numbers, same};

const L: usize = 8;

/// Lane `l` of every number.
fn lane<A: Block<Lanes<L>>, B: Block<f64>>(block: &A, l: usize) -> B {
    let mut one = B::splat(0.0);
    for (one, lanes) in one.as_mut().iter_mut().zip(block.as_ref()) {
        *one = lanes.0[l];
    }
    one
}

/// Eight points at once, against the same points one by one.
pub fn lanes<M: Model>() {
    let mut numbers = Numbers(0x2545_F491_4F6C_DD1D);
    for _ in 0..40 {
        let at = At {
            t: numbers.lanes(),
            nodes: Lanes::splat(7.0),
        };
        let (x, source): (M::State<Lanes<L>>, M::State<Lanes<L>>) =
            (numbers.wide(), numbers.wide());
        let (u, p): (M::Gathered<Lanes<L>>, M::Params<Lanes<L>>) = (numbers.wide(), numbers.wide());
        let weight: Lanes<L> = numbers.lanes();
        let (f, j) = M::rhs_partials(at, &x, &u, &p);
        let (e, ej) = M::edge_partials(at, weight, &source, &x, &u, &p);
        for l in 0..L {
            let at = At {
                t: at.t.0[l],
                nodes: 7.0,
            };
            let (x, source): (M::State<f64>, M::State<f64>) = (lane(&x, l), lane(&source, l));
            let (u, p): (M::Gathered<f64>, M::Params<f64>) = (lane(&u, l), lane(&p, l));
            let (one, partials) = M::rhs_partials(at, &x, &u, &p);
            let (edge, edge_partials) = M::edge_partials(at, weight.0[l], &source, &x, &u, &p);
            same(
                M::INFO.name,
                "f in lanes",
                lane::<_, M::State<f64>>(&f, l).as_ref(),
                one.as_ref(),
            );
            same(
                M::INFO.name,
                "partials in lanes",
                lane::<_, M::Partials<f64>>(&j, l).as_ref(),
                partials.as_ref(),
            );
            same(
                M::INFO.name,
                "summands in lanes",
                lane::<_, M::Sums<f64>>(&e, l).as_ref(),
                edge.as_ref(),
            );
            let lane_partials: M::EdgePartials<f64> = lane(&ej, l);
            same(
                M::INFO.name,
                "partials of summands in lanes",
                lane_partials.as_ref(),
                edge_partials.as_ref(),
            );
        }
    }
}

/// Single precision, against double precision at the same (single) point.
pub fn single_precision<M: Model>() {
    let mut numbers = Numbers(0x1234_5678_9ABC_DEF1);
    let mut compared = 0;
    for _ in 0..200 {
        let (x, u): (M::State<f64>, M::Gathered<f64>) = (numbers.rounded(), numbers.rounded());
        let p: M::Params<f64> = numbers.rounded();
        let (x32, u32): (M::State<f32>, M::Gathered<f32>) = (narrow(&x), narrow(&u));
        let p32: M::Params<f32> = narrow(&p);
        let double = M::rhs(At { t: 1.5, nodes: 7.0 }, &x, &u, &p);
        let single = M::rhs(
            At {
                t: 1.5_f32,
                nodes: 7.0,
            },
            &x32,
            &u32,
            &p32,
        );
        for (double, single) in double.as_ref().iter().zip(single.as_ref()) {
            // Near a comparison or a pole the two may differ by anything; elsewhere by rounding.
            if double.is_finite() && double.abs() < 1e3 {
                compared +=
                    u32::from((f64::from(*single) - double).abs() < 1e-3 * double.abs().max(1.0));
            }
        }
    }
    assert!(
        compared > 50,
        "{}: only {compared} values agree",
        M::INFO.name
    );
}

fn narrow<A: Block<f64>, B: Block<f32>>(block: &A) -> B {
    let mut single = B::splat(0.0);
    for (single, double) in single.as_mut().iter_mut().zip(block.as_ref()) {
        *single = <f32 as Scalar>::lit(*double);
    }
    single
}

impl Numbers {
    fn lanes(&mut self) -> Lanes<L> {
        Lanes(core::array::from_fn(|_| self.next()))
    }

    fn wide<B: Block<Lanes<L>>>(&mut self) -> B {
        let mut block = B::splat(Lanes::splat(0.0));
        block
            .as_mut()
            .iter_mut()
            .for_each(|lanes| *lanes = self.lanes());
        block
    }

    /// Numbers that single precision holds exactly.
    fn rounded<B: Block<f64>>(&mut self) -> B {
        let mut block: B = self.block();
        for value in block.as_mut() {
            *value = f64::from(<f32 as Scalar>::lit(*value));
        }
        block
    }
}
