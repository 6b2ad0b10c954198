// One row of a warp.
#ifndef CIK_WARP_H
#define CIK_WARP_H

#include <string.h>

#include "CImageKernels.h"
#include "processor.h"

/// Positions are counted in 1/1024 pixel and rounded to 1/32.
enum { CIK_POSITION_BITS = 10, CIK_FRACTION_BITS = 5, CIK_FRACTIONS = 1 << CIK_FRACTION_BITS };

/// Part of a picture: its first pixel and the distance of rows in bytes. `end` is the end of the
/// memory.
typedef struct {
    const uint8_t *pixels;
    const uint8_t *end;
    int64_t row;
    int32_t width, height;
} cik_part;

/// Mapping of a target row to the source: pixel x at (x0 + dx[x], y0 + dy[x]) / 1024.
typedef struct {
    int32_t x0, y0;
    const int32_t *dx, *dy;
} cik_positions;

/// The weights of the four pixels around a position.
typedef struct {
    int32_t x, y;
    int32_t right, below;
} cik_position;

static inline cik_position cik_position_of(const cik_positions *at, int64_t x) {
    // Sums wrap like OpenCV's; far outside everything is an edge pixel.
    int32_t px = (int32_t)((uint32_t)at->x0 + (uint32_t)at->dx[x])
        >> (CIK_POSITION_BITS - CIK_FRACTION_BITS);
    int32_t py = (int32_t)((uint32_t)at->y0 + (uint32_t)at->dy[x])
        >> (CIK_POSITION_BITS - CIK_FRACTION_BITS);
    return (cik_position){px >> CIK_FRACTION_BITS, py >> CIK_FRACTION_BITS,
                          px & (CIK_FRACTIONS - 1), py & (CIK_FRACTIONS - 1)};
}

/// Computes the pixels `from`..<`to` of a row. The four neighbors of each are inside the part and
/// followed by two bytes. Writes at most two bytes after pixel `to`, which are in the row. Returns
/// the position where it stopped.
int64_t cik_warp_inside_avx2(
    const cik_part *part, const cik_positions *at, int64_t from, int64_t to, uint8_t *target);

/// The same for ARM.
int64_t cik_warp_inside_neon(
    const cik_part *part, const cik_positions *at, int64_t from, int64_t to, uint8_t *target);

#endif
