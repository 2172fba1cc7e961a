//! Pictures: they are there as a whole, hold what they are of, and are refused with the reason.

use std::fs;

use lyapax::plot::Picture;
use lyapax::{
    Spectrum, SpectrumOptions, Sweep, SweepError, SweepSpectra, System, linspace, logspace,
};
use lyapax_workspace::models::{Decay, Henon};

/// Values of a up to where orbits leave for infinity.
fn line() -> SweepSpectra {
    let sweep = Sweep::new(System::new(Henon::default())).over(Henon::a, linspace(1.0, 1.6, 31));
    sweep.spectrum(&SpectrumOptions::new(300)).unwrap()
}

fn plane() -> SweepSpectra {
    let sweep = Sweep::new(System::new(Henon::default()))
        .over(Henon::a, linspace(1.0, 1.6, 12))
        .over(Henon::b, linspace(0.1, 0.3, 9));
    sweep.spectrum(&SpectrumOptions::new(300)).unwrap()
}

fn run() -> Spectrum {
    let options = SpectrumOptions::new(2000);
    System::new(Henon::default()).spectrum(&options).unwrap()
}

/// Every kind of picture, drawn to a file of this name.
fn all(name: &str) -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    let picture = Picture::new(&path).size(640, 480);
    let read = |drawn: Result<(), SweepError>| {
        drawn.unwrap();
        // Nothing else is left in the folder.
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        fs::read(&path).unwrap()
    };
    vec![
        read(picture.spectrum(&line())),
        read(picture.plane(&plane(), 0)),
        read(picture.history(&run())),
    ]
}

#[test]
fn as_png() {
    for bytes in all("picture.png") {
        assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
        let size = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        assert_eq!((size(16), size(20)), (640, 480));
        // White paper alone is shorter by far.
        assert!(bytes.len() > 8000, "{}", bytes.len());
    }
}

#[test]
fn as_svg() {
    let texts: Vec<String> = all("picture.svg")
        .into_iter()
        .map(|bytes| String::from_utf8(bytes).unwrap())
        .collect();
    for (text, holds) in texts.iter().zip([
        [
            "Henon: Lyapunov exponents",
            "exponents per iterate",
            "failed",
            "λ₂",
        ],
        ["Henon: λ₁", "failed", "λ₁ = 0", "#A5A5A5"],
        ["Henon: running estimates", "iteration", "λ₁ = ", "λ₂ = "],
    ]) {
        for word in holds {
            assert!(text.contains(word), "{word}");
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("range.svg");
    Picture::new(&path)
        .range(-0.5, 0.5)
        .spectrum(&line())
        .unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("0.4") && !text.contains("−1"), "{text}");
    let path = folder.path().join("own.svg");
    Picture::new(&path)
        .title("My own words")
        .plane(&plane(), 1)
        .unwrap();
    assert!(fs::read_to_string(&path).unwrap().contains("My own words"));
}

/// Values at equal ratios have a logarithmic axis.
#[test]
fn logarithmic_axes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("decay.svg");
    let sweep = Sweep::new(System::new(Decay::default())).over(Decay::rate, logspace(1e-3, 1.0, 7));
    let spectra = sweep.spectrum(&SpectrumOptions::new(500).dt(0.01)).unwrap();
    Picture::new(&path).spectrum(&spectra).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("1e-3") && text.contains("1e-2"), "{text}");
}

#[test]
fn refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| Picture::new(folder.path().join(name));
    let (line, plane) = (line(), plane());
    for error in [at("a.png").spectrum(&plane), at("a.png").plane(&line, 0)] {
        let error = error.unwrap_err();
        assert!(matches!(error, SweepError::Axes { .. }), "{error}");
    }
    let error = at("a.jpeg").spectrum(&line).unwrap_err();
    assert!(matches!(error, SweepError::UnknownFormat { .. }), "{error}");
    let error = at("none/a.png").spectrum(&line).unwrap_err();
    assert!(matches!(error, SweepError::Unwritable { .. }), "{error}");
    let gone = Sweep::new(System::new(Henon::default())).over(Henon::a, [5.0, 6.0]);
    let gone = gone.spectrum(&SpectrumOptions::new(100)).unwrap();
    let error = at("a.png").spectrum(&gone).unwrap_err();
    assert!(matches!(error, SweepError::NothingToDraw { .. }), "{error}");
    let same = Sweep::new(System::new(Henon::default()))
        .over(Henon::a, [1.2, 1.2])
        .over(Henon::b, [0.1, 0.2]);
    let same = same.spectrum(&SpectrumOptions::new(50)).unwrap();
    let error = at("a.png").plane(&same, 0).unwrap_err();
    assert!(error.to_string().contains("all values of `a`"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
