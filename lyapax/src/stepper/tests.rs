//! Both steppers.
