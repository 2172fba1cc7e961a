//! One system at many points: parameters, starts, seeds, couplings and steps, on grids.

mod axis;
mod board;
#[cfg(feature = "mpi")]
mod cluster;
mod crew;
mod desk;
mod entry;
mod layout;
mod metadata;
mod part;
mod point;
mod result;
mod run;
mod save;
mod store;
mod work;

use core::fmt;
use core::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use crate::model::{Kind, Model};
use crate::spectrum::SpectrumOptions;
use crate::system::System;
use crate::{Error, SetupError, SweepError};

use axis::Axis;
pub use axis::{Quantity, linspace, logspace};
#[cfg(feature = "mpi")]
pub use cluster::World;
use layout::Layout;
pub use metadata::SweepMetadata;
pub use part::Part;
pub use point::Point;
pub use result::{SweepAxis, SweepSpectra};
pub use run::SweepProgress;

/// A system at many points, each of which has a spectrum: over parameters, initial states, seeds, the coupling of a
/// network, the step.
///
/// ```
/// use lyapax::{SpectrumOptions, Sweep, System, linspace, model};
///
/// model! {
///     pub Henon {
///         state x = 0.1, y = 0.1;
///         param a = 1.4, b = 0.3;
///         "x[n+1] = 1 - a * x^2 + y
///          y[n+1] = b * x"
///     }
/// }
///
/// let sweep = Sweep::new(System::new(Henon::default()))
///     .over(Henon::a, linspace(1.0, 1.4, 5))
///     .over(Henon::b, [0.2, 0.3]);
/// let spectra = sweep.spectrum(&SpectrumOptions::new(2_000))?;
/// assert_eq!(spectra.shape(), [5, 2]);
/// let chaotic = spectra.at(&[4, 1])?;
/// assert!(chaotic.exponents()[0] > 0.3);
/// for (point, error) in spectra.failures() {
///     println!("{point}: {error}");
/// }
/// # Ok::<(), lyapax::Error>(())
/// ```
///
/// What is wrong with an axis is told when the sweep is run, so that it is written without a `?` at each line.
///
/// # Order and bits
/// The first axis varies slowest. Points have the same bits whatever the number of threads, parts and processes, and
/// however often the sweep was interrupted; on the CPU they are those that the point has by itself, as a member of an
/// [`Ensemble`](crate::Ensemble). Another device computes other last digits.
///
/// # Systems
/// Systems of one node ([`System::new`]) are run several side by side in vector instructions, or as an ensemble on a
/// device; networks and lattices one by one, on as many threads as there are, or each on all threads where there are
/// fewer points than these.
pub struct Sweep<M: Model> {
    system: System<M>,
    axes: Vec<Axis<M>>,
    /// What could not be said of an axis.
    mistakes: Vec<SweepError>,
    along: Option<Quantity<M>>,
    each: Option<Each<M>>,
    folder: Option<PathBuf>,
    part: Option<Part>,
}

/// What the user does with the system of each point.
type Each<M> = Arc<dyn Fn(&Point<'_, M>, System<M>) -> System<M> + Send + Sync>;

impl<M: Model> Clone for Sweep<M> {
    fn clone(&self) -> Self {
        Self {
            system: self.system.clone(),
            axes: self.axes.clone(),
            mistakes: self.mistakes.clone(),
            along: self.along,
            each: self.each.clone(),
            folder: self.folder.clone(),
            part: self.part,
        }
    }
}

impl<M: Model> fmt::Debug for Sweep<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sweep")
            .field("model", &M::INFO.name)
            .field("axes", &self.axes)
            .field("along", &self.along)
            .field("folder", &self.folder)
            .field("part", &self.part)
            .finish_non_exhaustive()
    }
}

impl<M: Model> Sweep<M> {
    /// Of a system that is the same at all points but for what varies.
    pub fn new(system: System<M>) -> Self {
        Self {
            system,
            axes: Vec::new(),
            mistakes: Vec::new(),
            along: None,
            each: None,
            folder: None,
            part: None,
        }
    }

