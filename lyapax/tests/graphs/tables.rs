//! Matrices as text.

use lyapax::Dense;

use crate::files::{table_error, written};

#[track_caller]
fn reads(name: &str, text: impl AsRef<[u8]>) {
    let expected = Dense::from([[0.0, 1.5], [-2e-3, 0.0]]);
    assert_eq!(Dense::read(written(name, text).path).unwrap(), expected);
}

#[test]
fn spaces() {
    for name in ["weights.txt", "weights.dat", "weights", "weights.tsv"] {
        reads(name, "0 1.5\n-2e-3 0\n");
        reads(name, "  0\t 1.5  \n-.002   +0.");
        reads(name, "\u{feff}0 1.5\r\n-0.002 0\r\n\r\n");
        reads(
            name,
            "# a comment\n\n% another\n  % and one\n0 1.5 # row 0\n\n-2E-3 0\n#",
        );
        reads(name, "left right\n0 1.5\n-2e-3 0\n");
    }
}

#[test]
fn commas() {
    for name in ["weights.csv", "weights.CSV"] {
        reads(name, "0,1.5\n-2e-3,0\n");
        reads(name, "0, 1.5,\r\n -2e-3 , 0 ,\r\n");
        reads(name, "left,right\r0,1.5\r-2e-3,0\r");
        reads(name, "\u{feff}\"0\",\"1.5\"\n\"-2e-3\",0");
        reads(
            name,
            "# a comment\nleft,right\n\n0,1.5 # row 0\n% another\n-2e-3,0\n",
        );
    }
}

#[test]
fn a_number() {
    let one = Dense::read(written("one", "5\n").path).unwrap();
    assert_eq!(one, Dense::from([[5.0]]));
}

#[test]
fn what_is_no_number() {
    for (name, text, expected) in [
        (
            "w.txt",
            "0 1\n0 x\n",
            "`w.txt`, line 2, column 2: `x` is not a number",
        ),
        (
            "w.txt",
            "# c\r\n\r\n0 1x\r\n",
            "`w.txt`, line 3, column 2: `1x` is not a number",
        ),
        (
            "w.txt",
            "0,1\n1,0\n",
            "`w.txt`, line 1, column 1: `0,1` is not a number",
        ),
        (
            "w.txt",
            "a b\nc d\n",
            "`w.txt`, line 2, column 1: `c` is not a number",
        ),
        (
            "w.txt",
            "a 1\n",
            "`w.txt`, line 1, column 1: `a` is not a number",
        ),
        (
            "w.txt",
            "5% 1\n",
            "`w.txt`, line 1, column 1: `5%` is not a number",
        ),
        (
            "w.csv",
            "0;1\n1;0\n",
            "`w.csv`, line 1, column 1: `0;1` is not a number",
        ),
        (
            "w.csv",
            "0,1\n\n,0\n",
            "`w.csv`, line 3, column 1: an empty entry is not a number",
        ),
        (
            "w.csv",
            ",0,1\n0,0,1\n",
            "`w.csv`, line 1, column 1: an empty entry is not a number",
        ),
        (
            "w.csv",
            "0,\"1\n2\"\n",
            "`w.csv`, line 2, column 1: `2\\\"` is not a number",
        ),
        (
            "w.csv",
            "x,y\n0,1\nx,y\n",
            "`w.csv`, line 3, column 1: `x` is not a number",
        ),
        (
            "w.txt",
            "0 \u{1}\n",
            "`w.txt`, line 1, column 2: `\\u{1}` is not a number",
        ),
        (
            "w.txt",
            "0 nan\n",
            "`w.txt`, line 1, column 2: `nan` is not a finite number",
        ),
        (
            "w.txt",
            "0 1\n-inf 0\n",
            "`w.txt`, line 2, column 1: `-inf` is not a finite number",
        ),
        (
            "w.csv",
            "1e999,0\n",
            "`w.csv`, line 1, column 1: `1e999` is not a finite number",
        ),
    ] {
        assert_eq!(table_error(name, text), expected);
    }
    let long = "9".repeat(400) + "x";
    let expected = "9".repeat(40) + "…";
    assert_eq!(
        table_error("w", long),
        format!("`w`, line 1, column 1: `{expected}` is not a number")
    );
}

#[test]
fn what_is_not_square() {
    for (name, text, expected) in [
        ("w", "", "`w` holds no numbers"),
        ("w.csv", "\u{feff}", "`w.csv` holds no numbers"),
        ("w", "# nothing\n\n", "`w` holds no numbers"),
        ("w.csv", "a,b\n", "`w.csv` holds no numbers"),
        (
            "w",
            "# c\n0 1 2\n\n0 1\n0 1 2\n",
            "`w`, line 4: the row has 2 numbers, and there are 3 in the first, line 2",
        ),
        (
            "w.csv",
            "0,1\r\n0,1,2\r\n",
            "`w.csv`, line 2: the row has 3 numbers, and there are 2 in the first, line 1",
        ),
        ("w", "0 1 2\n0 1 2\n", "`w` has 2 rows of 3 numbers"),
        ("w", "0 1\n0 1\n0 1\n", "`w` has 3 rows of 2 numbers"),
    ] {
        assert_eq!(table_error(name, text), expected);
    }
    // Pandas writes the numbers of the columns.
    let file = written("w.csv", "0,1\n0,1\n1,0\n");
    let words = file.words(Dense::read(&file.path));
    assert!(
        words.ends_with("is the first row one of names or numbers of nodes?"),
        "{words}"
    );
}

#[test]
fn what_is_no_text() {
    for (bytes, line) in [(&b"0,1\n\xff\xfe0,1\n"[..], 2), (b"\xff\xfe0\0 \x001\0", 1)] {
        let expected = format!("`w.csv`, line {line}: this is no text");
        assert_eq!(table_error("w.csv", bytes), expected);
    }
}
