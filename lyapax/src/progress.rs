//! Bars in a terminal, and Ctrl-C.
//!
//! ```no_run
//! use lyapax::{SpectrumOptions, Sweep, System, linspace, model, progress::Bar};
//!
//! model! { pub Henon { state x = 0.1, y = 0.1; param a = 1.4, b = 0.3;
//!     "x[n+1] = 1 - a * x^2 + y
//!      y[n+1] = b * x" } }
//!
//! let sweep = Sweep::new(System::new(Henon::default()))
//!     .over(Henon::a, linspace(1.0, 1.4, 400))
//!     .keep_in("henon.parts");
//! let bar = Bar::new("Hénon over a").stop_on_ctrl_c();
//! let spectra = sweep.spectrum_with(&SpectrumOptions::new(1_000_000), bar.sweep())?;
//! if !spectra.is_complete() {
//!     println!("stopped; the same program goes on from henon.parts");
//! }
//! # Ok::<(), lyapax::Error>(())
//! ```

use core::fmt::Write;
use core::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::{Progress, SweepProgress};

/// What a shell gives for a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// Redraws a second, at most.
const RATE: u8 = 5;

/// A bar on the standard error stream, with rate and time left: nothing at all where that is no terminal.
#[derive(Debug)]
pub struct Bar {
    bar: ProgressBar,
    stops: bool,
}

impl Bar {
    /// With a label before it.
    pub fn new(label: impl Into<String>) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(RATE));
        // The template is right: it is written here.
        if let Ok(style) = ProgressStyle::with_template(
            "{prefix} {wide_bar} {human_pos}/{human_len} {rate} {eta} left{msg}",
        ) {
            let rate = |state: &ProgressState, to: &mut dyn Write| {
                // What cannot be written there is not missed.
                let _ = write!(to, "{:.3e}/s", state.per_sec());
            };
            bar.set_style(style.with_key("rate", rate));
        }
        bar.set_prefix(label.into());
        Self { bar, stops: false }
    }

    /// Makes Ctrl-C end what is run: pieces of a sweep under way are finished and kept, a single run gives what it has.
    /// Ctrl-C once more ends the process at once, with status 130. Asked to terminate, as by a batch system or by
    /// `mpirun` when Ctrl-C is pressed, it does the same.
    ///
    /// A program that handles one of these signals by itself, or was started with one of them ignored (`nohup`, the
    /// background of a script), keeps that; then this does nothing, and says so on the standard error stream.
    #[must_use]
    pub fn stop_on_ctrl_c(mut self) -> Self {
        static SET: OnceLock<bool> = OnceLock::new();
        self.stops = *SET.get_or_init(|| {
            let set = ctrlc::try_set_handler(|| {
                if ASKED.swap(true, Ordering::Relaxed) {
                    std::process::exit(INTERRUPTED);
                }
            });
            if let Err(error) = &set {
                eprintln!("Ctrl-C will end the process at once: {error}");
            }
            set.is_ok()
        });
        self
    }

    /// For [`Sweep::spectrum_with`](crate::Sweep::spectrum_with).
    pub fn sweep(self) -> impl FnMut(&SweepProgress) -> ControlFlow<()> + Send {
        let mut begun = false;
        move |progress| {
            if !begun {
                begun = true;
                // What was done before says nothing of the rate.
                self.bar.set_position(progress.found as u64);
                self.bar.reset_eta();
            }
            let failed = match progress.failed {
                0 => String::new(),
                failed => format!(", {failed} failed"),
            };
            self.at(progress.done as u64, progress.points as u64, failed)
        }
    }

    /// For [`System::spectrum_with`](crate::System::spectrum_with): in steps.
    pub fn run(self) -> impl FnMut(&Progress<'_>) -> ControlFlow<()> + Send {
        let mut begun = false;
        move |progress| {
            if !begun {
                begun = true;
                self.bar.set_position(progress.step);
                self.bar.reset_eta();
            }
            self.at(progress.step, progress.total, String::new())
        }
    }

    fn at(&self, done: u64, all: u64, message: String) -> ControlFlow<()> {
        self.bar.set_length(all);
        self.bar.set_message(message);
        self.bar.set_position(done);
        if done == all {
            self.bar.finish();
        } else if self.stops && ASKED.load(Ordering::Relaxed) {
            self.bar.abandon_with_message(", stopped");
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

/// Whether Ctrl-C was pressed.
static ASKED: AtomicBool = AtomicBool::new(false);

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn progress(done: usize) -> SweepProgress {
        SweepProgress {
            done,
            points: 10,
            found: 2,
            failed: 1,
            elapsed: Duration::from_secs(1),
        }
    }

    /// One test, since Ctrl-C is the whole process's. Whether it can be handled is the shell's matter.
    #[test]
    fn ctrl_c_stops_bars_that_are_told_to() {
        let bar = Bar {
            stops: true,
            ..Bar::new("stops")
        };
        let inner = bar.bar.clone();
        let (mut stops, mut goes_on) = (bar.sweep(), Bar::new("goes on").sweep());
        assert!(stops(&progress(3)).is_continue());
        assert_eq!((inner.position(), inner.length()), (3, Some(10)));
        ASKED.store(true, Ordering::Relaxed);
        assert!(stops(&progress(4)).is_break());
        assert!(goes_on(&progress(4)).is_continue());
        // There is nothing left to be stopped.
        assert!(stops(&progress(10)).is_continue());
        assert!(inner.is_finished());
        ASKED.store(false, Ordering::Relaxed);
    }
}
