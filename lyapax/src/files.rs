//! Files that are there as a whole or not at all.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use tempfile::NamedTempFile;

/// What the system says. The name that the file has while it is written means nothing to the user.
pub(crate) fn reason(error: &io::Error) -> String {
    let said = error.to_string();
    let words = said.split(" at path ").next();
    words.unwrap_or_default().to_owned()
}

/// Writes a file beside the old one, brings it to the disk, and gives it the old one's name.
pub(crate) fn replace(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
) -> io::Result<()> {
    beside(path, |file| {
        let mut buffer = BufWriter::new(file.as_file());
        write(&mut buffer)?;
        buffer.flush()
    })
}

/// As [`replace`], by what writes a file of its own when it is told where: the new one has the same ending.
#[cfg(feature = "plot")]
pub(crate) fn replace_by_name(
    path: &Path,
    write: impl FnOnce(&Path) -> io::Result<()>,
) -> io::Result<()> {
    beside(path, |file| write(file.path()))
}

fn beside(path: &Path, write: impl FnOnce(&NamedTempFile) -> io::Result<()>) -> io::Result<()> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let ending = path
        .extension()
        .map(|ending| format!(".{}", ending.display()));
    let ending = ending.unwrap_or_default();
    let mut builder = tempfile::Builder::new();
    builder.prefix(".lyapax-").suffix(&ending);
    // Who may read it is up to the user's mask, as of any file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(folder)?;
    write(&file)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
