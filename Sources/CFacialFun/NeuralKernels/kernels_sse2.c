// The kernels for SSE2, which every x86-64 CPU has.

#include "instruction_sets.h"

#ifdef CNK_X86

#include <emmintrin.h>
#include <math.h>
#include <string.h>

typedef __m128 vector;

#define LANES 4
#define TILE_PIXELS_OF_ONE 6
#define TILE_PIXELS_OF_TWO 4
#define TILE_PIXELS_OF_THREE 3
#define ROW_PIXELS 4
#define INLINE static inline __attribute__((always_inline))

INLINE vector v_load(const float *p) { return _mm_loadu_ps(p); }
// See `cnk_convert_halves`.
INLINE vector v_load_halves(const uint16_t *p) {
    const __m128i halves =
        _mm_unpacklo_epi16(_mm_loadl_epi64((const __m128i *)p), _mm_setzero_si128());
    const __m128i magnitude = _mm_slli_epi32(_mm_and_si128(halves, _mm_set1_epi32(0x7FFF)), 13);
    const __m128i sign = _mm_slli_epi32(_mm_and_si128(halves, _mm_set1_epi32(0x8000)), 16);
    const vector value = _mm_mul_ps(_mm_castsi128_ps(magnitude), _mm_set1_ps(0x1p112f));
    return _mm_or_ps(value, _mm_castsi128_ps(sign));
}
INLINE void v_store(float *p, vector v) { _mm_storeu_ps(p, v); }
INLINE vector v_all(float x) { return _mm_set1_ps(x); }
INLINE vector v_multiply_add(vector a, vector b, vector c) { return a * b + c; }
INLINE vector v_max(vector a, vector b) { return _mm_max_ps(a, b); }
INLINE vector v_smaller(vector a, vector b) { return _mm_min_ps(a, b); }
INLINE vector v_load_partial(const float *p, int64_t n) {
    vector v = v_all(0);
    for (int64_t i = 0; i < n; i++) v[i] = p[i];
    return v;
}
INLINE void v_store_partial(float *p, vector v, int64_t n) {
    if (n & 2) {
        _mm_storel_pi((__m64 *)p, v);
        v = _mm_movehl_ps(v, v);
        p += 2;
    }
    if (n & 1) _mm_store_ss(p, v);
}

#define RUN cnk_run_sse2
#include "templates/run.h"

#endif
