//! Pictures of sweeps and runs, as PNG or SVG.
//!
//! ```no_run
//! use lyapax::{SpectrumOptions, Sweep, System, linspace, model, plot::Picture};
//!
//! model! { pub Henon { state x = 0.1, y = 0.1; param a = 1.4, b = 0.3;
//!     "x[n+1] = 1 - a * x^2 + y
//!      y[n+1] = b * x" } }
//!
//! let spectra = Sweep::new(System::new(Henon::default()))
//!     .over(Henon::a, linspace(1.0, 1.4, 20))
//!     .over(Henon::b, linspace(0.1, 0.3, 20))
//!     .spectrum(&SpectrumOptions::new(500))?;
//! Picture::new("henon.png").size(800, 600).plane(&spectra, 0)?;
//! # Ok::<(), lyapax::Error>(())
//! ```

mod contour;
mod curves;
mod look;
mod plane;
mod scale;

use core::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use plotters::coord::Shift;
use plotters::prelude::*;

use crate::files::{reason, replace_by_name};
use crate::{Spectrum, SweepError, SweepSpectra};

use curves::Curves;
use plane::Plane;

/// Endings of pictures.
const KNOWN: &str = "`.png` or `.svg`";

/// A picture to be drawn to a file, whose kind its ending says: `.png` or `.svg`. The file is replaced as a whole.
#[derive(Clone, Debug)]
pub struct Picture {
    path: PathBuf,
    size: (u32, u32),
    title: Option<String>,
    range: Option<(f64, f64)>,
}

impl Picture {
    /// To this file, of 1600 × 1000 pixels if not said.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            size: (1600, 1000),
            title: None,
            range: None,
        }
    }

    /// Width and height in pixels: 200 to 10 000 each, or the nearer of the two.
    #[must_use]
    pub fn size(mut self, width: u32, height: u32) -> Self {
        let side = |pixels: u32| pixels.clamp(200, 10_000);
        self.size = (side(width), side(height));
        self
    }

    /// What stands above it; the model and what is drawn if not said.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// The exponents that are shown: of the upright axis, or of the colours; all if not said. Where one exponent is far
    /// from the others this shows the others.
    ///
    /// # Panics
    /// Where the two are no ascending numbers.
    #[must_use]
    pub fn range(mut self, low: f64, high: f64) -> Self {
        let ascending = low.is_finite() && high.is_finite() && low < high;
        assert!(ascending, "from {low} to {high}");
        self.range = Some((low, high));
        self
    }

    /// All exponents against what varies along the one axis, with bands of one standard error. Points that failed
    /// leave a gap and a mark at the lower edge; exponents of −∞ leave a gap.
    ///
    /// # Errors
    /// Where the sweep has other than one axis, no exponent is finite, or the file cannot be written.
    pub fn spectrum(&self, spectra: &SweepSpectra) -> Result<(), SweepError> {
        let curves = Curves::of_sweep(spectra, self.range)?;
        self.draw(&Drawing::Curves(&curves))
    }

    /// Exponent number `exponent`, from 0 for the largest, over the plane of the two axes: the first to the right, the
    /// second upwards; with the line where it is zero. Points that failed are grey, those that were not run white; an
    /// exponent of −∞ has the darkest colour. Colours are of equal steps to the eye, from the first to the last per
    /// cent of the values where some few lie far beyond these.
    ///
    /// # Errors
    /// Where the sweep has other than two axes, no exponent is finite, or the file cannot be written.
    ///
    /// # Panics
    /// Where there is no such exponent.
    pub fn plane(&self, spectra: &SweepSpectra, exponent: usize) -> Result<(), SweepError> {
        let k = spectra.k();
        assert!(exponent < k, "exponent {exponent} of {k}");
        let plane = Plane::new(spectra, exponent, self.range)?;
        self.draw(&Drawing::Plane(&plane))
    }

    /// The running estimates of all exponents against time, and about the final ones the band that they should come
    /// in: one standard error at the end, which is larger by √(T/t) at an earlier time t.
    ///
    /// # Errors
    /// Where no estimate is finite, or the file cannot be written.
    pub fn history(&self, spectrum: &Spectrum) -> Result<(), SweepError> {
        let curves = Curves::of_history(spectrum, self.range)?;
        self.draw(&Drawing::Curves(&curves))
    }

    /// Curves of one's own, each with its name: values of something over the places `x`, of which `along` and `of` say what
    /// they are. What is no number leaves a gap.
    ///
    /// # Errors
    /// Where no value is finite, or the file cannot be written.
    ///
    /// # Panics
    /// Where a curve has other than one value for each place.
    pub fn curves(
        &self,
        (along, x): (&str, &[f64]),
        of: &str,
        curves: impl IntoIterator<Item = (String, Vec<f64>)>,
    ) -> Result<(), SweepError> {
        let curves = Curves::of_values((along, x), of, curves, self.range)?;
        self.draw(&Drawing::Curves(&curves))
    }

    fn draw(&self, drawing: &Drawing<'_>) -> Result<(), SweepError> {
        let ending = self.path.extension().and_then(|ending| ending.to_str());
        let drawn = match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("png") => replace_by_name(&self.path, |path| {
                self.on(
                    &BitMapBackend::new(path, self.size).into_drawing_area(),
                    drawing,
                )
            }),
            Some("svg") => replace_by_name(&self.path, |path| {
                self.on(
                    &SVGBackend::new(path, self.size).into_drawing_area(),
                    drawing,
                )
            }),
            _ => {
                return Err(SweepError::UnknownFormat {
                    path: self.path.clone(),
                    known: KNOWN,
                });
            }
        };
        drawn.map_err(|error| self.unwritable(&error))
    }

    fn on<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        drawing: &Drawing<'_>,
    ) -> io::Result<()>
    where
        B::ErrorType: Display + Send + Sync + 'static,
    {
        look::font();
        let title = self.title.as_deref();
        let drawn = area.fill(&WHITE).and_then(|()| match drawing {
            Drawing::Curves(curves) => curves.draw(area, title),
            Drawing::Plane(plane) => plane.draw(area, title),
        });
        drawn
            .and_then(|()| area.present())
            .map_err(io::Error::other)
    }

    fn unwritable(&self, error: &io::Error) -> SweepError {
        SweepError::Unwritable {
            path: Path::to_owned(&self.path),
            reason: reason(error),
        }
    }
}

enum Drawing<'a> {
    Curves(&'a Curves),
    Plane(&'a Plane),
}

/// What a drawing on some backend gives.
type Drawn<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;
