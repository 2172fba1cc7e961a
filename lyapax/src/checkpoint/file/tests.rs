//! Whatever a file holds, it is a checkpoint or refused.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use xxhash_rust::xxh3::xxh3_64;

use super::{Fault, HEADER, NAME, bytes, parse};
use crate::testing::Lorenz;
use crate::{SpectrumOptions, System};

fn written() -> Vec<u8> {
    let options = SpectrumOptions::new(40)
        .dt(0.01)
        .save_states_every(10)
        .local_every(2);
    let spectrum = System::new(Lorenz::default()).spectrum(&options).unwrap();
    bytes(spectrum.checkpoint()).unwrap()
}

fn below(rng: &mut ChaCha8Rng, n: usize) -> usize {
    usize::try_from(rng.next_u64() % n as u64).unwrap()
}

/// One to four changes: a bit flipped, a byte replaced, bytes taken out or put in, the end cut off.
fn change(rng: &mut ChaCha8Rng, bytes: &mut Vec<u8>) {
    for _ in 0..=below(rng, 4) {
        if bytes.is_empty() {
            return;
        }
        let at = below(rng, bytes.len());
        let random = rng.next_u64().to_le_bytes()[0];
        match below(rng, 5) {
            0 => bytes[at] ^= 1 << (random % 8),
            1 => bytes[at] = random,
            2 => {
                let end = (at + 1 + usize::from(random % 16)).min(bytes.len());
                bytes.drain(at..end);
            }
            3 => bytes.insert(at, random),
            _ => bytes.truncate(at),
        }
    }
}

#[test]
fn changed_files_are_refused() {
    let (written, mut rng) = (written(), ChaCha8Rng::seed_from_u64(1));
    assert!(parse(&written).is_ok());
    for _ in 0..5_000 {
        let mut bytes = written.clone();
        change(&mut rng, &mut bytes);
        assert_eq!(parse(&bytes).is_ok(), bytes == written);
    }
}

/// Even where the check sum agrees, as in a file that was made by hand.
#[test]
fn nothing_panics_behind_the_check_sum() {
    let (written, mut rng) = (written(), ChaCha8Rng::seed_from_u64(2));
    let mut refused = 0;
    for _ in 0..5_000 {
        let mut content = written[HEADER..].to_vec();
        change(&mut rng, &mut content);
        let mut bytes = written[..HEADER - 8].to_vec();
        bytes.extend(xxh3_64(&content).to_le_bytes());
        bytes.extend(content);
        refused += u32::from(parse(&bytes).is_err());
    }
    assert!(refused > 1_000, "{refused}");
}

#[test]
fn random_bytes_are_refused() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for length in 0..2_000 {
        let mut bytes = vec![0; length];
        rng.fill_bytes(&mut bytes);
        assert_eq!(parse(&bytes), Err(Fault::NotACheckpoint));
        let bytes = [NAME, &bytes].concat();
        assert!(parse(&bytes).is_err());
    }
}
