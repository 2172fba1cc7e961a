//! A crate whose only dependency is lyapax, built by cargo as a user would build it. The tests of
//! this package cannot show that: their models could lean on the package's own dependencies.
//!
//! It shares the target directory, so that only the crate itself is new.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const SOURCE: &str = r#"//! A crate alone.
#![deny(warnings, missing_docs)]

lyapax::model! {
    /// Lorenz (1963).
    pub Lorenz {
        state x = 1.0, y = 1.0, z = 1.0;
        param sigma = 10.0, rho = 28.0, beta = 8.0 / 3.0;
        "x' = sigma * (y - x)
         y' = x * (rho - z) - y
         z' = x * y - beta * z"
    }
}
"#;

/// Where the crate is written, and what its cargo writes into.
struct Alone {
    folder: PathBuf,
    target: PathBuf,
}

impl Alone {
    fn new() -> Self {
        let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let folder = scratch.join("alone");
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR"));
        // The empty `[workspace]` keeps the crate out of this one. A literal string, for `\`.
        let manifest = format!(
            "[package]\nname = \"alone\"\nedition = \"2024\"\n\n[workspace]\n\n\
             [dependencies]\nlyapax = {{ path = '{}' }}\n",
            workspace.join("lyapax").display()
        );
        fs::create_dir_all(folder.join("src")).expect("a folder for the crate");
        fs::write(folder.join("Cargo.toml"), manifest).expect("its manifest");
        fs::write(folder.join("src/lib.rs"), SOURCE).expect("its source");
        fs::copy(workspace.join("Cargo.lock"), folder.join("Cargo.lock")).expect("its lock file");
        let target = scratch
            .parent()
            .expect("the target directory holds the scratch folder");
        Self {
            target: target.to_owned(),
            folder,
        }
    }

    /// What `LYAPAX_DUMP=… cargo check` prints; the crate has to compile.
    fn check(&self, dump: Option<&str>) -> String {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo
            .args(["check", "--offline", "--quiet"])
            .current_dir(&self.folder);
        cargo
            .env("CARGO_TARGET_DIR", &self.target)
            .env_remove("LYAPAX_DUMP");
        cargo.envs(dump.map(|model| ("LYAPAX_DUMP", model)));
        let output = cargo.output().expect("cargo runs");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.success(),
            "the crate does not compile:\n{text}"
        );
        text
    }
}

#[test]
fn compiles_and_dumps_on_request() {
    let alone = Alone::new();
    assert!(
        !alone.check(None).contains("==="),
        "nobody asked for a dump"
    );
    assert!(
        !alone.check(Some("Rossler")).contains("==="),
        "there is no such model"
    );
    // Nothing but the variable has changed: cargo knows that the model depends on it.
    let dump = alone.check(Some("Lorenz"));
    for part in [
        "=== Lorenz: equations ===",
        "y' = x * (rho - z) - y",
        "=== Lorenz: partial derivatives ===",
        "∂y'/∂x = rho - z",
        "=== Lorenz: tape ===",
        "v0 = sub y x",
        "=== Lorenz: Rust ===",
        "pub struct Lorenz {",
    ] {
        assert!(dump.contains(part), "{part} is missing:\n{dump}");
    }
    assert!(!alone.check(None).contains("==="), "nobody asks any more");
}
