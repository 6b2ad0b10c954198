// Operations on rows of bytes for ARM; see rows.h.

#include "rows.h"

#ifdef CIK_ARM64

#include <arm_neon.h>

// Sums of two neighbors for one color, from rows of bytes.
static inline uint8x8_t mean_of_four(uint8x16_t upper, uint8x16_t lower) {
    return vrshrn_n_u16(vpadalq_u8(vpaddlq_u8(upper), lower), 2);
}

int64_t cik_halve_neon(
    const uint8_t *upper, const uint8_t *lower, int64_t count, uint8_t *target) {
    int64_t i = 0;
    for (; i + 8 <= count; i += 8, upper += 48, lower += 48, target += 24) {
        const uint8x16x3_t above = vld3q_u8(upper), below = vld3q_u8(lower);
        uint8x8x3_t means;
        for (int c = 0; c < 3; c++) means.val[c] = mean_of_four(above.val[c], below.val[c]);
        vst3_u8(target, means);
    }
    return i;
}

int64_t cik_sum_rows_neon(
    const uint8_t *pixels, int64_t rows, int64_t row, int64_t count, uint16_t *sums) {
    int64_t i = 0;
    for (; i + 16 <= count; i += 16) {
        uint16x8_t low = vdupq_n_u16(0), high = low;
        const uint8_t *from = pixels + i;
        for (int64_t r = 0; r < rows; r++, from += row) {
            const uint8x16_t bytes = vld1q_u8(from);
            low = vaddw_u8(low, vget_low_u8(bytes));
            high = vaddw_high_u8(high, bytes);
        }
        vst1q_u16(sums + i, low);
        vst1q_u16(sums + i + 8, high);
    }
    return i;
}

int64_t cik_add_shares_neon(
    const uint16_t *part, const uint8_t *before, const uint8_t *after, uint16_t upper,
    uint16_t lower, int64_t count, uint32_t *sums) {
    int64_t i = 0;
    for (; i + 8 <= count; i += 8) {
        const uint16x8_t whole = vld1q_u16(part + i);
        const uint16x8_t first = vmovl_u8(vld1_u8(before + i));
        const uint16x8_t last = vmovl_u8(vld1_u8(after + i));
        uint32x4_t low = vshll_n_u16(vget_low_u16(whole), 8);
        uint32x4_t high = vshll_high_n_u16(whole, 8);
        low = vmlal_n_u16(low, vget_low_u16(first), upper);
        high = vmlal_high_n_u16(high, first, upper);
        low = vmlal_n_u16(low, vget_low_u16(last), lower);
        high = vmlal_high_n_u16(high, last, lower);
        vst1q_u32(sums + i, low);
        vst1q_u32(sums + i + 4, high);
    }
    return i;
}

#endif
