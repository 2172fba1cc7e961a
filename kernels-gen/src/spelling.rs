//! What a misspelt word was meant to be.

/// The candidate within an edit or two of `text`; the first one where several are as near.
pub fn nearest<'a>(text: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let len = text.chars().count();
    let allowed = match len {
        0..=1 => 0,
        2..=4 => 1,
        5..=100 => 2,
        // A distance costs the product of the lengths.
        _ => return None,
    };
    let lower = text.to_lowercase();
    candidates
        .map(|name| (name.chars().count().abs_diff(len), name))
        .filter(|(longer, _)| *longer <= allowed)
        .map(|(longer, name)| {
            let distance = if name.to_lowercase() == lower || looks_like(name, text) {
                0
            } else {
                strsim::osa_distance(name, text)
            };
            // A key that was hit twice is likelier than a wrong one: `siin` is `sin`, not `sign`.
            let struck_twice = without_doubles(name) == without_doubles(text);
            (distance, !struck_twice, longer, name)
        })
        .filter(|(distance, ..)| *distance <= allowed)
        .min_by_key(|(distance, differs, longer, _)| (*distance, *differs, *longer))
        .map(|(.., name)| name)
}

/// The help for a name that was meant to be `near`.
pub fn suggestion(text: &str, near: &str) -> String {
    if looks_like(text, near) {
        format!("it only looks like `{near}`, with a letter of another alphabet: write `{near}`")
    } else {
        format!("did you mean `{near}`?")
    }
}

/// Whether a reader cannot tell the names apart.
pub fn looks_like(a: &str, b: &str) -> bool {
    a != b && a.chars().map(shape).eq(b.chars().map(shape))
}

/// One letter for all that look the same in most fonts: those that arrive with a keyboard layout
/// that was left on, or from a page.
fn shape(c: char) -> char {
    match c {
        'а' => 'a',
        'с' => 'c',
        'е' => 'e',
        'һ' => 'h',
        'і' => 'i',
        'ј' => 'j',
        'о' | 'ο' => 'o',
        'р' => 'p',
        'ѕ' => 's',
        'ν' => 'v',
        'х' => 'x',
        'у' => 'y',
        'А' | 'Α' => 'A',
        'В' | 'Β' => 'B',
        'С' => 'C',
        'Е' | 'Ε' => 'E',
        'Н' | 'Η' => 'H',
        'І' | 'Ι' => 'I',
        'Ј' => 'J',
        'К' | 'Κ' => 'K',
        'М' | 'Μ' => 'M',
        'Ν' => 'N',
        'О' | 'Ο' => 'O',
        'Р' | 'Ρ' => 'P',
        'Ѕ' => 'S',
        'Т' | 'Τ' => 'T',
        'Х' | 'Χ' => 'X',
        'Υ' => 'Y',
        'Ζ' => 'Z',
        // The micro sign, and the symbols that Unicode has beside the Greek letters.
        'µ' => 'μ',
        'ϑ' => 'θ',
        'ϕ' => 'φ',
        'ϵ' => 'ε',
        'ϱ' => 'ρ',
        _ => c,
    }
}

fn without_doubles(text: &str) -> Vec<char> {
    let mut chars: Vec<char> = text.chars().collect();
    chars.dedup();
    chars
}

/// The name without the dot over its last letter, which on paper is a derivative.
pub fn without_dot(name: &str) -> Option<String> {
    // rustc composes the dot with these letters.
    const DOTTED: &str = "ȧaḃbċcḋdėeḟfġgḣhṁmṅnȯoṗpṙrṡsṫtẇwẋxẏyżz\
        ȦAḂBĊCḊDĖEḞFĠGḢHİIṀMṄNȮOṖPṘRṠSṪTẆWẊXẎYŻZ";
    if let Some(stem) = name.strip_suffix('\u{307}') {
        return Some(stem.to_owned());
    }
    let last = name.chars().next_back()?;
    let at = DOTTED.find(last).filter(|_| !last.is_ascii())?;
    let plain = DOTTED[at..].chars().nth(1)?;
    Some(format!("{}{plain}", &name[..name.len() - last.len_utf8()]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_are_taken_off() {
        assert_eq!(without_dot("ẋ").as_deref(), Some("x"));
        assert_eq!(without_dot("θ\u{307}").as_deref(), Some("θ"));
        assert_eq!(without_dot("phȧ").as_deref(), Some("pha"));
        assert_eq!(without_dot("Ż").as_deref(), Some("Z"));
        assert_eq!(without_dot("x"), None);
        assert_eq!(without_dot("é"), None);
    }

    #[test]
    fn a_key_struck_twice() {
        let near = |text| nearest(text, ["sign", "sin", "sinh"].into_iter());
        assert_eq!(near("siin"), Some("sin"));
        assert_eq!(near("sinn"), Some("sin"));
        assert_eq!(near("sinhh"), Some("sinh"));
        assert_eq!(near("sgin"), Some("sign"));
    }

    #[test]
    fn letters_of_other_alphabets() {
        assert!(looks_like("х", "x") && looks_like("x", "х"));
        assert!(looks_like("µ", "μ"));
        assert!(!looks_like("x", "x") && !looks_like("α", "a"));
    }
}
