//! A function of several numbers at once: straight on where all of them are ordinary, else each
//! for itself.

/// `f` of each number. Where `ordinary` is not true of all, `odd` gives those of which it is
/// false, and the others are what they would be without them.
#[inline(always)]
pub(super) fn each<const L: usize>(
    x: [f64; L],
    ordinary: impl Fn(f64) -> bool,
    f: impl Fn(f64) -> f64,
    odd: impl Fn(f64) -> f64,
) -> [f64; L] {
    if x.iter().fold(true, |all, &x| all & ordinary(x)) {
        map(x, f)
    } else {
        one_by_one(x, ordinary, f, odd)
    }
}

#[cold]
#[inline(never)]
fn one_by_one<const L: usize>(
    x: [f64; L],
    ordinary: impl Fn(f64) -> bool,
    f: impl Fn(f64) -> f64,
    odd: impl Fn(f64) -> f64,
) -> [f64; L] {
    map(x, |x| if ordinary(x) { f(x) } else { odd(x) })
}

/// `f` of each number, by a loop that can become vector instructions.
#[inline(always)]
pub(super) fn map<const L: usize>(x: [f64; L], f: impl Fn(f64) -> f64) -> [f64; L] {
    let mut y = [0.0; L];
    for l in 0..L {
        y[l] = f(x[l]);
    }
    y
}

/// The same with two numbers in each place.
#[inline(always)]
pub(super) fn each_pair<const L: usize>(
    x: [f64; L],
    y: [f64; L],
    ordinary: impl Fn(f64, f64) -> bool,
    f: impl Fn(f64, f64) -> f64,
    odd: impl Fn(f64, f64) -> f64,
) -> [f64; L] {
    if (0..L).fold(true, |all, l| all & ordinary(x[l], y[l])) {
        let mut z = [0.0; L];
        for l in 0..L {
            z[l] = f(x[l], y[l]);
        }
        z
    } else {
        pair_by_pair(x, y, ordinary, f, odd)
    }
}

#[cold]
#[inline(never)]
fn pair_by_pair<const L: usize>(
    x: [f64; L],
    y: [f64; L],
    ordinary: impl Fn(f64, f64) -> bool,
    f: impl Fn(f64, f64) -> f64,
    odd: impl Fn(f64, f64) -> f64,
) -> [f64; L] {
    core::array::from_fn(|l| {
        if ordinary(x[l], y[l]) {
            f(x[l], y[l])
        } else {
            odd(x[l], y[l])
        }
    })
}
