//! What ends a sweep loses nothing that was done, and changes no bit.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use lyapax::{
    Part, PointError, SpectrumOptions, Sweep, SweepError, SweepSpectra, System, linspace,
};

use lyapax_workspace::models::Lorenz;

use crate::common::assert_same;

fn sweep() -> Sweep<Lorenz> {
    Sweep::new(System::new(Lorenz::default())).over(Lorenz::rho, linspace(0.0, 100.0, 150))
}

fn options() -> SpectrumOptions {
    SpectrumOptions::new(2000).dt(0.01).t_transient(1.0)
}

fn whole() -> SweepSpectra {
    sweep().spectrum(&options()).unwrap()
}

/// How many points were run now, and not found in the folder.
fn resumed(folder: &Path) -> (SweepSpectra, usize) {
    let mut ran = 0;
    let spectra = sweep()
        .keep_in(folder)
        .spectrum_with(&options(), |progress| {
            assert!(progress.done <= progress.points);
            ran = progress.done - progress.found;
            ControlFlow::Continue(())
        });
    (spectra.unwrap(), ran)
}

#[test]
fn stopped_by_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/lorenz");
    for threads in [1, 2] {
        let stopped = sweep()
            .keep_in(&path)
            .spectrum_with(&options().threads(threads), |_| ControlFlow::Break(()))
            .unwrap();
        assert!(!stopped.is_complete());
        assert!(stopped.iter().any(|point| point.is_ok()));
        let missing = stopped
            .iter()
            .filter(|point| matches!(point, Err(PointError::NotRun)));
        assert!(missing.count() > 0);
        assert!(stopped.to_string().contains("have not been run"));
    }
    let (spectra, ran) = resumed(&path);
    assert!(0 < ran && ran < 150);
    assert_same(&spectra, &whole());
    let (again, ran) = resumed(&path);
    assert_eq!(ran, 0);
    assert_same(&again, &spectra);
}

#[test]
fn parts_of_processes_that_know_nothing_of_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let mut points = 0;
    for part in 1..=4 {
        let sweep = sweep()
            .keep_in(folder.path())
            .part(Part::new(part, 4).unwrap());
        let mut ran = 0;
        let spectra = sweep.spectrum_with(&options(), |progress| {
            ran = progress.done - progress.found;
            ControlFlow::Continue(())
        });
        assert_eq!(spectra.unwrap().is_complete(), part == 4);
        points += ran;
    }
    assert_eq!(points, 150);
    let (spectra, ran) = resumed(folder.path());
    assert_eq!(ran, 0);
    assert_same(&spectra, &whole());
}

/// A process that dies while it writes leaves anything at the end of its file.
#[test]
fn torn_files() {
    let folder = tempfile::tempdir().unwrap();
    let (spectra, _) = resumed(folder.path());
    let file = folder.path().join("part-all.lyapax");
    let bytes = fs::read(&file).unwrap();
    for cut in [
        0,
        5,
        15,
        40,
        bytes.len() / 3,
        bytes.len() / 2,
        bytes.len() - 1,
    ] {
        fs::write(&file, &bytes[..cut]).unwrap();
        let (again, ran) = resumed(folder.path());
        assert!(ran > 0, "{cut}");
        assert_same(&again, &spectra);
        let (_, ran) = resumed(folder.path());
        assert_eq!(ran, 0, "{cut}");
    }
}

#[test]
fn damaged_and_other_files() {
    let folder = tempfile::tempdir().unwrap();
    resumed(folder.path());
    let file = folder.path().join("part-all.lyapax");
    let bytes = fs::read(&file).unwrap();
    let mut flipped = bytes.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 1;
    fs::write(&file, &flipped).unwrap();
    let again = || {
        sweep()
            .keep_in(folder.path())
            .spectrum(&options())
            .unwrap_err()
            .to_string()
    };
    assert!(again().contains("is damaged"), "{}", again());
    fs::write(&file, b"something else").unwrap();
    assert!(again().contains("holds no part of a sweep"), "{}", again());
    let mut version = bytes.clone();
    version["lyapax sweep\n".len()] = 77;
    fs::write(&file, &version).unwrap();
    assert!(again().contains("is of version 77"), "{}", again());
    fs::write(&file, &bytes).unwrap();
    // Another sweep, whatever it is that differs.
    let folder = folder.path();
    for (sweep, options, what) in [
        (
            sweep(),
            options().dt(0.02),
            "`dt` was 0.01 there, and is 0.02",
        ),
        (sweep(), options().k(2), "`k` was 3"),
        (
            sweep(),
            SpectrumOptions::new(3000).dt(0.01),
            "`steps` was 2000",
        ),
        (sweep(), options().seed(1), "`seed` was 0"),
        (sweep().over(Lorenz::sigma, [1.0]), options(), "`axes`"),
        (
            Sweep::new(System::new(Lorenz::default())).over(Lorenz::rho, linspace(0.0, 99.0, 150)),
            options(),
            "`axes`",
        ),
    ] {
        let error = sweep
            .keep_in(folder)
            .spectrum(&options)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("is of another sweep") && error.contains(what),
            "{error}"
        );
    }
    let readable = folder.join("file");
    fs::write(&readable, b"").unwrap();
    let error = sweep().keep_in(&readable).spectrum(&options()).unwrap_err();
    assert!(error.to_string().contains("cannot be written"), "{error}");
}

