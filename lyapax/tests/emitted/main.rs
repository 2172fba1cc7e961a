//! Emitted code against the compiler's reference interpreter: the same bits, for every value and
//! every partial derivative, at many points.

mod products;
mod scalars;

use kernels_gen::{Point, Reference};
use lyapax::__private::{At, Block, Column, Entry};
use lyapax::{Model, Scalar};

/// A model for the macro, and the same text for the interpreter.
macro_rules! twin {
    ($name:ident { $($body:tt)* }) => {
        #[allow(non_snake_case, deprecated, reason = "named as the model; what is never used is tested too")]
        pub mod $name {
            lyapax::model! { pub $name { $($body)* } }
            pub const TEXT: &str = concat!(stringify!($name), "{", stringify!($($body)*), "}");
        }
    };
}

/// Every function and operator of the language, one by one and together.
mod every {
    twin! { Functions {
        state x = 0.5, y = 0.25;
        param a = 1.5, b = 0.75;
        input u;
        let small = tanh(x) / 2;
        coupling c = a * sum(w * sin(src.x - x)) / N + sum(exp(-(src.y - y)^2) * x);
        #[jump]
        dx/dt = exp(x) + ln(abs(x)) + log10(a) + sqrt(b) + cbrt(y) + abs(y) + sign(x) + min(x, y) + max(x, a)
            + pow(abs(x), y) + sin(x) + cos(y) + tan(small) + asin(small) + acos(small) + c + u;
        #[jump]
        dy/dt = atan(x) + atan2(x, y) + sinh(x) + cosh(y) + tanh(x * y) + sigmoid(a * x) + heaviside(x)
            + floor(3 * x) + ceil(y / b) + mod(x, b) + hypot(x, y) + log(a) + t * pi
            + x^2 + y^3 - x^-1 + x^7 / y^-3 + 2^x + pow(abs(x), a) + (if x < y && !(x > 0.25) || a == b { x / y } else { y - x });
        output energy = x[+1]^2 + x[-1]^2;
    } }
}

/// Sums that are matrix products; nodes that share functions with what they give, and one that does not.
mod separable {
    twin! { Shares {
        state x = 0.5, y = 0.25;
        param a = 1.5;
        input u;
        coupling c = a * sum(w * tanh(src.x) + w * sin(y - src.y)) / N;
        coupling d = sum(w^2 * src.y / (1 + src.x^2) + u * exp(src.x) * x) * x[+1];
        dx/dt = tanh(x) * y + c - x * tanh(x)^2;
        dy/dt = -y / (1 + x^2) + d + sin(y) * cos(y);
    } }
    twin! { Deviates {
        state x = 0.5, y = 0.25;
        param a = 1.5;
        coupling c = a * sum(w * (src.x - x)^3 + exp(src.y) * tanh(x));
        dx/dt = x^3 - tanh(x) + c / N;
        dy/dt = x - exp(y);
    } }
}

mod random {
    include!("random.rs");
}

/// A stream of numbers between −2 and 2 with many short ones, so that comparisons are met exactly.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        // Marsaglia (2003), J. Stat. Softw. 8(14): xorshift.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let value = (self.0 >> 11) as f64 / (1_u64 << 53) as f64 * 4.0 - 2.0;
        if self.0.is_multiple_of(5) {
            (value * 4.0).round() / 4.0
        } else {
            value
        }
    }

    fn block<B: Block<f64>>(&mut self) -> B {
        let mut block = B::splat(0.0);
        block
            .as_mut()
            .iter_mut()
            .for_each(|value| *value = self.next());
        block
    }
}

#[track_caller]
fn same(name: &str, what: &str, emitted: &[f64], reference: &[f64]) {
    assert_eq!(emitted.len(), reference.len(), "{name}: number of {what}");
    for (i, (emitted, reference)) in emitted.iter().zip(reference).enumerate() {
        let both_nan = emitted.is_nan() && reference.is_nan();
        assert!(
            both_nan || emitted.to_bits() == reference.to_bits(),
            "{name}: {what}[{i}]: {emitted:e}, not {reference:e}"
        );
    }
}

/// Input signals have no tangent.
fn is_input<M: Model>(slot: usize) -> bool {
    let first = M::INFO.neighbours.len();
    (first..first + M::INFO.inputs.len()).contains(&slot)
}

/// The loop over the sparse list that `jvp` unrolls, terms in the same order.
fn product(
    pattern: &[Entry],
    values: &[f64],
    v: impl Fn(Column) -> Option<f64>,
    rows: usize,
) -> Vec<f64> {
    let mut sums: Vec<Option<f64>> = vec![None; rows];
    for (entry, value) in pattern.iter().zip(values) {
        if let Some(v) = v(entry.column) {
            let sum = &mut sums[entry.row];
            *sum = Some(sum.map_or(v * value, |sum| sum + v * value));
        }
    }
    sums.into_iter().map(|sum| sum.unwrap_or(0.0)).collect()
}

/// The runtime's functions that differ from the standard library's in the last digit.
fn runtime(name: &str, x: &[f64]) -> Option<f64> {
    let of: fn(f64) -> f64 = match name {
        "exp" => Scalar::exp,
        "ln" => Scalar::ln,
        "log10" => Scalar::log10,
        "cbrt" => Scalar::cbrt,
        "sin" => Scalar::sin,
        "cos" => Scalar::cos,
        "tan" => Scalar::tan,
        "asin" => Scalar::asin,
        "acos" => Scalar::acos,
        "atan" => Scalar::atan,
        "sinh" => Scalar::sinh,
        "cosh" => Scalar::cosh,
        "tanh" => Scalar::tanh,
        "sigmoid" => Scalar::sigmoid,
        "pow" => return Some(Scalar::pow(x[0], x[1])),
        "atan2" => return Some(Scalar::atan2(x[0], x[1])),
        "hypot" => return Some(Scalar::hypot(x[0], x[1])),
        _ => return None,
    };
    Some(of(x[0]))
}

