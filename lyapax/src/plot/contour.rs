//! Where a function on a grid is zero: marching squares.

/// Lines on which a function is zero, as pieces within the squares of a grid, linear in between. Squares with a corner
/// that is no finite number have none.
///
/// `at(i, j)` is the function at (`x[i]`, `y[j]`). A square two of whose opposite corners are positive, and the others not,
/// is parted by what its middle is.
pub(super) fn zero(x: &[f64], y: &[f64], at: impl Fn(usize, usize) -> f64) -> Vec<[(f64, f64); 2]> {
    let mut pieces = Vec::new();
    for i in 1..x.len() {
        for j in 1..y.len() {
            // Around the square.
            let corners = [(i - 1, j - 1), (i, j - 1), (i, j), (i - 1, j)];
            let values = corners.map(|(i, j)| at(i, j));
            if values.iter().any(|value| !value.is_finite()) {
                continue;
            }
            let crossing = |side: usize| {
                let (a, b) = (side, (side + 1) % 4);
                let (from, to) = (values[a], values[b]);
                ((from > 0.0) != (to > 0.0)).then(|| {
                    let part = from / (from - to);
                    let ((i, j), (k, l)) = (corners[a], corners[b]);
                    (x[i] + part * (x[k] - x[i]), y[j] + part * (y[l] - y[j]))
                })
            };
            let sides = [0, 1, 2, 3].map(crossing);
            if let [Some(a), Some(b), Some(c), Some(d)] = sides {
                let middle = values.iter().sum::<f64>() > 0.0;
                // The corner between the last side and the first.
                if middle == (values[0] > 0.0) {
                    pieces.extend([[a, b], [c, d]]);
                } else {
                    pieces.extend([[d, a], [b, c]]);
                }
                continue;
            }
            let mut ends = sides.into_iter().flatten();
            if let (Some(from), Some(to)) = (ends.next(), ends.next()) {
                pieces.push([from, to]);
            }
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::zero;

    /// A circle: the pieces lie on it, and are as long as it is.
    #[test]
    fn a_circle() {
        let x: Vec<f64> = (0..201).map(|i| -1.5 + 0.015 * f64::from(i)).collect();
        let pieces = zero(&x, &x, |i, j| x[i].hypot(x[j]) - 1.0);
        let length: f64 = pieces
            .iter()
            .map(|[a, b]| (a.0 - b.0).hypot(a.1 - b.1))
            .sum();
        assert!((length - core::f64::consts::TAU).abs() < 1e-3, "{length}");
        for (x, y) in pieces.into_iter().flatten() {
            assert!((x.hypot(y) - 1.0).abs() < 1e-4);
        }
    }

    /// Saddles are parted by their middle, and no number has no line.
    #[test]
    fn saddles_and_gaps() {
        let x = [0.0, 1.0];
        let saddle = |middle: f64| zero(&x, &x, |i, j| if i == j { 1.0 + middle } else { -1.0 });
        // The middle goes with the corners that are positive: lines cut off the others.
        let apart = |pieces: &[[(f64, f64); 2]]| {
            let [a, b] = &pieces[0];
            (a.0 - b.0).hypot(a.1 - b.1)
        };
        let (above, below) = (saddle(0.5), saddle(-0.5));
        assert_eq!((above.len(), below.len()), (2, 2));
        // From the side below to the side on the right, or from that on the left to that below.
        assert!(above[0][0].1 == 0.0 && above[0][1].0 == 1.0);
        assert!(below[0][0].0 == 0.0 && below[0][1].1 == 0.0);
        assert!(apart(&above) < 1.0 && apart(&below) < 1.0);
        assert!(
            zero(&x, &x, |i, j| if i + j == 2 {
                f64::NAN
            } else {
                -1.0 + 2.0 * i as f64
            })
            .is_empty()
        );
    }
}
