//! Results as files, read back.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use lyapax::{PointError, SpectrumOptions, Sweep, SweepError, SweepSpectra, System, linspace};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

use lyapax_workspace::models::Henon;

/// A plane with points that leave for infinity.
fn spectra() -> SweepSpectra {
    Sweep::new(System::new(Henon::default()))
        .over(Henon::a, linspace(1.0, 2.0, 4))
        .over(Henon::b, [0.1, 0.2, 0.3])
        .spectrum(&SpectrumOptions::new(500))
        .unwrap()
}

/// Files hold what happened, and not what to do.
fn first_line(why: &PointError) -> String {
    why.to_string().lines().next().unwrap().to_owned()
}

#[track_caller]
fn is_metadata(text: &str) {
    let metadata: serde_json::Value = serde_json::from_str(text).unwrap();
    assert_eq!(metadata["model"], "Henon");
    assert_eq!(
        metadata["axes"],
        serde_json::json!([[["a", 4, 1.0, 2.0]], [["b", 3, 0.1, 0.3]]])
    );
    assert_eq!(
        (&metadata["precision"], &metadata["device"]),
        (&"f64".into(), &"cpu".into())
    );
    assert!(metadata["equations"].as_str().unwrap().contains("x[n+1] ="));
}

#[test]
fn comma_separated_values() {
    let (spectra, folder) = (spectra(), tempfile::tempdir().unwrap());
    let path = folder.path().join("henon.CSV");
    spectra.save(&path).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    is_metadata(text.lines().next().unwrap().strip_prefix("# ").unwrap());
    let mut table = csv::ReaderBuilder::new()
        .comment(Some(b'#'))
        .from_reader(text.as_bytes());
    let rows: Vec<HashMap<String, String>> = table.deserialize().map(Result::unwrap).collect();
    assert_eq!(rows.len(), spectra.points());
    let mut failed = 0;
    for (point, row) in rows.iter().enumerate() {
        let number = |name: &str| row[name].parse::<f64>().unwrap();
        for (name, value) in spectra.values(point) {
            assert_eq!(number(name), value);
        }
        match spectra.point(point) {
            Ok(found) => {
                assert_eq!(row["status"], "0");
                assert_eq!([number("lambda_1"), number("lambda_2")], found.exponents());
                assert_eq!(Some(number("std_error_1")), found.std_errors()[0]);
                assert_eq!(Some(number("sum_rule")), found.sum_rule());
                assert_eq!([number("final_x"), number("final_y")], found.final_state());
                assert_eq!(row["failed_reason"], "");
            }
            Err(why) => {
                failed += 1;
                assert_eq!(
                    (&row["status"], &row["lambda_1"]),
                    (&"1".to_owned(), &String::new())
                );
                assert_eq!(row["failed_reason"], first_line(why));
                assert!(number("failed_step") > 0.0);
            }
        }
    }
    assert!(0 < failed && failed < 12, "{failed}");
}

/// The numbers of an array with its shape.
fn array<T: npyz::Deserialize>(path: &Path, name: &str) -> (Vec<u64>, Vec<T>) {
    let mut archive = zip::ZipArchive::new(File::open(path).unwrap()).unwrap();
    let mut bytes = Vec::new();
    let mut file = archive.by_name(&format!("{name}.npy")).unwrap();
    file.read_to_end(&mut bytes).unwrap();
    let file = npyz::NpyFile::new(&bytes[..]).unwrap();
    (file.shape().to_vec(), file.into_vec().unwrap())
}

