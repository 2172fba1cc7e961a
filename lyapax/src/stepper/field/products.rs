//! Sums over source nodes as matrix products.
//!
//! Where the compiler has proved that a summand is a sum of products of a function of the weight, one of the
//! source and one of the target, the sources' functions and their tangents are the right-hand sides of one
//! product with the weights: no function is evaluated for an edge.

use pulp::Arch;

use super::Layout;
use super::inputs::Inputs;
use crate::Lanes;
use crate::model::{At, Block, Model};
use crate::product::{PAD, multiply};
use crate::stepper::dimension;
use crate::system::Problem;

/// The weights as matrices, and room for what they are multiplied with.
pub(super) struct Products {
    arch: Arch,
    groups: Vec<Group>,
    /// For each product its group, and its column in it; those of its tangents follow, if it has any.
    places: Vec<Place>,
    /// Values of the sources' functions: for each product one run.
    own: Vec<f64>,
    /// For each centred state its mean over the nodes.
    means: Vec<f64>,
    /// Whether the last sources' functions were all finite. A product would make NaN of those that no edge
    /// leads from: then the sums are taken edge by edge.
    pub(super) usable: bool,
}

/// What is multiplied with the same matrix.
struct Group {
    /// Target by target, each with all its sources.
    matrix: Vec<f64>,
    width: usize,
    /// Source by source.
    right: Vec<f64>,
    /// Target by target.
    result: Vec<f64>,
}

#[derive(Clone, Copy)]
struct Place {
    group: usize,
    column: usize,
    has_tangents: bool,
}

impl Products {
    /// `None` where the sums are taken edge by edge.
    pub(super) fn new<M: Model>(problem: &Problem<'_, M>, layout: Layout) -> Option<Self> {
        let graph = problem.graph?;
        if M::PRODUCTS.is_empty() || problem.pairwise {
            return None;
        }
        let (n, k) = (layout.nodes, layout.k);
        let mut widths = vec![0; M::WEIGHT_FUNCTIONS];
        let places = M::PRODUCTS
            .iter()
            .enumerate()
            .map(|(product, &group)| {
                let has_tangents = M::PRODUCT_PARTIALS.iter().any(|entry| entry.row == product);
                let place = Place {
                    group,
                    column: widths[group],
                    has_tangents,
                };
                widths[group] += if has_tangents { 1 + k } else { 1 };
                place
            })
            .collect();
        let groups = widths.iter().enumerate().map(|(function, width)| {
            let width = width.next_multiple_of(PAD);
            let weight = |i: usize| match graph.at(i / n, i % n) {
                // No edge, whatever the function says.
                0.0 => 0.0,
                weight => M::weights(weight).as_ref()[function],
            };
            Group {
                matrix: (0..n * n).map(weight).collect(),
                width,
                right: vec![0.0; n * width],
                result: vec![0.0; n * width],
            }
        });
        Some(Self {
            arch: Arch::new(),
            groups: groups.collect(),
            places,
            own: vec![0.0; M::PRODUCTS.len() * layout.stride],
            means: vec![0.0; dimension::<M>()],
            usable: true,
        })
    }

    /// A product of a block of targets, or of one of its tangents, `column` counting from 1.
    #[inline(always)]
    fn result<const L: usize>(
        &self,
        layout: Layout,
        base: usize,
        place: Place,
        column: usize,
    ) -> Lanes<L> {
        let mut lanes = Lanes::default();
        if column > 0 && !place.has_tangents {
            return lanes;
        }
        let group = &self.groups[place.group];
        for (lane, value) in lanes.0.iter_mut().enumerate() {
            // The padding repeats the last node.
            let target = (base + lane).min(layout.nodes - 1);
            *value = group.result[target * group.width + place.column + column];
        }
        lanes
    }
}

impl<M: Model, const L: usize> Inputs<M, L> {
    /// The products of all targets with all that they need of their sources.
    #[inline(always)]
    pub(super) fn multiply(&mut self, from: &[f64]) {
        let Some(mut products) = self.products.take() else {
            return;
        };
        let layout = self.layout;
        self.find_means(&mut products, &from[..layout.column]);
        products.usable = true;
        for base in (0..layout.nodes).step_by(L) {
            self.gather_sources(&mut products, from, base);
        }
        if products.usable {
            for group in &mut products.groups {
                let Group {
                    matrix,
                    width,
                    right,
                    result,
                } = group;
                multiply(products.arch, layout.nodes, *width, matrix, right, result);
            }
        }
        self.products = Some(products);
    }

    #[inline(always)]
    fn find_means(&self, products: &mut Products, state: &[f64]) {
        for &centred in M::CENTRED {
            let run = &state[centred * self.layout.stride..][..self.layout.nodes];
            products.means[centred] = run.iter().sum::<f64>() / run.len() as f64;
        }
    }

