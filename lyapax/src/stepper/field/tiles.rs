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

/// Works on all tiles of a part, on at most `grain` at a time. They are gone through forwards, always: what lies in
/// the cache at the end would be read first the other way, but memory is fetched ahead in the order of addresses.
pub(super) fn share<P: Part>(part: P, grain: usize, work: &(impl Fn(P) + Sync)) {
    let tiles = part.tiles();
    if tiles <= grain {
        work(part);
        return;
    }
    let (left, right) = part.cut(tiles / 2);
    rayon::join(|| share(left, grain, work), || share(right, grain, work));
}
