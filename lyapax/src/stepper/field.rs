//! Any number of nodes, dimensions and tangents, in memory.

mod evaluate;
mod inputs;
mod layout;
mod measure;
mod pairs;
mod products;
mod tall;
mod tiles;

use super::combine::Stages;
use super::volume::Volume;
use super::{Observe, Place, Scheme, Snapshot, Stepper, has_volume, limits, one_by_one};
use crate::CouplingForm;
use crate::integrate::{Clock, History};
use crate::model::{Kind, Model};
use crate::qr::large::Householder;
use crate::qr::{BadColumn, Limits};
use crate::sum::Compensated;
use crate::system::Problem;
use crate::workers::{Work, Workers};
use evaluate::{Begin, Combined, Finish, Measured, Step};
use inputs::Inputs;
pub(crate) use inputs::{OUTSIDE, shift};
use layout::Layout;
use measure::{Measures, by_output};
use products::Room;
use tall::{Factored, Tall};
use tiles::{Tiles, share};

/// Nodes that are evaluated at once where there is more than one: 64 bytes.
pub(super) const LANES: usize = 8;

/// A system of nodes, evaluated `L` at a time.
pub(super) struct Field<M: Model, const L: usize> {
    clock: Clock,
    method: Method,
    step: u64,
    inputs: Inputs<M, L>,
    values: Values,
    /// Slopes of the stages.
    slopes: Vec<Vec<f64>>,
    measures: Measures,
    /// Whether the volume's growth has a closed form.
    knows_volume: bool,
    workers: Workers,
    tall: Option<Tall>,
    qr: Option<Box<Householder>>,
    /// See [`Stepper::take_edge_by_edge`].
    edge_by_edge: u64,
    /// Of [`Observe::outputs`].
    outputs: Vec<Compensated>,
    backup: Snapshot,
}

/// State and tangents, and what is computed of them.
struct Values {
    /// State and tangents.
    y: Vec<f64>,
    /// State and tangents at a stage, or after the step.
    next: Vec<f64>,
    room: Room,
    /// Tiles that a thread takes at once, in the first pass over them and in the second.
    grains: [usize; 2],
}

enum Method {
    Flow(Stages),
    Map,
}

/// One evaluation with all its tangents: the first pass over the tiles, and the second.
fn work<M: Model>(problem: &Problem<'_, M>, layout: Layout) -> [Work; 2] {
    let columns = layout.k + 1;
    let numbers = layout.nodes.saturating_mul(columns * layout.components);
    let own = layout
        .nodes
        .saturating_mul(columns.saturating_mul(M::OPERATIONS) / 4);
    let sums = problem.coupling().map_or(0, |(graph, form)| {
        let terms = usize::try_from(graph.terms(form)).unwrap_or(usize::MAX);
        match form {
            CouplingForm::Pairwise => terms.saturating_mul(20 + 3 * columns),
            CouplingForm::Products => terms.saturating_mul(M::PRODUCTS.len() * columns) / 14,
        }
    });
    let second = own.saturating_add(numbers).saturating_add(sums);
    [numbers.saturating_mul(2), second].map(|nanoseconds| Work {
        tiles: layout.tiles,
        nanoseconds,
    })
}

/// As [`work`], of both passes.
pub(super) fn work_of<M: Model>(problem: &Problem<'_, M>, k: usize) -> Work {
    let layout = if one_by_one(problem) {
        Layout::new::<M, 1>(problem.nodes, k)
    } else {
        Layout::new::<M, LANES>(problem.nodes, k)
    };
    let [first, second] = work(problem, layout);
    Work {
        nanoseconds: first.nanoseconds.saturating_add(second.nanoseconds),
        ..second
    }
}