#[test]
fn arrays_for_numpy() {
    let (spectra, folder) = (spectra(), tempfile::tempdir().unwrap());
    let path = folder.path().join("henon.npz");
    spectra.save(&path).unwrap();
    assert_eq!(array::<f64>(&path, "b"), (vec![3], vec![0.1, 0.2, 0.3]));
    let (shape, exponents) = array::<f64>(&path, "exponents");
    assert_eq!(shape, [4, 3, 2]);
    let (_, status) = array::<u8>(&path, "status");
    let (_, reasons) = array::<Vec<u8>>(&path, "failed_reason");
    let (_, failed) = array::<u64>(&path, "failed_point");
    assert_eq!(failed.len(), spectra.failures().count());
    for (point, exponents) in exponents.chunks_exact(2).enumerate() {
        match spectra.point(point) {
            Ok(found) => {
                assert_eq!((status[point], exponents), (0, found.exponents()));
            }
            Err(why) => {
                assert_eq!(status[point], 1);
                assert!(exponents.iter().all(|exponent| exponent.is_nan()));
                let which = failed.iter().position(|at| *at == point as u64).unwrap();
                assert_eq!(
                    String::from_utf8(reasons[which].clone()).unwrap(),
                    first_line(why)
                );
            }
        }
    }
    let (shape, metadata) = array::<Vec<u8>>(&path, "metadata");
    assert!(shape.is_empty());
    is_metadata(core::str::from_utf8(&metadata[0]).unwrap());
}

#[test]
fn parquet_tables() {
    let (spectra, folder) = (spectra(), tempfile::tempdir().unwrap());
    let path = folder.path().join("henon.parquet");
    spectra.save(&path).unwrap();
    let file = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
    let pairs = file
        .metadata()
        .file_metadata()
        .key_value_metadata()
        .unwrap();
    let own = pairs.iter().find(|pair| pair.key == "lyapax").unwrap();
    is_metadata(own.value.as_ref().unwrap());
    let mut points = 0;
    for (point, row) in file.get_row_iter(None).unwrap().enumerate() {
        let row = row.unwrap();
        let fields: HashMap<&str, &Field> = row
            .get_column_iter()
            .map(|(name, field)| (name.as_str(), field))
            .collect();
        match spectra.point(point) {
            Ok(found) => {
                assert_eq!(*fields["lambda_1"], Field::Double(found.exponents()[0]));
                assert_eq!(*fields["failed_reason"], Field::Null);
            }
            Err(why) => {
                assert_eq!(*fields["lambda_1"], Field::Null);
                assert_eq!(*fields["failed_reason"], Field::Str(first_line(why)));
                assert_eq!(*fields["status"], Field::Long(1));
            }
        }
        points += 1;
    }
    assert_eq!(points, spectra.points());
}

/// A file is there as a whole, or as it was.
#[test]
fn nothing_half_written() {
    let (spectra, folder) = (spectra(), tempfile::tempdir().unwrap());
    for name in ["henon.txt", "henon"] {
        let error = spectra.save(folder.path().join(name)).unwrap_err();
        assert!(matches!(error, SweepError::UnknownFormat { .. }), "{error}");
    }
    let error = spectra
        .save(folder.path().join("none/henon.csv"))
        .unwrap_err();
    assert!(matches!(&error, SweepError::Unwritable { .. }), "{error}");
    assert!(error.to_string().contains("\nhelp: "), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let path = folder.path().join("henon.csv");
    spectra.save(&path).unwrap();
    spectra.save(&path).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// An interrupted sweep leaves no file under the final name.
#[test]
fn what_is_not_complete_is_not_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("henon.csv");
    let sweep = Sweep::new(System::new(Henon::default())).over(Henon::a, linspace(1.0, 1.4, 100));
    let options = SpectrumOptions::new(200).threads(1);
    let stopped = sweep
        .spectrum_with(&options, |_| core::ops::ControlFlow::Break(()))
        .unwrap();
    let error = stopped.save(&path).unwrap_err();
    assert!(
        matches!(error, SweepError::Incomplete { points: 100, .. }),
        "{error}"
    );
    assert!(!path.exists());
    stopped.save_incomplete(&path).unwrap();
    assert!(fs::read_to_string(&path).unwrap().lines().count() == 102);
}
