//! A measurement, not a test: `cargo test --release -p lyapax speed -- --ignored --nocapture`.

use std::time::Instant;

use pulp::Arch;

use super::{Factored, Tall};
use crate::qr::Limits;
use crate::qr::large::Householder;
use crate::stepper::field::{LANES, layout::Layout};
use crate::testing::Kuramoto;

/// The shortest of many turns in seconds, each from the same columns.
fn best(turns: usize, from: &[f64], mut factor: impl FnMut(&mut [f64])) -> f64 {
    let mut y = from.to_vec();
    (0..turns)
        .map(|_| {
            y.copy_from_slice(from);
            let start = Instant::now();
            factor(&mut y);
            start.elapsed().as_secs_f64()
        })
        .fold(f64::INFINITY, f64::min)
}

#[test]
#[ignore = "a measurement: cargo test --release -p lyapax speed -- --ignored --nocapture"]
fn speed() {
    println!("QR of k columns where they lie, one thread, µs");
    println!("   rows   k      ours     faer  ratio  farthest apart");
    for (n, k) in [(200, 5), (1000, 5), (1_000_000, 2), (1000, 16), (1000, 64)] {
        let layout = Layout::new::<Kuramoto, LANES>(n, k);
        let mut from = vec![0.0; layout.len()];
        for j in 0..k {
            let column: Vec<f64> = (0..n).map(|i| (0.1 * (i * (j + 1)) as f64).sin()).collect();
            layout.write(&mut from, j + 1, &column);
        }
        let (mut a, mut b) = (vec![0.0; k], vec![0.0; k]);
        let turns = (20_000_000 / (n * k)).clamp(5, 2000);
        let mut tall = Tall::new(Arch::new(), layout).unwrap();
        let own = best(turns, &from, |y| {
            let done = tall.factor(y, layout.tiles, Limits::BLOCK, &mut a);
            assert!(matches!(done, Ok(Factored::Done)));
        });
        let mut householder = Householder::new(n, k);
        let other = best(turns, &from, |y| {
            for j in 0..k {
                layout.read(y, j + 1, householder.column_mut(j));
            }
            householder.factor(Limits::BLOCK, &mut b).unwrap();
            for j in 0..k {
                layout.write(y, j + 1, householder.q(j));
            }
        });
        let apart = a.iter().zip(&b).map(|(a, b)| (a / b - 1.0).abs());
        let apart = apart.fold(0.0, f64::max);
        println!(
            "{n:>7}  {k:>2}  {:>8.1} {:>8.1}  {:>5.2}  {apart:.0e}",
            own * 1e6,
            other * 1e6,
            other / own
        );
        assert!(apart < 1e-9);
    }
}
