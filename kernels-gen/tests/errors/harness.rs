//! Reads annotated models, and compares what is expected with what is reported.

use kernels_gen::{Report, Severity, diagnose};

/// One expected message.
#[derive(Debug, PartialEq)]
struct Expected {
    line: usize,
    column: usize,
    width: usize,
    message: String,
    help: String,
}

/// Splits an annotated model into its text and what is expected of it.
fn split(annotated: &str) -> (String, Vec<Expected>) {
    let mut source: Vec<&str> = Vec::new();
    let mut expected = Vec::new();
    for line in annotated.lines() {
        let Some(rest) = line.trim_start().strip_prefix('^') else {
            source.push(line);
            continue;
        };
        let column = line.chars().count() - line.trim_start().chars().count();
        let carets = 1 + rest.chars().take_while(|c| *c == '^').count();
        let text = rest.trim_start_matches('^').trim();
        let (message, help) = text.split_once(" | ").unwrap_or((text, ""));
        expected.push(Expected {
            line: source.len(),
            column,
            width: carets,
            message: message.to_string(),
            help: help.to_string(),
        });
    }
    (source.join("\n"), expected)
}

fn compare(annotated: &str, severity: Severity) {
    let (source, expected) = split(annotated);
    let found = diagnose(&source);
    let shown = || {
        let lines: Vec<String> = found.iter().map(show).collect();
        format!(
            "\n--- model ---\n{source}\n--- reported ---\n{}\n",
            lines.join("\n")
        )
    };
    assert_eq!(found.len(), expected.len(), "number of messages{}", shown());
    for (found, expected) in found.iter().zip(&expected) {
        let place = (found.line, found.column, found.width);
        assert_eq!(found.severity, severity, "{}", shown());
        assert_eq!(
            place,
            (expected.line, expected.column, expected.width),
            "place of {:?}{}",
            expected.message,
            shown()
        );
        assert_eq!(found.message, expected.message, "{}", shown());
        let help = found.help.as_deref().unwrap_or("");
        assert!(
            help.contains(&expected.help),
            "help {help:?} lacks {:?}{}",
            expected.help,
            shown()
        );
        assert!(!help.is_empty(), "{:?} shows no fix", found.message);
    }
}

fn show(report: &Report) -> String {
    let help = report.help.as_deref().unwrap_or("");
    format!(
        "{}:{}+{} {} | {help}",
        report.line, report.column, report.width, report.message
    )
}

/// Exactly the annotated errors are reported, in this order.
#[track_caller]
pub fn errors(annotated: &str) {
    compare(annotated, Severity::Error);
}

/// Exactly the annotated warnings are reported.
#[track_caller]
pub fn warnings(annotated: &str) {
    compare(annotated, Severity::Warning);
}

/// As [`errors`], in both spellings: `@x    = ` stands for `dx/dt = ` with the line's `;`, and for
/// `"  x' = ` with the closing quote in its place; `@x[n+1]   = ` for the two forms of a map.
/// All have one width, so that the carets fit both.
#[track_caller]
pub fn both(annotated: &str) {
    let mut plain = String::new();
    let mut quoted = String::new();
    for line in annotated.lines() {
        let trimmed = line.trim_start();
        let indent = &line[..line.len() - trimmed.len()];
        let equation = trimmed.strip_prefix('@').and_then(|rest| {
            let state = rest.chars().next()?;
            let body = rest[state.len_utf8()..].strip_suffix(';')?;
            Some((state, body))
        });
        let (a, b) = match equation {
            Some((x, body)) if body.starts_with("[n+1]   = ") => {
                let body = &body["[n+1]   = ".len()..];
                (
                    format!("next({x})  = {body};"),
                    format!("\" {x}[n+1] = {body}\""),
                )
            }
            Some((x, body)) if body.starts_with("    = ") => {
                let body = &body["    = ".len()..];
                (format!("d{x}/dt = {body};"), format!("\"  {x}' = {body}\""))
            }
            _ => (trimmed.to_string(), trimmed.to_string()),
        };
        plain.push_str(&format!("{indent}{a}\n"));
        quoted.push_str(&format!("{indent}{b}\n"));
    }
    assert_ne!(plain, quoted, "no equation is marked with @");
    errors(&plain);
    errors(&quoted);
}
