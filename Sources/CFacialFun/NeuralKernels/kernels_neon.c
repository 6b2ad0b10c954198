// The kernels for NEON (Advanced SIMD), which every 64-bit ARM CPU that runs Linux or macOS has.

#include "instruction_sets.h"

#ifdef CNK_ARM64

#include <arm_neon.h>
#include <math.h>
#include <string.h>

typedef float32x4_t vector;

#define LANES 4
// The 32 registers hold the sums, one vector of inputs per pixel, and a column of weights.
#define TILE_PIXELS_OF_ONE 12
#define TILE_PIXELS_OF_TWO 8
#define TILE_PIXELS_OF_THREE 6
#define ROW_PIXELS 8
#define INLINE static inline __attribute__((always_inline))

INLINE vector v_load(const float *p) { return vld1q_f32(p); }
INLINE vector v_load_halves(const uint16_t *p) {
    return vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(p)));
}
INLINE void v_store(float *p, vector v) { vst1q_f32(p, v); }
INLINE vector v_all(float x) { return vdupq_n_f32(x); }
INLINE vector v_multiply_add(vector a, vector b, vector c) { return vfmaq_f32(c, a, b); }
// An FMA multiplies a vector by one lane of another, so one load provides four inputs.
#define V_MULTIPLY_ADD_LANE(a, b, lane, c) vfmaq_laneq_f32(c, a, b, lane)
INLINE vector v_max(vector a, vector b) { return vmaxq_f32(a, b); }
INLINE vector v_smaller(vector a, vector b) { return vminq_f32(a, b); }
INLINE vector v_load_partial(const float *p, int64_t n) {
    const float32x2_t none = vdup_n_f32(0);
    if (n == 1) return vcombine_f32(vld1_lane_f32(p, none, 0), none);
    return vcombine_f32(vld1_f32(p), n == 3 ? vld1_lane_f32(p + 2, none, 0) : none);
}
INLINE void v_store_partial(float *p, vector v, int64_t n) {
    if (n & 2) {
        vst1_f32(p, vget_low_f32(v));
        v = vextq_f32(v, v, 2);
        p += 2;
    }
    if (n & 1) vst1q_lane_f32(p, v, 0);
}

#define RUN cnk_run_neon
#include "templates/run.h"

#endif
