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

/// One JSON object on one line: the spectrum as it serialises (exponents, their standard errors, checks,
/// warnings, …), the seconds of the spectrum call, and `sizes`.
pub fn print_json(name: &str, spectrum: &Spectrum, elapsed_s: f64, sizes: Value) {
    let mut object = Map::new();
    object.insert("example".into(), json!(name));
    object.insert("elapsed_s".into(), json!(elapsed_s));
    for fields in [json!(spectrum), sizes] {
        if let Value::Object(fields) = fields {
            object.extend(fields);
        }
    }
    println!("{}", Value::Object(object));
}
