// One sample of a picture.
#ifndef CIK_SAMPLE_H
#define CIK_SAMPLE_H

#include "CImageKernels.h"

typedef float cik_float4 __attribute__((vector_size(16)));

/// What follows the interpolation, and what is outside.
typedef struct {
    float outside, scale, offset;
} cik_normalization;

/// Three floats: the picture at a point, given as pixel indices.
void cik_sample_point(
    const cik_source *source, double x, double y, cik_normalization norm, float *sample);

#endif
