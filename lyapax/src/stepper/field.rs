//! Any number of nodes, dimensions and tangents, in memory.
//!
//! Layout: column 0 is the state, columns 1…k are the tangents. Inside a column there is one run
//! per component, and inside a run the node is fastest; runs of several nodes are padded to whole
//! blocks of lanes. The padding repeats the last node in all that it has and reads, so that no
//! value appears there that no node has: neither NaN nor numbers too small to compute with at speed.

mod evaluate;
mod inputs;
mod measure;
mod products;

use pulp::{Arch, NullaryFnOnce};

use super::combine::{Stages, combine};
use super::volume::Volume;
use super::{Observe, Place, Scheme, Snapshot, Stepper, dimension, has_volume, is_large, limits};
use crate::integrate::{Clock, History};
use crate::model::{Kind, Model};
use crate::qr::large::Householder;
use crate::qr::{BadColumn, Limits};
use crate::sum::Compensated;
use crate::system::Problem;
use inputs::Inputs;

/// Nodes that are evaluated at once where there is more than one: 64 bytes.
pub(super) const LANES: usize = 8;

/// How the node runs lie in a buffer.
#[derive(Clone, Copy, Debug)]
struct Layout {
    nodes: usize,
    /// Length of a run: `nodes`, padded.
    stride: usize,
    /// Length of a column: a run for each component.
    column: usize,
    /// Number of tangents.
    k: usize,
}

impl Layout {
    /// The runs of a column of a buffer without their padding.
    fn runs(self, buffer: &[f64], column: usize) -> impl Iterator<Item = &[f64]> {
        buffer[column * self.column..][..self.column]
            .chunks_exact(self.stride)
            .map(move |run| &run[..self.nodes])
    }
}

/// A system of nodes, evaluated `L` at a time.
pub(super) struct Field<M: Model, const L: usize> {
    arch: Arch,
    clock: Clock,
    method: Method,
    layout: Layout,
    inputs: Inputs<M, L>,
    step: u64,
    /// State and tangents.
    y: Vec<f64>,
    /// State and tangents at a stage, or after the step.
    next: Vec<f64>,
    /// Slopes of the stages.
    slopes: Vec<Vec<f64>>,
    qr: Option<Householder>,
    /// Whether the volume's growth has a closed form.
    knows_volume: bool,
    backup: Snapshot,
}

enum Method {
    Flow(Stages),
    Map,
}

impl<M: Model, const L: usize> Field<M, L> {
    pub(super) fn new(problem: &Problem<'_, M>, scheme: Scheme, clock: Clock, k: usize) -> Self {
        let nodes = problem.nodes;
        let stride = nodes.next_multiple_of(L);
        let column = dimension::<M>() * stride;
        let layout = Layout {
            nodes,
            stride,
            column,
            k,
        };
        let method = match scheme {
            Scheme::Flow(integrator) => Method::Flow(Stages::new(integrator, clock.dt)),
            Scheme::Map => Method::Map,
        };
        let slopes = match &method {
            Method::Flow(stages) => vec![vec![0.0; (k + 1) * column]; stages.stages.len()],
            Method::Map => Vec::new(),
        };
        let mut field = Self {
            arch: Arch::new(),
            clock,
            method,
            layout,
            inputs: Inputs::new(problem, layout),
            step: 0,
            y: vec![0.0; (k + 1) * column],
            next: vec![0.0; (k + 1) * column],
            slopes,
            qr: (k > 0).then(|| Householder::new(dimension::<M>() * nodes, k)),
            knows_volume: has_volume(problem),
            backup: Snapshot::default(),
        };
        field.set_column(0, problem.initial);
        field
    }

    #[inline(always)]
    fn make_step(&mut self) {
        // The kind is known to the compiler, so that a model is compiled for one of them alone.
        if const { matches!(M::INFO.kind, Kind::Map) } {
            self.inputs.read(self.clock.at(self.step, 0.0), History);
            let measure = self.inputs.measures.on;
            self.inputs.evaluate(&self.y, &mut self.next, measure);
        } else if let Method::Flow(stages) = &self.method {
            for (i, (fraction, terms)) in stages.stages.iter().enumerate() {
                let (before, rest) = self.slopes.split_at_mut(i);
                let at = if terms.is_empty() {
                    &self.y
                } else {
                    combine(&mut self.next, &self.y, terms, before);
                    &self.next
                };
                self.inputs
                    .read(self.clock.at(self.step, *fraction), History);
                // The first stage of every method is the begin of the step.
                let measure = i == 0 && self.inputs.measures.on;
                self.inputs.evaluate(at, &mut rest[0], measure);
            }
            combine(&mut self.next, &self.y, &stages.last, &self.slopes);
        }
        core::mem::swap(&mut self.y, &mut self.next);
        self.step += 1;
    }

    /// The runs of a column without their padding.
    fn runs(&self, column: usize) -> impl Iterator<Item = &[f64]> {
        self.layout.runs(&self.y, column)
    }

    /// Writes a column, ordered as the state.
    fn set_column(&mut self, column: usize, values: &[f64]) {
        let Layout {
            nodes,
            stride,
            column: length,
            ..
        } = self.layout;
        for (run, values) in self.y[column * length..][..length]
            .chunks_exact_mut(stride)
            .zip(values.chunks_exact(nodes))
        {
            run[..nodes].copy_from_slice(values);
            run[nodes..].fill(values[nodes - 1]);
        }
    }
}

/// Steps as an object, since a closure could not be told to be inlined.
struct Advance<'a, M: Model, const L: usize> {
    field: &'a mut Field<M, L>,
    steps: u64,
}

