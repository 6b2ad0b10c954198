// Work on rows of bytes that warps and means of areas share.
#ifndef CIK_ROWS_H
#define CIK_ROWS_H

#include "CImageKernels.h"

/// `count` pixels, each the mean of two by two pixels of an upper and a lower row, halves up.
void cik_halve_row(
    cik_path path, const uint8_t *upper, const uint8_t *lower, int64_t count, uint8_t *target);

/// So many bytes have a sum below 2^16.
enum { CIK_MOST_ROWS = 256 };

/// Sums over `rows` rows (1 to CIK_MOST_ROWS), `row` bytes apart, of `count` bytes each.
void cik_sum_rows(
    cik_path path, const uint8_t *pixels, int64_t rows, int64_t row, int64_t count,
    uint16_t *sums);

#endif
