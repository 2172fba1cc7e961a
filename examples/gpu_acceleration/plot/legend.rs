//! What a panel shows, above it: its title, how the runs are made, and a line for each curve.

use std::error::Error;

use plotters::coord::Shift;
use plotters::prelude::*;

use super::axis;
use super::look::{FONT, LARGE, LEFT, MISSING, SMALL, THICK, colour, mark};
use crate::sweep::{Cell, Curve, Sweep};

/// The height of a line.
const LINE: i32 = 68;
/// That of the title and what is below it.
const TITLE: i32 = 168;
/// The most letters that fit into a line.
const LETTERS: usize = 64;

/// A line for each curve.
pub fn height(sweep: &Sweep) -> i32 {
    sweep.curves.iter().map(|_| LINE).sum::<i32>() + TITLE
}

pub fn draw<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    sweep: &Sweep,
) -> Result<(), Box<dyn Error>>
where
    DB::ErrorType: 'static,
{
    let words = |text: String, at, size, colour: &RGBColor| {
        let style = (FONT, size).into_font().color(colour);
        area.draw(&Text::new(text, at, style))
    };
    let workload = sweep.workload;
    words(workload.title().to_owned(), (LEFT, 32), LARGE, &BLACK)?;
    words(workload.run_words(sweep.steps), (LEFT, 100), SMALL, &BLACK)?;
    for ((i, curve), row) in sweep.curves.iter().enumerate().zip(0..) {
        let y = TITLE + LINE * row + LINE / 2;
        let shown = curve.cells.iter().any(|cell| cell.figures().is_some());
        if shown {
            let line = [(LEFT, y), (LEFT + 120, y)];
            let style = colour(i).stroke_width(THICK);
            area.draw(&PathElement::new(line, style))?;
            area.draw(&mark(i, (LEFT + 60, y)))?;
        }
        let ink = if shown { &BLACK } else { &MISSING };
        words(text(curve, sweep), (LEFT + 148, y - 22), SMALL, ink)?;
    }
    Ok(())
}

/// The name of a curve, what of it is missing, and the device as far as there is room.
fn text(curve: &Curve, sweep: &Sweep) -> String {
    let target = &curve.target;
    let name = match &target.product {
        Some(product) => format!("{}: {product}", target.name),
        None => target.name.clone(),
    };
    let missing = missing(curve, sweep);
    let room = LETTERS.saturating_sub(missing.chars().count());
    if name.chars().count() <= room {
        return name + &missing;
    }
    let part: String = name.chars().take(room.saturating_sub(1)).collect();
    format!("{part}…{missing}")
}

fn missing(curve: &Curve, sweep: &Sweep) -> String {
    if curve.target.place.is_err() {
        return " (not measured)".into();
    }
    let unit = sweep.workload.unit();
    let first = |is: fn(&Cell) -> bool| {
        let at = curve.cells.iter().position(is)?;
        Some(axis::label(sweep.sizes[at] as f64))
    };
    if let Some(size) = first(|cell| matches!(cell, Cell::Failed(_))) {
        format!(" (failed at {size} {unit})")
    } else if let Some(size) = first(|cell| matches!(cell, Cell::Skipped { .. })) {
        format!(" (skipped from {size} {unit} on)")
    } else {
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use lyapax::{Device, Float};

    use super::*;
    use crate::target::{Place, Target};
    use crate::workload::Workload;

    fn told(product: &str, place: Result<Place, String>, cell: Cell) -> String {
        let mut curve = Curve::new(Target {
            name: "wgpu:0".into(),
            product: Some(product.into()),
            place,
        });
        curve.cells.push(cell);
        let sweep = Sweep {
            workload: Workload::Network,
            steps: 200,
            sizes: vec![20_000],
            curves: vec![curve],
        };
        text(&sweep.curves[0], &sweep)
    }

    #[test]
    fn what_is_missing_is_told_and_fits() {
        let place = Place {
            device: Device::CPU,
            float: Float::F64,
        };
        let skipped = Cell::Skipped { predicted_s: 11.0 };
        assert_eq!(
            told("A card", Ok(place), skipped),
            "wgpu:0: A card (skipped from 2·10⁴ nodes on)"
        );
        let long = told(&"card ".repeat(20), Ok(place), Cell::Failed("lost".into()));
        assert!(long.ends_with("… (failed at 2·10⁴ nodes)"), "{long}");
        assert_eq!(long.chars().count(), LETTERS);
        let absent = Cell::NotMeasured("no driver".into());
        assert_eq!(
            told("A card", Err("no driver".into()), absent),
            "wgpu:0: A card (not measured)"
        );
    }
}
