//! Arrays of numpy.

use lyapax::Dense;

use crate::files::{table_error, written};

/// A file of the first version, as numpy writes it.
fn npy(descr: &str, fortran: &str, shape: &str, numbers: &[u8]) -> Vec<u8> {
    let dictionary =
        format!("{{'descr': {descr}, 'fortran_order': {fortran}, 'shape': {shape}, }}");
    with_header(&dictionary, 1, numbers)
}

fn with_header(dictionary: &str, version: u8, numbers: &[u8]) -> Vec<u8> {
    let before = if version == 1 { 10 } else { 12 };
    let length = (before + dictionary.len() + 1).next_multiple_of(64) - before;
    let header = format!("{dictionary:<width$}\n", width = length - 1);
    let mut bytes = b"\x93NUMPY".to_vec();
    bytes.extend([version, 0]);
    let size = u32::try_from(length).unwrap().to_le_bytes();
    bytes.extend(&size[..before - 8]);
    bytes.extend(header.bytes());
    bytes.extend(numbers);
    bytes
}

fn bytes<const B: usize, T: Copy>(numbers: &[T], to: impl Fn(T) -> [u8; B]) -> Vec<u8> {
    numbers.iter().flat_map(|number| to(*number)).collect()
}

#[track_caller]
fn reads(bytes: &[u8], expected: [[f64; 2]; 2]) {
    for name in ["w.npy", "w.NPY"] {
        let read = Dense::read(written(name, bytes).path).unwrap();
        assert_eq!(read, Dense::from(expected));
    }
}

const SHAPE: &str = "(2, 2)";

#[test]
fn orders_and_versions() {
    let numbers = bytes(&[0.0, 1.5, -2.0, 0.25], f64::to_le_bytes);
    let (c, fortran) = ([[0.0, 1.5], [-2.0, 0.25]], [[0.0, -2.0], [1.5, 0.25]]);
    reads(&npy("'<f8'", "False", SHAPE, &numbers), c);
    reads(&npy("'<f8'", "True", SHAPE, &numbers), fortran);
    let others = "{\"shape\": (2L,2L), \"fortran_order\":False,\"descr\": \"<f8\"}";
    for version in [1, 2, 3] {
        reads(&with_header(others, version, &numbers), c);
    }
}

#[test]
fn kinds_of_numbers() {
    let read = |descr: &str, numbers: &[u8], expected| {
        reads(
            &npy(&format!("'{descr}'"), "False", SHAPE, numbers),
            expected,
        );
    };
    let real = [[0.0, 1.5], [-2.0, 0.25]];
    let whole = [[0.0, 1.0], [-2.0, 100.0]];
    let positive = [[0.0, 1.0], [250.0, 100.0]];
    read(
        "<f4",
        &bytes(&[0.0, 1.5, -2.0, 0.25], f32::to_le_bytes),
        real,
    );
    read(
        ">f4",
        &bytes(&[0.0, 1.5, -2.0, 0.25], f32::to_be_bytes),
        real,
    );
    read(
        ">f8",
        &bytes(&[0.0, 1.5, -2.0, 0.25], f64::to_be_bytes),
        real,
    );
    read("|i1", &bytes(&[0, 1, -2, 100], i8::to_le_bytes), whole);
    read("<i2", &bytes(&[0, 1, -2, 100], i16::to_le_bytes), whole);
    read(">i2", &bytes(&[0, 1, -2, 100], i16::to_be_bytes), whole);
    read("<i4", &bytes(&[0, 1, -2, 100], i32::to_le_bytes), whole);
    read("<i8", &bytes(&[0, 1, -2, 100], i64::to_le_bytes), whole);
    read(">i8", &bytes(&[0, 1, -2, 100], i64::to_be_bytes), whole);
    read("|u1", &bytes(&[0, 1, 250, 100], u8::to_le_bytes), positive);
    read("<u2", &bytes(&[0, 1, 250, 100], u16::to_le_bytes), positive);
    read(">u4", &bytes(&[0, 1, 250, 100], u32::to_be_bytes), positive);
    read("<u8", &bytes(&[0, 1, 250, 100], u64::to_le_bytes), positive);
    read("|b1", &[0, 1, 1, 0], [[0.0, 1.0], [1.0, 0.0]]);
}

