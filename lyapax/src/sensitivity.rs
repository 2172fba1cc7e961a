//! Derivatives of a trajectory with respect to what it is made of: forward, for a few causes and all samples, or
//! backward, for one number made of the samples and all causes.
//!
//! Both are exact derivatives of the discrete steps, stage by stage, and so equal to each other up to rounding.

mod differences;
mod edges;
mod exponents;
mod forward;
mod net;
mod number;
mod result;
mod reverse;
mod sample;
mod schedule;
mod step;
mod warning;

use reverse::Read;

use crate::model::Model;
use crate::{Error, SimulateOptions, SpectrumOptions, System, Variable};

pub use differences::ExponentDifferences;
pub use exponents::ExponentGradients;
pub use result::{Gradient, Memory, Sensitivities};
pub use sample::Sample;
pub use schedule::Checkpoints;
pub use warning::DerivativeWarning;

impl<M: Model> System<M> {
    /// How states and outputs along a run answer to parameters, initial values, inputs and weights: ∂x(t)/∂p.
    ///
    /// ```
    /// use lyapax::{SimulateOptions, System, model};
    ///
    /// model! { pub Decay { state x = 2.0; param rate = 0.5; "x' = -rate * x" output twice = 2 * x; } }
    ///
    /// let system = System::new(Decay::default());
    /// let options = SimulateOptions::new(100).dt(0.01).stride(50);
    /// let run = system.sensitivities(&options, &[Decay::rate.into(), Decay::x.into()])?;
    /// // x = 2·exp(−rate·t), so that ∂x/∂rate = −t·x, ∂x/∂x₀ = x/2.
    /// let x = run.trajectory().state(Decay::x);
    /// let (by_rate, by_start) = (run.of(Decay::x, Decay::rate), run.of(Decay::x, Decay::x));
    /// assert!((by_rate[2] + 1.0 * x[2]).abs() < 1e-8);
    /// assert!((by_start[1] - x[1] / 2.0).abs() < 1e-14);
    /// assert!((run.of_output(Decay::twice, Decay::rate)[2] - 2.0 * by_rate[2]).abs() < 1e-15);
    /// # Ok::<(), lyapax::Error>(())
    /// ```
    ///
    /// The derivatives are those of the numerical run: exact tangents of its discrete steps, which differ from the
    /// flow's by the step's error. Along a chaotic run they grow as exp(λ₁·t), and say nothing of averages.
    /// The transient counts: what is varied acts from its begin. Runs are made on one thread.
    ///
    /// # Errors
    /// As [`System::simulate`]; [`Error::Setup`] where nothing is varied, or a node or an edge is not there;
    /// [`Error::Run`] where a derivative stops being finite, with step and time.
    ///
    /// # Cost
    /// Per stage of a step: the right-hand side of every node with its partial derivatives and, for each variable, as
    /// much as a tangent of [`System::spectrum`]. Memory: samples × (states and outputs) × (1 + variables) numbers.
    pub fn sensitivities(
        &self,
        options: &SimulateOptions,
        variables: &[Variable<M>],
    ) -> Result<Sensitivities<M>, Error> {
        forward::run(self, options, variables)
    }

