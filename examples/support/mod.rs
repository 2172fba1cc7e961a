//! What the examples share: how a spectrum is printed.

use std::time::Instant;

use lyapax::{Error, Spectrum};
use serde_json::{Map, Value, json};

/// Runs `spectrum` and returns its result with the seconds it took.
pub fn timed(spectrum: impl FnOnce() -> Result<Spectrum, Error>) -> Result<(Spectrum, f64), Error> {
    let start = Instant::now();
    let result = spectrum()?;
    Ok((result, start.elapsed().as_secs_f64()))
}

/// One JSON object on one line: the exponents with their standard errors, the seconds of the spectrum call, and `sizes`.
pub fn print_json(name: &str, spectrum: &Spectrum, elapsed_s: f64, sizes: Value) {
    let mut object = Map::new();
    object.insert("example".into(), json!(name));
    object.insert("exponents".into(), json!(spectrum.exponents()));
    object.insert("std_errors".into(), json!(spectrum.std_errors()));
    object.insert("elapsed_s".into(), json!(elapsed_s));
    object.insert("kaplan_yorke".into(), json!(spectrum.kaplan_yorke().ok()));
    if let Value::Object(sizes) = sizes {
        object.extend(sizes);
    }
    println!("{}", Value::Object(object));
}