#[test]
fn what_is_no_array() {
    let numbers = bytes(&[0.0; 4], f64::to_le_bytes);
    let whole = npy("'<f8'", "False", SHAPE, &numbers);
    let of = |bytes: &[u8]| table_error("w.npy", bytes);
    assert_eq!(of(b""), "`w.npy` holds no numbers");
    let other = "`w.npy` is not a file of numpy: it begins with other bytes";
    assert_eq!(of(b"0 1 2\n3 4 5\n"), other);
    let mut version = whole.clone();
    version[6] = 9;
    assert_eq!(
        of(&version),
        "`w.npy` is not a file of numpy: its version is 9"
    );
    for end in [4, 9, 20, 127] {
        let cut = "`w.npy` is not a file of numpy: it is cut off";
        assert_eq!(of(&whole[..end]), cut, "{end}");
    }
    // A header that says that it is longer than any file.
    let mut long = with_header("{}", 2, &[]);
    long[8..12].fill(0xff);
    assert_eq!(of(&long), "`w.npy` is not a file of numpy: it is cut off");
    let mut binary = whole.clone();
    binary[20] = 0xff;
    assert_eq!(
        of(&binary),
        "`w.npy` is not a file of numpy: its header is no text"
    );
    for (dictionary, key) in [
        ("{}", "descr"),
        ("{'descr': '<f8'}", "fortran_order"),
        (
            "{'descr': '<f8', 'fortran_order': 1, 'shape': (2, 2)}",
            "fortran_order",
        ),
        ("{'descr': '<f8', 'fortran_order': False}", "shape"),
        (
            "{'descr': '<f8', 'fortran_order': False, 'shape': (2, x)}",
            "shape",
        ),
        (
            "{'descr': '<f8', 'fortran_order': False, 'shape': (-2, 2)}",
            "shape",
        ),
    ] {
        let expected = format!("`w.npy` is not a file of numpy: its header has no `{key}`");
        assert_eq!(of(&with_header(dictionary, 1, &numbers)), expected);
    }
}

#[test]
fn what_cannot_be_weights() {
    let numbers = bytes(&[0.0; 4], f64::to_le_bytes);
    for kind in ["<c16", "|O", "<U3", "<f2", "<M8[ns]", "f8", ""] {
        let error = table_error("w.npy", npy(&format!("'{kind}'"), "False", SHAPE, &numbers));
        assert_eq!(error, format!("`w.npy` holds values of type `{kind}`"));
    }
    let record = npy("[('a', '<f8')]", "False", "(4,)", &numbers);
    assert_eq!(
        table_error("w.npy", record),
        "`w.npy` holds values of type `a record`"
    );
    for shape in [
        "()",
        "(4,)",
        "(1, 4)",
        "(2, 2, 1)",
        "(18446744073709551615, 2)",
    ] {
        let error = table_error("w.npy", npy("'<f8'", "False", shape, &numbers));
        assert_eq!(error, format!("`w.npy` holds an array of shape {shape}"));
    }
    let empty = table_error("w.npy", npy("'<f8'", "False", "(0, 0)", &[]));
    assert_eq!(empty, "`w.npy` holds no numbers");
}

#[test]
fn other_lengths() {
    let length =
        |shape: &str, got: usize| table_error("w.npy", npy("'<f8'", "False", shape, &vec![0; got]));
    for got in [0, 31, 33, 64] {
        let expected = format!("`w.npy` has {got} bytes of numbers, and its array needs 32");
        assert_eq!(length(SHAPE, got), expected);
    }
    // Larger than any memory, in a file of few bytes.
    let huge = "(18446744073709551615, 18446744073709551615)";
    let expected = format!(
        "`w.npy` has 32 bytes of numbers, and its array needs {}",
        u64::MAX
    );
    assert_eq!(length(huge, 32), expected);
}

#[test]
fn weights_that_are_not_finite() {
    let numbers = bytes(&[0.0, 1.0, f64::NAN, 0.0], f64::to_le_bytes);
    assert_eq!(
        table_error("w.npy", npy("'<f8'", "False", SHAPE, &numbers)),
        "`w.npy`: the weight in row 1, column 0 is NaN"
    );
    assert_eq!(
        table_error("w.npy", npy("'<f8'", "True", SHAPE, &numbers)),
        "`w.npy`: the weight in row 0, column 1 is NaN"
    );
}
