//! What a launch asks of a device.

use crate::list::Precision;
use crate::shape::Shape;

/// Operations of a launch, roughly: a card that shows pictures is reset by its driver when it is held for seconds.
/// Those with double precision of their own make some 10¹² in a second, others a hundredth of that.
pub(super) const fn most_operations(precision: Precision) -> u64 {
    match precision {
        Precision::Native => 200_000_000_000,
        Precision::SoftwareFunctions | Precision::Single => 10_000_000_000,
    }
}

/// Operations of a stage of the state, or of the outputs at a condition, roughly. An elementary function of software is some sixty of them, one of a
/// card's own library some twenty.
pub(super) fn operations(shape: &Shape, precision: Precision) -> usize {
    let call = if precision == Precision::Native {
        20
    } else {
        60
    };
    shape.operations + call * shape.calls
}