    /// A block's state with deviations from the mean where the sources' functions are of these.
    #[inline(always)]
    fn centred(products: &Products, x: &M::State<Lanes<L>>) -> M::State<Lanes<L>> {
        let mut centred = *x;
        for &state in M::CENTRED {
            let x = &mut centred.as_mut()[state];
            *x = *x - Lanes([products.means[state]; L]);
        }
        centred
    }

    /// Evaluates the sources' functions of a block of nodes, with their tangents.
    #[inline(always)]
    fn gather_sources(&self, products: &mut Products, from: &[f64], base: usize) {
        let layout = self.layout;
        let nodes = layout.nodes - base;
        let at = self.at();
        let x = Self::centred(products, &self.own(&from[..layout.column], base));
        let (values, j) = if layout.k == 0 {
            (
                M::gather(at, &x),
                M::ProductPartials::splat(Lanes::default()),
            )
        } else {
            M::gather_partials(at, &x)
        };
        for (product, value) in values.as_ref().iter().enumerate() {
            value.store(&mut products.own[product * layout.stride + base..]);
            products.usable &= value.0.iter().all(|value| value.is_finite());
            let Place { group, column, .. } = products.places[product];
            let group = &mut products.groups[group];
            let rows = group.right[base * group.width..].chunks_exact_mut(group.width);
            for (row, value) in rows.zip(&value.0[..nodes.min(L)]) {
                row[column] = *value;
            }
        }
        for (tangent, from) in from.chunks_exact(layout.column).skip(1).enumerate() {
            let v = self.own(from, base);
            let dv = M::gather_jvp(&j, &v);
            for (product, value) in dv.as_ref().iter().enumerate() {
                let place = products.places[product];
                if !place.has_tangents {
                    continue;
                }
                let group = &mut products.groups[place.group];
                let rows = group.right[base * group.width..].chunks_exact_mut(group.width);
                for (row, value) in rows.zip(&value.0[..nodes.min(L)]) {
                    row[place.column + 1 + tangent] = *value;
                }
            }
        }
    }

    /// The sums of a block of targets; their tangents go to `self.sums`, and, to be measured, those with
    /// respect to the block itself to `self.own_sums`.
    #[inline(always)]
    pub(super) fn finish(
        &mut self,
        products: &Products,
        base: usize,
        from: &[f64],
        x: &M::State<Lanes<L>>,
        u: &M::Gathered<Lanes<L>>,
        p: &M::Params<Lanes<L>>,
        measure: bool,
    ) -> M::Sums<Lanes<L>> {
        let (layout, at) = (self.layout, self.at());
        let centred = Self::centred(products, x);
        let mut own = M::Products::splat(Lanes::default());
        let mut values = M::Products::splat(Lanes::default());
        for (product, place) in products.places.iter().enumerate() {
            own.as_mut()[product] = Lanes::load(&products.own[product * layout.stride + base..]);
            values.as_mut()[product] = products.result(layout, base, *place, 0);
        }
        if layout.k == 0 {
            return M::finish(at, &values, &own, x, &centred, u, p);
        }
        let (sums, j) = M::finish_partials(at, &values, &own, x, &centred, u, p);
        for (column, from) in from.chunks_exact(layout.column).skip(1).enumerate() {
            let mut dv = M::Products::splat(Lanes::default());
            for (product, place) in products.places.iter().enumerate() {
                dv.as_mut()[product] = products.result(layout, base, *place, column + 1);
            }
            let v = self.own(from, base);
            let vu = self.around(from, base);
            self.sums[column] = M::finish_jvp(&j, &dv, &v, &vu);
        }
        if measure {
            self.measure_own_sums(products, at, base, &centred, &j);
        }
        sums
    }

    /// How the sums of a block answer to the block itself: by its own terms, and by weights to itself.
    #[inline(always)]
    fn measure_own_sums(
        &mut self,
        products: &Products,
        at: At<Lanes<L>>,
        base: usize,
        centred: &M::State<Lanes<L>>,
        finish: &M::FinishPartials<Lanes<L>>,
    ) {
        let layout = self.layout;
        let (_, gather) = M::gather_partials(at, centred);
        for component in 0..dimension::<M>() {
            let mut v = M::State::splat(Lanes::default());
            v.as_mut()[component] = Lanes([1.0; L]);
            let mut dv = M::gather_jvp(&gather, &v);
            for (place, dv) in products.places.iter().zip(dv.as_mut()) {
                let matrix = &products.groups[place.group].matrix;
                for (lane, dv) in dv.0.iter_mut().enumerate() {
                    let node = (base + lane).min(layout.nodes - 1);
                    *dv *= matrix[node * layout.nodes + node];
                }
            }
            let vu = self.around_itself(base, component);
            self.own_sums[component] = M::finish_jvp(finish, &dv, &v, &vu);
        }
    }
}
