// Samples inside a picture for ARM; see sample.h.

#include "sample.h"

#ifdef CIK_ARM64

#include <arm_neon.h>

// Bit-identical results on all processors: no fused multiply-add.
#pragma clang fp contract(off)

// Four floats from four 16-bit numbers.
static inline float32x4_t floats(uint16x4_t numbers) { return vcvtq_f32_u32(vmovl_u16(numbers)); }

int64_t cik_sample_inside_neon(
    const cik_source *source, const cik_line *line, float scale, float offset, float *samples,
    int64_t from, int64_t to) {
    const int64_t row = (int64_t)source->width * 3;
    const float32x4_t factor = vdupq_n_f32(scale), constant = vdupq_n_f32(offset);
    for (; from < to; from++) {
        const double x = line->x + (double)from * line->dx, y = line->y + (double)from * line->dy;
        // Truncation rounds down because the numbers are not negative.
        const int64_t left = (int64_t)x, top = (int64_t)y;
        const float fx = (float)(x - (double)left), fy = (float)(y - (double)top);
        const uint8_t *p = source->pixels + top * row + 3 * left;
        // Two neighbors, R, G, B, R, G, B, and two unused numbers.
        const uint16x8_t upper = vmovl_u8(vld1_u8(p)), lower = vmovl_u8(vld1_u8(p + row));
        const float above = 1 - fy, before = 1 - fx;
        const float32x4_t near = vaddq_f32(
            vmulq_n_f32(floats(vget_low_u16(upper)), above),
            vmulq_n_f32(floats(vget_low_u16(lower)), fy));
        const float32x4_t far = vaddq_f32(
            vmulq_n_f32(floats(vget_low_u16(vextq_u16(upper, upper, 3))), above),
            vmulq_n_f32(floats(vget_low_u16(vextq_u16(lower, lower, 3))), fy));
        const float32x4_t value = vaddq_f32(vmulq_n_f32(near, before), vmulq_n_f32(far, fx));
        // The fourth number is overwritten by the next sample.
        vst1q_f32(samples + 3 * from, vaddq_f32(vmulq_f32(value, factor), constant));
    }
    return from;
}

#endif