    /// An axis: something that takes these values, in this order, at every point of the other axes.
    #[must_use]
    pub fn over(mut self, quantity: impl Into<Quantity<M>>, values: impl Into<Vec<f64>>) -> Self {
        let quantities = vec![(quantity.into(), values.into())];
        self.axes.push(Axis { quantities });
        self
    }

    /// Something that varies along with the last axis, value by value.
    ///
    /// ```
    /// # use lyapax::{Sweep, System, model};
    /// # model! { pub Lorenz { state x = 1.0, y = 1.0, z = 1.0; param rho = 28.0, sigma = 10.0;
    /// #   "x' = sigma * (y - x)
    /// #    y' = x * (rho - z) - y
    /// #    z' = x * y - 8 / 3 * z" } }
    /// // Three points.
    /// let sweep = Sweep::new(System::new(Lorenz::default()))
    ///     .over(Lorenz::rho, [20.0, 28.0, 45.0])
    ///     .with(Lorenz::sigma, [8.0, 10.0, 16.0]);
    /// ```
    #[must_use]
    pub fn with(mut self, quantity: impl Into<Quantity<M>>, values: impl Into<Vec<f64>>) -> Self {
        let quantity = quantity.into();
        match self.axes.last_mut() {
            Some(axis) => axis.quantities.push((quantity, values.into())),
            None => self.mistakes.push(SweepError::NothingToGoWith {
                quantity: quantity.name(),
            }),
        }
        self
    }

    /// An axis of seeds: of the start tangents, and of whatever [`each`](Sweep::each) makes of them.
    #[must_use]
    pub fn seeds(self, seeds: impl IntoIterator<Item = u32>) -> Self {
        let seeds: Vec<f64> = seeds.into_iter().map(f64::from).collect();
        self.over(Quantity::Seed, seeds)
    }

