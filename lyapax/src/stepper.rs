//! The state with its tangents, and how it is carried on.
//!
//! Two implementations with the same state, bit for bit: [`single`] keeps a small system in
//! registers, [`field`] has any number of nodes, dimensions and tangents. The tangents follow the
//! discrete step: each stage of a Runge–Kutta method takes its partials at its own state and
//! applies them to its own tangents. Coupling, neighbours, inputs and time are read anew at each
//! stage; frozen ones would make every method first order.

mod combine;
mod field;
mod on_device;
mod pack;
mod single;
#[cfg(test)]
mod speed;
#[cfg(test)]
mod tests;
mod volume;
mod weights;

use serde::{Deserialize, Serialize};

use crate::integrate::{Clock, Integrator};
use crate::model::{At, Kind};
use crate::qr::{BadColumn, Limits};
use crate::system::Problem;
use crate::workers::Work;
use crate::{Block, DeviceError, Model, Placement};

pub(crate) use combine::Stages;
pub(crate) use field::{OUTSIDE, shift};
pub(crate) use on_device::OnDevice;
pub(crate) use pack::Pack;
pub(crate) use weights::Weights;

/// How one step is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Scheme {
    /// x' = f integrated over dt.
    Flow(Integrator),
    /// x → f.
    Map,
}

impl Scheme {
    /// Right-hand sides in a step, for each node.
    pub(crate) fn stages(self) -> u64 {
        match self {
            Self::Flow(integrator) => integrator.stages() as u64,
            Self::Map => 1,
        }
    }
}

/// Where a value is not finite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// 0 for the state, 1…k for the tangents.
    pub(crate) column: usize,
    /// Index of the state variable.
    pub(crate) component: usize,
    pub(crate) node: usize,
}

/// All that a stepper needs to go on from here, bit for bit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Snapshot {
    /// Number of steps made.
    pub(crate) step: u64,
    /// In an order of the stepper's own.
    pub(crate) values: Vec<f64>,
    /// As [`Stepper::take_edge_by_edge`] would give it.
    #[serde(default)]
    pub(crate) edge_by_edge: u64,
}

/// A state with k tangents that can be carried on.
///
/// Vectors are ordered component by component, each with all its nodes.
pub(crate) trait Stepper {
    /// Number of steps made so far.
    fn step(&self) -> u64;

    /// Makes steps, whatever becomes of the values.
    fn advance(&mut self, steps: u64);

    /// Replaces the tangents by Q of their QR factors and writes R_jj. On an error they are of no
    /// use.
    fn renormalise(&mut self, limits: Limits, diagonal: &mut [f64]) -> Result<(), BadColumn>;

    /// Blocks of `steps` steps, each followed by a renormalisation that writes k numbers. Gives the
    /// number of blocks that succeeded; at the first one that does not it stands where that block
    /// begins.
    fn blocks(&mut self, blocks: usize, steps: u64, diagonals: &mut [f64]) -> usize;

    /// The first value that is not finite, the state before the tangents.
    fn non_finite(&self) -> Option<Place>;

    /// The state.
    fn state(&self, state: &mut [f64]);

    /// The tangents, column by column.
    fn tangents(&self) -> Vec<Vec<f64>>;

    /// Goes to where so many steps are made, with this state and these tangents.
    fn place(&mut self, step: u64, state: &[f64], tangents: &[Vec<f64>]);

    /// Begins to add up volume and outputs anew.
    fn clear_totals(&mut self);

    /// Of a flow Σ div f over the begins of all steps made, of a map Σ ln |det J|; `None` where the
    /// tangents do not span the space, or where there is no closed form.
    fn volume(&self) -> Option<f64>;

    /// Each output, added up over the begins of all steps made: output by output, each with all its
    /// nodes.
    fn output_totals(&self, totals: &mut [f64]);

    /// Stages since this was asked last whose sums were taken edge by edge although they are products, since
    /// what a source gives was not finite.
    fn take_edge_by_edge(&mut self) -> u64 {
        0
    }

    /// What has failed on a device, if anything has: then nothing that it gave since is of any use.
    fn failure(&self) -> Option<DeviceError> {
        None
    }

    /// What was done on a device.
    fn placement(&self) -> Option<Placement> {
        None
    }

    /// Remembers where it stands.
    fn save(&self, snapshot: &mut Snapshot);