impl<M: Model, const L: usize> NullaryFnOnce for Advance<'_, M, L> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        for _ in 0..self.steps {
            self.field.make_step();
        }
    }
}

impl<M: Model, const L: usize> Observe for Field<M, L> {
    fn outputs(&mut self, outputs: &mut [f64]) {
        if outputs.is_empty() {
            return;
        }
        self.inputs.read(self.clock.at(self.step, 0.0), History);
        self.inputs.outputs(&self.y, outputs);
    }

    fn slopes(&mut self, slopes: &mut [Vec<f64>]) {
        self.inputs.read(self.clock.at(self.step, 0.0), History);
        self.inputs.evaluate(&self.y, &mut self.next, false);
        for (column, slope) in slopes.iter_mut().enumerate() {
            let runs = self.layout.runs(&self.next, column);
            for (to, run) in slope.chunks_exact_mut(self.layout.nodes).zip(runs) {
                to.copy_from_slice(run);
            }
        }
    }

    fn volume_rate(&mut self) -> Option<f64> {
        self.clear_totals();
        // The tangents are of no matter here, and one is enough.
        self.inputs.measures.has_volume = self.knows_volume;
        self.inputs.read(self.clock.at(self.step, 0.0), History);
        self.inputs.evaluate(&self.y, &mut self.next, true);
        self.volume()
    }
}

impl<M: Model, const L: usize> Stepper for Field<M, L> {
    fn step(&self) -> u64 {
        self.step
    }

    fn advance(&mut self, steps: u64) {
        let (arch, advance) = (self.arch, Advance { field: self, steps });
        if const { is_large::<M>() } {
            // Not inlined into the entry for an instruction set, so that one would gain nothing.
            advance.call();
        } else {
            arch.dispatch(advance);
        }
    }

    fn renormalise(&mut self, limits: Limits, diagonal: &mut [f64]) -> Result<(), BadColumn> {
        // Taken out and put back, since its columns are read while the tangents are written.
        let Some(mut qr) = self.qr.take() else {
            return Ok(());
        };
        let nodes = self.layout.nodes;
        for j in 0..self.layout.k {
            let column = qr.column_mut(j).chunks_exact_mut(nodes);
            for (to, run) in column.zip(self.runs(j + 1)) {
                to.copy_from_slice(run);
            }
        }
        let result = qr.factor(limits, diagonal);
        if result.is_ok() {
            for j in 0..self.layout.k {
                self.set_column(j + 1, qr.q(j));
            }
        }
        self.qr = Some(qr);
        result
    }

    fn blocks(&mut self, blocks: usize, steps: u64, diagonals: &mut [f64]) -> usize {
        let k = self.layout.k;
        let mut backup = core::mem::take(&mut self.backup);
        let mut done = 0;
        while done < blocks {
            self.save(&mut backup);
            self.advance(steps);
            let finite = self.runs(0).flatten().all(|x| x.is_finite());
            let diagonal = &mut diagonals[done * k..][..k];
            if !finite || self.renormalise(limits(steps), diagonal).is_err() {
                self.restore(&backup);
                break;
            }
            done += 1;
        }
        self.backup = backup;
        done
    }

    fn non_finite(&self) -> Option<Place> {
        (0..=self.layout.k).find_map(|column| {
            self.runs(column).enumerate().find_map(|(component, run)| {
                let node = run.iter().position(|x| !x.is_finite())?;
                Some(Place {
                    column,
                    component,
                    node,
                })
            })
        })
    }

    fn state(&self, state: &mut [f64]) {
        let runs = state.chunks_exact_mut(self.layout.nodes);
        for (to, run) in runs.zip(self.runs(0)) {
            to.copy_from_slice(run);
        }
    }

    fn tangents(&self) -> Vec<Vec<f64>> {
        (1..=self.layout.k)
            .map(|column| self.runs(column).flatten().copied().collect())
            .collect()
    }

    fn place(&mut self, step: u64, state: &[f64], tangents: &[Vec<f64>]) {
        self.step = step;
        self.set_column(0, state);
        for (j, column) in tangents.iter().enumerate() {
            self.set_column(j + 1, column);
        }
    }

    fn clear_totals(&mut self) {
        let measures = &mut self.inputs.measures;
        measures.on = measures.has_volume || !measures.outputs.is_empty();
        measures.volume = Volume::default();
        measures.outputs.fill(Compensated::default());
    }

    fn volume(&self) -> Option<f64> {
        let measures = &self.inputs.measures;
        let value = || measures.volume.value(M::INFO.kind);
        measures.has_volume.then(value)
    }

    fn output_totals(&self, totals: &mut [f64]) {
        for (total, sum) in totals.iter_mut().zip(&self.inputs.measures.outputs) {
            *total = sum.value();
        }
    }

    fn save(&self, snapshot: &mut Snapshot) {
        let measures = &self.inputs.measures;
        snapshot.step = self.step;
        snapshot.values.clear();
        snapshot.values.extend_from_slice(&self.y);
        snapshot.values.extend(measures.volume.parts());
        for sum in &measures.outputs {
            snapshot.values.extend(sum.parts());
        }
    }

    fn restore(&mut self, snapshot: &Snapshot) {
        let measures = &mut self.inputs.measures;
        self.step = snapshot.step;
        let (y, rest) = snapshot.values.split_at(self.y.len());
        let (volume, outputs) = rest.split_at(Volume::PARTS);
        self.y.copy_from_slice(y);
        measures.volume = Volume::from_parts(volume);
        for (sum, parts) in measures.outputs.iter_mut().zip(outputs.chunks_exact(2)) {
            *sum = Compensated::from_parts([parts[0], parts[1]]);
        }
    }
}