impl<M: Model, const L: usize> Field<M, L> {
    pub(super) fn new(problem: &Problem<'_, M>, scheme: Scheme, clock: Clock, k: usize) -> Self {
        let layout = Layout::new::<M, L>(problem.nodes, k);
        let method = match scheme {
            Scheme::Flow(integrator) => Method::Flow(Stages::new(integrator, clock.dt)),
            Scheme::Map => Method::Map,
        };
        let slopes = match &method {
            Method::Flow(stages) => vec![vec![0.0; layout.len()]; stages.list.len()],
            Method::Map => Vec::new(),
        };
        let inputs = Inputs::new(problem, layout);
        let tall = Tall::new(inputs.arch, layout);
        let room = match &inputs.products {
            Some(products) => products.room(layout),
            None => Room::default(),
        };
        let workers = problem.workers.clone();
        let grains = work(problem, layout).map(|work| workers.grain(work));
        let volume = k == problem.dimension && has_volume(problem);
        let mut field = Self {
            clock,
            method,
            step: 0,
            inputs,
            values: Values {
                y: vec![0.0; layout.len()],
                next: vec![0.0; layout.len()],
                room,
                grains,
            },
            slopes,
            measures: Measures::new::<M>(layout, volume),
            knows_volume: has_volume(problem),
            workers,
            tall,
            qr: None,
            edge_by_edge: 0,
            outputs: Vec::new(),
            backup: Snapshot::default(),
        };
        layout.write(&mut field.values.y, 0, problem.initial);
        field
    }

    fn layout(&self) -> Layout {
        self.inputs.layout
    }

    fn make_step(&mut self) {
        let Self {
            clock,
            method,
            step,
            inputs,
            values,
            slopes,
            measures,
            edge_by_edge,
            ..
        } = self;
        values.find_means(inputs);
        // The kind is known to the compiler, so that a model is compiled for one of them alone.
        if const { matches!(M::INFO.kind, Kind::Map) } {
            inputs.read(clock.at(*step, 0.0), History);
            let measured = measures.of_a_step(inputs);
            values.prepare(inputs, None);
            *edge_by_edge += u64::from(!values.room.is_usable());
            let Values {
                y,
                next,
                room,
                grains,
            } = values;
            evaluate(inputs, y, next, room, grains[1], measured, None);
            measures.add_step(inputs);
            core::mem::swap(&mut values.y, &mut values.next);
        } else if let Method::Flow(stages) = method {
            let last = stages.list.len() - 1;
            for (i, (fraction, terms)) in stages.list.iter().enumerate() {
                let (before, rest) = slopes.split_at_mut(i);
                inputs.read(clock.at(*step, *fraction), History);
                let combined = (!terms.is_empty()).then_some((&terms[..], &*before));
                values.prepare(inputs, combined);
                *edge_by_edge += u64::from(!values.room.is_usable());
                // The first stage of every method is the begin of the step.
                let measured = if i == 0 {
                    measures.of_a_step(inputs)
                } else {
                    Measured::default()
                };
                let Values {
                    y,
                    next,
                    room,
                    grains,
                } = values;
                let (at, carried) = if i == last && stages.ends_in_last {
                    let step = Step {
                        terms: &stages.last,
                        before,
                    };
                    (next, Some((&mut y[..], step)))
                } else if terms.is_empty() {
                    (y, None)
                } else {
                    (next, None)
                };
                let to = &mut rest[0];
                evaluate(inputs, at, to, room, grains[1], measured, carried);
                if i == 0 {
                    measures.add_step(inputs);
                }
            }
            if !stages.ends_in_last {
                values.combine(inputs, &stages.last, slopes);
            }
        }
        *step += 1;
    }

    /// Evaluates the present state and tangents, into `next`.
    fn look(&mut self, measured: Measured<'_>) {
        let Self {
            clock,
            step,
            inputs,
            values,
            workers,
            ..
        } = self;
        inputs.read(clock.at(*step, 0.0), History);
        workers.run(move || {
            values.find_means(inputs);
            values.prepare(inputs, None);
            let Values {
                y,
                next,
                room,
                grains,
            } = values;
            evaluate(inputs, y, next, room, grains[1], measured, None);
        });
    }
}

impl Values {
    fn find_means<M: Model, const L: usize>(&mut self, inputs: &Inputs<M, L>) {
        if inputs.products.is_some() {
            self.room.find_means::<M>(inputs.layout, &self.y);
        }
    }

