// Sampling a picture at a point.
#ifndef CIK_SAMPLE_H
#define CIK_SAMPLE_H

#include "CImageKernels.h"
#include "processor.h"

typedef float cik_float4 __attribute__((vector_size(16)));

/// Conversion after the interpolation, and the value outside the image.
typedef struct {
    float outside, scale, offset;
} cik_normalization;

/// Writes three floats: the picture at a point given in pixel indices.
void cik_sample_point(
    const cik_source *source, double x, double y, cik_normalization norm, float *sample);

#ifdef CIK_ARM64

/// Computes the samples from..<to of a line. All pixels that they use are inside the picture and
/// followed by two more bytes. Writes a fourth number after each sample, for which the last sample
/// of a row has no space. Returns `to`.
int64_t cik_sample_inside_neon(
    const cik_source *source, const cik_line *line, float scale, float offset, float *samples,
    int64_t from, int64_t to);

#endif

#endif
