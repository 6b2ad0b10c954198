// See rows.h.

#include "rows.h"

#define INLINE static inline __attribute__((always_inline))

INLINE void sum_rows(
    const uint8_t *pixels, int64_t rows, int64_t row, int64_t count, uint16_t *sums) {
    for (int64_t i = 0; i < count; i++) sums[i] = pixels[i];
    for (int64_t r = 1; r < rows; r++) {
        const uint8_t *from = pixels + r * row;
        for (int64_t i = 0; i < count; i++) sums[i] = (uint16_t)(sums[i] + from[i]);
    }
}

static void halve(const uint8_t *upper, const uint8_t *lower, int64_t count, uint8_t *target) {
    for (int64_t i = 0; i < count; i++, upper += 6, lower += 6, target += 3)
        for (int c = 0; c < 3; c++)
            target[c] = (uint8_t)((upper[c] + upper[c + 3] + lower[c] + lower[c + 3] + 2) >> 2);
}

#ifdef CIK_X86

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

AVX2 static void sum_rows_avx2(
    const uint8_t *pixels, int64_t rows, int64_t row, int64_t count, uint16_t *sums) {
    sum_rows(pixels, rows, row, count, sums);
}

// Computes four pixels from eight. Each half of a vector loads 16 bytes of a row and uses 12 of
// them, which are four pixels.
AVX2 static inline __m256i pairs_of(const uint8_t *row) {
    const __m256i pairs = _mm256_setr_epi8(
        0, 3, 1, 4, 2, 5, 6, 9, 7, 10, 8, 11, -1, -1, -1, -1, 0, 3, 1, 4, 2, 5, 6, 9, 7, 10, 8,
        11, -1, -1, -1, -1);
    __m256i bytes = _mm256_set_m128i(
        _mm_loadu_si128((const __m128i *)(row + 12)), _mm_loadu_si128((const __m128i *)row));
    return _mm256_maddubs_epi16(_mm256_shuffle_epi8(bytes, pairs), _mm256_set1_epi8(1));
}

AVX2 static void halve_avx2(
    const uint8_t *upper, const uint8_t *lower, int64_t count, uint8_t *target) {
    int64_t i = 0;
    // Reads 28 bytes for four pixels and writes 14. Therefore one more pixel must follow.
    for (; i + 6 <= count; i += 4, upper += 24, lower += 24, target += 12) {
        __m256i sum = _mm256_add_epi16(pairs_of(upper), pairs_of(lower));
        sum = _mm256_srli_epi16(_mm256_add_epi16(sum, _mm256_set1_epi16(2)), 2);
        __m256i bytes = _mm256_packus_epi16(sum, sum);
        _mm_storel_epi64((__m128i *)target, _mm256_castsi256_si128(bytes));
        _mm_storel_epi64((__m128i *)(target + 6), _mm256_extracti128_si256(bytes, 1));
    }
    halve(upper, lower, count - i, target);
}

#endif

void cik_halve_row(
    cik_path path, const uint8_t *upper, const uint8_t *lower, int64_t count, uint8_t *target) {
#if defined(CIK_X86)
    if (path == CIK_AVX2) {
        halve_avx2(upper, lower, count, target);
        return;
    }
#elif defined(CIK_ARM64)
    if (path == CIK_NEON) {
        const int64_t done = cik_halve_neon(upper, lower, count, target);
        halve(upper + 6 * done, lower + 6 * done, count - done, target + 3 * done);
        return;
    }
#else
    (void)path;
#endif
    halve(upper, lower, count, target);
}

void cik_sum_rows(
    cik_path path, const uint8_t *pixels, int64_t rows, int64_t row, int64_t count,
    uint16_t *sums) {
#if defined(CIK_X86)
    if (path == CIK_AVX2) {
        sum_rows_avx2(pixels, rows, row, count, sums);
        return;
    }
#elif defined(CIK_ARM64)
    if (path == CIK_NEON) {
        const int64_t done = cik_sum_rows_neon(pixels, rows, row, count, sums);
        sum_rows(pixels + done, rows, row, count - done, sums + done);
        return;
    }
#else
    (void)path;
#endif
    sum_rows(pixels, rows, row, count, sums);
}
