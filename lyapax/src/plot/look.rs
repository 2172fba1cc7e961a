//! Fonts, sizes and colours.

use std::sync::OnceLock;

use plotters::prelude::*;
use plotters::style::register_font;

/// The name under which the font is registered.
const FONT: &str = "lyapax";

/// Makes the font known: a machine without a screen may have none.
pub(super) fn font() {
    static ONCE: OnceLock<()> = OnceLock::new();
    ONCE.get_or_init(|| {
        // The font is one: it comes with the program.
        let _ = register_font(FONT, FontStyle::Normal, dejavu::sans::regular());
    });
}

/// Letters of a size that goes with that of the picture.
pub(super) fn letters(size: (u32, u32), factor: f64) -> FontDesc<'static> {
    FontDesc::new(
        FontFamily::Name(FONT),
        unit(size) * factor,
        FontStyle::Normal,
    )
}

/// The height of usual letters, in pixels.
pub(super) fn unit(size: (u32, u32)) -> f64 {
    (f64::from(size.0.min(size.1 * 8 / 5)) / 55.0).max(9.0)
}

/// So many of them, in whole pixels.
#[allow(clippy::cast_possible_truncation)]
pub(super) fn pixels(size: (u32, u32), units: f64) -> i32 {
    (unit(size) * units).round() as i32
}

/// Colours that are told apart by most eyes, in print too: Okabe & Ito (2008), Color Universal Design.
const COLOURS: [RGBColor; 7] = [
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(60, 60, 60),
];

/// Of curve number `i`.
pub(super) fn colour(i: usize) -> RGBColor {
    COLOURS[i % COLOURS.len()]
}

/// "λ₁", "λ₁₂".
pub(super) fn lambda(i: usize) -> String {
    let digits = (i + 1).to_string();
    let low = digits.bytes().map(|digit| {
        let low = 0x2080 + u32::from(digit - b'0');
        char::from_u32(low).unwrap_or('?')
    });
    format!("λ{}", low.collect::<String>())
}

/// A number on an axis, with as many digits as it needs.
pub(super) fn number(value: f64) -> String {
    let size = value.abs();
    if size == 0.0 || size < 1e-12 {
        return "0".to_owned();
    }
    if !(1e-4..1e6).contains(&size) {
        return format!("{value:.1e}");
    }
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.replace('-', "−")
}