/// A single line is kept point by point, and gone on with in its middle.
#[test]
fn a_line_is_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let line = || sweep().continue_along(Lorenz::rho);
    let mut calls = 0;
    for stop in [5, 12] {
        let stopped = line()
            .keep_in(folder.path())
            .spectrum_with(&options(), |progress| {
                calls += 1;
                if progress.done == stop {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
        assert_eq!(stopped.unwrap().iter().flatten().count(), stop);
    }
    assert_eq!(calls, 12);
    let spectra = line().keep_in(folder.path()).spectrum(&options()).unwrap();
    assert!(spectra.is_complete());
    assert_same(&spectra, &line().spectrum(&options()).unwrap());
}

/// Steps whose decimals are read back as another number by a careless reader.
#[test]
fn any_step_can_be_gone_on_with() {
    for n in 3..60 {
        let folder = tempfile::tempdir().unwrap();
        let options = SpectrumOptions::new(3).dt(core::f64::consts::TAU / f64::from(n * 7));
        let sweep = Sweep::new(System::new(Lorenz::default()))
            .over(Lorenz::rho, [1.0])
            .keep_in(folder.path());
        sweep.spectrum(&options).unwrap();
        sweep.spectrum(&options).unwrap();
    }
}

/// A machine that stopped leaves zeros where a record would be.
#[test]
fn zeros_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let (spectra, _) = resumed(folder.path());
    let file = folder.path().join("part-all.lyapax");
    let mut bytes = fs::read(&file).unwrap();
    bytes.extend([0; 5000]);
    fs::write(&file, &bytes).unwrap();
    let (again, ran) = resumed(folder.path());
    assert_eq!(ran, 0);
    assert_same(&again, &spectra);
}

/// The transient is part of what a sweep is, also where it is the same number of usual steps.
#[test]
fn transients_of_small_steps() {
    let folder = tempfile::tempdir().unwrap();
    let sweep = || {
        Sweep::new(System::new(Lorenz::default()))
            .over(lyapax::Quantity::Step, [0.01, 0.001])
            .keep_in(folder.path())
    };
    let options = |time: f64| SpectrumOptions::new(10).dt(0.01).t_transient(time);
    sweep().spectrum(&options(1.0)).unwrap();
    let error = sweep().spectrum(&options(1.004)).unwrap_err().to_string();
    assert!(
        error.contains("`a list of values, a weight, a start`"),
        "{error}"
    );
}

/// A program that panics keeps what was done, and begins nothing more.
#[test]
fn panics() {
    let folder = tempfile::tempdir().unwrap();
    let mut calls = 0;
    let run = std::panic::AssertUnwindSafe(|| {
        sweep()
            .keep_in(folder.path())
            .spectrum_with(&options().threads(2), |_| {
                calls += 1;
                assert!(calls < 2, "this panic is a test");
                ControlFlow::Continue(())
            })
    });
    assert!(std::panic::catch_unwind(run).is_err());
    let (spectra, ran) = resumed(folder.path());
    assert!(0 < ran && ran < 150, "{ran}");
    assert_same(&spectra, &whole());
}

/// Two processes must not write the same file.
#[test]
fn a_file_is_written_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut inner = None;
    let outer = sweep()
        .keep_in(folder.path())
        .spectrum_with(&options(), |_| {
            inner.get_or_insert_with(|| sweep().keep_in(folder.path()).spectrum(&options()));
            ControlFlow::Continue(())
        });
    assert!(outer.unwrap().is_complete());
    let error = inner.unwrap().unwrap_err();
    assert!(
        matches!(&error, lyapax::Error::Sweep(SweepError::Busy { .. })),
        "{error}"
    );
}

/// The process that is killed below.
#[test]
#[ignore = "started by another test"]
fn victim() {
    let folder = std::env::var_os("LYAPAX_TEST_FOLDER").expect("started by another test");
    let spectra = long()
        .keep_in(folder)
        .spectrum(&options().threads(2))
        .unwrap();
    assert!(spectra.is_complete());
}

fn long() -> Sweep<Lorenz> {
    Sweep::new(System::new(Lorenz::default())).over(Lorenz::rho, linspace(0.0, 100.0, 20_000))
}

#[test]
fn killed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("part-all.lyapax");
    let mut kills = 0;
    for records in [1, 3] {
        let mut victim = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "interrupted::victim", "--ignored"])
            .env("LYAPAX_TEST_FOLDER", folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let before = fs::metadata(&file).map_or(0, |file| file.len());
        let begin = Instant::now();
        let grown = || fs::metadata(&file).map_or(0, |file| file.len()) > before + records * 2000;
        while !grown() && begin.elapsed() < Duration::from_mins(1) {
            std::thread::sleep(Duration::from_millis(1));
        }
        kills += u32::from(victim.try_wait().unwrap().is_none());
        // On Unix this is the signal that no process can catch.
        victim.kill().unwrap();
        victim.wait().unwrap();
    }
    assert!(kills > 0, "it was too fast to be killed");
    let mut found = 0;
    let spectra = long()
        .keep_in(folder.path())
        .spectrum_with(&options(), |progress| {
            found = progress.found;
            ControlFlow::Continue(())
        });
    assert!(found > 0 && found < 20_000, "{found}");
    assert_same(&spectra.unwrap(), &long().spectrum(&options()).unwrap());
}