    /// The first pass of an evaluation: state and tangents of a stage, unless they are those of the begin, and
    /// what nodes give to others.
    fn prepare<M: Model, const L: usize>(
        &mut self,
        inputs: &Inputs<M, L>,
        combined: Option<(&[super::combine::Term], &[Vec<f64>])>,
    ) {
        if combined.is_none() && inputs.products.is_none() {
            return;
        }
        let Self {
            y,
            next,
            room,
            grains,
        } = self;
        let y: &[f64] = y;
        let layout = inputs.layout;
        let width = inputs
            .products
            .as_ref()
            .map_or(0, |products| products.width);
        room.begin();
        let split = room.split(layout, width);
        let (means, broken) = (split.means, split.broken);
        let part = Begin::new(layout, combined.map(|_| &mut next[..]), Some(split));
        let combined = combined.map(|(terms, slopes)| Combined {
            x: y,
            terms,
            slopes,
        });
        share(part, grains[0], &|part| {
            inputs.begin(part, y, combined, means, broken);
        });
        room.add_parts();
    }

    /// The step itself.
    fn combine<M: Model, const L: usize>(
        &mut self,
        inputs: &Inputs<M, L>,
        terms: &[super::combine::Term],
        slopes: &[Vec<f64>],
    ) {
        let combined = Combined {
            x: &self.y,
            terms,
            slopes,
        };
        let part = Begin::new(inputs.layout, Some(&mut self.next), None);
        share(part, self.grains[0], &|mut part| {
            inputs.combine(&mut part, combined);
        });
        core::mem::swap(&mut self.y, &mut self.next);
    }
}

