// Area means and luma; see CImageKernels.h.

#include <string.h>

#include "rows.h"
#include "scratch.h"

// Bit-identical results on all processors: no fused multiply-add.
#pragma clang fp contract(off)

// Fractions of pixels are counted in 1/256 of a pixel.
enum { SHARES = 256 };

// Coverage of a target pixel along one axis: whole pixels first..<last, and fractions of the one
// before and the one after, in SHARES.
typedef struct {
    int64_t first, last;
    uint32_t before, after;
} stretch;

static stretch stretch_of(int64_t pixel, int64_t source, int64_t target) {
    // Edges in units of 1/target of a source pixel, exactly.
    int64_t low = pixel * source, high = (pixel + 1) * source;
    stretch s = {(low + target - 1) / target, high / target, 0, 0};
    s.before = (uint32_t)(((s.first * target - low) * SHARES + target / 2) / target);
    s.after = (uint32_t)(((high - s.last * target) * SHARES + target / 2) / target);
    return s;
}

static uint64_t weight_of(stretch s) {
    return (uint64_t)(s.last - s.first) * SHARES + s.before + s.after;
}

// Adds sums of whole rows in `part` and fractions of two more rows, all in SHARES. 16-bit products
// are used because a vector holds more of them.
static inline __attribute__((always_inline)) void add_shares(
    const uint16_t *part, const uint8_t *before, const uint8_t *after, stretch rows,
    int64_t elements, uint32_t *sums) {
    const int16_t upper = (int16_t)rows.before, lower = (int16_t)rows.after;
    for (int64_t i = 0; i < elements; i++)
        sums[i] = part[i] * (uint32_t)SHARES +
                  (uint32_t)((int16_t)before[i] * upper + (int16_t)after[i] * lower);
}

#ifdef CIK_X86

__attribute__((target("avx2"))) static void add_shares_avx2(
    const uint16_t *part, const uint8_t *before, const uint8_t *after, stretch rows,
    int64_t elements, uint32_t *sums) {
    add_shares(part, before, after, rows, elements, sums);
}

#elif defined(CIK_ARM64)

static void add_shares_neon(
    const uint16_t *part, const uint8_t *before, const uint8_t *after, stretch rows,
    int64_t elements, uint32_t *sums) {
    const int64_t done = cik_add_shares_neon(
        part, before, after, (uint16_t)rows.before, (uint16_t)rows.after, elements, sums);
    add_shares(part + done, before + done, after + done, rows, elements - done, sums + done);
}

#endif

// The sums over the source rows covered by a row of target pixels, in SHARES.
static void sum_stretch(
    cik_path path, cik_source source, stretch rows, uint16_t *part, uint32_t *sums) {
    const int64_t elements = (int64_t)source.width * 3;
    // A row with a fraction of zero is not used; its address only has to be valid.
    const uint8_t *before = source.pixels + (rows.before > 0 ? rows.first - 1 : 0) * elements;
    const uint8_t *after = source.pixels + (rows.after > 0 ? rows.last : 0) * elements;
    const int64_t most = rows.first + CIK_MOST_ROWS;
    const int64_t end = rows.last < most ? rows.last : most;
    if (rows.first < end)
        cik_sum_rows(
            path, source.pixels + rows.first * elements, end - rows.first, elements, elements,
            part);
    else
        memset(part, 0, (size_t)elements * sizeof *part);
#if defined(CIK_X86)
    if (path == CIK_AVX2)
        add_shares_avx2(part, before, after, rows, elements, sums);
    else
#elif defined(CIK_ARM64)
    if (path == CIK_NEON)
        add_shares_neon(part, before, after, rows, elements, sums);
    else
#endif
        add_shares(part, before, after, rows, elements, sums);
    for (int64_t first = end; first < rows.last; first += CIK_MOST_ROWS) {
        const int64_t count = rows.last - first < CIK_MOST_ROWS ? rows.last - first : CIK_MOST_ROWS;
        cik_sum_rows(
            path, source.pixels + first * elements, count, elements, elements, part);
        for (int64_t i = 0; i < elements; i++) sums[i] += part[i] * (uint32_t)SHARES;
    }
}

// Rounds a mean to nearest. 1e-9 is larger than the rounding error of the product and smaller than
// the distance between two possible means.
static inline uint8_t rounded_mean(double sum, double share) {
    return (uint8_t)(int32_t)(sum * share + (0.5 + 1e-9));
}

// A number of 0 to 255 rounded to nearest, ties to even; adding a large number removes the
// fraction.
static inline uint8_t nearest_even(float value) {
    const float up = 0x1.8p23f;
    return (uint8_t)(int32_t)((value + up) - up);
}

