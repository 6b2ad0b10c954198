// Samples pictures for a network's input; see CImageKernels.h.

#include <math.h>
#include <string.h>

#include "sample.h"

// Bit-identical results on all processors: no fused multiply-add.
#pragma clang fp contract(off)

// The color of a pixel; the given gray outside the picture.
static cik_float4 color(const cik_source *source, int64_t column, int64_t row, float outside) {
    if (column < 0 || row < 0 || column >= source->width || row >= source->height)
        return (cik_float4){outside, outside, outside, 0};
    const uint8_t *p = source->pixels + (row * source->width + column) * 3;
    return (cik_float4){p[0], p[1], p[2], 0};
}

static inline cik_float4 blended(
    cik_float4 p00, cik_float4 p01, cik_float4 p10, cik_float4 p11, float fx, float fy) {
    cik_float4 left = p00 * (1 - fy) + p10 * fy;
    cik_float4 right = p01 * (1 - fy) + p11 * fy;
    return left * (1 - fx) + right * fx;
}

void cik_sample_point(
    const cik_source *source, double x, double y, cik_normalization norm, float *sample) {
    const float outside = norm.outside;
    cik_float4 value = {outside, outside, outside, 0};
    if (x > -1 && y > -1 && x < source->width && y < source->height) {
        int64_t left = (int64_t)floor(x), top = (int64_t)floor(y);
        value = blended(
            color(source, left, top, outside), color(source, left + 1, top, outside),
            color(source, left, top + 1, outside), color(source, left + 1, top + 1, outside),
            (float)(x - (double)left), (float)(y - (double)top));
    }
    for (int c = 0; c < 3; c++) sample[c] = value[c] * norm.scale + norm.offset;
}

#ifdef CIK_X86

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

typedef float eight __attribute__((vector_size(32)));

// Two neighbors, R, G, B, R, G, B, and two unused numbers.
AVX2 static inline eight neighbours(const uint8_t *p) {
    return (eight)_mm256_cvtepi32_ps(
        _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)p)));
}

// `fractions` are 1 − fx, fx, 1 − fy and fy, four of each.
AVX2 static inline void one_inside(
    const uint8_t *p, int64_t row, const float *fractions, float scale, float offset,
    float *sample) {
    eight column = neighbours(p) * fractions[8] + neighbours(p + row) * fractions[12];
    cik_float4 left = __builtin_shufflevector(column, column, 0, 1, 2, 6);
    cik_float4 right = __builtin_shufflevector(column, column, 3, 4, 5, 7);
    cik_float4 value = (left * fractions[0] + right * fractions[4]) * scale + offset;
    // The fourth number is overwritten by the next sample.
    memcpy(sample, &value, sizeof value);
}

// Computes the samples from..<to. All pixels that they use are inside the picture and followed by
// two more bytes. `to` is at most the index of the last sample, because there is no space for a
// fourth number after it.
AVX2 static int64_t inside_avx2(
    const cik_source *source, const cik_line *line, float scale, float offset, float *samples,
    int64_t from, int64_t to) {
    const int64_t row = (int64_t)source->width * 3;
    typedef double doubles __attribute__((vector_size(32)));
    for (; from + 4 <= to; from += 4) {
        const double i = (double)from;
        const doubles index = {i, i + 1, i + 2, i + 3};
        const doubles x = line->x + index * line->dx, y = line->y + index * line->dy;
        // Truncation rounds down because the number is not negative.
        const __m128i left = _mm256_cvttpd_epi32((__m256d)x);
        const __m128i top = _mm256_cvttpd_epi32((__m256d)y);
        const cik_float4 fx =
            (cik_float4)_mm256_cvtpd_ps((__m256d)(x - (doubles)_mm256_cvtepi32_pd(left)));
        const cik_float4 fy =
            (cik_float4)_mm256_cvtpd_ps((__m256d)(y - (doubles)_mm256_cvtepi32_pd(top)));
        int32_t column[4], line_of[4];
        memcpy(column, &left, sizeof column);
        memcpy(line_of, &top, sizeof line_of);
        // Stored to memory, from where a number can be broadcast to all lanes.
        const cik_float4 each[4] = {1 - fx, fx, 1 - fy, fy};
        float fractions[16];
        memcpy(fractions, each, sizeof fractions);
        for (int k = 0; k < 4; k++)
            one_inside(
                source->pixels + line_of[k] * row + 3 * (int64_t)column[k], row, fractions + k,
                scale, offset, samples + 3 * (from + k));
    }
    return from;
}

#endif

#if defined(CIK_X86) || defined(CIK_ARM64)

static bool is_inside(const cik_source *source, const cik_line *line, int64_t i) {
    double x = line->x + (double)i * line->dx, y = line->y + (double)i * line->dy;
    // The last column is left out because a byte after the right pixel is read.
    return x >= 0 && y >= 0 && x < source->width - 2 && y < source->height - 1;
}

#endif

void cik_sample(
    cik_path path, cik_source source, cik_line line, float outside, float scale, float offset,
    float *samples, int32_t count) {
    const cik_normalization norm = {outside, scale, offset};
    int64_t from = 0;
#if defined(CIK_X86) || defined(CIK_ARM64)
    if (path != CIK_PLAIN) {
        int64_t first = 0, end = count;
        while (first < end && !is_inside(&source, &line, first)) first++;
        while (end > first && !is_inside(&source, &line, end - 1)) end--;
        // The last sample has no space for a fourth number.
        if (end == count) end--;
        if (end > first) {
            for (int64_t i = 0; i < first; i++)
                cik_sample_point(
                    &source, line.x + (double)i * line.dx, line.y + (double)i * line.dy, norm,
                    samples + 3 * i);
#ifdef CIK_X86
            from = inside_avx2(&source, &line, scale, offset, samples, first, end);
#else
            from = cik_sample_inside_neon(
                &source, &line, scale, offset, samples, first, end);
#endif
        }
    }
#else
    (void)path;
#endif
    for (int64_t i = from; i < count; i++)
        cik_sample_point(
            &source, line.x + (double)i * line.dx, line.y + (double)i * line.dy, norm,
            samples + 3 * i);
}
