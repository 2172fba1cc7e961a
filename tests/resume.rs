//! A run that is killed goes on from its file, bit for bit.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use lyapax::{Checkpoint, SpectrumOptions, System};
use lyapax_workspace::models::Lorenz;

/// Tells the test that it is the run to be killed, and where its file is.
const FILE: &str = "LYAPAX_TEST_KILLED_RUN";

fn options(n_steps: u64) -> SpectrumOptions {
    let options = SpectrumOptions::new(n_steps).dt(0.01).t_transient(20.0);
    options.history_every(100).save_states_every(1_000)
}

/// A run that does not end by itself.
fn run(path: &Path) {
    let system = System::new(Lorenz::default());
    let options = options(1_000_000_000_000).checkpoint(path, Duration::from_millis(2));
    let result = match Checkpoint::load(path) {
        Ok(from) => system.resume(&from, &options),
        Err(_) => system.spectrum(&options),
    };
    panic!("it is killed before: {result:?}");
}

/// This very test as a process of its own.
fn start(path: &Path) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "killed_runs_go_on"])
        .env(FILE, path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Waits until the file is farther than so many measured steps.
fn wait(path: &Path, child: &mut Child, measured: u64) {
    let begun = Instant::now();
    loop {
        match Checkpoint::load(path) {
            Ok(now) if now.measured_steps() > measured => return,
            _ => thread::sleep(Duration::from_millis(1)),
        }
        assert_eq!(child.try_wait().unwrap(), None, "the run has ended");
        assert!(
            begun.elapsed() < Duration::from_mins(2),
            "the file stays as it is"
        );
    }
}

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn killed_runs_go_on() {
    if let Some(path) = env::var_os(FILE) {
        run(Path::new(&path));
    }
    let folder = Folder(env::temp_dir().join(format!("lyapax-killed-{}", std::process::id())));
    fs::create_dir_all(&folder.0).unwrap();
    let path = folder.0.join("run.lyapax");
    let mut measured = 0;
    for _ in 0..3 {
        let mut child = start(&path);
        wait(&path, &mut child, measured);
        child.kill().unwrap();
        child.wait().unwrap();
        measured = Checkpoint::load(&path).unwrap().measured_steps();
    }
    let system = System::new(Lorenz::default());
    let options = options(measured + 12_345);
    let resumed = system
        .resume(&Checkpoint::load(&path).unwrap(), &options)
        .unwrap();
    let whole = system.spectrum(&options).unwrap();
    assert_eq!(resumed.exponents(), whole.exponents());
    assert!(resumed == whole, "{resumed}\nis not\n{whole}");
}
