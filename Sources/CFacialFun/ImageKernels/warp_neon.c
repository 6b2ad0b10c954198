// The inside of a row for ARM, four pixels at a time. Offsets in a part have 32 bits; `warp_row`
// uses other code for larger parts.

#include "warp.h"

#ifdef CIK_ARM64

#include <arm_neon.h>

// One pixel in 16-bit numbers: R, G, B and an unused one. The weights are those of the right and
// lower pixels, in CIK_FRACTIONS.
static inline uint16x4_t one_pixel(
    const uint8_t *upper, int64_t row, uint32_t right, uint32_t below) {
    // Two neighbors, R, G, B, R, G, B, and two unused numbers.
    uint16x8_t column = vmull_u8(vld1_u8(upper), vdup_n_u8((uint8_t)(CIK_FRACTIONS - below)));
    column = vmlal_u8(column, vld1_u8(upper + row), vdup_n_u8((uint8_t)below));
    uint32x4_t sum = vmull_n_u16(vget_low_u16(column), (uint16_t)(CIK_FRACTIONS - right));
    sum = vmlal_n_u16(sum, vget_low_u16(vextq_u16(column, column, 3)), (uint16_t)right);
    return vrshrn_n_u32(sum, 10);
}

int64_t cik_warp_inside_neon(
    const cik_part *part, const cik_positions *at, int64_t from, int64_t to, uint8_t *target) {
    const uint8_t order[16] = {0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 255, 255, 255, 255};
    const uint8x16_t three_bytes = vld1q_u8(order);
    const int32x4_t x0 = vdupq_n_s32(at->x0), y0 = vdupq_n_s32(at->y0);
    const int32x4_t mask = vdupq_n_s32(CIK_FRACTIONS - 1);
    for (; from + 4 <= to; from += 4) {
        const int32x4_t x = vshrq_n_s32(vaddq_s32(x0, vld1q_s32(at->dx + from)), 5);
        const int32x4_t y = vshrq_n_s32(vaddq_s32(y0, vld1q_s32(at->dy + from)), 5);
        const int32x4_t column = vshrq_n_s32(x, 5), line = vshrq_n_s32(y, 5);
        uint32_t first[4], right[4], below[4];
        vst1q_u32(
            first,
            vreinterpretq_u32_s32(
                vmlaq_n_s32(vmulq_n_s32(column, 3), line, (int32_t)part->row)));
        vst1q_u32(right, vreinterpretq_u32_s32(vandq_s32(x, mask)));
        vst1q_u32(below, vreinterpretq_u32_s32(vandq_s32(y, mask)));
#define PIXEL(i) one_pixel(part->pixels + first[i], part->row, right[i], below[i])
        const uint8x16_t bytes = vcombine_u8(
            vmovn_u16(vcombine_u16(PIXEL(0), PIXEL(1))),
            vmovn_u16(vcombine_u16(PIXEL(2), PIXEL(3))));
#undef PIXEL
        const uint8x16_t packed = vqtbl1q_u8(bytes, three_bytes);
        uint8_t *to_bytes = target + 3 * from;
        vst1_u8(to_bytes, vget_low_u8(packed));
        const uint32_t last = vgetq_lane_u32(vreinterpretq_u32_u8(packed), 2);
        memcpy(to_bytes + 8, &last, sizeof last);
    }
    return from;
}

#endif