/// The second pass of an evaluation. That of a step's last stage carries on state and tangents.
fn evaluate<M: Model, const L: usize>(
    inputs: &Inputs<M, L>,
    from: &[f64],
    to: &mut [f64],
    room: &mut Room,
    grain: usize,
    measured: Measured<'_>,
    carried: Option<(&mut [f64], Step<'_>)>,
) {
    // Taken out and put back, since the rest is read while it is written.
    let mut result = core::mem::take(&mut room.result);
    let (y, step) = carried.unzip();
    let part = Finish::new(inputs.layout, to, &mut result, measured, y);
    let ready = &*room;
    share(part, grain, &|part| {
        inputs.end(part, from, ready, step);
    });
    room.result = result;
}

impl<M: Model, const L: usize> Observe for Field<M, L> {
    fn outputs(&mut self, outputs: &mut [f64]) {
        if outputs.is_empty() {
            return;
        }
        let layout = self.layout();
        let each = M::INFO.outputs.len() * layout.tile;
        // Taken out and put back, since the rest is read while it is written.
        let mut found = core::mem::take(&mut self.outputs);
        found.clear();
        found.resize(each * layout.tiles, Compensated::default());
        self.look(Measured {
            volume: None,
            outputs: Some(Tiles::new(&mut found, each)),
        });
        by_output(layout, &found, outputs);
        self.outputs = found;
    }

    fn slopes(&mut self, slopes: &mut [Vec<f64>]) {
        self.look(Measured::default());
        for (column, slope) in slopes.iter_mut().enumerate() {
            self.layout().read(&self.values.next, column, slope);
        }
    }

    fn volume_rate(&mut self) -> Option<f64> {
        // Without tangents there are no partials.
        if !self.knows_volume || self.layout().k == 0 {
            return None;
        }
        let layout = self.layout();
        let mut rates = vec![0.0; layout.padded()];
        self.look(Measured {
            volume: Some(Tiles::new(&mut rates, layout.tile)),
            outputs: None,
        });
        let mut volume = Volume::default();
        volume.add_nodes(&rates[..layout.nodes], M::INFO.kind);
        Some(volume.value(M::INFO.kind))
    }
}

impl<M: Model, const L: usize> Stepper for Field<M, L> {
    fn step(&self) -> u64 {
        self.step
    }

    fn advance(&mut self, steps: u64) {
        let workers = self.workers.clone();
        workers.run(move || {
            for _ in 0..steps {
                self.make_step();
            }
        });
    }

    fn renormalise(&mut self, limits: Limits, diagonal: &mut [f64]) -> Result<(), BadColumn> {
        let layout = self.layout();
        if layout.k == 0 {
            return Ok(());
        }
        let Values { y, grains, .. } = &mut self.values;
        if let Some(tall) = &mut self.tall {
            let grain = grains[0];
            let done = self
                .workers
                .run(|| tall.factor(y, grain, limits, diagonal))?;
            if let Factored::Done = done {
                return Ok(());
            }
        }
        // Not needed by most systems of many nodes.
        let qr = self.qr.get_or_insert_with(|| {
            Box::new(Householder::new(layout.components * layout.nodes, layout.k))
        });
        for j in 0..layout.k {
            layout.read(y, j + 1, qr.column_mut(j));
        }
        qr.factor(limits, diagonal)?;
        for j in 0..layout.k {
            layout.write(y, j + 1, qr.q(j));
        }
        Ok(())
    }

    fn blocks(&mut self, blocks: usize, steps: u64, diagonals: &mut [f64]) -> usize {
        let layout = self.layout();
        let k = layout.k;
        let mut backup = core::mem::take(&mut self.backup);
        let mut done = 0;
        while done < blocks {
            self.save(&mut backup);
            self.advance(steps);
            let mut components = 0..layout.components;
            let finite = components.all(|component| {
                let mut runs = layout.runs(&self.values.y, 0, component);
                runs.all(|run| run.iter().all(|x| x.is_finite()))
            });
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
        let layout = self.layout();
        (0..=layout.k).find_map(|column| {
            (0..layout.components).find_map(|component| {
                let mut runs = layout.runs(&self.values.y, column, component).flatten();
                let node = runs.position(|x| !x.is_finite())?;
                Some(Place {
                    column,
                    component,
                    node,
                })
            })
        })
    }

    fn state(&self, state: &mut [f64]) {
        self.layout().read(&self.values.y, 0, state);
    }

    fn tangents(&self) -> Vec<Vec<f64>> {
        let layout = self.layout();
        let mut tangents = vec![vec![0.0; layout.components * layout.nodes]; layout.k];
        for (j, tangent) in tangents.iter_mut().enumerate() {
            layout.read(&self.values.y, j + 1, tangent);
        }
        tangents
    }

    fn place(&mut self, step: u64, state: &[f64], tangents: &[Vec<f64>]) {
        let layout = self.layout();
        self.step = step;
        layout.write(&mut self.values.y, 0, state);
        for (j, column) in tangents.iter().enumerate() {
            layout.write(&mut self.values.y, j + 1, column);
        }
    }

    fn clear_totals(&mut self) {
        self.measures.clear();
    }

    fn volume(&self) -> Option<f64> {
        let value = || self.measures.volume.value(M::INFO.kind);
        self.measures.has_volume.then(value)
    }

    fn output_totals(&self, totals: &mut [f64]) {
        by_output(self.layout(), &self.measures.outputs, totals);
    }

    fn take_edge_by_edge(&mut self) -> u64 {
        core::mem::take(&mut self.edge_by_edge)
    }

    fn save(&self, snapshot: &mut Snapshot) {
        snapshot.step = self.step;
        snapshot.edge_by_edge = self.edge_by_edge;
        snapshot.values.clear();
        snapshot.values.extend_from_slice(&self.values.y);
        snapshot.values.extend(self.measures.volume.parts());
        for sum in &self.measures.outputs {
            snapshot.values.extend(sum.parts());
        }
    }

    fn restore(&mut self, snapshot: &Snapshot) {
        let measures = &mut self.measures;
        self.step = snapshot.step;
        self.edge_by_edge = snapshot.edge_by_edge;
        let (y, rest) = snapshot.values.split_at(self.values.y.len());
        let (volume, outputs) = rest.split_at(Volume::PARTS);
        self.values.y.copy_from_slice(y);
        measures.volume = Volume::from_parts(volume);
        for (sum, parts) in measures.outputs.iter_mut().zip(outputs.chunks_exact(2)) {
            *sum = Compensated::from_parts([parts[0], parts[1]]);
        }
    }
}
