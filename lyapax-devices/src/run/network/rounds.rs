//! Whether threads come to their end on a software driver.

use cubecl::prelude::Runtime;

use crate::device::DeviceError;
use crate::kernel::net::{Net, Sums};
use crate::kernel::tall::{ROWS, THREADS, entries};
use crate::list::DeviceKind;
use crate::session::Session;

/// Rounds of all its loops together after which software drivers end a thread without a word.
const MOST: usize = 60_000;

/// Refuses a stage whose nodes have so many edges at most, where a thread would be ended.
pub(super) fn check_stage<R: Runtime>(
    session: &Session<R>,
    net: &Net,
    nodes: usize,
    degree: usize,
) -> Result<(), DeviceError> {
    let shared = |edges: usize| edges.div_ceil(net.threads) + 16;
    let entries = (net.rows * (net.k + 1)).div_ceil(net.threads);
    let columns = 1 + net.k + net.own_columns();
    check(
        session,
        match net.sums {
            Sums::None => entries,
            Sums::Dense => net.width.div_ceil(net.chunk()) * shared(nodes) + entries,
            Sums::Sparse => net.shape.products * entries * degree + entries,
            Sums::Uniform => net.shape.products * entries + nodes / 256,
            Sums::DensePairs | Sums::UniformPairs => net.rows * columns * shared(nodes),
            Sums::SparsePairs => net.rows * columns * shared(degree),
        },
    )
}

/// Refuses a factorisation of `k` tangents of so many rows, where a thread would be ended.
pub(super) fn check_factor<R: Runtime>(
    session: &Session<R>,
    k: usize,
    rows: usize,
) -> Result<(), DeviceError> {
    if k == 0 {
        return Ok(());
    }
    // The longest kernel is that of the Cholesky factor: the sums over stretches, the factor, its inverse, its norm.
    // The thread that has most to do takes about as many as the first.
    let stretches = rows.div_ceil(ROWS);
    let sums = entries(k).div_ceil(THREADS) * (1 + stretches);
    let each = |row: usize| {
        (row + 1..k)
            .step_by(THREADS)
            .map(|other| k - other + 1)
            .sum::<usize>()
    };
    let factor: usize = (0..k).map(|row| each(row) + k.div_ceil(THREADS)).sum();
    let last = (k - 1) % THREADS;
    let inverse: usize = (last..k)
        .step_by(THREADS)
        .map(|column| column + column * (column + 1) / 2)
        .sum();
    check(session, sums + factor + inverse + entries(k) + 3 * k)
}

fn check<R: Runtime>(session: &Session<R>, rounds: usize) -> Result<(), DeviceError> {
    if session.info.kind != DeviceKind::Software || rounds <= MOST {
        return Ok(());
    }
    Err(DeviceError::TooManyRounds {
        device: session.device(),
        rounds: rounds as u64,
        most: MOST as u64,
    })
}
