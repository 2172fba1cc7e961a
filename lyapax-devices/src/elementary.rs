//! The elementary functions of the language, by the best that a device has.

use cubecl::prelude::*;

use super::functions::{self, endless, lit, opaque, remainder, variable};

/// What generated code calls: the names are those of the CPU's numbers.
#[cube]
pub trait Elementary: 'static + Send + Sync {
    fn exp<F: Float>(x: F) -> F;
    fn ln<F: Float>(x: F) -> F;
    fn log10<F: Float>(x: F) -> F;
    fn cbrt<F: Float>(x: F) -> F;
    fn pow<F: Float>(x: F, exponent: F) -> F;
    fn sin<F: Float>(x: F) -> F;
    fn cos<F: Float>(x: F) -> F;
    fn tan<F: Float>(x: F) -> F;
    fn asin<F: Float>(x: F) -> F;
    fn acos<F: Float>(x: F) -> F;
    fn atan<F: Float>(x: F) -> F;
    fn atan2<F: Float>(y: F, x: F) -> F;
    fn sinh<F: Float>(x: F) -> F;
    fn cosh<F: Float>(x: F) -> F;
    fn tanh<F: Float>(x: F) -> F;
    fn sigmoid<F: Float>(x: F) -> F;
    fn hypot<F: Float>(x: F, y: F) -> F;

    fn sqrt<F: Float>(x: F) -> F;
    fn abs<F: Float>(x: F) -> F;
    fn floor<F: Float>(x: F) -> F;
    fn ceil<F: Float>(x: F) -> F;
    /// −1, 0 or 1.
    fn sign<F: Float>(x: F) -> F;
    /// 0, ½ or 1.
    fn heaviside<F: Float>(x: F) -> F;
    /// The smaller one; no number where either is none.
    fn min<F: Float>(x: F, y: F) -> F;
    /// The larger one; no number where either is none.
    fn max<F: Float>(x: F, y: F) -> F;
    /// The remainder with the divisor's sign.
    fn modulo<F: Float>(x: F, divisor: F) -> F;
}

/// A device whose library is as good as the CPU's.
pub struct Native;

/// Single precision, as devices have it.
pub struct Single;

/// A device that adds, multiplies and divides in double precision, and no more.
pub struct Software;

/// What is the same on all devices, beside what is not.
macro_rules! elementary {
    ($device:ident { $($functions:tt)* }) => {
        #[cube]
        impl Elementary for $device {
            $($functions)*

            fn sqrt<F: Float>(x: F) -> F {
                x.sqrt()
            }

            fn abs<F: Float>(x: F) -> F {
                x.abs()
            }

            fn floor<F: Float>(x: F) -> F {
                x.floor()
            }

            fn ceil<F: Float>(x: F) -> F {
                x.ceil()
            }

            fn sign<F: Float>(x: F) -> F {
                let below = select(x < lit::<F>(0.0), lit::<F>(-1.0), x);
                select(x > lit::<F>(0.0), lit::<F>(1.0), below)
            }

            fn heaviside<F: Float>(x: F) -> F {
                let zero = lit::<F>(0.0);
                let at = select(x == zero, lit::<F>(0.5), x);
                select(
                    x > zero,
                    lit::<F>(1.0),
                    select(x < zero, zero, at),
                )
            }

            fn min<F: Float>(x: F, y: F) -> F {
                select(x >= y, y, select(y >= x, x, x + y))
            }

            fn max<F: Float>(x: F, y: F) -> F {
                select(x <= y, y, select(y <= x, x, x + y))
            }
        }
    };
}

elementary!(Software {
    fn exp<F: Float>(x: F) -> F {
        functions::exp::<F>(x)
    }
    fn ln<F: Float>(x: F) -> F {
        functions::ln::<F>(x)
    }
    fn log10<F: Float>(x: F) -> F {
        functions::log10::<F>(x)
    }
    fn cbrt<F: Float>(x: F) -> F {
        functions::cbrt::<F>(x)
    }
    fn sin<F: Float>(x: F) -> F {
        functions::sin::<F>(x)
    }
    fn cos<F: Float>(x: F) -> F {
        functions::cos::<F>(x)
    }
    fn tan<F: Float>(x: F) -> F {
        functions::tan::<F>(x)
    }
    fn asin<F: Float>(x: F) -> F {
        functions::asin::<F>(x)
    }
    fn acos<F: Float>(x: F) -> F {
        functions::acos::<F>(x)
    }
    fn atan<F: Float>(x: F) -> F {
        functions::atan::<F>(x)
    }
    fn sinh<F: Float>(x: F) -> F {
        functions::sinh::<F>(x)
    }
    fn cosh<F: Float>(x: F) -> F {
        functions::cosh::<F>(x)
    }
    fn tanh<F: Float>(x: F) -> F {
        functions::tanh::<F>(x)
    }
    fn sigmoid<F: Float>(x: F) -> F {
        functions::sigmoid::<F>(x)
    }
    fn pow<F: Float>(x: F, exponent: F) -> F {
        let (x, exponent) = (opaque::<F>(x, exponent), opaque::<F>(exponent, x));
        functions::pow::<F>(x, exponent)
    }
    fn atan2<F: Float>(y: F, x: F) -> F {
        let (y, x) = (opaque::<F>(y, x), opaque::<F>(x, y));
        functions::atan2::<F>(y, x)
    }
    fn hypot<F: Float>(x: F, y: F) -> F {
        let (x, y) = (opaque::<F>(x, y), opaque::<F>(y, x));
        functions::hypot::<F>(x, y)
    }
    fn modulo<F: Float>(x: F, divisor: F) -> F {
        remainder::<F>(opaque::<F>(x, divisor), opaque::<F>(divisor, x), 53u32)
    }
});