    /// The gradient of a misfit along a run with respect to everything that the run is made of: all parameters at all
    /// nodes, the initial state, inputs, and the weight of every edge.
    ///
    /// `misfit` is asked once for each sample, from the last to the first. It gives what the sample adds to the misfit,
    /// and tells the derivatives of that by [`Sample::by_state`] and [`Sample::by_output`].
    ///
    /// ```
    /// use lyapax::{Checkpoints, SimulateOptions, System, model};
    ///
    /// model! { pub Decay { state x = 2.0; param rate = 0.5; "x' = -rate * x" } }
    ///
    /// let data = [2.0, 1.5, 1.2];
    /// let system = System::new(Decay::default());
    /// let options = SimulateOptions::new(100).dt(0.01).stride(50);
    /// let gradient = system.gradient(&options, Checkpoints::Sqrt, |sample| {
    ///     let miss = sample.state(Decay::x) - data[sample.index()];
    ///     sample.by_state(Decay::x, 2.0 * miss);
    ///     miss * miss
    /// })?;
    /// println!("{} with slope {}", gradient.misfit(), gradient.of(Decay::rate)?);
    /// # Ok::<(), lyapax::Error>(())
    /// ```
    ///
    /// It is the exact derivative of the discrete steps, the transpose of that of [`System::sensitivities`]; what is said
    /// of chaos there holds here too. States on the way back are those of the way there, to the bit. Runs are made on one
    /// thread.
    ///
    /// # Errors
    /// As [`System::simulate`]; [`Error::Setup`] where so few states can be kept that the way back would take for ever, or
    /// where there is no memory for as many as shall be kept;
    /// [`Error::Run`] where the misfit or its gradient is not finite, with step and time.
    ///
    /// # Cost
    /// Whatever the number of parameters and weights: the run once without and once with partial derivatives, a third
    /// part to carry these back, and the steps that are made again for want of memory (see [`Checkpoints`]). Memory: the
    /// states that are kept, the stages of one step with their partial derivatives, and what is returned: of a dense graph
    /// a number for each weight, and as many for each other function of the weights that sums are made of, or where some of
    /// them were taken edge by edge. See [`Gradient::memory`].
    ///
    /// # Source
    /// The discrete adjoint of a Runge–Kutta method: W. W. Hager, Numer. Math. 87, 247 (2000), section 2. Checkpoints:
    /// A. Griewank & A. Walther, ACM Trans. Math. Softw. 26, 19 (2000).
    pub fn gradient(
        &self,
        options: &SimulateOptions,
        checkpoints: Checkpoints,
        misfit: impl FnMut(&mut Sample<'_, M>) -> f64,
    ) -> Result<Gradient<M>, Error> {
        reverse::run(self, options, checkpoints, Read::all::<M>(), misfit)
    }

    /// As [`System::gradient`], of which nothing else is read: the rest may be no number.
    #[cfg(feature = "fit")]
    pub(crate) fn gradient_by(
        &self,
        variables: &[Variable<M>],
        options: &SimulateOptions,
        checkpoints: Checkpoints,
        misfit: impl FnMut(&mut Sample<'_, M>) -> f64,
    ) -> Result<Gradient<M>, Error> {
        reverse::run(self, options, checkpoints, Read::only(variables), misfit)
    }

    /// The derivatives of Lyapunov exponents with respect to parameters and inputs, where the run comes to a fixed point, a
    /// cycle or a torus: ∂λᵢ/∂p, by second derivatives of the equations.
    ///
    /// ```
    /// use lyapax::{SpectrumOptions, System, model};
    ///
    /// model! { pub Logistic { state x = 0.4; param r = 3.2; next(x) = r * x * (1 - x); } }
    ///
    /// // A cycle of two points, of which λ = ½·ln |4 + 2r − r²|.
    /// let system = System::new(Logistic::default());
    /// let gradients = system.exponent_gradients(&SpectrumOptions::new(10_000), &[Logistic::r.into()])?;
    /// let r = 3.2_f64;
    /// assert!((gradients.of(0, Logistic::r) - (1.0 - r) / (4.0 + 2.0 * r - r * r)).abs() < 1e-9);
    /// # Ok::<(), lyapax::Error>(())
    /// ```
    ///
    /// Along a chaotic run the derivative of an average grows as exp(λ₁·t) and is not the derivative of anything: it is
    /// refused, and [`System::exponent_differences`] is offered. So is an unstable orbit that a run was placed on.
    ///
    /// # Errors
    /// As [`System::spectrum`]; [`Error::Gradient`] where the run is chaotic, where a variable is not one of parameters and
    /// inputs, or where a derivative is not finite.
    ///
    /// # Cost
    /// The spectrum, and for each variable another one in numbers of twice the size on one thread, with a QR factorisation
    /// after every step.
    pub fn exponent_gradients(
        &self,
        options: &SpectrumOptions,
        variables: &[Variable<M>],
    ) -> Result<ExponentGradients<M>, Error> {
        exponents::run(self, options, variables)
    }

    /// The derivatives of Lyapunov exponents by differences, with error bars: over an ensemble of runs that begin at states
    /// along a run of the system, each with the variable less and more by `change`.
    ///
    /// The standard errors say how far the means may be off by chance. What a change so large leaves out, of order `change`²,
    /// they do not know; nor need exponents of a chaotic system have a derivative at all. Compare two changes.
    ///
    /// ```
    /// use lyapax::{SpectrumOptions, System, model};
    ///
    /// model! { pub Lorenz { state x = 1.0, y = 1.0, z = 1.0; param rho = 28.0;
    ///     "x' = 10 * (y - x)
    ///      y' = x * (rho - z) - y
    ///      z' = x * y - 8 / 3 * z" } }
    ///
    /// let system = System::new(Lorenz::default());
    /// let options = SpectrumOptions::new(20_000).dt(0.01);
    /// let differences = system.exponent_differences(&options, Lorenz::rho, 2.0, 16)?;
    /// println!("{differences}");
    /// // Its sum does not depend on rho.
    /// assert!(differences.slopes.iter().sum::<f64>().abs() < 1e-3);
    /// # Ok::<(), lyapax::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`System::spectrum`]; [`Error::Gradient`] where the variable has no one value, or the change or the number of
    /// members is too small.
    ///
    /// # Cost
    /// 2.1 × `members` spectra, shared among threads.
    pub fn exponent_differences(
        &self,
        options: &SpectrumOptions,
        variable: impl Into<Variable<M>>,
        change: f64,
        members: usize,
    ) -> Result<ExponentDifferences, Error> {
        differences::run(self, options, variable.into(), change, members)
    }
}
