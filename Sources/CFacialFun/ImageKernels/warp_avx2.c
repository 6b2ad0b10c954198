// The inside of a row, eight pixels at a time. Offsets in a part have 32 bits; `warp_row` uses
// other code for larger parts.

#include "warp.h"

#ifdef CIK_X86

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

// Interleaves the bytes of an upper and a lower row: upper and lower byte of each color of two
// pixels.
AVX2 static inline __m128i columns(const uint8_t *upper, int64_t row) {
    return _mm_unpacklo_epi8(
        _mm_loadl_epi64((const __m128i *)upper), _mm_loadl_epi64((const __m128i *)(upper + row)));
}

// Two pixels, each in the 32-bit numbers of one half: R, G, B and an unused one. `vertical` and
// `horizontal` contain the pairs of weights.
AVX2 static inline __m256i two_pixels(__m256i bytes, __m256i vertical, __m256i horizontal) {
    const __m256i pairs = _mm256_setr_epi8(
        0, 1, 6, 7, 2, 3, 8, 9, 4, 5, 10, 11, 12, 13, 14, 15, 0, 1, 6, 7, 2, 3, 8, 9, 4, 5, 10,
        11, 12, 13, 14, 15);
    __m256i rows = _mm256_maddubs_epi16(bytes, vertical);
    __m256i sums = _mm256_madd_epi16(_mm256_shuffle_epi8(rows, pairs), horizontal);
    return _mm256_srli_epi32(_mm256_add_epi32(sums, _mm256_set1_epi32(512)), 10);
}

AVX2 int64_t cik_warp_inside_avx2(
    const cik_part *part, const cik_positions *at, int64_t from, int64_t to, uint8_t *target) {
    const __m256i x0 = _mm256_set1_epi32(at->x0), y0 = _mm256_set1_epi32(at->y0);
    const __m256i row = _mm256_set1_epi32((int32_t)part->row);
    const __m256i mask = _mm256_set1_epi32(CIK_FRACTIONS - 1);
    const __m256i whole = _mm256_set1_epi32(CIK_FRACTIONS);
    const __m256i three_bytes = _mm256_setr_epi8(
        0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12,
        13, 14, -1, -1, -1, -1);
    for (; from + 8 <= to; from += 8) {
        __m256i x = _mm256_srai_epi32(
            _mm256_add_epi32(x0, _mm256_loadu_si256((const __m256i *)(at->dx + from))), 5);
        __m256i y = _mm256_srai_epi32(
            _mm256_add_epi32(y0, _mm256_loadu_si256((const __m256i *)(at->dy + from))), 5);
        __m256i right = _mm256_and_si256(x, mask), below = _mm256_and_si256(y, mask);
        // Pairs of weights: bytes (above, below) twice, words (left, right).
        __m256i vertical = _mm256_or_si256(
            _mm256_sub_epi32(whole, below), _mm256_slli_epi32(below, 8));
        vertical = _mm256_or_si256(vertical, _mm256_slli_epi32(vertical, 16));
        __m256i horizontal = _mm256_or_si256(
            _mm256_sub_epi32(whole, right), _mm256_slli_epi32(right, 16));
        x = _mm256_srai_epi32(x, 5);
        y = _mm256_srai_epi32(y, 5);
        uint32_t first_byte[8];
        _mm256_storeu_si256(
            (__m256i *)first_byte,
            _mm256_add_epi32(
                _mm256_mullo_epi32(y, row), _mm256_add_epi32(x, _mm256_add_epi32(x, x))));
#define FIRST(i) (part->pixels + first_byte[i])
#define TWO(i, j) \
    two_pixels( \
        _mm256_set_m128i(columns(FIRST(j), part->row), columns(FIRST(i), part->row)), \
        _mm256_permutevar8x32_epi32(vertical, _mm256_setr_epi32(i, i, i, i, j, j, j, j)), \
        _mm256_permutevar8x32_epi32(horizontal, _mm256_setr_epi32(i, i, i, i, j, j, j, j)))
        __m256i first = _mm256_packus_epi32(TWO(0, 4), TWO(1, 5));
        __m256i second = _mm256_packus_epi32(TWO(2, 6), TWO(3, 7));
#undef TWO
#undef FIRST
        __m256i bytes =
            _mm256_shuffle_epi8(_mm256_packus_epi16(first, second), three_bytes);
        uint8_t *to_bytes = target + 3 * from;
        // Twelve bytes of each half are used.
        _mm_storeu_si128((__m128i *)to_bytes, _mm256_castsi256_si128(bytes));
        __m128i upper = _mm256_extracti128_si256(bytes, 1);
        _mm_storel_epi64((__m128i *)(to_bytes + 12), upper);
        int32_t last = _mm_extract_epi32(upper, 2);
        memcpy(to_bytes + 20, &last, 4);
    }
    return from;
}

#endif
