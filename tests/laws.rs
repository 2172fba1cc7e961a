//! What a run says of itself: checks that hold, checks that must fail, and warnings.

#[path = "laws/averages.rs"]
mod averages;
#[path = "laws/cycles.rs"]
mod cycles;
#[path = "laws/minus_infinity.rs"]
mod minus_infinity;
#[path = "laws/quiet.rs"]
mod quiet;
#[path = "laws/sums.rs"]
mod sums;
#[path = "laws/zeros.rs"]
mod zeros;

use lyapax::{Check, Law, Model, Spectrum, SpectrumOptions, System, Warning};

#[track_caller]
fn run<M: Model>(system: &System<M>, options: &SpectrumOptions) -> Spectrum {
    let spectrum = system.spectrum(options);
    spectrum.unwrap_or_else(|error| panic!("{error}"))
}

fn check(spectrum: &Spectrum, law: Law) -> Option<Check> {
    spectrum.checks().into_iter().find(|check| check.law == law)
}

#[track_caller]
fn all_pass(spectrum: &Spectrum) {
    for check in spectrum.checks() {
        assert!(check.passed() && check.value.is_finite(), "{spectrum}");
    }
}

/// Nothing to complain of.
#[track_caller]
fn quiet(spectrum: &Spectrum) {
    all_pass(spectrum);
    assert_eq!(spectrum.warnings(), [], "{spectrum}");
}

/// Nothing but signs that are not known.
#[track_caller]
fn quiet_but_undecided(spectrum: &Spectrum) {
    all_pass(spectrum);
    for warning in spectrum.warnings() {
        assert!(matches!(warning, Warning::Undecided { .. }), "{spectrum}");
    }
}
