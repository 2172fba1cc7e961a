//! Which states of a run are kept, so that it can be gone through backwards.
//!
//! With s states kept and each step made again r times at most, C(s + r, s) steps can be reversed, and no schedule
//! reverses more: A. Griewank & A. Walther, ACM Trans. Math. Softw. 26, 19 (2000), section 2. The stretches of that
//! schedule are chosen here by its binomials.

/// How many states of a run are kept for the way back. The rest are computed again from them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Checkpoints {
    /// All: memory for every step, and none is made again but for its partial derivatives.
    All,
    /// About √(2n) of n: every step is made twice more at the most.
    #[default]
    Sqrt,
    /// As many as there is room for in so many bytes. The fewer, the more often steps are made again: with 10 states
    /// kept, of 1000 steps each some 3 times.
    Bytes(usize),
}

impl Checkpoints {
    /// How many states of so many bytes are kept, the first one among them.
    pub(super) fn states(self, steps: u64, bytes: usize) -> usize {
        let most = usize::try_from(steps).unwrap_or(usize::MAX);
        let states = match self {
            Self::All => most,
            Self::Sqrt => {
                // The fewest of which every step is made twice more at the most.
                let mut states = 1;
                while reach(states, 2) < u128::from(steps) {
                    states += 1;
                }
                states
            }
            Self::Bytes(room) => room / bytes.max(1),
        };
        states.min(most)
    }
}

/// How many steps can be reversed with so many states kept, if none is made more often again than `repeats` times:
/// C(states + repeats, states), or the largest number there is.
pub(super) fn reach(states: usize, repeats: u64) -> u128 {
    let mut reach: u128 = 1;
    for i in 1..=u128::from(repeats) {
        reach = match reach.checked_mul(states as u128 + i) {
            // Each of these products is a multiple of i: it is a binomial.
            Some(product) => product / i,
            None => return u128::MAX,
        };
    }
    reach
}

/// How often a step is made again at the most.
pub(super) fn repeats(steps: u64, states: usize) -> u64 {
    if states == 0 {
        return u64::MAX;
    }
    if states == 1 {
        return steps.saturating_sub(1);
    }
    // C(states + repeats, states), one factor after the other.
    let (mut repeats, mut reach) = (0, 1_u128);
    while reach < u128::from(steps) {
        repeats += 1;
        let product = reach.checked_mul(states as u128 + u128::from(repeats));
        reach = product.map_or(u128::MAX, |product| product / u128::from(repeats));
    }
    repeats
}

/// Of a stretch of `steps` steps whose first state is kept, after how many of them the next one is, where `states` may be
/// kept in all, two at least.
pub(super) fn split(steps: u64, states: usize) -> u64 {
    if states as u64 >= steps {
        return 1;
    }
    let repeats = repeats(steps, states);
    let reach = |states: usize, repeats: Option<u64>| -> u64 {
        let reach = repeats.map_or(0, |repeats| reach(states, repeats));
        u64::try_from(reach).unwrap_or(u64::MAX)
    };
    // What comes before is reversed with as many states and one repeat less, what comes after with one state less.
    let most = reach(states, repeats.checked_sub(1));
    let least = steps.saturating_sub(reach(states - 1, Some(repeats)));
    let fewer = reach(states, repeats.checked_sub(2));
    let rest = steps.saturating_sub(reach(states - 1, repeats.checked_sub(1)));
    fewer.max(least).min(most.min(rest)).clamp(1, steps - 1)
}

#[cfg(test)]
mod tests {
    use super::{Checkpoints, reach, repeats, split};

    /// Steps that are made again where the stretches are these.
    fn again(steps: u64, states: usize) -> u64 {
        match (steps, states) {
            (0 | 1, _) => 0,
            (_, 1) => steps * (steps - 1) / 2,
            _ => {
                let middle = split(steps, states);
                middle + again(steps - middle, states - 1) + again(middle, states)
            }
        }
    }

    /// The least that is possible, by trying all stretches.
    #[test]
    fn no_schedule_is_better() {
        const STEPS: usize = 90;
        const STATES: usize = 9;
        let mut best = vec![vec![0_u64; STATES + 1]; STEPS + 1];
        for steps in 2..=STEPS {
            for states in 1..=STATES {
                best[steps][states] = if states == 1 {
                    (steps * (steps - 1) / 2) as u64
                } else {
                    (1..steps)
                        .map(|m| m as u64 + best[steps - m][states - 1] + best[m][states])
                        .min()
                        .unwrap()
                };
                let found = again(steps as u64, states);
                assert_eq!(found, best[steps][states], "{steps} steps, {states} states");
            }
        }
    }

    #[test]
    fn numbers_of_states() {
        assert_eq!((reach(3, 2), reach(1, 4), reach(10, 0)), (10, 5, 1));
        for (steps, states, expected) in [(10, 3, 2), (11, 3, 3), (1 << 50, 2, 47_453_132)] {
            assert_eq!(repeats(steps, states), expected, "{steps} {states}");
        }
        assert_eq!(reach(1000, 1000), u128::MAX);
        assert_eq!(Checkpoints::All.states(500, 24), 500);
        // C(31 + 2, 2) = 528.
        assert_eq!(Checkpoints::Sqrt.states(500, 24), 31);
        assert_eq!(Checkpoints::Bytes(240).states(500, 24), 10);
        assert_eq!(Checkpoints::Bytes(1 << 40).states(500, 24), 500);
        // √(2n)
        assert_eq!(Checkpoints::Sqrt.states(2_000_000, 24), 1999);
    }
}
