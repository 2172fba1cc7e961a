//! Exponents as curves: over a parameter, or over time.

use core::fmt::Display;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::Drawn;
use super::look::{colour, lambda, letters, number, pixels};
use super::scale::{Scale, wide};
use crate::{PointError, Spectrum, SweepError, SweepSpectra};

/// Curves that the legend names, at most.
const NAMED: usize = 12;

/// Part of a run after which its estimates decide what is shown.
const SETTLED: f64 = 0.05;

pub(super) struct Curves {
    title: String,
    x: Scale,
    y_label: String,
    y: (f64, f64),
    lines: Vec<Curve>,
    /// Places of points that failed.
    failed: Vec<f64>,
}

struct Curve {
    name: String,
    /// Values in the order of the places, where there are some.
    points: Vec<Option<(f64, f64)>>,
    /// The band about it, as pieces of lower and upper bounds.
    band: Vec<Vec<(f64, f64, f64)>>,
}

impl Curves {
    pub(super) fn of_sweep(
        spectra: &SweepSpectra,
        shown: Option<(f64, f64)>,
    ) -> Result<Self, SweepError> {
        let [axis] = spectra.axes() else {
            return Err(SweepError::Axes {
                expected: "one axis",
                got: spectra.axes().len(),
                help: "vary one thing alone, or draw one exponent as a plane over two",
            });
        };
        let x = Scale::new(axis.name(), axis.values());
        let order = x.sorted();
        let curve = |i: usize| {
            let points = order.iter().map(|&point| {
                let exponent = spectra.point(point).ok()?.exponents()[i];
                exponent.is_finite().then_some((x.places[point], exponent))
            });
            let band = order.iter().map(|&point| {
                let found = spectra.point(point).ok()?.exponent(i);
                let error = found.std_error?;
                let (value, place) = (found.value, x.places[point]);
                value
                    .is_finite()
                    .then_some((place, value - error, value + error))
            });
            Curve {
                name: lambda(i),
                points: points.collect(),
                band: pieces(band),
            }
        };
        let curves: Vec<Curve> = (0..spectra.k()).map(curve).collect();
        let values = curves
            .iter()
            .flat_map(|curve| curve.points.iter().flatten());
        let y = range(values.map(|(_, value)| *value))?;
        let failed = order
            .iter()
            .filter(|&&point| matches!(spectra.point(point), Err(PointError::Failed { .. })));
        Ok(Self {
            title: format!("{}: Lyapunov exponents", spectra.metadata().model),
            y_label: unit_of(spectra.metadata().integrator.is_some()).to_owned(),
            y: shown.unwrap_or(y),
            lines: curves,
            failed: failed.map(|&point| x.places[point]).collect(),
            x,
        })
    }

    pub(super) fn of_values(
        (along, x): (&str, &[f64]),
        of: &str,
        curves: impl IntoIterator<Item = (String, Vec<f64>)>,
        shown: Option<(f64, f64)>,
    ) -> Result<Self, SweepError> {
        let x = Scale::new(along, x);
        let order = x.sorted();
        let curve = |(name, values): (String, Vec<f64>)| {
            assert_eq!(values.len(), x.places.len(), "values of {name} and places");
            let point = |&i: &usize| values[i].is_finite().then_some((x.places[i], values[i]));
            Curve {
                points: order.iter().map(point).collect(),
                band: Vec::new(),
                name,
            }
        };
        let lines: Vec<Curve> = curves.into_iter().map(curve).collect();
        let values = lines.iter().flat_map(|curve| curve.points.iter().flatten());
        let y = range(values.map(|(_, value)| *value))?;
        Ok(Self {
            title: of.to_owned(),
            y_label: of.to_owned(),
            y: shown.unwrap_or(y),
            lines,
            failed: Vec::new(),
            x,
        })
    }

    pub(super) fn of_history(
        spectrum: &Spectrum,
        shown: Option<(f64, f64)>,
    ) -> Result<Self, SweepError> {
        let history = spectrum.history();
        let (start, end) = spectrum.time_span();
        let times = history.times();
        let mut ranks: Vec<usize> = (0..spectrum.exponents().len()).collect();
        // Of the columns, from the largest exponent at the end.
        let raw = spectrum.raw_exponents();
        ranks.sort_by(|&a, &b| raw[b].total_cmp(&raw[a]));
        let curve = |(rank, &column): (usize, &usize)| {
            let points = history.iter().map(|(time, estimates)| {
                let estimate = estimates[column];
                estimate.is_finite().then_some((time, estimate))
            });
            let last = spectrum.exponent(rank);
            let band = times.iter().map(|&time| {
                let grown = ((end - start) / (time - start)).sqrt();
                let half = last.std_error.filter(|_| last.value.is_finite())? * grown;
                half.is_finite()
                    .then_some((time, last.value - half, last.value + half))
            });
            Curve {
                name: format!("{} = {last}", lambda(rank)),
                points: points.collect(),
                band: pieces(band),
            }
        };
        let curves: Vec<Curve> = ranks.iter().enumerate().map(curve).collect();
        let from = start + SETTLED * (end - start);
        let values = curves
            .iter()
            .flat_map(|curve| curve.points.iter().flatten());
        let y = range(
            values
                .filter(|(time, _)| *time >= from)
                .map(|(_, value)| *value),
        )?;
        Ok(Self {
            title: format!("{}: running estimates", spectrum.model_name()),
            x: Scale::new(
                match spectrum.integrator() {
                    Some(_) => "time",
                    None => "iteration",
                },
                times,
            ),
            y_label: unit_of(spectrum.integrator().is_some()).to_owned(),
            y: shown.unwrap_or(y),
            lines: curves,
            failed: Vec::new(),
        })
    }