// Computes the mean of a pixel's area with 32-bit numbers, which suffice if no sum reaches 2^31.
static void write_small_mean(stretch columns, double share, const uint32_t *sums, uint8_t *to) {
    uint32_t red = 0, green = 0, blue = 0;
    for (const uint32_t *s = sums + 3 * columns.first; s < sums + 3 * columns.last; s += 3) {
        red += s[0];
        green += s[1];
        blue += s[2];
    }
    const uint32_t all[3] = {red * SHARES, green * SHARES, blue * SHARES};
    // If a fraction is zero, the neighboring pixel may be outside the row, so a pixel of the area
    // is read instead.
    const uint32_t *before = sums + 3 * (columns.first - (columns.before > 0));
    const uint32_t *after = sums + 3 * (columns.last - (columns.after == 0));
    for (int c = 0; c < 3; c++) {
        const uint32_t sum = all[c] + before[c] * columns.before + after[c] * columns.after;
        to[c] = rounded_mean((int32_t)sum, share);
    }
}

// `stretches` contains the horizontal coverage of each target pixel of a row.
static void write_means(
    const stretch *stretches, int32_t count, stretch rows, const uint32_t *sums, uint8_t *to) {
    const uint64_t weight = weight_of(rows);
    const bool is_whole = rows.before == 0 && rows.after == 0;
    for (int32_t x = 0; x < count; x++, to += 3) {
        const stretch columns = stretches[x];
        const uint64_t area = weight * weight_of(columns);
        const double share = 1 / (double)area;
        const bool is_block = is_whole && columns.before == 0 && columns.after == 0;
        if (!is_block && area * 255 <= INT32_MAX) {
            write_small_mean(columns, share, sums, to);
            continue;
        }
        // A column of 65,535 whole pixels sums up to 2^32, so the sums of a row need 64 bits.
        uint64_t red = 0, green = 0, blue = 0;
        for (const uint32_t *s = sums + 3 * columns.first; s < sums + 3 * columns.last; s += 3) {
            red += s[0];
            green += s[1];
            blue += s[2];
        }
        uint64_t all[3] = {red * SHARES, green * SHARES, blue * SHARES};
        if (is_block) {
            // Blocks of whole pixels: rounded to nearest, ties to even, like the reduction of a
            // warp.
            const uint64_t unit = SHARES * SHARES;
            const float part =
                1.0f / (float)(weight / SHARES * (uint64_t)(columns.last - columns.first));
            for (int c = 0; c < 3; c++) to[c] = nearest_even((float)(all[c] / unit) * part);
            continue;
        }
        for (int c = 0; c < 3; c++) {
            if (columns.before > 0)
                all[c] += (uint64_t)sums[3 * (columns.first - 1) + c] * columns.before;
            if (columns.after > 0) all[c] += (uint64_t)sums[3 * columns.last + c] * columns.after;
            to[c] = rounded_mean((double)all[c], share);
        }
    }
}

bool cik_area(cik_path path, cik_source source, cik_target target, cik_scratch *scratch) {
    const int64_t elements = (int64_t)source.width * 3;
    if (source.width == 2 * target.width && source.height == 2 * target.height) {
        for (int64_t y = 0; y < target.height; y++) {
            const uint8_t *upper = source.pixels + 2 * y * elements;
            cik_halve_row(
                path, upper, upper + elements, target.width, target.pixels + y * target.width * 3);
        }
        return true;
    }
    if (source.width == target.width && source.height == target.height) {
        memcpy(target.pixels, source.pixels, (size_t)(elements * target.height));
        return true;
    }
    uint32_t *sums = cik_memory_of(&scratch->sums, (size_t)elements * sizeof *sums);
    uint16_t *part = cik_memory_of(&scratch->rows, (size_t)elements * sizeof *part);
    stretch *columns = cik_memory_of(&scratch->columns, (size_t)target.width * sizeof *columns);
    if (sums == NULL || part == NULL || columns == NULL) return false;
    for (int32_t x = 0; x < target.width; x++)
        columns[x] = stretch_of(x, source.width, target.width);
    for (int64_t y = 0; y < target.height; y++) {
        const stretch rows = stretch_of(y, source.height, target.height);
        sum_stretch(path, source, rows, part, sums);
        write_means(columns, target.width, rows, sums, target.pixels + y * target.width * 3);
    }
    return true;
}

void cik_gray(const uint8_t *pixels, size_t count, uint8_t *gray) {
    for (size_t i = 0; i < count; i++, pixels += 3)
        gray[i] = (uint8_t)((pixels[0] * 9798u + pixels[1] * 19235u + pixels[2] * 3735u + 16384u)
                            >> 15);
}

void cik_scale(const uint8_t *bytes, size_t count, float scale, float offset, float *values) {
    for (size_t i = 0; i < count; i++) values[i] = (float)bytes[i] * scale + offset;
}
