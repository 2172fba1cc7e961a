//! Many rows or columns: Householder reflections by faer, on a compact copy.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::householder::{
    apply_block_householder_sequence_on_the_left_in_place_scratch as apply_scratch,
    apply_block_householder_sequence_on_the_left_in_place_with_conj as apply,
};
use faer::linalg::qr::no_pivoting::factor::{
    qr_in_place, qr_in_place_scratch, recommended_block_size,
};
use faer::{Conj, Mat, Par};

use super::{BadColumn, Fault, Limits};

/// A factorisation of d × k matrices, with its memory reserved once.
pub(crate) struct Householder {
    /// The columns; afterwards R above the diagonal and the reflections below it.
    factor: Mat<f64>,
    coefficients: Mat<f64>,
    q: Mat<f64>,
    /// Squares of the norms of the columns as they came.
    before: Vec<f64>,
    memory: MemBuffer,
}

impl Householder {
    /// For `rows` × `columns` matrices with rows ≥ columns.
    pub(crate) fn new(rows: usize, columns: usize) -> Self {
        let block = recommended_block_size::<f64>(rows, columns);
        let scratch =
            qr_in_place_scratch::<f64>(rows, columns, block, Par::Seq, faer::Spec::default())
                .or(apply_scratch::<f64>(rows, block, columns));
        Self {
            factor: Mat::zeros(rows, columns),
            coefficients: Mat::zeros(block, columns),
            q: Mat::zeros(rows, columns),
            before: vec![0.0; columns],
            memory: MemBuffer::new(scratch),
        }
    }

    /// Column j, to be filled before [`Householder::factor`].
    pub(crate) fn column_mut(&mut self, j: usize) -> &mut [f64] {
        self.factor.col_as_slice_mut(j)
    }

    /// Column j of Q.
    pub(crate) fn q(&self, j: usize) -> &[f64] {
        self.q.col_as_slice(j)
    }

    /// Factors the columns and writes the diagonal of R, all positive.
    ///
    /// Golub & Van Loan, Matrix Computations, section 5.2; no threads. On an error Q is of no use.
    pub(crate) fn factor(&mut self, limits: Limits, diagonal: &mut [f64]) -> Result<(), BadColumn> {
        let columns = self.before.len();
        for j in 0..columns {
            let square: f64 = self.factor.col_as_slice(j).iter().map(|x| x * x).sum();
            self.before[j] = square;
            // A column without a direction would spread NaN over the others.
            if !square.is_finite() {
                return Err(BadColumn {
                    column: j,
                    fault: Fault::Overflow,
                });
            }
        }
        let stack = MemStack::new(&mut self.memory);
        qr_in_place(
            self.factor.as_mut(),
            self.coefficients.as_mut(),
            Par::Seq,
            stack,
            faer::Spec::default(),
        );
        for j in 0..columns {
            diagonal[j] = self.factor[(j, j)].abs();
            limits
                .judge(self.before[j], diagonal[j])
                .map_err(|fault| BadColumn { column: j, fault })?;
        }
        self.q.fill(0.0);
        self.q.diagonal_mut().fill(1.0);
        apply(
            self.factor.as_ref(),
            self.coefficients.as_ref(),
            Conj::No,
            self.q.as_mut(),
            Par::Seq,
            stack,
        );
        for j in 0..columns {
            if self.factor[(j, j)] < 0.0 {
                for value in self.q.col_as_slice_mut(j) {
                    *value = -*value;
                }
            }
        }
        Ok(())
    }
}
