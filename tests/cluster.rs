//! Sweeps that processes share. Passed over where there is no `mpirun`, unless `LYAPAX_REQUIRE_MPI` is set.

#![cfg(feature = "mpi")]

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use lyapax::{SpectrumOptions, Sweep, System, World, linspace};
use lyapax_workspace::models::Lorenz;

fn sweep() -> Sweep<Lorenz> {
    Sweep::new(System::new(Lorenz::default())).over(Lorenz::rho, linspace(0.0, 100.0, 8000))
}

fn options() -> SpectrumOptions {
    SpectrumOptions::new(2000).dt(0.01)
}

/// What every process does in the tests below.
#[test]
#[ignore = "started by mpirun"]
fn process() {
    let folder = std::env::var_os("LYAPAX_TEST_FOLDER").expect("started by another test");
    let folder = Path::new(&folder);
    let stop = std::env::var_os("LYAPAX_TEST_STOP").is_some();
    let world = World::new().unwrap();
    // A folder that only one of the processes cannot write to.
    let mut own = sweep().keep_in(folder.join("parts"));
    if std::env::var_os("LYAPAX_TEST_FAIL").is_some() && world.rank() == 1 {
        own = own.keep_in(folder.join("file"));
    }
    let spectra = own.spectrum_on(&world, &options(), |progress| {
        if stop && progress.done > progress.found + 100 {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    match spectra {
        Ok(Some(spectra)) => {
            assert_eq!(world.rank(), 0);
            assert_eq!(spectra.is_complete(), !stop);
            if !stop {
                spectra.save(folder.join("result.csv")).unwrap();
            }
        }
        Ok(None) => assert!(world.rank() > 0),
        Err(error) => fs::write(
            folder.join(format!("error-{}", world.rank())),
            error.to_string(),
        )
        .unwrap(),
    }
}

fn start(processes: usize, folder: &Path, also: Option<&str>) -> Option<Child> {
    let mut command = Command::new("mpirun");
    command
        .args(["-n", &processes.to_string()])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "process", "--ignored"])
        .env("LYAPAX_TEST_FOLDER", folder)
        // In a container, and with fewer processors than processes.
        .envs([
            ("OMPI_ALLOW_RUN_AS_ROOT", "1"),
            ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"),
            ("OMPI_MCA_rmaps_base_oversubscribe", "1"),
        ])
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    if let Some(also) = also {
        command.env(also, "1");
    }
    match command.spawn() {
        Ok(child) => Some(child),
        Err(error) if std::env::var_os("LYAPAX_REQUIRE_MPI").is_none() => {
            eprintln!("passed over, since mpirun cannot be started: {error}");
            None
        }
        Err(error) => panic!("mpirun cannot be started: {error}"),
    }
}

/// The result of a run in one process.
fn alone(folder: &Path) -> String {
    let path = folder.join("alone.csv");
    sweep().spectrum(&options()).unwrap().save(&path).unwrap();
    fs::read_to_string(path).unwrap()
}

#[test]
fn the_same_bits_from_any_number_of_processes() {
    let folder = tempfile::tempdir().unwrap();
    let alone = alone(folder.path());
    for processes in [1, 2, 3] {
        let own = folder.path().join(processes.to_string());
        fs::create_dir(&own).unwrap();
        let Some(mut child) = start(processes, &own, None) else {
            return;
        };
        assert!(child.wait().unwrap().success(), "{processes} processes");
        let result = fs::read_to_string(own.join("result.csv")).unwrap();
        assert!(result == alone, "{processes} processes");
    }
}

/// Stopped by its program, then killed, then gone on with by another number of processes.
#[test]
fn interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let Some(mut child) = start(2, folder.path(), Some("LYAPAX_TEST_STOP")) else {
        return;
    };
    assert!(child.wait().unwrap().success());
    let size = || -> u64 {
        let files = fs::read_dir(folder.path().join("parts")).unwrap();
        files
            .map(|file| file.unwrap().metadata().unwrap().len())
            .sum()
    };
    let (before, begin) = (size(), Instant::now());
    let mut child = start(2, folder.path(), None).unwrap();
    while size() < before + 20_000 && begin.elapsed() < Duration::from_mins(1) {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // What mpirun started ends when it notices.
    std::thread::sleep(Duration::from_secs(2));
    let mut child = start(3, folder.path(), None).unwrap();
    assert!(child.wait().unwrap().success());
    let result = fs::read_to_string(folder.path().join("result.csv")).unwrap();
    assert!(result == alone(folder.path()));
}

/// A process that cannot write ends all, and the first one says why.
#[test]
fn one_that_fails() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), b"").unwrap();
    let Some(mut child) = start(2, folder.path(), Some("LYAPAX_TEST_FAIL")) else {
        return;
    };
    assert!(child.wait().unwrap().success());
    let error =
        |rank: usize| fs::read_to_string(folder.path().join(format!("error-{rank}"))).unwrap();
    assert!(
        error(0).contains("process 1: ") && error(0).contains("cannot be written"),
        "{}",
        error(0)
    );
    assert!(error(1).contains("cannot be written"), "{}", error(1));
}
