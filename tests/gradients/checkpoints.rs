//! What the way back takes.

use lyapax::{Checkpoints, Gradient, SimulateOptions, System};
use lyapax_workspace::models::Lorenz;

use super::backward;

fn bits(gradient: &Gradient<Lorenz>) -> Vec<u64> {
    let mut values = vec![gradient.misfit()];
    values.extend(gradient.initial_state());
    values.extend(gradient.params(Lorenz::rho));
    values.iter().map(|value| value.to_bits()).collect()
}

/// However few states are kept, the gradient has the same bits.
#[test]
fn the_same_bits() {
    let system = System::new(Lorenz::default());
    let options = SimulateOptions::new(333)
        .dt(0.01)
        .t_transient(0.2)
        .stride(3);
    let all = backward(&system, &options, Checkpoints::All);
    assert_eq!(all.memory().states, 353);
    for checkpoints in [
        Checkpoints::Sqrt,
        Checkpoints::Bytes(24),
        Checkpoints::Bytes(2 * 24),
        Checkpoints::Bytes(10 * 24 + 23),
        Checkpoints::Bytes(usize::MAX),
    ] {
        let few = backward(&system, &options, checkpoints);
        assert_eq!(bits(&few), bits(&all), "{checkpoints:?}");
        if let Checkpoints::Bytes(bytes) = checkpoints {
            assert!(few.memory().bytes <= bytes);
        }
    }
}

/// Memory falls from O(n) to O(√n), and no step is made more than twice besides.
#[test]
fn of_the_root_of_the_steps() {
    let system = System::new(Lorenz::default());
    for n in [100_u64, 400, 1600, 6400] {
        let options = SimulateOptions::new(n).dt(0.001).stride(n);
        let all = backward(&system, &options, Checkpoints::All).memory();
        let root = backward(&system, &options, Checkpoints::Sqrt).memory();
        assert_eq!(
            (all.steps, all.states as u64, all.bytes as u64),
            (n, n, 24 * n)
        );
        // Every state is reached once.
        assert_eq!(all.steps_made_again, n - 1);
        let expected = (2.0 * n as f64).sqrt();
        assert!((root.states as f64 - expected).abs() < 2.0, "{root:?}");
        assert!(root.steps_made_again <= 2 * n, "{root:?}");
        println!(
            "{n} steps: {} bytes with all states, {} with few",
            all.bytes, root.bytes
        );
    }
}
