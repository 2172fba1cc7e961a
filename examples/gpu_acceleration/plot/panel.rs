//! One sweep as a panel: times or throughput over size, in logarithms.

use std::error::Error;
use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::combinators::{BindKeyPoints, LogCoord, WithKeyPoints};
use plotters::prelude::*;

use super::look::{FONT, LARGE, LEFT, SMALL, THICK, colour, mark};
use super::{axis, crossing, legend};
use crate::sweep::{Cell, Curve, Sweep};

type Axis = WithKeyPoints<LogCoord<f64>>;
/// What curves are drawn into.
pub type Chart<'a, DB> = ChartContext<'a, DB, Cartesian2d<Axis, Axis>>;

/// A sweep with what is drawn of it.
pub struct Panel<'a> {
    sweep: &'a Sweep,
    /// The points of each curve.
    points: Vec<Vec<(f64, f64)>>,
    x: Range<f64>,
    y: Range<f64>,
}

impl<'a> Panel<'a> {
    pub fn new(sweep: &'a Sweep) -> Self {
        let points: Vec<_> = sweep.curves.iter().map(|it| points(sweep, it)).collect();
        let all = points.iter().flatten();
        Self {
            x: axis::around(sweep.sizes.iter().map(|&size| size as f64)),
            y: axis::decades(&axis::around(all.map(|point| point.1))),
            points,
            sweep,
        }
    }

    /// Draws it, with so much room for the legend.
    pub fn draw<DB: DrawingBackend>(
        &self,
        area: &DrawingArea<DB, Shift>,
        legend: i32,
    ) -> Result<(), Box<dyn Error>>
    where
        DB::ErrorType: 'static,
    {
        let (top, rest) = area.split_vertically(legend);
        legend::draw(&top, self.sweep)?;
        let workload = self.sweep.workload;
        let mut chart = ChartBuilder::on(&rest)
            .margin(32)
            .margin_right(60)
            .x_label_area_size(150)
            .y_label_area_size(LEFT - 32)
            .build_cartesian_2d(
                self.x
                    .clone()
                    .log_scale()
                    .with_key_points(axis::marked(&self.sweep.sizes, &self.x)),
                self.y
                    .clone()
                    .log_scale()
                    .with_key_points(axis::powers(&self.y))
                    .with_light_points(axis::between(&self.y)),
            )?;
        chart
            .configure_mesh()
            .bold_line_style(BLACK.mix(0.16).stroke_width(2))
            .light_line_style(BLACK.mix(0.05).stroke_width(2))
            .set_all_tick_mark_size(10)
            .axis_style(BLACK.stroke_width(4))
            .label_style((FONT, SMALL))
            .axis_desc_style((FONT, LARGE))
            .x_desc(workload.unit())
            .y_desc(workload.value_name())
            .x_label_formatter(&|size| axis::label(*size))
            .y_label_formatter(&|value| axis::label(*value))
            .draw()?;
        for (i, points) in self.points.iter().enumerate() {
            let line = LineSeries::new(points.iter().copied(), colour(i).stroke_width(THICK));
            chart.draw_series(line)?;
            chart.draw_series(points.iter().map(|&point| mark(i, point)))?;
        }
        let crossings = crossing::find(self.sweep, &self.points);
        crossing::draw(&mut chart, &crossings, &self.x, &self.y)
    }
}

/// What was measured, and nothing else.
fn points(sweep: &Sweep, curve: &Curve) -> Vec<(f64, f64)> {
    let cells = sweep.sizes.iter().zip(&curve.cells);
    let point = |(&size, cell): (&usize, &Cell)| {
        let seconds = cell.figures()?.seconds();
        let value = sweep.workload.value(size, sweep.steps, seconds);
        Some((size as f64, value))
    };
    cells.filter_map(point).collect()
}
