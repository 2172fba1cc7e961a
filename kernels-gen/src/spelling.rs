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
            let distance = if name.to_lowercase() == lower {
                0
            } else {
                strsim::osa_distance(name, text)
            };
            (distance, longer, name)
        })
        .filter(|(distance, ..)| *distance <= allowed)
        .min_by_key(|(distance, longer, _)| (*distance, *longer))
        .map(|(_, _, name)| name)
}
