//! Work on tiles, shared among threads.
//!
//! Each tile is worked on alone, and what is added up over tiles is added in their order afterwards: results
//! have the same bits for any number of threads.

/// A part of a buffer: so many numbers for each of some tiles, or none at all.
#[derive(Default)]
pub(super) struct Tiles<'a, T> {
    pub(super) all: &'a mut [T],
    each: usize,
}

impl<'a, T> Tiles<'a, T> {
    /// A whole buffer, with `each` numbers a tile.
    pub(super) fn new(all: &'a mut [T], each: usize) -> Self {
        Self { all, each }
    }

    /// Whether a tile has none.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.each == 0
    }

    /// The numbers of one tile, counted from the first of the part.
    #[inline(always)]
    pub(super) fn of(&mut self, tile: usize) -> &mut [T] {
        &mut self.all[tile * self.each..][..self.each]
    }

    /// The first `tiles` tiles and the rest.
    pub(super) fn cut(self, tiles: usize) -> (Self, Self) {
        let each = self.each;
        let (left, right) = self.all.split_at_mut(tiles * each);
        (Self { all: left, each }, Self { all: right, each })
    }
}

/// What is written of tiles that lie side by side.
pub(super) trait Part: Send + Sized {
    /// How many tiles.
    fn tiles(&self) -> usize;
    /// The first `tiles` tiles and the rest.
    fn cut(self, tiles: usize) -> (Self, Self);
}

/// In which order tiles are gone through, where threads allow it. What lies in the cache at the end is read
/// first the next time if the order is turned around.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Order {
    #[default]
    Forwards,
    Backwards,
}

impl Order {
    pub(super) fn turned(self) -> Self {
        match self {
            Self::Forwards => Self::Backwards,
            Self::Backwards => Self::Forwards,
        }
    }

    /// The tile that is number `i` of `tiles`.
    #[inline(always)]
    pub(super) fn of(self, i: usize, tiles: usize) -> usize {
        match self {
            Self::Forwards => i,
            Self::Backwards => tiles - 1 - i,
        }
    }
}

/// Works on all tiles of a part, on at most `grain` at a time.
pub(super) fn share<P: Part>(part: P, grain: usize, order: Order, work: &(impl Fn(P) + Sync)) {
    let tiles = part.tiles();
    if tiles <= grain {
        work(part);
        return;
    }
    let (left, right) = part.cut(tiles / 2);
    let left = || share(left, grain, order, work);
    let right = || share(right, grain, order, work);
    match order {
        Order::Forwards => rayon::join(left, right),
        Order::Backwards => rayon::join(right, left),
    };
}
