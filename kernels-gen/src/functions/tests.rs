//! Every function and operator: its derivative against differences, its value at the corners.

use super::*;
use crate::differentiate::Differentiator;
use crate::ir::interpret::values;
use crate::ir::{Arena, Compare, Node, Var};

fn f(name: &str, args: &[f64]) -> f64 {
    (find(name).expect("the function exists").get().eval)(args)
}

/// A point of the interval, by the golden ratio: evenly spread, never at an end.
fn spread(k: u32, (from, to): (f64, f64)) -> f64 {
    let fraction = (f64::from(k + 1) * 0.618_033_988_749_894_9).fract();
    from + (to - from) * (0.02 + 0.96 * fraction)
}

/// Compares the derivative with respect to every variable with a five-point central difference,
/// at 50 points of each region.
fn check(what: &str, arena: &mut Arena, root: Id, regions: &[&[(f64, f64)]]) {
    let arity = regions[0].len();
    for (i, wrt) in (0..arity).zip(0u32..) {
        let derivative = Differentiator::new(arena, &[root]).derivatives(Var::State(wrt))[0];
        let at = |id: Id, x: &[f64]| {
            let state = |var| match var {
                Var::State(i) => x[i as usize],
                _ => unreachable!("only states stand here"),
            };
            values(arena, state)[id.0 as usize].real()
        };
        for (region, k) in regions
            .iter()
            .flat_map(|region| (0..50).map(move |k| (region, k)))
        {
            let x: Vec<f64> = region
                .iter()
                .zip(0..)
                .map(|(&interval, j)| spread(k * 7 + j * 3, interval))
                .collect();
            let h = 1e-3 * x[i].abs().clamp(1e-2, 1.0);
            let shifted = |steps: f64| {
                let mut x = x.clone();
                x[i] += steps * h;
                at(root, &x)
            };
            let difference = (8.0 * (shifted(1.0) - shifted(-1.0))
                - (shifted(2.0) - shifted(-2.0)))
                / (12.0 * h);
            let value = derivative.map_or(0.0, |id| at(id, &x));
            // Rounding of the values over h, and the fourth-order remainder.
            let scale = at(root, &x).abs() + x[i].abs();
            let bound = 1e-14 * scale / h + 3e-7 * (value.abs() + scale);
            assert!(
                (value - difference).abs() <= bound,
                "{what} by argument {i} at {x:?}: {value} is not {difference}"
            );
        }
    }
}

#[test]
fn derivatives_of_functions() {
    for (function, id) in ALL.iter().zip((0..).map(FunctionId)) {
        let mut arena = Arena::default();
        let args: Vec<Id> = (0u32..)
            .take(function.arity)
            .map(|i| arena.var(Var::State(i)))
            .collect();
        let root = arena.push(match *args {
            [a] => Node::Call1(id, a),
            [a, b] => Node::Call2(id, a, b),
            _ => panic!("{} has no call", function.name),
        });
        let regions: Vec<_> = function.samples.chunks_exact(function.arity).collect();
        assert!(
            !regions.is_empty() && function.samples.len() % function.arity == 0,
            "{}",
            function.name
        );
        check(function.name, &mut arena, root, &regions);
    }
}

#[test]
fn derivatives_of_operators() {
    let mut arena = Arena::default();
    let [x, y] = [0, 1].map(|i| arena.var(Var::State(i)));
    let mask = |arena: &mut Arena, op| arena.push(Node::Compare(op, x, y));
    let nodes = [
        Node::Neg(x),
        Node::Add(x, y),
        Node::Sub(x, y),
        Node::Mul(x, y),
        Node::Div(x, y),
        Node::Add(x, x),
        Node::Mul(x, x),
        Node::Div(x, x),
    ];
    let mut roots: Vec<Id> = nodes.map(|node| arena.push(node)).to_vec();
    roots.extend((-4..=5).map(|n| arena.push(Node::Powi(x, n))));
    let (then, otherwise) = (roots[3], roots[4]);
    for op in [
        Compare::Less,
        Compare::LessEq,
        Compare::Greater,
        Compare::GreaterEq,
        Compare::Eq,
        Compare::NotEq,
    ] {
        let mask = mask(&mut arena, op);
        roots.push(arena.push(Node::Select {
            mask,
            then,
            otherwise,
        }));
        let not = arena.push(Node::Not(mask));
        roots.push(arena.push(Node::Select {
            mask: not,
            then: x,
            otherwise,
        }));
    }
    let regions: [&[(f64, f64)]; 3] = [
        &[(0.5, 1.5), (2.0, 4.0)],
        &[(2.0, 4.0), (-1.5, -0.5)],
        &[(-4.0, -2.0), (0.5, 1.5)],
    ];
    for root in roots {
        let what = format!("{:?}", arena.get(root));
        check(&what, &mut arena, root, &regions);
    }
}

