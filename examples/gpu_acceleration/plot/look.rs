//! How curves look: a colour and a mark for each, and the font of all words.

use plotters::element::{DynElement, IntoDynElement};
use plotters::prelude::*;
use plotters::style::register_font;

/// A font that comes with the program, since a machine without a screen may have none. In SVG it only measures the
/// words; they are written in the reader's.
pub fn load_font() -> Result<(), &'static str> {
    register_font(FONT, FontStyle::Normal, dejavu::sans::regular())
        .map_err(|_| "the font cannot be read")
}

/// The name under which it is registered.
pub const FONT: &str = "sans-serif";

/// Of numbers at the axes and words in the legend.
pub const SMALL: i32 = 46;
/// Of what axes and panels are called.
pub const LARGE: i32 = 52;

/// From the left edge of a panel to its axis.
pub const LEFT: i32 = 220;
/// Of lines.
pub const THICK: u32 = 6;

/// The look of curve number `i`. The colours are those of Okabe and Ito, which are told apart by colour-blind readers.
pub fn colour(i: usize) -> RGBColor {
    const COLOURS: [RGBColor; 7] = [
        BLACK,
        RGBColor(0, 114, 178),
        RGBColor(213, 94, 0),
        RGBColor(0, 158, 115),
        RGBColor(204, 121, 167),
        RGBColor(230, 159, 0),
        RGBColor(86, 180, 233),
    ];
    COLOURS[i % COLOURS.len()]
}

/// Of what was not measured.
pub const MISSING: RGBColor = RGBColor(150, 150, 150);

/// The mark of curve number `i` at a point.
pub fn mark<DB: DrawingBackend, C: Clone + 'static>(i: usize, at: C) -> DynElement<'static, DB, C> {
    let line = colour(i).stroke_width(THICK);
    match i % 4 {
        0 => Circle::new(at, 12, colour(i).filled()).into_dyn(),
        1 => TriangleMarker::new(at, 18, colour(i).filled()).into_dyn(),
        2 => Cross::new(at, 14, line).into_dyn(),
        _ => Circle::new(at, 12, line).into_dyn(),
    }
}