elementary!(Native {
    fn exp<F: Float>(x: F) -> F {
        x.exp()
    }
    fn ln<F: Float>(x: F) -> F {
        x.ln()
    }
    fn log10<F: Float>(x: F) -> F {
        functions::log10::<F>(x)
    }
    fn cbrt<F: Float>(x: F) -> F {
        functions::cbrt::<F>(x)
    }
    fn sin<F: Float>(x: F) -> F {
        x.sin()
    }
    fn cos<F: Float>(x: F) -> F {
        x.cos()
    }
    fn tan<F: Float>(x: F) -> F {
        x.tan()
    }
    fn asin<F: Float>(x: F) -> F {
        x.asin()
    }
    fn acos<F: Float>(x: F) -> F {
        x.acos()
    }
    fn atan<F: Float>(x: F) -> F {
        x.atan()
    }
    fn sinh<F: Float>(x: F) -> F {
        x.sinh()
    }
    fn cosh<F: Float>(x: F) -> F {
        x.cosh()
    }
    fn tanh<F: Float>(x: F) -> F {
        x.tanh()
    }
    fn sigmoid<F: Float>(x: F) -> F {
        lit::<F>(1.0) / (lit::<F>(1.0) + (-x).exp())
    }
    fn pow<F: Float>(x: F, exponent: F) -> F {
        x.powf(exponent)
    }
    fn atan2<F: Float>(y: F, x: F) -> F {
        y.atan2(x)
    }
    fn hypot<F: Float>(x: F, y: F) -> F {
        x.hypot(y)
    }
    fn modulo<F: Float>(x: F, divisor: F) -> F {
        remainder::<F>(x, divisor, 53u32)
    }
});

elementary!(Single {
    fn exp<F: Float>(x: F) -> F {
        x.exp()
    }
    fn ln<F: Float>(x: F) -> F {
        x.ln()
    }
    fn log10<F: Float>(x: F) -> F {
        x.ln() * lit::<F>(core::f64::consts::LOG10_E)
    }
    fn cbrt<F: Float>(x: F) -> F {
        let size = x.abs();
        let root = (size.ln() / lit::<F>(3.0)).exp();
        let root = select(size > lit::<F>(0.0), root, size);
        select(x < lit::<F>(0.0), -root, root)
    }
    fn sin<F: Float>(x: F) -> F {
        x.sin()
    }
    fn cos<F: Float>(x: F) -> F {
        x.cos()
    }
    fn tan<F: Float>(x: F) -> F {
        x.tan()
    }
    fn asin<F: Float>(x: F) -> F {
        x.asin()
    }
    fn acos<F: Float>(x: F) -> F {
        x.acos()
    }
    fn atan<F: Float>(x: F) -> F {
        x.atan()
    }
    fn sinh<F: Float>(x: F) -> F {
        x.sinh()
    }
    fn cosh<F: Float>(x: F) -> F {
        x.cosh()
    }
    fn tanh<F: Float>(x: F) -> F {
        // Some drivers make it of powers of e that overflow.
        let near = select(x > lit::<F>(20.0), lit::<F>(20.0), x);
        select(near < lit::<F>(-20.0), lit::<F>(-20.0), near).tanh()
    }
    fn sigmoid<F: Float>(x: F) -> F {
        lit::<F>(1.0) / (lit::<F>(1.0) + (-x).exp())
    }
    /// The languages of shaders leave powers of negative numbers open.
    fn pow<F: Float>(x: F, exponent: F) -> F {
        let (x, exponent) = (variable::<F>(x), variable::<F>(exponent));
        let zero = lit::<F>(0.0);
        let size = x.abs();
        let power = size.powf(exponent);
        let half = exponent * lit::<F>(0.5);
        let odd = half.floor() != half;
        let whole = exponent.floor() == exponent;
        let of_negative = select(whole, select(odd, -power, power), endless::<F>(0));
        let value = select(x < zero, of_negative, power);
        select(exponent == zero, lit::<F>(1.0), value)
    }
    fn atan2<F: Float>(y: F, x: F) -> F {
        let (y, x) = (variable::<F>(y), variable::<F>(x));
        y.atan2(x)
    }
    fn hypot<F: Float>(x: F, y: F) -> F {
        let (x, y) = (variable::<F>(x), variable::<F>(y));
        let (a, b) = (x.abs(), y.abs());
        let large = select(a > b, a, b);
        let small = select(a > b, b, a);
        let ratio = small / select(large > lit::<F>(0.0), large, lit::<F>(1.0));
        large * (lit::<F>(1.0) + ratio * ratio).sqrt()
    }
    fn modulo<F: Float>(x: F, divisor: F) -> F {
        remainder::<F>(variable::<F>(x), variable::<F>(divisor), 24u32)
    }
});