    /// Changes the system of each point, after everything that varies has its value there: random starts or weights
    /// by the [seed](Point::seed), states that follow from parameters, a parameter that differs from node to node.
    /// It must make the same of the same point whenever it is called, and leave the number of nodes as it is, and of a
    /// single node what the axes say.
    ///
    /// A folder of [parts](Sweep::keep_in) knows what it makes of the first point and the last one, and no more.
    ///
    /// ```
    /// # use lyapax::{SpectrumOptions, Sweep, System, model};
    /// # model! { pub Henon { state x = 0.1, y = 0.1; param a = 1.4, b = 0.3;
    /// #   "x[n+1] = 1 - a * x^2 + y
    /// #    y[n+1] = b * x" } }
    /// let starts = Sweep::new(System::new(Henon::default()))
    ///     .seeds(0..4)
    ///     .each(|point, system| system.initial(Henon::x, 0.1 * point.seed() as f64));
    /// assert_eq!(starts.spectrum(&SpectrumOptions::new(100))?.points(), 4);
    /// # Ok::<(), lyapax::Error>(())
    /// ```
    #[must_use]
    pub fn each(
        mut self,
        change: impl Fn(&Point<'_, M>, System<M>) -> System<M> + Send + Sync + 'static,
    ) -> Self {
        self.each = Some(Arc::new(change));
        self
    }

    /// Each point starts from the end of its neighbour before it on the axis of this quantity, in the order of the
    /// values, as diagrams of bifurcations want it: a branch is followed. The first one starts from the system's
    /// initial state, and so does one whose neighbour failed, which is then [told](SweepSpectra::restarted).
    ///
    /// Points along that axis are run in turn; the other axes are shared out. What another axis or `each` says of initial
    /// states concerns the points that start from them; the time of each point begins anew, so that a driven system
    /// meets its drive at the same phase.
    ///
    /// An orbit that has come to rest to the last bit stays there, also where rest has become unstable: the logistic map
    /// at 0 once r was below 1. Begin such a branch where it moves.
    #[must_use]
    pub fn continue_along(mut self, quantity: impl Into<Quantity<M>>) -> Self {
        self.along = Some(quantity.into());
        self
    }

    /// Keeps what is done in a folder, from which the sweep goes on after whatever ended it: what is there is not run
    /// again. The folder is made where there is none, and is there for one sweep alone.
    ///
    /// After each piece of work, and along an axis of continuation after each of its points, a record is added to a file
    /// of this process. A process that is killed at any point loses the pieces that it was at; a machine that stops,
    /// some seconds more. Devices are part of what a sweep is, by their names: let each process see but its own card
    /// (`CUDA_VISIBLE_DEVICES`), and all of them are `cuda:0`.
    #[must_use]
    pub fn keep_in(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }

    /// Runs one part alone, which needs a [folder](Sweep::keep_in). Where all parts have been run, by whatever
    /// processes, the sweep without this runs nothing and gives the whole result.
    #[must_use]
    pub fn part(mut self, part: Part) -> Self {
        self.part = Some(part);
        self
    }

    /// The spectrum of each point.
    ///
    /// # Errors
    /// [`Error::Sweep`] and [`Error::Setup`] before anything is run, where axes, system and options do not fit; of what
    /// [`each`](Sweep::each) makes of a point, and of weights times a coupling, when it is its turn. [`Error::Device`] where the device is not there, has no room, or fails; [`Error::Sweep`] where the folder
    /// cannot be read or written. A point that cannot be carried on is no error of the sweep:
    /// [`SweepSpectra::point`] gives it.
    ///
    /// # Cost
    /// That of the points. Memory: the result, of 2k + dimension numbers and a few words for each point.
    pub fn spectrum(&self, options: &SpectrumOptions) -> Result<SweepSpectra, Error> {
        self.spectrum_with(options, |_| ControlFlow::Continue(()))
    }

    /// As [`Sweep::spectrum`], telling how far it has come after each piece of work, on whichever thread did it.
    ///
    /// Where `progress` breaks, pieces under way are finished and kept, no others are begun, and the result has
    /// points that [have not been run](crate::PointError::NotRun).
    ///
    /// # Errors
    /// As [`Sweep::spectrum`].
    pub fn spectrum_with(
        &self,
        options: &SpectrumOptions,
        progress: impl FnMut(&SweepProgress) -> ControlFlow<()> + Send,
    ) -> Result<SweepSpectra, Error> {
        run::run(self, options, progress)
    }

    /// As [`Sweep::spectrum_with`], shared among the processes that `mpirun` started. Every one of them calls it with the
    /// same sweep and options; the first gives the result, the others give `None`. `progress` is asked in the first.
    ///
    /// The first process hands out pieces of work, to itself as well, and takes what comes of them; where there is a
    /// [folder](Sweep::keep_in), which all of them see, each adds to a file of its own there. The result has the bits
    /// of a run in one process.
    ///
    /// The result tells where the first process ran its points. Each process has the threads that the options say, or as many as the processors that it is bound to: `mpirun`
    /// binds to one by default where there are two processes, and to more with `--map-by`.
    ///
    /// # Errors
    /// As [`Sweep::spectrum`], of whichever process, in that one and in the first; the others give `None`. Where a
    /// process dies, `mpirun` ends all, and the same call goes on from the folder.
    #[cfg(feature = "mpi")]
    pub fn spectrum_on(
        &self,
        world: &World,
        options: &SpectrumOptions,
        progress: impl FnMut(&SweepProgress) -> ControlFlow<()> + Send,
    ) -> Result<Option<SweepSpectra>, Error> {
        cluster::run(self, world, options, progress)
    }

    /// Checks axes and options.
    fn check(&self, options: &SpectrumOptions) -> Result<Layout, Error> {
        if let Some(mistake) = self.mistakes.first() {
            return Err(mistake.clone().into());
        }
        if self.axes.is_empty() {
            return Err(SweepError::NoAxis.into());
        }
        for axis in &self.axes {
            for (of, values) in &axis.quantities {
                self.check_values(*of, values)?;
                let (expected, got) = (axis.len(), values.len());
                let quantity = of.name();
                if got != expected {
                    return Err(SweepError::Lengths {
                        quantity,
                        expected,
                        got,
                    }
                    .into());
                }
                let all = self.axes.iter().flat_map(|axis| &axis.quantities);
                if all.filter(|(other, _)| other == of).count() > 1 {
                    return Err(SweepError::Twice { quantity }.into());
                }
            }
        }
        if let Some(along) = self.along
            && self.along_axis().is_none()
        {
            let quantity = along.name();
            return Err(SweepError::NoSuchAxis { quantity }.into());
        }
        if let Some(axis) = self.along_axis()
            && let Some((of, _)) = self.axes[axis]
                .quantities
                .iter()
                .find(|(of, _)| matches!(of, Quantity::Initial(_)))
        {
            let quantity = of.name();
            return Err(SweepError::StartsContinued { quantity }.into());
        }
        options.check_for_many(|option| SweepError::NotForSweeps { option })?;
        if self.part.is_some() && self.folder.is_none() {
            return Err(SweepError::PartNotKept.into());
        }
        if self.varies(Quantity::Seed) && options.start_basis.is_some() && self.each.is_none() {
            return Err(SetupError::SeedsUnread.into());
        }
        if self.varies(Quantity::Step) && options.timing.dt.is_none() {
            return Err(SetupError::NoStep.into());
        }
        let lengths = self.axes.iter().map(Axis::len).collect();
        let layout = Layout::new(lengths, self.along_axis()).ok_or(SweepError::TooManyPoints)?;
        Ok(layout)
    }

    fn check_values(&self, quantity: Quantity<M>, values: &[f64]) -> Result<(), SweepError> {
        let (model, name) = (M::INFO.name, || quantity.name());
        if values.is_empty() {
            return Err(SweepError::NoValues { quantity: name() });
        }
        let (right, expected): (fn(f64) -> bool, _) = match quantity {
            Quantity::Step if M::INFO.kind == Kind::Map => {
                return Err(SweepError::StepOfMap { model });
            }
            Quantity::Coupling if self.system.connections().is_empty() => {
                return Err(SweepError::NoNetwork);
            }
            Quantity::Step => (|dt| dt.is_normal() && dt > 0.0, "positive numbers"),
            Quantity::Seed => (
                |seed| (0.0..=9e15).contains(&seed) && seed.fract() == 0.0,
                "whole numbers that are not negative, below 9e15",
            ),
            Quantity::Param(_) | Quantity::Initial(_) | Quantity::Coupling => {
                (f64::is_finite, "finite numbers")
            }
        };
        match values.iter().position(|value| !right(*value)) {
            None => Ok(()),
            Some(index) => Err(SweepError::Value {
                quantity: name(),
                index,
                value: values[index],
                expected,
            }),
        }
    }

    /// The file that this process adds to.
    fn file(&self, rank: Option<usize>) -> String {
        let part = match self.part {
            Some(part) => part.file(),
            None => "part-all".to_owned(),
        };
        match rank {
            Some(rank) => format!("{part}-rank-{rank:04}.lyapax"),
            None => format!("{part}.lyapax"),
        }
    }

    fn varies(&self, quantity: Quantity<M>) -> bool {
        let quantities = self.axes.iter().flat_map(|axis| &axis.quantities);
        quantities.into_iter().any(|(of, _)| *of == quantity)
    }

    /// Whether the points are systems of one node, which are run side by side.
    fn is_of_single_nodes(&self) -> bool {
        self.system.is_single_node() && M::INFO.neighbours.is_empty()
    }

    /// Lines that a part has together.
    fn pack(&self) -> usize {
        if self.is_of_single_nodes() {
            crate::ensemble::lanes::<M>()
        } else {
            1
        }
    }

    /// The axis along which points go on from each other.
    fn along_axis(&self) -> Option<usize> {
        let along = self.along?;
        let has = |axis: &Axis<M>| axis.quantities.iter().any(|(of, _)| *of == along);
        self.axes.iter().position(has)
    }

    fn point_at(&self, layout: &Layout, point: usize, options: &SpectrumOptions) -> Point<'_, M> {
        let mut point = Point {
            axes: &self.axes,
            places: layout.places(point),
            index: point,
            seed: options.seed,
        };
        if let Some(seed) = point.value(Quantity::Seed) {
            point.seed = whole(seed);
        }
        point
    }

