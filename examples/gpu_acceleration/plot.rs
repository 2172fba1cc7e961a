//! Both sweeps as a picture: PNG or SVG, by the ending of its name.

mod axis;
mod crossing;
mod legend;
mod look;
mod panel;

use std::error::Error;
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::sweep::Sweep;
use panel::Panel;

/// Of one panel in dots, without its legend: two panels are as wide as a page at 400 dots an inch.
const SIZE: (u32, u32) = (1840, 1200);

/// Draws a panel for each sweep.
pub fn draw(file: &Path, sweeps: &[Sweep]) -> Result<(), Box<dyn Error>> {
    look::load_font()?;
    let panels: Vec<_> = sweeps.iter().map(Panel::new).collect();
    let columns = u32::try_from(panels.len())?;
    let legend = sweeps.iter().map(legend::height).max().unwrap_or(0);
    let size = (SIZE.0 * columns, SIZE.1 + legend.cast_unsigned());
    let drawn = if file.extension().is_some_and(|ending| ending == "svg") {
        all(
            &SVGBackend::new(file, size).into_drawing_area(),
            &panels,
            legend,
        )
    } else {
        all(
            &BitMapBackend::new(file, size).into_drawing_area(),
            &panels,
            legend,
        )
    };
    drawn.map_err(|error| format!("{} cannot be drawn: {error}", file.display()).into())
}

fn all<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    panels: &[Panel<'_>],
    legend: i32,
) -> Result<(), Box<dyn Error>>
where
    DB::ErrorType: 'static,
{
    area.fill(&WHITE)?;
    for (part, panel) in area.split_evenly((1, panels.len())).iter().zip(panels) {
        panel.draw(part, legend)?;
    }
    area.present()?;
    Ok(())
}
