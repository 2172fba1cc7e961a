//! A summary for a notebook.

use core::fmt;

use super::result::{End, Spectrum};
use crate::Measured;
use crate::stepper::Scheme;

/// Exponents that are printed of a large system.
const SHOWN: usize = 12;

/// Means of outputs that are printed.
const FEW: usize = 6;

/// A time without the dust of its product with dt.
fn time(t: f64) -> f64 {
    format!("{t:.12e}").parse().unwrap_or(t)
}

impl fmt::Display for Spectrum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (k, unit) = match self.scheme {
            Scheme::Flow(_) => (self.ranking.exponents.len(), "unit time"),
            Scheme::Map => (self.ranking.exponents.len(), "iterate"),
        };
        write!(f, "{}: ", self.model)?;
        if k == 0 {
            write!(f, "no Lyapunov exponents")?;
        } else if k == self.dimension {
            write!(f, "Lyapunov exponents per {unit}")?;
        } else {
            write!(
                f,
                "the largest {k} of {} Lyapunov exponents per {unit}",
                self.dimension
            )?;
        }
        if self.nodes > 1 {
            write!(f, ", {} nodes", self.nodes)?;
        }
        writeln!(f)?;
        for i in 0..k.min(SHOWN) {
            writeln!(f, "  {:<4} {:+}", format!("λ{}", i + 1), self.exponent(i))?;
        }
        if k > SHOWN {
            let (rest, last) = (k - SHOWN, self.exponent(k - 1));
            writeln!(f, "  … {rest} more, down to {last:+}")?;
        }
        if let Some(&last) = self.ranking.exponents.last() {
            let measured = |value, std_error| Measured { value, std_error };
            write!(f, "  sum {:+}", measured(self.sum(), self.sum_std_error()))?;
            if last <= 0.0 || k == self.dimension {
                let entropy = measured(self.entropy(), self.entropy_std_error());
                write!(f, ", entropy ≤ {entropy}")?;
            }
            if let Ok(dimension) = self.kaplan_yorke() {
                let dimension = measured(dimension, self.kaplan_yorke_std_error());
                write!(f, ", Kaplan–Yorke dimension {dimension}")?;
            }
            writeln!(f)?;
        }
        match self.scheme {
            Scheme::Flow(integrator) => write!(
                f,
                "  {integrator}, dt = {}, t = {} to {}",
                self.dt,
                time(self.from),
                time(self.to)
            )?,
            Scheme::Map => write!(f, "  iterations {} to {}", self.from, self.to)?,
        }
        write!(
            f,
            "; {} steps after a transient of {}, renormalised every {}",
            self.record.measured, self.transient_steps, self.renorm_every
        )?;
        for coupling in self.couplings() {
            write!(f, "\n  coupling: {coupling}")?;
        }
        if self.stopped() {
            let what = if k == 0 {
                "in its transient"
            } else {
                "before its end"
            };
            write!(f, "\n  stopped {what}")?;
        }
        self.write_trust(f)
    }
}

impl Spectrum {
    /// Averages, checks, what it took, and warnings.
    fn write_trust(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.end() == End::Precise {
            write!(f, "\n  ended when the standard errors were small enough")?;
        }
        let outputs = self.outputs();
        for average in outputs.iter().take(FEW) {
            write!(f, "\n  mean of {}", average.output)?;
            if self.nodes > 1 {
                write!(f, " at node {}", average.node)?;
            }
            match average.mean {
                Some(mean) => write!(f, ": {mean}")?,
                None => write!(f, ": not finite")?,
            }
        }
        if outputs.len() > FEW {
            write!(f, "\n  … {} more means", outputs.len() - FEW)?;
        }
        for (i, check) in self.checks().iter().enumerate() {
            let before = match i {
                0 => "\n  checks: ",
                _ if i % 3 == 0 => "\n          ",
                _ => ", ",
            };
            write!(f, "{before}{check}")?;
        }
        let counts = self.counts();
        write!(
            f,
            "\n  cost: {} steps, {} right-hand sides, {} tangents, {} QR",
            counts.steps, counts.right_hand_sides, counts.tangents, counts.renormalisations
        )?;
        if counts.edge_by_edge > 0 {
            let stages = counts.edge_by_edge;
            let s = if stages == 1 { "" } else { "s" };
            write!(
                f,
                "\n  {stages} stage{s} edge by edge, where what a source gives to sums was not finite"
            )?;
        }
        if let Some(calibration) = self.calibration() {
            write!(f, "\n  chosen: {calibration}")?;
        }
        if let Some(placement) = self.placement() {
            write!(f, "\n  {placement}")?;
        }
        let warnings = self.warnings();
        for warning in warnings.iter().take(SHOWN) {
            write!(f, "\n  warning: {warning}")?;
        }
        if warnings.len() > SHOWN {
            write!(f, "\n  … {} more warnings", warnings.len() - SHOWN)?;
        }
        Ok(())
    }
}