fn compare<M: Model>(text: &str) {
    let name = M::INFO.name;
    let reference = Reference::new(text)
        .unwrap_or_else(|reports| panic!("{name}: {reports:?}"))
        .with(runtime);
    let mut numbers = Numbers(0x9E37_79B9_7F4A_7C15);
    let mut finite = 0;
    for _ in 0..200 {
        let at = At {
            t: numbers.next(),
            nodes: 7.0,
        };
        let (x, source): (M::State<f64>, M::State<f64>) = (numbers.block(), numbers.block());
        let (u, p): (M::Gathered<f64>, M::Params<f64>) = (numbers.block(), numbers.block());
        let weight = numbers.next();
        let point = Point {
            t: at.t,
            nodes: at.nodes,
            x: x.as_ref().to_vec(),
            u: u.as_ref().to_vec(),
            p: p.as_ref().to_vec(),
            weight,
            source: source.as_ref().to_vec(),
        };
        let f = M::rhs(at, &x, &u, &p);
        let (again, partials) = M::rhs_partials(at, &x, &u, &p);
        let (edge, edge_partials) = M::edge_partials(at, weight, &source, &x, &u, &p);
        let expected = reference.rhs(&point);
        finite += usize::from(expected.iter().all(|value| value.is_finite()));
        same(name, "f", f.as_ref(), &expected);
        same(name, "f beside its partials", again.as_ref(), &expected);
        same(
            name,
            "partials",
            partials.as_ref(),
            &reference.partials(&point),
        );
        same(
            name,
            "partials by parameters",
            M::param_partials(at, &x, &u, &p).as_ref(),
            &reference.param_partials(&point),
        );
        same(
            name,
            "summands",
            M::edge(at, weight, &source, &x, &u, &p).as_ref(),
            &reference.edge(&point),
        );
        same(
            name,
            "summands beside their partials",
            edge.as_ref(),
            &reference.edge(&point),
        );
        same(
            name,
            "partials of summands",
            edge_partials.as_ref(),
            &reference.edge_partials(&point),
        );
        let (v, vs, vu): (M::State<f64>, M::State<f64>, M::Gathered<f64>) =
            (numbers.block(), numbers.block(), numbers.block());
        let own = |column| match column {
            Column::State(i) => Some(v.as_ref()[i]),
            Column::Source(i) => Some(vs.as_ref()[i]),
            Column::Gathered(i) if is_input::<M>(i) => None,
            Column::Gathered(i) => Some(vu.as_ref()[i]),
            Column::Param(_) | Column::Product(_) | Column::Weight => None,
        };
        let rows = M::State::<f64>::LEN;
        same(
            name,
            "J·v",
            M::jvp(&partials, &v, &vu).as_ref(),
            &product(M::PARTIALS, partials.as_ref(), own, rows),
        );
        let rows = M::Sums::<f64>::LEN;
        assert_eq!(rows, M::INFO.sums);
        let product = product(M::EDGE_PARTIALS, edge_partials.as_ref(), own, rows);
        same(
            name,
            "J·v of summands",
            M::edge_jvp(&edge_partials, &vs, &v, &vu).as_ref(),
            &product,
        );
        compare_outputs::<M>(&reference, &point);
        products::compare::<M>(&reference, &point, &mut numbers);
    }
    // NaN equals NaN: a model that is nothing else would prove nothing.
    println!("{name}: finite at {finite} of 200 points");
}

/// The observables, and their partial derivatives.
fn compare_outputs<M: Model>(reference: &Reference, point: &Point) {
    let name = M::INFO.name;
    let at = At {
        t: point.t,
        nodes: point.nodes,
    };
    let (x, u): (M::State<f64>, M::Gathered<f64>) =
        (products::block(&point.x), products::block(&point.u));
    let p: M::Params<f64> = products::block(&point.p);
    let expected = reference.outputs(point);
    let alone = M::outputs(at, &x, &u, &p);
    let (outputs, partials) = M::output_partials(at, &x, &u, &p);
    same(name, "outputs", alone.as_ref(), &expected);
    same(
        name,
        "outputs beside their partials",
        outputs.as_ref(),
        &expected,
    );
    let expected = reference.output_partials(point);
    same(name, "partials of outputs", partials.as_ref(), &expected);
}

#[test]
fn every_function() {
    compare::<every::Functions::Functions>(every::Functions::TEXT);
    scalars::lanes::<every::Functions::Functions>();
    scalars::single_precision::<every::Functions::Functions>();
}

#[test]
fn sums_as_products() {
    compare::<separable::Shares::Shares>(separable::Shares::TEXT);
    compare::<separable::Deviates::Deviates>(separable::Deviates::TEXT);
    assert!(products::reads_own::<separable::Shares::Shares>());
    assert!(products::reads_own::<separable::Deviates::Deviates>());
    assert_eq!(separable::Deviates::Deviates::CENTRED, [0]);
}

macro_rules! random {
    ($($name:ident)*) => {$(
        compare::<random::$name::$name>(random::$name::TEXT);
        scalars::lanes::<random::$name::$name>();
    )*};
}

#[test]
fn models_at_random() {
    random! {
        Random0 Random1 Random2 Random3 Random4 Random5 Random6 Random7 Random8 Random9 Random10 Random11
        Random12 Random13 Random14 Random15 Random16 Random17 Random18 Random19 Random20 Random21 Random22 Random23
    }
}