    /// The system of a point.
    fn system_at(&self, point: &Point<'_, M>) -> System<M> {
        let mut system = self.system.clone();
        for (quantity, value) in point.values() {
            match quantity {
                Quantity::Param(param) => {
                    *system.model_mut().param_mut(param.index()) = value.into();
                }
                Quantity::Initial(state) => system = system.initial(state, value),
                Quantity::Coupling => system.scale_weights(value),
                Quantity::Step | Quantity::Seed => (),
            }
        }
        match &self.each {
            Some(each) => each(point, system),
            None => system,
        }
    }

    /// Whether what the user made of a point can be run, and is a system of the same kind.
    fn check_system(
        &self,
        at: &Point<'_, M>,
        system: &System<M>,
        options: &SpectrumOptions,
    ) -> Result<(), SweepError> {
        let point = at.index;
        if system.is_single_node() != self.system.is_single_node()
            || system.nodes() != self.system.nodes()
        {
            return Err(SweepError::OtherSystem { point });
        }
        // Of several nodes each may have its own.
        if self.is_of_single_nodes()
            && let Some(quantity) = self.changed(at, system)
        {
            let quantity = quantity.name();
            return Err(SweepError::Overridden { point, quantity });
        }
        let check = || -> Result<(), SetupError> {
            let course = options.timing.resolve::<M>(options.timing.n_steps / 10)?;
            system.prepare()?.check_times(&course, options.float)
        };
        check().map_err(|error| SweepError::Point {
            point,
            error: Box::new(error),
        })
    }

