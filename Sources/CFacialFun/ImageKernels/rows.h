// Operations on rows of bytes, shared by warps and area means.
#ifndef CIK_ROWS_H
#define CIK_ROWS_H

#include "CImageKernels.h"
#include "processor.h"

/// Computes `count` pixels, each the mean of two by two pixels of an upper and a lower row, rounded
/// half up.
void cik_halve_row(
    cik_path path, const uint8_t *upper, const uint8_t *lower, int64_t count, uint8_t *target);

/// Maximum number of rows whose byte sums stay below 2^16.
enum { CIK_MOST_ROWS = 256 };

/// Sums up `rows` rows (1 to CIK_MOST_ROWS), `row` bytes apart, of `count` bytes each.
void cik_sum_rows(
    cik_path path, const uint8_t *pixels, int64_t rows, int64_t row, int64_t count,
    uint16_t *sums);

#ifdef CIK_ARM64

/// Like `cik_halve_row` and `cik_sum_rows` for whole vectors; return the position where they
/// stopped.
int64_t cik_halve_neon(
    const uint8_t *upper, const uint8_t *lower, int64_t count, uint8_t *target);
int64_t cik_sum_rows_neon(
    const uint8_t *pixels, int64_t rows, int64_t row, int64_t count, uint16_t *sums);

/// 256 · `part` + `upper` · `before` + `lower` · `after` for whole vectors; the weights are at most
/// 256. Returns the position where it stopped.
int64_t cik_add_shares_neon(
    const uint16_t *part, const uint8_t *before, const uint8_t *after, uint16_t upper,
    uint16_t lower, int64_t count, uint32_t *sums);

#endif

#endif
