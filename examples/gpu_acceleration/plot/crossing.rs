//! Where a device becomes the faster one, in a panel.

use std::error::Error;
use std::ops::Range;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::look::{FONT, SMALL, THICK, colour};
use super::panel::Chart;
use crate::crossover::{Crossover, two_digits};
use crate::sweep::Sweep;

/// The point at which both take equally long.
pub struct Crossing {
    /// The number of the device's curve.
    curve: usize,
    size: f64,
    height: f64,
    words: String,
}

/// Those of all devices, by the points of all curves.
pub fn find(sweep: &Sweep, points: &[Vec<(f64, f64)>]) -> Vec<Crossing> {
    let unit = sweep.workload.unit();
    let curves = sweep.curves.iter().zip(points).enumerate().skip(1);
    let crossings = curves.filter_map(|(curve, (of, points))| {
        let crossover = sweep.crossover(of);
        let size = crossover.size()?;
        let than = match crossover {
            Crossover::SlowerFrom(_) => "slower",
            _ => "faster",
        };
        Some(Crossing {
            curve,
            size,
            height: height(points, size)?,
            words: format!("{than} from ≈ {} {unit}", two_digits(size)),
        })
    });
    crossings.collect()
}

/// How high a curve is at a size between its points.
fn height(points: &[(f64, f64)], size: f64) -> Option<f64> {
    let of = |pair: &[(f64, f64)]| {
        let ((size_a, a), (size_b, b)) = (pair[0], pair[1]);
        let part = (size / size_a).ln() / (size_b / size_a).ln();
        // A crossing may be at a point itself.
        (-1e-9..=1.0 + 1e-9)
            .contains(&part)
            .then(|| a * (b / a).powf(part))
    };
    points.windows(2).find_map(of)
}

/// A ring, a line down to the axis, and the size in words.
pub fn draw<DB: DrawingBackend>(
    chart: &mut Chart<'_, DB>,
    crossings: &[Crossing],
    x: &Range<f64>,
    y: &Range<f64>,
) -> Result<(), Box<dyn Error>>
where
    DB::ErrorType: 'static,
{
    for &Crossing {
        curve,
        size,
        height,
        ..
    } in crossings
    {
        let ring = colour(curve).stroke_width(THICK);
        let line = [(size, y.start), (size, height)];
        chart.draw_series(DashedLineSeries::new(line, 14, 10, ring.stroke_width(4)))?;
        chart.draw_series([Circle::new((size, height), 24, ring)])?;
    }
    // After all lines, since words cover them. They stand above each other.
    for (place, crossing) in crossings.iter().enumerate() {
        let size = crossing.size;
        let part = 0.03 + 0.06 * place as f64;
        let at = (size, y.start * (y.end / y.start).powf(part));
        let style = (FONT, SMALL).into_font().color(&colour(crossing.curve));
        let area = chart.plotting_area();
        let (width, tall) = area.estimate_text_size(&crossing.words, &style)?;
        let (width, tall) = (width.cast_signed(), tall.cast_signed());
        // Towards the middle of the panel.
        let (side, away, from, to) = if size * size > x.start * x.end {
            (HPos::Right, -20, -20 - width, -14)
        } else {
            (HPos::Left, 20, 14, 20 + width)
        };
        let paper = Rectangle::new([(from, -tall - 4), (to, 8)], WHITE.filled());
        let style = style.pos(Pos::new(side, VPos::Bottom));
        let words = Text::new(crossing.words.clone(), (away, 0), style);
        area.draw(&(EmptyElement::at(at) + paper + words))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_are_those_of_powers_of_the_size() {
        let points = [1.0, 10.0, 100.0].map(|size| (size, 3.0 * size * size));
        assert!((height(&points, 30.0).unwrap() - 2700.0).abs() < 1e-9);
        assert!((height(&points, 100.0).unwrap() - 30_000.0).abs() < 1e-9);
        assert_eq!(height(&points, 101.0), None);
    }
}