    /// Goes back to where it stood.
    fn restore(&mut self, snapshot: &Snapshot);
}

/// A stepper that can be looked at.
pub(crate) trait Observe: Stepper {
    /// The outputs of all nodes at the present state and time: output by output, each with all its
    /// nodes.
    fn outputs(&mut self, outputs: &mut [f64]);

    /// f of the present state, and J·v of the tangents, column by column.
    fn slopes(&mut self, slopes: &mut [Vec<f64>]);

    /// The volume's growth at the present state, as [`Stepper::volume`] adds it up.
    fn volume_rate(&mut self) -> Option<f64>;
}

/// What a block of so many steps may lose.
pub(crate) fn limits(steps: u64) -> Limits {
    if steps > 1 {
        Limits::BLOCK
    } else {
        Limits::STEP
    }
}

/// Largest dimension that is kept in registers.
const SMALL: usize = crate::qr::lanes::SMALL;

/// Models of more operations than this are not unrolled: their code would fill the cache, and the
/// user's compiler would have to work through every stage of every method.
const SMALL_OPERATIONS: usize = 200;

/// Whether a model has so many operations that each copy of its code is dear. Then there is one:
/// a node at a time, for any number of nodes.
pub(crate) const fn is_large<M: Model>() -> bool {
    M::OPERATIONS > SMALL_OPERATIONS
}

/// Whether a system of one node fits into registers.
pub(crate) const fn fits<M: Model>() -> bool {
    dimension::<M>() <= SMALL && !is_large::<M>()
}

/// States of one node.
pub(crate) const fn dimension<M: Model>() -> usize {
    <M::State<f64> as Block<f64>>::LEN
}

/// Whether the volume's growth is known in closed form: the divergence of a flow always, the determinant
/// of a map where its nodes do not read each other and it is cheap.
pub(crate) fn has_volume<M: Model>(problem: &Problem<'_, M>) -> bool {
    match M::INFO.kind {
        Kind::Flow => true,
        Kind::Map => {
            let (x, u) = (M::State::splat(0.0), M::Gathered::splat(0.0));
            let at = At { t: 0.0, nodes: 1.0 };
            let apart = problem.graph.is_none() && M::INFO.neighbours.is_empty();
            apart && M::det(at, &x, &u, &M::Params::splat(0.0)).is_some()
        }
    }
}

/// One evaluation of all nodes with k tangents, roughly.
pub(crate) fn work<M: Model>(problem: &Problem<'_, M>, k: usize) -> Work {
    field::work_of(problem, k)
}

/// Whether nodes are evaluated one at a time.
fn one_by_one<M: Model>(problem: &Problem<'_, M>) -> bool {
    is_large::<M>() || problem.nodes == 1
}

/// The fastest stepper for a problem, at step 0 and with zero tangents.
///
/// The conditions in `const` blocks keep code that a model cannot reach from being compiled.
pub(crate) fn new<M: Model>(
    problem: &Problem<'_, M>,
    scheme: Scheme,
    clock: Clock,
    k: usize,
) -> Box<dyn Stepper> {
    if problem.is_lone() && k > 0 {
        if const { fits::<M>() && dimension::<M>() == 1 } {
            return Box::new(single::Single::<M, 1>::new(problem, scheme, clock, k));
        }
        if const { fits::<M>() && dimension::<M>() == 2 } {
            return Box::new(single::Single::<M, 2>::new(problem, scheme, clock, k));
        }
        if const { fits::<M>() && dimension::<M>() > 2 && dimension::<M>() <= 4 } {
            return Box::new(single::Single::<M, 4>::new(problem, scheme, clock, k));
        }
        if const { fits::<M>() && dimension::<M>() > 4 } {
            return Box::new(single::Single::<M, 8>::new(problem, scheme, clock, k));
        }
    }
    on_field(problem, scheme, clock, k)
}

/// A stepper for any problem.
pub(crate) fn on_field<M: Model>(
    problem: &Problem<'_, M>,
    scheme: Scheme,
    clock: Clock,
    k: usize,
) -> Box<dyn Observe> {
    if one_by_one(problem) {
        Box::new(field::Field::<M, 1>::new(problem, scheme, clock, k))
    } else {
        Box::new(field::Field::<M, { field::LANES }>::new(
            problem, scheme, clock, k,
        ))
    }
}
