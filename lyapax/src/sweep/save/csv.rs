//! Comma-separated values, below lines of metadata that begin with `#`.

use std::io::{self, Write};

use super::super::result::SweepSpectra;
use super::table::Values;

pub(super) fn write(spectra: &SweepSpectra, file: &mut impl Write) -> io::Result<()> {
    writeln!(file, "# {}", spectra.metadata().json())?;
    let columns = spectra.columns();
    let mut table = csv::Writer::from_writer(file);
    table.write_record(columns.iter().map(|column| &column.name))?;
    for point in 0..spectra.points() {
        // Numbers are written with as many digits as they need to be read back to the bit.
        let fields = columns.iter().map(|column| match &column.values {
            Values::Numbers(values) => values[point].map(|value| format!("{value:?}")),
            Values::Counts(values) => values[point].map(|value| value.to_string()),
            Values::Words(values) => values[point].clone(),
        });
        table.write_record(fields.map(Option::unwrap_or_default))?;
    }
    table.flush()
}
