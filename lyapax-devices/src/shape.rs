//! What kernels are compiled for: sizes of a model, a method, limits of numbers.

/// A number that can be compared and hashed, as what a kernel is compiled for must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bits(u64);

impl Bits {
    /// Of a number.
    pub const fn new(value: f64) -> Self {
        Self(value.to_bits())
    }

    /// The number.
    pub const fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

/// Sizes of a model, and what its equations are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Whether it is a map.
    pub map: bool,
    /// States of a node.
    pub states: usize,
    /// Neighbours' values that a node reads.
    pub neighbours: usize,
    /// Input signals.
    pub inputs: usize,
    /// Sums over source nodes.
    pub sums: usize,
    /// Parameters.
    pub params: usize,
    /// Observables.
    pub outputs: usize,
    /// Partials of the observables.
    pub output_partials: usize,
    /// Partials of f.
    pub partials: usize,
    /// Partials of a summand.
    pub edge_partials: usize,
    /// Matrix products that the sums are made of.
    pub products: usize,
    /// Partials of what a source gives to them.
    pub product_partials: usize,
    /// Partials of the sums by them.
    pub finish_partials: usize,
    /// Operations of f and its partials.
    pub operations: usize,
    /// Elementary functions among them.
    pub calls: usize,
    /// Identifies the equations, so that no kernel of others is taken for theirs.
    pub fingerprint: u64,
}

impl Shape {
    /// Neighbours, inputs, sums.
    pub const fn gathered(self) -> usize {
        self.neighbours + self.inputs + self.sums
    }
}

/// Stages of any method, at most.
pub const MOST_STAGES: usize = 7;

/// An explicit Runge–Kutta method in Butcher's form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Method {
    stages: usize,
    a: [[Bits; MOST_STAGES]; MOST_STAGES],
    b: [Bits; MOST_STAGES],
    c: [Bits; MOST_STAGES],
}

impl Method {
    /// Of a tableau.
    pub fn new(
        stages: usize,
        a: &[[f64; MOST_STAGES]; MOST_STAGES],
        b: &[f64; MOST_STAGES],
        c: &[f64; MOST_STAGES],
    ) -> Self {
        Self {
            stages,
            a: a.map(|row| row.map(Bits::new)),
            b: b.map(Bits::new),
            c: c.map(Bits::new),
        }
    }

    /// How many right-hand sides a step has.
    pub const fn stages(&self) -> usize {
        self.stages
    }

    /// The weight of slope `j` in the state of a stage; for the stage beyond the last, in the step.
    pub const fn weight(&self, stage: usize, j: usize) -> f64 {
        if stage < self.stages {
            self.a[stage][j].get()
        } else {
            self.b[j].get()
        }
    }

    /// The fraction of the step at which a stage is.
    pub const fn fraction(&self, stage: usize) -> f64 {
        self.c[stage].get()
    }
}

/// How a step is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(
    clippy::large_enum_variant,
    reason = "there are a few of them, and what kernels are compiled for is copied"
)]
pub enum Scheme {
    /// x' = f.
    Flow(Method),
    /// x → f.
    Map,
}

impl Scheme {
    /// Right-hand sides of a step.
    pub const fn stages(&self) -> usize {
        match self {
            Self::Flow(method) => method.stages(),
            Self::Map => 1,
        }
    }
}

/// The numbers that a device computes with.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Float {
    /// Double precision.
    #[default]
    F64,
    /// Single precision.
    F32,
}

impl Float {
    /// Bytes of a number.
    pub const fn bytes(self) -> u64 {
        match self {
            Self::F64 => 8,
            Self::F32 => 4,
        }
    }

    /// The largest ratio of a tangent's norm to its part outside the span of those before it: beyond, too few of its
    /// digits are left. After a block of steps, which can be done again with fewer, and after a single one.
    #[doc(hidden)]
    pub const fn largest_ratio(self, single: bool) -> f64 {
        let (block, step) = match self {
            Self::F64 => (1e5, 1e12),
            // Of seven digits instead of sixteen.
            Self::F32 => (1e3, 1e5),
        };
        if single { step } else { block }
    }

    /// What is asked of columns, of these numbers.
    #[cfg(any(feature = "cuda", feature = "wgpu"))]
    pub(crate) const fn limits(self) -> Limits {
        match self {
            Self::F64 => Limits {
                largest: Bits::new(f64::MAX),
                block: Bits::new(self.largest_ratio(false)),
                step: Bits::new(self.largest_ratio(true)),
                squares: [Bits::new(1e-200), Bits::new(1e200)],
                product: [Bits::new(1e-100), Bits::new(1e100)],
            },
            Self::F32 => Limits {
                largest: Bits::new(3.402_823_4e38),
                block: Bits::new(self.largest_ratio(false)),
                step: Bits::new(self.largest_ratio(true)),
                squares: [Bits::new(1e-30), Bits::new(1e30)],
                product: [Bits::new(1e-15), Bits::new(1e15)],
            },
        }
    }
}

impl core::fmt::Display for Float {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(match self {
            Self::F64 => "f64",
            Self::F32 => "f32",
        })
    }
}

/// What is asked of columns.
#[cfg(any(feature = "cuda", feature = "wgpu"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// The largest number.
    pub(crate) largest: Bits,
    /// The largest ratio of a column's norm to R_jj after a block of steps.
    pub(crate) block: Bits,
    /// As `block`, after a single step, where there is no shorter one.
    pub(crate) step: Bits,
    /// Squares of norms outside are on the way out of the range of numbers.
    pub(crate) squares: [Bits; 2],
    /// A product of R_jj outside is taken the logarithm of.
    pub(crate) product: [Bits; 2],
}
