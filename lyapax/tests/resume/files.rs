//! Checkpoints as files: what is refused, and that a file is replaced as a whole.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use lyapax::{Checkpoint, CheckpointError, Error, Spectrum, SpectrumOptions, System, Warning};
use tempfile::TempDir;

use crate::models::Henon;

/// The line that names the file; then four bytes of version and eight of check sum.
const NAME: usize = b"lyapax checkpoint\n".len();

fn run(options: &SpectrumOptions) -> Result<Spectrum, Error> {
    System::new(Henon::default()).spectrum(options)
}

/// A checkpoint in a folder of its own.
fn saved() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.lyapax");
    let spectrum = run(&SpectrumOptions::new(1_000)).unwrap();
    spectrum.checkpoint().save(&path).unwrap();
    (folder, path)
}

/// Loading it is refused in these words, with `{}` for its path.
#[track_caller]
fn refused(path: &Path, words: &str) {
    let error = Checkpoint::load(path).unwrap_err();
    assert_eq!(
        error.to_string(),
        words.replace("{}", &path.display().to_string())
    );
}

#[test]
fn missing() {
    let folder = tempfile::tempdir().unwrap();
    refused(
        &folder.path().join("none.lyapax"),
        "there is no checkpoint `{}`\nhelp: begin a run with `.checkpoint(…)`",
    );
}

#[test]
#[cfg(target_os = "linux")]
fn unreadable() {
    let folder = tempfile::tempdir().unwrap();
    refused(
        folder.path(),
        "`{}` cannot be read: Is a directory (os error 21)\nhelp: name a file that may be read",
    );
}

#[test]
fn not_a_checkpoint() {
    let (_folder, path) = saved();
    for content in ["", "lyapax", "{\"exponents\": []}", "lyapax checkpoint 1\n"] {
        fs::write(&path, content).unwrap();
        refused(
            &path,
            "`{}` is not a checkpoint of lyapax\nhelp: name a file that `.checkpoint(…)` or \
             `Checkpoint::save` wrote",
        );
    }
}

#[test]
fn other_version() {
    let (_folder, path) = saved();
    let mut bytes = fs::read(&path).unwrap();
    bytes[NAME] = 7;
    fs::write(&path, bytes).unwrap();
    refused(
        &path,
        "`{}` is a checkpoint of version 7, and this lyapax reads version 2\nhelp: resume with the lyapax \
         that wrote it",
    );
}

#[test]
fn truncated() {
    let (_folder, path) = saved();
    let bytes = fs::read(&path).unwrap();
    let damaged = |length: usize, how: &str| {
        fs::write(&path, &bytes[..length]).unwrap();
        let words =
            format!("`{{}}` is damaged: {how}\nhelp: take an older copy, or begin a new run");
        refused(&path, &words);
    };
    for length in NAME..NAME + 12 {
        damaged(length, "it ends in its header");
    }
    for length in [NAME + 12, bytes.len() / 2, bytes.len() - 1] {
        damaged(length, "its check sum is not that of its content");
    }
}

#[test]
fn a_flipped_bit() {
    let (_folder, path) = saved();
    let bytes = fs::read(&path).unwrap();
    for byte in [NAME + 4, NAME + 12, bytes.len() / 2, bytes.len() - 1] {
        let mut flipped = bytes.clone();
        flipped[byte] ^= 0x10;
        fs::write(&path, flipped).unwrap();
        refused(
            &path,
            "`{}` is damaged: its check sum is not that of its content\nhelp: take an older copy, or begin \
             a new run",
        );
    }
}

/// It is told before the run, not after it.
#[test]
#[cfg(target_os = "linux")]
fn unwritable() {
    let (folder, file) = saved();
    let unwritable = |path: &Path, reason: &str| {
        let options = SpectrumOptions::new(1_000).checkpoint(path, Duration::from_secs(1));
        let mut steps = 0;
        let error = System::new(Henon::default())
            .spectrum_with(&options, |progress| {
                steps = progress.step;
                core::ops::ControlFlow::Continue(())
            })
            .unwrap_err();
        assert_eq!(steps, 0);
        let path = path.display();
        let words = format!(
            "`{path}` cannot be written: {reason}\nhelp: name a file in a folder that is there and may be \
             written to"
        );
        assert_eq!(error.to_string(), words);
        assert!(matches!(
            error,
            Error::Checkpoint(CheckpointError::Unwritable { .. })
        ));
    };
    unwritable(
        &folder.path().join("no/run.lyapax"),
        "No such file or directory (os error 2)",
    );
    unwritable(&file.join("run.lyapax"), "Not a directory (os error 20)");
    unwritable(folder.path(), "Is a directory (os error 21)");
    // Nothing is left beside the file.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// The result is not lost with the file; it says that it is not there.
#[test]
#[cfg(target_os = "linux")]
fn a_folder_that_vanishes() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let path = inner.join("run.lyapax");
    let options = SpectrumOptions::new(200_000).checkpoint(&path, Duration::ZERO);
    let spectrum = System::new(Henon::default())
        .spectrum_with(&options, |_| {
            let _ = fs::remove_dir_all(&inner);
            core::ops::ControlFlow::Continue(())
        })
        .unwrap();
    let plain = run(&SpectrumOptions::new(200_000)).unwrap();
    assert_eq!(spectrum.exponents(), plain.exponents());
    let warnings = spectrum.warnings();
    let reason = warnings.iter().find_map(|warning| match warning {
        Warning::CheckpointNotWritten { reason } => Some(reason.as_str()),
        _ => None,
    });
    let words = format!(
        "`{}` cannot be written: No such file or directory (os error 2)\nhelp: name a file in a folder that \
         is there and may be written to",
        path.display()
    );
    assert_eq!(reason, Some(words.as_str()));
}

/// While a run writes as often as it can, whoever reads finds a whole file, of the same run or farther.
#[test]
fn a_file_is_replaced_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.lyapax");
    let options = SpectrumOptions::new(3_000_000).checkpoint(&path, Duration::ZERO);
    let over = AtomicBool::new(false);
    let (reads, written) = std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let (mut reads, mut last) = (0, 0);
            while !over.load(Ordering::Relaxed) {
                match Checkpoint::load(&path) {
                    Ok(checkpoint) => {
                        assert!(checkpoint.step() >= last);
                        reads += usize::from(checkpoint.step() > last);
                        last = checkpoint.step();
                    }
                    Err(CheckpointError::Missing { .. }) => assert_eq!(last, 0),
                    Err(error) => panic!("{error}"),
                }
            }
            reads
        });
        let spectrum = run(&options);
        over.store(true, Ordering::Relaxed);
        (reader.join().unwrap(), spectrum.unwrap())
    });
    assert!(reads > 10, "{reads}");
    assert_eq!(Checkpoint::load(&path).unwrap(), *written.checkpoint());
}
