//! Axes: linear, or logarithmic where the values stand at equal ratios.

use super::look;

/// Ratios, or distances, that differ by less are equal.
const EQUAL: f64 = 1e-6;

/// An axis of some values.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    pub(super) name: String,
    /// Where each value stands.
    pub(super) places: Vec<f64>,
    is_logarithmic: bool,
}

impl Scale {
    pub(super) fn new(name: &str, values: &[f64]) -> Self {
        let ratios = || values.windows(2).map(|pair| pair[1] / pair[0]);
        let first = ratios().next().unwrap_or(1.0);
        let is_logarithmic = values.len() > 2
            && values.iter().all(|value| *value > 0.0)
            && (first - 1.0).abs() > EQUAL
            && ratios().all(|ratio| (ratio / first - 1.0).abs() < EQUAL);
        let place = |value: &f64| {
            if is_logarithmic {
                value.log10()
            } else {
                *value
            }
        };
        Self {
            name: name.to_owned(),
            places: values.iter().map(place).collect(),
            is_logarithmic,
        }
    }

    /// The first and last place that is drawn, where values are points.
    pub(super) fn range(&self) -> (f64, f64) {
        let least = self.places.iter().copied().fold(f64::INFINITY, f64::min);
        let most = self
            .places
            .iter()
            .copied()
            .fold(f64::NEG_INFINITY, f64::max);
        wide(least, most)
    }

    /// Whether there are several values, all of them the same.
    pub(super) fn is_flat(&self) -> bool {
        self.places.len() > 1 && self.places.iter().all(|place| *place == self.places[0])
    }

    /// Places in ascending order, each with its number.
    pub(super) fn sorted(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.places.len()).collect();
        order.sort_by(|&a, &b| self.places[a].total_cmp(&self.places[b]));
        order
    }

    /// Where the cells about the places, in ascending order, begin and end: half-way between two.
    pub(super) fn edges(&self) -> Vec<f64> {
        let places: Vec<f64> = self.sorted().into_iter().map(|i| self.places[i]).collect();
        let n = places.len();
        if n == 1 {
            let (from, to) = wide(places[0], places[0]);
            return vec![from, to];
        }
        let between = places
            .windows(2)
            .map(|pair| f64::midpoint(pair[0], pair[1]));
        let mut edges = vec![places[0] - (places[1] - places[0]) / 2.0];
        edges.extend(between);
        edges.push(places[n - 1] + (places[n - 1] - places[n - 2]) / 2.0);
        edges
    }

    /// What is written at a place.
    pub(super) fn label(&self, place: f64) -> String {
        match self.is_logarithmic {
            true if (place - place.round()).abs() < EQUAL => format!("1e{}", place.round()),
            true => format!("{:.2e}", 10.0_f64.powf(place)),
            false => look::number(place),
        }
    }
}

/// An interval that is not empty.
pub(super) fn wide(from: f64, to: f64) -> (f64, f64) {
    if to > from {
        return (from, to);
    }
    let half = if from == 0.0 { 0.5 } else { from.abs() / 20.0 };
    (from - half, from + half)
}