#[test]
fn names_are_found() {
    assert_eq!(find("log"), find("ln"));
    assert_eq!(find("nothing"), None);
    for name in names() {
        assert!(find(name).is_some());
    }
    assert_eq!(ALL.len(), 26);
}

#[test]
fn jumps_have_values_at_the_jump() {
    assert_eq!(f("sign", &[0.0]), 0.0);
    assert_eq!(f("sign", &[-2.0]), -1.0);
    assert!(f("sign", &[f64::NAN]).is_nan());
    assert_eq!(f("heaviside", &[0.0]), 0.5);
    assert_eq!(f("heaviside", &[-0.0]), 0.5);
    assert_eq!(f("heaviside", &[-1.0]), 0.0);
    assert!(f("heaviside", &[f64::NAN]).is_nan());
}

#[test]
fn min_and_max_keep_nan() {
    for name in ["min", "max"] {
        assert!(f(name, &[f64::NAN, 1.0]).is_nan());
        assert!(f(name, &[1.0, f64::NAN]).is_nan());
    }
    assert_eq!(f("min", &[1.0, 2.0]), 1.0);
    assert_eq!(f("max", &[1.0, 2.0]), 2.0);
}

#[test]
fn mod_has_the_divisors_sign() {
    assert_eq!(f("mod", &[5.5, 2.0]), 1.5);
    assert_eq!(f("mod", &[-5.5, 2.0]), 0.5);
    assert_eq!(f("mod", &[5.5, -2.0]), -0.5);
    assert_eq!(f("mod", &[-5.5, -2.0]), -1.5);
    assert_eq!(f("mod", &[4.0, 2.0]), 0.0);
    assert_eq!(f("mod", &[1e300, 0.75]), 1e300 % 0.75);
}

/// Derivatives that a simpler formula would give as 0·∞ or without digits.
#[test]
fn derivatives_are_sound_at_the_edges() {
    let derivative = |name: &str, args: &[f64], i: u32| {
        let mut arena = Arena::default();
        let vars: Vec<Id> = (0u32..)
            .take(args.len())
            .map(|i| arena.var(Var::State(i)))
            .collect();
        let root = arena.call(name, &vars);
        let derivative = Differentiator::new(&mut arena, &[root]).derivatives(Var::State(i))[0]
            .expect("it is not zero");
        let state = |var| match var {
            Var::State(i) => args[i as usize],
            _ => unreachable!("only states stand here"),
        };
        values(&arena, state)[derivative.0 as usize].real()
    };
    assert_eq!(derivative("pow", &[0.0, 2.5], 1), 0.0);
    assert_eq!(derivative("pow", &[0.0, 0.0], 0), 0.0);
    assert_eq!(derivative("pow", &[0.0, 1.0], 0), 1.0);
    assert_eq!(derivative("hypot", &[0.0, 0.0], 0), 0.0);
    assert_eq!(derivative("abs", &[0.0], 0), 0.0);
    // 4·exp(−2x) and exp(−x), which 1 − tanh² and s·(1 − s) round to 0.
    let relative = |value: f64, exact: f64| (value / exact - 1.0).abs();
    assert!(relative(derivative("tanh", &[25.0], 0), 4.0 * (-50f64).exp()) < 1e-14);
    assert!(relative(derivative("sigmoid", &[40.0], 0), (-40f64).exp()) < 1e-14);
    assert_eq!(derivative("tanh", &[800.0], 0), 0.0);
    assert_eq!(derivative("sigmoid", &[-800.0], 0), 0.0);
}

#[test]
fn constants_out_of_domain_are_told() {
    let domain =
        |name: &str, args: &[f64]| (find(name).expect("the function exists").get().domain)(args);
    assert_eq!(
        domain("ln", &[-1.0]),
        Some("the logarithm of a negative number")
    );
    assert_eq!(domain("ln", &[0.0]), Some("the logarithm of zero"));
    assert_eq!(
        domain("sqrt", &[-1.0]),
        Some("the square root of a negative number")
    );
    assert_eq!(
        domain("acos", &[2.0]),
        Some("the arc cosine of a number outside [-1, 1]")
    );
    assert_eq!(
        domain("mod", &[f64::NAN, 0.0]),
        Some("the remainder of a division by zero")
    );
    for function in ALL {
        assert_eq!((function.domain)(&[f64::NAN, f64::NAN]), None);
        assert_eq!(
            (function.domain)(&[-8.0, f64::NAN][2 - function.arity..]),
            None
        );
    }
    assert_eq!(
        domain("pow", &[-8.0, 0.5]),
        Some("a non-integer power of a negative number")
    );
    assert_eq!(
        domain("pow", &[0.0, -0.5]),
        Some("a negative power of zero")
    );
    assert_eq!(domain("pow", &[-8.0, 2.0]), None);
    assert_eq!(domain("sqrt", &[0.0]), None);
}
