//! Files, and what is told of them.

use std::path::PathBuf;

use lyapax::{Dense, Error, GraphError, Sparse};
use tempfile::TempDir;

/// A file in a folder that goes away with it.
pub struct Written {
    folder: TempDir,
    pub path: PathBuf,
}

pub fn written(name: &str, bytes: impl AsRef<[u8]>) -> Written {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    Written { folder, path }
}

impl Written {
    /// An error of the file, in words without the folder.
    #[track_caller]
    pub fn words<T: core::fmt::Debug>(&self, result: Result<T, GraphError>) -> String {
        let words = result.unwrap_err().to_string();
        assert!(words.contains("\nhelp: "), "{words}");
        let folder = format!(
            "{}{}",
            self.folder.path().display(),
            std::path::MAIN_SEPARATOR
        );
        assert!(words.contains(&folder), "{words}");
        words.replace(&folder, "")
    }
}

/// The first line of an error, which is not its help.
#[track_caller]
pub fn table_error(name: &str, bytes: impl AsRef<[u8]>) -> String {
    let file = written(name, bytes);
    let words = file.words(Dense::read(&file.path));
    words.lines().next().unwrap().to_owned()
}

#[test]
fn files_that_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["none.txt", "none.csv", "none.npy"] {
        let path = folder.path().join(name);
        let missing = GraphError::Missing { path: path.clone() };
        assert_eq!(Dense::read(&path).unwrap_err(), missing);
        assert_eq!(Sparse::read_edges(&path, None).unwrap_err(), missing);
        std::fs::create_dir(&path).unwrap();
        let directory = GraphError::Directory { path: path.clone() };
        assert_eq!(Dense::read(&path).unwrap_err(), directory);
        assert_eq!(Sparse::read_edges(&path, None).unwrap_err(), directory);
    }
    let under_a_file = written("file", "0 1\n").path.join("below");
    assert!(Dense::read(under_a_file).is_err());
}

/// They go through a `main` that returns an error of lyapax.
#[test]
fn errors_are_errors_of_lyapax() {
    let read = || -> Result<Dense, Error> { Ok(Dense::read("no/such/file")?) };
    let error = read().unwrap_err();
    assert!(matches!(error, Error::Graph(GraphError::Missing { .. })));
    assert_eq!(
        error.to_string(),
        "there is no file `no/such/file`\nhelp: name one that is there"
    );
}