    /// A quantity that is no longer what it was said to be, where that can be seen. A point that goes on from another
    /// one has its start from that.
    fn changed(&self, at: &Point<'_, M>, system: &System<M>) -> Option<Quantity<M>> {
        let starts = self.along.is_none_or(|along| {
            let places = self.axes.iter().zip(&at.places);
            let mut own =
                places.filter(|(axis, _)| axis.quantities.iter().any(|(of, _)| *of == along));
            own.all(|(_, place)| *place == 0)
        });
        let is_same = |quantity: Quantity<M>, value: f64| match quantity {
            Quantity::Param(param) => system.model().param(param.index()).at(0) == value,
            Quantity::Initial(state) if starts => system
                .initial_values()
                .is_ok_and(|values| values[state.index()] == value),
            _ => true,
        };
        let changed = at
            .values()
            .find(|(quantity, value)| !is_same(*quantity, *value));
        changed.map(|(quantity, _)| quantity)
    }

    /// The options of a point: a step of its own takes the same time.
    fn options_at(point: &Point<'_, M>, options: &SpectrumOptions) -> SpectrumOptions {
        let mut own = options.clone().seed(point.seed);
        if let (Some(dt), Some(usual)) = (point.value(Quantity::Step), options.timing.dt) {
            let steps = options.timing.n_steps as f64 * usual / dt;
            own.timing.n_steps = whole(steps.round().max(1.0));
            own.timing.dt = Some(dt);
        }
        own
    }
}

/// As a whole number; the largest there is where it is larger.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(value: f64) -> u64 {
    value as u64
}
