// The kernels for AVX2, FMA and F16C.

#include "instruction_sets.h"

#ifdef CNK_X86

#include <immintrin.h>
#include <math.h>
#include <string.h>

#pragma clang attribute push(__attribute__((target("avx2,fma,f16c"))), apply_to = function)

typedef __m256 vector;

#define LANES 8
#define TILE_PIXELS_OF_ONE 12
#define TILE_PIXELS_OF_TWO 6
#define TILE_PIXELS_OF_THREE 3
#define ROW_PIXELS 4
#define INLINE static inline __attribute__((always_inline))

INLINE vector v_load(const float *p) { return _mm256_loadu_ps(p); }
INLINE vector v_load_halves(const uint16_t *p) {
    return _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)p));
}
INLINE void v_store(float *p, vector v) { _mm256_storeu_ps(p, v); }
INLINE vector v_all(float x) { return _mm256_set1_ps(x); }
INLINE vector v_multiply_add(vector a, vector b, vector c) { return _mm256_fmadd_ps(a, b, c); }
INLINE vector v_max(vector a, vector b) { return _mm256_max_ps(a, b); }
INLINE vector v_smaller(vector a, vector b) { return _mm256_min_ps(a, b); }
INLINE vector v_load_partial(const float *p, int64_t n) {
    float lanes[LANES] = {0};
    for (int64_t i = 0; i < n; i++) lanes[i] = p[i];
    return _mm256_loadu_ps(lanes);
}
// Stores of 4, 2 and 1: the masked store of AVX2 takes many cycles on some CPUs.
INLINE void v_store_partial(float *p, vector v, int64_t n) {
    __m128 part = _mm256_castps256_ps128(v);
    if (n & 4) {
        _mm_storeu_ps(p, part);
        part = _mm256_extractf128_ps(v, 1);
        p += 4;
    }
    if (n & 2) {
        _mm_storel_pi((__m64 *)p, part);
        part = _mm_movehl_ps(part, part);
        p += 2;
    }
    if (n & 1) _mm_store_ss(p, part);
}

#define RUN cnk_run_avx2
#include "templates/run.h"

#pragma clang attribute pop

#endif
