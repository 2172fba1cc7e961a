//! What is known of all points, and what is to be done.

use std::collections::VecDeque;
use std::time::Duration;

use super::Sweep;
use super::axis::Quantity;
use super::entry::{Entry, Piece, Record};
use super::layout::Layout;
use super::run::SweepProgress;
use crate::model::Model;
use crate::spectrum::SpectrumOptions;

pub(super) struct Board<'a> {
    layout: &'a Layout,
    pub(super) entries: Vec<Option<Entry>>,
    pub(super) progress: SweepProgress,
}

impl<'a> Board<'a> {
    pub(super) fn new(layout: &'a Layout) -> Self {
        Self {
            layout,
            entries: vec![None; layout.points()],
            progress: SweepProgress {
                done: 0,
                points: 0,
                found: 0,
                failed: 0,
                elapsed: Duration::ZERO,
            },
        }
    }

    /// Takes in what is not known yet. Two processes that did the same found the same.
    pub(super) fn take(&mut self, record: Record) {
        let Record {
            lines,
            place,
            entries,
        } = record;
        for (line, entry) in lines.into_iter().zip(entries) {
            // A file's record may be anything.
            if line >= self.layout.lines() || place >= self.layout.length() {
                continue;
            }
            let known = &mut self.entries[self.layout.point(line, place)];
            if known.is_none() {
                self.progress.done += 1;
                self.progress.failed += usize::from(entry.found.is_err());
                *known = Some(entry);
            }
        }
    }

    /// Lines that are to be run, with the first place of each that is not known. Those that can be run side by side come
    /// after each other.
    pub(super) fn todo<M: Model>(
        &self,
        sweep: &Sweep<M>,
        options: &SpectrumOptions,
    ) -> Vec<(usize, usize)> {
        let pack = sweep.pack();
        let own = |line: &usize| sweep.part.is_none_or(|part| part.has(line / pack));
        let lines = (0..self.layout.lines()).filter(own);
        let lines = lines.map(|line| (self.known(line), line));
        let mut todo: Vec<_> = lines
            .filter(|(place, _)| *place < self.layout.length())
            .collect();
        let step = |line: usize| {
            let point = sweep.point_at(self.layout, self.layout.point(line, 0), options);
            point.value(Quantity::Step).map(f64::to_bits)
        };
        let has_steps = sweep.varies(Quantity::Step);
        todo.sort_by_cached_key(|&(place, line)| (place, has_steps.then(|| step(line)), line));
        todo
    }

    /// Counts what will be done, and divides it into pieces of so many lines.
    pub(super) fn pieces(&mut self, todo: &[(usize, usize)], lines: usize) -> VecDeque<Piece> {
        let length = self.layout.length();
        let points = todo.iter().map(|(place, _)| length - place);
        self.progress.found = self.progress.done;
        self.progress.points = self.progress.done + points.sum::<usize>();
        let mut pieces = VecDeque::new();
        for alike in todo.chunk_by(|a, b| a.0 == b.0) {
            for piece in alike.chunks(lines) {
                let place = piece[0].0;
                let lines: Vec<usize> = piece.iter().map(|(_, line)| *line).collect();
                let before = |line: &usize| {
                    let point = self.layout.point(*line, place.checked_sub(1)?);
                    self.entries[point].clone()
                };
                pieces.push_back(Piece {
                    before: lines.iter().filter_map(before).collect(),
                    lines,
                    place,
                });
            }
        }
        pieces
    }

    /// How many points of a line are known, from the first on.
    fn known(&self, line: usize) -> usize {
        let places = 0..self.layout.length();
        let known = |place: &usize| self.entries[self.layout.point(line, *place)].is_some();
        places.take_while(known).count()
    }
}
