//! Between the runtime and devices: what a model is, in the words of their kernels.

use core::ops::Range;

use lyapax_devices::{Device, DeviceCode, DeviceError, Input, MOST_STAGES, Method, Scheme, Shape};

use crate::integrate::{Euler, Heun, Integrator, MAX_STAGES, Rk4, Rk6, Tableau};
use crate::model::{Block, Kind, Model};
use crate::stepper::{self, dimension};
use crate::{Placement, Signal};

const _: () = assert!(MAX_STAGES == MOST_STAGES);

/// The kernels of a model.
pub(crate) fn code<M: Model>(device: Device) -> Result<&'static dyn DeviceCode, DeviceError> {
    M::device_code().ok_or(DeviceError::NoKernel { device })
}

/// Something of all of a whole, in parts as large as there is room for: `place` makes one, `then` takes it.
pub(crate) fn in_parts<P, E: From<DeviceError>>(
    all: usize,
    place: impl Fn(&Range<usize>) -> Result<P, DeviceError>,
    mut then: impl FnMut(P, Range<usize>) -> Result<(), E>,
) -> Result<(), E> {
    let (mut first, mut most) = (0, all);
    while first < all {
        let part = first..all.min(first + most);
        let placed = match place(&part) {
            Ok(placed) => placed,
            Err(DeviceError::TooLarge { fits, .. }) if (1..part.len() as u64).contains(&fits) => {
                most = usize::try_from(fits).unwrap_or(part.len() - 1);
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        first = part.end;
        then(placed, part)?;
    }
    Ok(())
}

/// Sizes of a model.
pub(crate) fn shape<M: Model>() -> Shape {
    Shape {
        map: M::INFO.kind == Kind::Map,
        states: dimension::<M>(),
        neighbours: M::INFO.neighbours.len(),
        inputs: M::INFO.inputs.len(),
        sums: M::INFO.sums,
        params: M::INFO.params.len(),
        outputs: M::INFO.outputs.len(),
        output_partials: M::OUTPUT_PARTIALS.len(),
        partials: <M::Partials<f64> as Block<f64>>::LEN,
        edge_partials: <M::EdgePartials<f64> as Block<f64>>::LEN,
        products: <M::Products<f64> as Block<f64>>::LEN,
        product_partials: <M::ProductPartials<f64> as Block<f64>>::LEN,
        finish_partials: <M::FinishPartials<f64> as Block<f64>>::LEN,
        operations: M::OPERATIONS,
        calls: M::CALLS,
        fingerprint: M::INFO.fingerprint,
    }
}

/// An input signal, with values for some nodes where it does not change.
pub(crate) fn input(signal: &Signal, nodes: Range<usize>) -> Input {
    match signal {
        Signal::Sampled {
            start,
            interval,
            values,
        } => Input::Sampled {
            start: *start,
            interval: *interval,
            values: values.clone(),
        },
        constant => Input::Constant(nodes.map(|node| constant.at(0.0, node)).collect()),
    }
}

/// How a step is made.
pub(crate) fn scheme(scheme: stepper::Scheme) -> Scheme {
    fn method<T: Tableau>() -> Method {
        Method::new(T::STAGES, &T::A, &T::B, &T::C)
    }
    match scheme {
        stepper::Scheme::Map => Scheme::Map,
        stepper::Scheme::Flow(integrator) => Scheme::Flow(match integrator {
            Integrator::Euler => method::<Euler>(),
            Integrator::Heun => method::<Heun>(),
            Integrator::Rk4 => method::<Rk4>(),
            Integrator::Rk6 => method::<Rk6>(),
        }),
    }
}

/// What was done on a device, and after that.
pub(crate) fn together(before: Option<Placement>, now: Option<Placement>) -> Option<Placement> {
    match (before, now) {
        (Some(before), Some(now)) => Some(before.and(&now)),
        (before, now) => before.or(now),
    }
}
