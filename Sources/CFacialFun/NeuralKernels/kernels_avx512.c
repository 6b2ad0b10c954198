// The kernels for AVX-512.

#include "instruction_sets.h"

#ifdef CNK_X86

#include <immintrin.h>
#include <math.h>
#include <string.h>

#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,fma"))), \
                             apply_to = function)

typedef __m512 vector;

#define LANES 16
#define TILE_PIXELS_OF_ONE 12
#define TILE_PIXELS_OF_TWO 12
#define TILE_PIXELS_OF_THREE 8
#define ROW_PIXELS 8
#define INLINE static inline __attribute__((always_inline))

INLINE vector v_load(const float *p) { return _mm512_loadu_ps(p); }
INLINE vector v_load_halves(const uint16_t *p) {
    return _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)p));
}
INLINE void v_store(float *p, vector v) { _mm512_storeu_ps(p, v); }
INLINE vector v_all(float x) { return _mm512_set1_ps(x); }
INLINE vector v_multiply_add(vector a, vector b, vector c) { return _mm512_fmadd_ps(a, b, c); }
INLINE vector v_max(vector a, vector b) { return _mm512_max_ps(a, b); }
INLINE vector v_smaller(vector a, vector b) { return _mm512_min_ps(a, b); }
INLINE vector v_load_partial(const float *p, int64_t n) {
    return _mm512_maskz_loadu_ps((__mmask16)((1u << n) - 1), p);
}
INLINE void v_store_partial(float *p, vector v, int64_t n) {
    _mm512_mask_storeu_ps(p, (__mmask16)((1u << n) - 1), v);
}

#define RUN cnk_run_avx512
#include "templates/run.h"

#pragma clang attribute pop

#endif
