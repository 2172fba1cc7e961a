//! What a user is told about a mistake, from the text in a file to rustc's output.
//!
//! Every message has its case in the compiler itself; here is one case of each kind, in both
//! spellings, to see that it arrives: at its place, in the user's words, with the fix, and with
//! nothing from rustc that only follows from it. So each case goes on to use its models.
//!
//! `TRYBUILD=overwrite cargo test --test ui` writes the `.stderr` files anew; read them before they
//! are committed.

#[test]
fn mistakes() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