    pub(super) fn draw<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        title: Option<&str>,
    ) -> Drawn<B>
    where
        B::ErrorType: Display + Send + Sync + 'static,
    {
        let size = area.dim_in_pixel();
        let (x_from, x_to) = self.x.range();
        let mut chart = ChartBuilder::on(area)
            .caption(title.unwrap_or(&self.title), letters(size, 1.3))
            .margin(pixels(size, 1.0))
            .x_label_area_size(pixels(size, 3.2))
            .y_label_area_size(pixels(size, 5.0))
            .build_cartesian_2d(x_from..x_to, self.y.0..self.y.1)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(0.12))
            .x_desc(&self.x.name)
            .y_desc(&self.y_label)
            .x_label_formatter(&|place| self.x.label(*place))
            .y_label_formatter(&|value| number(*value))
            .label_style(letters(size, 0.9))
            .axis_desc_style(letters(size, 1.0))
            .draw()?;
        let zero = [(x_from, 0.0), (x_to, 0.0)];
        if self.y.0 < 0.0 && self.y.1 > 0.0 {
            chart.draw_series(LineSeries::new(zero, BLACK.mix(0.6)))?;
        }
        for (i, curve) in self.lines.iter().enumerate() {
            let colour = colour(i);
            for piece in &curve.band {
                let there = piece.iter().map(|&(x, low, _)| (x, low));
                let back = piece.iter().rev().map(|&(x, _, high)| (x, high));
                let outline = there
                    .chain(back)
                    .map(|(x, y)| (x, y.clamp(self.y.0, self.y.1)));
                let band = Polygon::new(outline.collect::<Vec<_>>(), colour.mix(0.2).filled());
                chart.draw_series([band])?;
            }
        }
        for (i, curve) in self.lines.iter().enumerate() {
            let style = colour(i).stroke_width(2);
            let mut named = i < NAMED;
            // What lies beyond the picture leaves a gap.
            let (low, high) = self.y;
            let beyond = |point: &Option<(f64, f64)>| {
                !point.is_some_and(|(_, value)| (low..=high).contains(&value))
            };
            for piece in curve.points.split(beyond) {
                let points = || piece.iter().flatten().copied();
                let drawn = match piece.len() {
                    0 => continue,
                    // A line of one point would not be seen.
                    1 => {
                        let dots = points().map(|point| Circle::new(point, 2, style.filled()));
                        chart.draw_series(dots)?
                    }
                    // Pair by pair: a thick line's corners would reach beyond the values.
                    _ => chart.draw_series(piece.windows(2).map(|pair| {
                        PathElement::new(pair.iter().flatten().copied().collect::<Vec<_>>(), style)
                    }))?,
                };
                if core::mem::take(&mut named) {
                    let length = pixels(size, 1.5);
                    drawn
                        .label(&curve.name)
                        .legend(move |(x, y)| PathElement::new([(x, y), (x + length, y)], style));
                }
            }
        }
        if !self.failed.is_empty() {
            let (low, height) = (self.y.0, (self.y.1 - self.y.0) * 0.02);
            let ticks = self
                .failed
                .iter()
                .map(|&x| PathElement::new([(x, low), (x, low + height)], RED.stroke_width(2)));
            let length = pixels(size, 0.5);
            chart
                .draw_series(ticks)?
                .label("failed")
                .legend(move |(x, y)| {
                    PathElement::new(
                        [(x + length, y - length), (x + length, y + length)],
                        RED.stroke_width(2),
                    )
                });
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::LowerLeft)
            .margin(pixels(size, 0.8))
            .legend_area_size(pixels(size, 2.0))
            .background_style(WHITE.mix(0.85))
            .border_style(BLACK.mix(0.3))
            .label_font(letters(size, 0.9))
            .draw()
    }
}

/// What exponents are counted in.
fn unit_of(is_flow: bool) -> &'static str {
    if is_flow {
        "exponents per unit time"
    } else {
        "exponents per iterate"
    }
}

/// Runs of what is there.
fn pieces<T>(points: impl Iterator<Item = Option<T>>) -> Vec<Vec<T>> {
    let mut pieces = vec![Vec::new()];
    for point in points {
        match (point, pieces.last_mut()) {
            (Some(point), Some(piece)) => piece.push(point),
            _ => pieces.push(Vec::new()),
        }
    }
    pieces.retain(|piece| piece.len() > 1);
    pieces
}

/// What is shown of values, with some room.
fn range(values: impl Iterator<Item = f64>) -> Result<(f64, f64), SweepError> {
    let (least, most) = values.fold(
        (f64::INFINITY, f64::NEG_INFINITY),
        |(least, most), value| (least.min(value), most.max(value)),
    );
    if least > most {
        let reason = "no exponent is a finite number".to_owned();
        return Err(SweepError::NothingToDraw { reason });
    }
    let (least, most) = wide(least, most);
    let room = 0.05 * (most - least);
    Ok((least - room, most + room))
}
