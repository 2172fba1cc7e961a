//! Which point lies where: axes, and lines along one of them.

/// Points in the order of their axes, the first of which varies slowest.
///
/// A line is what has to be run in turn: the points along the axis of continuation, or a single point where there is
/// none.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    lengths: Vec<usize>,
    along: Option<usize>,
}

impl Layout {
    /// `None` where there are more points than can be counted.
    pub(super) fn new(lengths: Vec<usize>, along: Option<usize>) -> Option<Self> {
        lengths
            .iter()
            .try_fold(1_usize, |points, length| points.checked_mul(*length))
            .map(|_| Self { lengths, along })
    }

    pub(super) fn points(&self) -> usize {
        self.lengths.iter().product()
    }

    /// Points of a line.
    pub(super) fn length(&self) -> usize {
        self.along.map_or(1, |axis| self.lengths[axis])
    }

    pub(super) fn lines(&self) -> usize {
        self.points() / self.length()
    }

    /// The point of a line at a place along it.
    pub(super) fn point(&self, line: usize, place: usize) -> usize {
        let Some(along) = self.along else {
            return line;
        };
        // Points from one place on the axis to the next.
        let stride: usize = self.lengths[along + 1..].iter().product();
        let (before, after) = (line / stride, line % stride);
        (before * self.lengths[along] + place) * stride + after
    }

    /// Where a point lies on each axis.
    pub(super) fn places(&self, point: usize) -> Vec<usize> {
        let mut rest = point;
        let mut places = vec![0; self.lengths.len()];
        for (place, length) in places.iter_mut().zip(&self.lengths).rev() {
            *place = rest % length;
            rest /= length;
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use super::Layout;

    #[test]
    fn lines_cover_all_points_once() {
        for along in [None, Some(0), Some(1), Some(2)] {
            let layout = Layout::new(vec![2, 3, 4], along).unwrap();
            let mut seen = vec![0; layout.points()];
            for line in 0..layout.lines() {
                let mut others = None;
                for place in 0..layout.length() {
                    let point = layout.point(line, place);
                    seen[point] += 1;
                    let mut places = layout.places(point);
                    if let Some(along) = along {
                        assert_eq!(places.remove(along), place);
                        let others = others.get_or_insert_with(|| places.clone());
                        assert_eq!(*others, places);
                    }
                }
            }
            assert!(seen.iter().all(|times| *times == 1), "{along:?}");
        }
    }

    #[test]
    fn the_last_axis_varies_fastest() {
        let layout = Layout::new(vec![2, 3], None).unwrap();
        assert_eq!(layout.places(1), [0, 1]);
        assert_eq!(layout.places(3), [1, 0]);
        assert!(Layout::new(vec![usize::MAX, 2], None).is_none());
    }
}
