//! An exponent over a plane, in colours.

use core::fmt::Display;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::Drawn;
use super::contour::zero;
use super::look::{lambda, letters, number, pixels};
use super::scale::{Scale, wide};
use crate::{PointError, SweepError, SweepSpectra};

/// Values beyond these parts of all are few.
const FEW: f64 = 0.01;

/// Where all values span so many times what all but few span, the few do not count for the colours.
const FAR: f64 = 1.5;

/// Steps of colour: as many as a bar of usual height has pixels to show.
const STEPS: u16 = 512;

const FAILED: RGBColor = RGBColor(165, 165, 165);

pub(super) struct Plane {
    title: String,
    name: String,
    x: Scale,
    y: Scale,
    /// Cells in ascending order of both axes: `cells[i][j]` at place i to the right, j upwards.
    cells: Vec<Vec<Cell>>,
    colours: (f64, f64),
    /// Whether values lie below or above the colours.
    beyond: (bool, bool),
}

#[derive(Clone, Copy, PartialEq)]
enum Cell {
    Value(f64),
    Failed,
    NotRun,
}

impl Plane {
    pub(super) fn new(
        spectra: &SweepSpectra,
        exponent: usize,
        shown: Option<(f64, f64)>,
    ) -> Result<Self, SweepError> {
        let [first, second] = spectra.axes() else {
            return Err(SweepError::Axes {
                expected: "a plane",
                got: spectra.axes().len(),
                help: "vary two things, each along an axis of its own",
            });
        };
        let x = Scale::new(first.name(), first.values());
        let y = Scale::new(second.name(), second.values());
        for scale in [&x, &y] {
            if scale.is_flat() {
                let reason = format!("all values of `{}` are the same", scale.name);
                return Err(SweepError::NothingToDraw { reason });
            }
        }
        let cell = |i: usize, j: usize| match spectra.at(&[i, j]) {
            Ok(point) => Cell::Value(point.exponents()[exponent]),
            Err(PointError::Failed { .. }) => Cell::Failed,
            Err(PointError::NotRun) => Cell::NotRun,
        };
        let (right, up) = (x.sorted(), y.sorted());
        let column = |i: &usize| up.iter().map(|j| cell(*i, *j)).collect();
        let cells: Vec<Vec<Cell>> = right.iter().map(column).collect();
        let mut values: Vec<f64> = cells
            .iter()
            .flatten()
            .filter_map(|cell| cell.finite())
            .collect();
        values.sort_by(f64::total_cmp);
        let (Some(&least), Some(&most)) = (values.first(), values.last()) else {
            let reason = "no exponent is a finite number".to_owned();
            return Err(SweepError::NothingToDraw { reason });
        };
        // At least one is left on either side.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let few = (values.len() as f64 * FEW) as usize;
        let (low, high) = (values[few], values[values.len() - 1 - few]);
        let far = most - least > FAR * (high - low) && high > low;
        let usual = if far { (low, high) } else { (least, most) };
        let colours = shown.unwrap_or(usual);
        let has_minus_infinity = cells
            .iter()
            .flatten()
            .any(|cell| *cell == Cell::Value(f64::NEG_INFINITY));
        Ok(Self {
            title: format!("{}: {}", spectra.metadata().model, lambda(exponent)),
            name: lambda(exponent),
            x,
            y,
            cells,
            beyond: (colours.0 > least || has_minus_infinity, colours.1 < most),
            colours: wide(colours.0, colours.1),
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
        let width = i32::try_from(size.0).unwrap_or(i32::MAX);
        let (left, right) = area.split_horizontally(width - pixels(size, 9.0));
        self.cells(&left, size, title.unwrap_or(&self.title))?;
        self.bar(&right, size)
    }

    fn cells<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        size: (u32, u32),
        title: &str,
    ) -> Drawn<B>
    where
        B::ErrorType: Display + Send + Sync + 'static,
    {
        let (x, y) = (self.x.edges(), self.y.edges());
        let mut chart = ChartBuilder::on(area)
            .caption(title, letters(size, 1.3))
            .margin(pixels(size, 1.0))
            .x_label_area_size(pixels(size, 3.2))
            .y_label_area_size(pixels(size, 5.0))
            .build_cartesian_2d(x[0]..x[x.len() - 1], y[0]..y[y.len() - 1])?;
        for (i, column) in self.cells.iter().enumerate() {
            // Neighbours of one colour are drawn as one.
            let mut from = 0;
            for cells in column.chunk_by(|a, b| self.colour(*a) == self.colour(*b)) {
                let to = from + cells.len();
                let corners = [(x[i], y[from]), (x[i + 1], y[to])];
                let cell = Rectangle::new(corners, self.colour(cells[0]).filled());
                chart.draw_series([cell])?;
                from = to;
            }
        }
        let mut named = false;
        for (kind, name) in [
            (Cell::Failed, "failed"),
            (Cell::NotRun, "not run"),
            (Cell::Value(f64::NEG_INFINITY), "−∞"),
        ] {
            if !self.cells.iter().flatten().any(|cell| *cell == kind) {
                continue;
            }
            named = true;
            let colour = self.colour(kind);
            // Nothing is drawn but its name.
            let nothing = core::iter::empty::<Circle<(f64, f64), i32>>();
            let side = pixels(size, 0.5);
            chart
                .draw_series(nothing)?
                .label(name)
                .legend(move |(x, y)| {
                    let corners = [(x, y - side), (x + 2 * side, y + side)];
                    EmptyElement::at((0, 0))
                        + Rectangle::new(corners, colour.filled())
                        + Rectangle::new(corners, BLACK.stroke_width(1))
                });
        }
        let centres = |scale: &Scale| -> Vec<f64> {
            let order = scale.sorted();
            order.into_iter().map(|i| scale.places[i]).collect()
        };
        let at = |i: usize, j: usize| self.cells[i][j].finite().unwrap_or(f64::NAN);
        let lines = zero(&centres(&self.x), &centres(&self.y), at);
        for style in [WHITE.stroke_width(3), BLACK.stroke_width(1)] {
            let lines = lines.iter().map(|piece| PathElement::new(*piece, style));
            chart.draw_series(lines)?;
        }
        if !lines.is_empty() {
            named = true;
            let length = pixels(size, 1.0);
            let nothing = core::iter::empty::<Circle<(f64, f64), i32>>();
            let name = format!("{} = 0", self.name);
            chart
                .draw_series(nothing)?
                .label(name)
                .legend(move |(x, y)| {
                    PathElement::new([(x, y), (x + length, y)], BLACK.stroke_width(1))
                });
        }
        chart
            .configure_mesh()
            .disable_mesh()
            .x_desc(&self.x.name)
            .y_desc(&self.y.name)
            .x_label_formatter(&|place| self.x.label(*place))
            .y_label_formatter(&|place| self.y.label(*place))
            .label_style(letters(size, 0.9))
            .axis_desc_style(letters(size, 1.0))
            .draw()?;
        if !named {
            return Ok(());
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .margin(pixels(size, 0.8))
            .legend_area_size(pixels(size, 1.6))
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK.mix(0.3))
            .label_font(letters(size, 0.9))
            .draw()
    }

    /// Which colour means what.
    fn bar<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>, size: (u32, u32)) -> Drawn<B>
    where
        B::ErrorType: Display + Send + Sync + 'static,
    {
        let (low, high) = self.colours;
        let mut chart = ChartBuilder::on(area)
            .caption(&self.name, letters(size, 1.3))
            .margin(pixels(size, 1.0))
            .margin_bottom(pixels(size, 4.2))
            .right_y_label_area_size(pixels(size, 5.0))
            .build_cartesian_2d(0.0..1.0, low..high)?
            .set_secondary_coord(0.0..1.0, low..high);
        let step = (high - low) / f64::from(STEPS);
        let steps = (0..STEPS).map(|i| {
            let from = low + step * f64::from(i);
            let colour = self.colour(Cell::Value(from + step / 2.0));
            Rectangle::new([(0.0, from), (1.0, from + step)], colour.filled())
        });
        chart.draw_series(steps)?;
        let label = |value: &f64| {
            let (text, near) = (number(*value), (high - low) * 0.03);
            match self.beyond {
                (true, _) if value - low < near => format!("≤ {text}"),
                (_, true) if high - value < near => format!("≥ {text}"),
                _ => text,
            }
        };
        chart
            .configure_secondary_axes()
            .y_label_formatter(&label)
            .label_style(letters(size, 0.9))
            .draw()
    }

    fn colour(&self, cell: Cell) -> RGBColor {
        let (low, high) = self.colours;
        match cell {
            Cell::Value(value) => {
                let steps = f64::from(STEPS);
                let part = ((value - low) / (high - low)).clamp(0.0, 1.0);
                ViridisRGB.get_color((part * steps).round() / steps)
            }
            Cell::Failed => FAILED,
            Cell::NotRun => WHITE,
        }
    }
}

impl Cell {
    fn finite(self) -> Option<f64> {
        match self {
            Self::Value(value) if value.is_finite() => Some(value),
            _ => None,
        }
    }
}
