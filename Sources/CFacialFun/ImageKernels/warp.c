// Similarity warps; see CImageKernels.h.

#include "warp.h"

#include <math.h>
#include <string.h>

#include "rows.h"
#include "scratch.h"

// Minimum number of columns or rows outside the source for which a copy is worthwhile.
enum { CIK_LEAST_BEYOND = 8, CIK_SPARE_BYTES = 8 };

static int32_t clamped(int32_t value, int32_t low, int32_t high) {
    return value < low ? low : value > high ? high : value;
}

// Rounded to nearest, ties to even, like the processor's conversion.
static int32_t nearest(double value) {
    return value >= 2147483647.0 ? INT32_MAX
        : value <= -2147483648.0 ? INT32_MIN
                                 : (int32_t)lrint(value);
}

static inline void blend(
    const uint8_t *p00, const uint8_t *p01, const uint8_t *p10, const uint8_t *p11,
    cik_position at, uint8_t *target) {
    for (int c = 0; c < 3; c++) {
        int32_t left = (CIK_FRACTIONS - at.below) * p00[c] + at.below * p10[c];
        int32_t right = (CIK_FRACTIONS - at.below) * p01[c] + at.below * p11[c];
        target[c] =
            (uint8_t)(((CIK_FRACTIONS - at.right) * left + at.right * right + 512) >> 10);
    }
}

static bool is_inside(const cik_part *part, const cik_positions *at, int64_t x) {
    cik_position position = cik_position_of(at, x);
    return position.x >= 0 && position.y >= 0 && position.x < part->width - 1
        && position.y < part->height - 1;
}

static void warp_plain(
    const cik_part *part, const cik_positions *at, int64_t from, int64_t to, uint8_t *target) {
    for (int64_t x = from; x < to; x++) {
        cik_position position = cik_position_of(at, x);
        int32_t left = clamped(position.x, 0, part->width - 1);
        int32_t right = clamped(position.x + 1, 0, part->width - 1);
        const uint8_t *top =
            part->pixels + clamped(position.y, 0, part->height - 1) * part->row;
        const uint8_t *bottom =
            part->pixels + clamped(position.y + 1, 0, part->height - 1) * part->row;
        blend(
            top + 3 * left, top + 3 * right, bottom + 3 * left, bottom + 3 * right, position,
            target + 3 * x);
    }
}

static void warp_row(
    cik_path path, const cik_part *part, const cik_positions *at, int64_t count, uint8_t *target) {
    int64_t from = 0;
#if defined(CIK_X86) || defined(CIK_ARM64)
    if (path != CIK_PLAIN && part->row * part->height <= INT32_MAX) {
        // A line intersects a rectangle in one interval.
        while (from < count && !is_inside(part, at, from)) from++;
        int64_t to = count;
        while (to > from && !is_inside(part, at, to - 1)) to--;
        // The last pixels of the memory are not followed by two bytes.
        while (to > from) {
            cik_position last = cik_position_of(at, to - 1);
            cik_position first = cik_position_of(at, from);
            const cik_position *lowest = last.y > first.y ? &last : &first;
            int32_t x = last.x > first.x ? last.x : first.x;
            if (part->pixels + (lowest->y + 1) * part->row + 3 * (int64_t)x + 8 <= part->end) break;
            if (lowest == &last) to--;
            else from++;
        }
        warp_plain(part, at, 0, from, target);
        const int64_t end = to < count ? to : count - 1;
#ifdef CIK_X86
        from = cik_warp_inside_avx2(part, at, from, end, target);
#else
        from = cik_warp_inside_neon(part, at, from, end, target);
#endif
    }
#else
    (void)path;
#endif
    warp_plain(part, at, from, count, target);
}

// The part of the source that the target covers, with a margin for interpolation, clipped to the
// source. If they do not overlap, the edge pixels nearest to the target.
static cik_part footprint(
    cik_source source, const cik_similarity *map, int32_t width, int32_t height, double margin,
    int32_t *x, int32_t *y) {
    double left = map->tx, right = map->tx, top = map->ty, bottom = map->ty;
    for (int corner = 1; corner < 4; corner++) {
        double cx = corner & 1 ? width : 0, cy = corner & 2 ? height : 0;
        double mx = map->a * cx - map->b * cy + map->tx;
        double my = map->b * cx + map->a * cy + map->ty;
        left = fmin(left, mx);
        right = fmax(right, mx);
        top = fmin(top, my);
        bottom = fmax(bottom, my);
    }
    int32_t x0 = (int32_t)fmin(fmax(floor(left - margin), 0), source.width - 1.0);
    int32_t y0 = (int32_t)fmin(fmax(floor(top - margin), 0), source.height - 1.0);
    int32_t x1 = (int32_t)fmin(fmax(ceil(right + margin), 1), source.width);
    int32_t y1 = (int32_t)fmin(fmax(ceil(bottom + margin), 1), source.height);
    *x = x0;
    *y = y0;
    int64_t row = (int64_t)source.width * 3;
    return (cik_part){source.pixels + y0 * row + (int64_t)x0 * 3,
                      source.pixels + source.height * row, row, x1 > x0 ? x1 - x0 : 1,
                      y1 > y0 ? y1 - y0 : 1};
}

// Sums over `count` rows from row `first` on; missing rows are replicated.
static void sum_blocks_of_rows(
    cik_path path, const cik_part *part, int32_t first, int32_t count, uint16_t *sums) {
    const int64_t elements = (int64_t)part->width * 3;
    int32_t there = part->height - first < count ? part->height - first : count;
    const uint8_t *row = part->pixels + first * part->row;
    cik_sum_rows(path, row, there, part->row, elements, sums);
    row += (there - 1) * part->row;
    for (int64_t i = 0; there < count && i < elements; i++)
        sums[i] = (uint16_t)(sums[i] + (count - there) * row[i]);
}

// The means of blocks of fx × fy pixels from the sums of their rows, rounded to nearest, ties to
// even.
static void mean_of_blocks(
    const uint16_t *sums, int32_t columns, int32_t fx, int32_t fy, int32_t count, uint8_t *to) {
    float share = 1.0f / (float)(fx * fy);
    for (int32_t x = 0; x < count; x++)
        for (int c = 0; c < 3; c++) {
            int32_t sum = 0;
            for (int32_t i = x * fx; i < (x + 1) * fx; i++)
                sum += sums[3 * (i < columns ? i : columns - 1) + c];
            to[3 * x + c] = (uint8_t)lrintf((float)sum * share);
        }
}

// The same for blocks of any size, one by one: for strips, and for pictures reduced to very few
// pixels.
static void mean_of_large_blocks(
    const cik_part *part, int32_t fx, int32_t fy, int32_t columns, int32_t rows, uint8_t *to) {
    float share = 1.0f / ((float)fx * (float)fy);
    for (int32_t y = 0; y < rows; y++)
        for (int32_t x = 0; x < columns; x++)
            for (int c = 0; c < 3; c++) {
                int64_t sum = 0;
                for (int32_t r = 0; r < fy; r++) {
                    const uint8_t *row =
                        part->pixels + clamped(y * fy + r, 0, part->height - 1) * part->row;
                    for (int32_t i = 0; i < fx; i++)
                        sum += row[3 * clamped(x * fx + i, 0, part->width - 1) + c];
                }
                *to++ = (uint8_t)lrintf((float)sum * share);
            }
}

// Means over blocks of factor × factor pixels; incomplete blocks are filled by replication. A side
// shorter than a block becomes a single mean.
static bool shrink(cik_path path, cik_part *part, int32_t factor, cik_scratch *scratch) {
    int32_t fx = part->width < factor ? part->width : factor;
    int32_t fy = part->height < factor ? part->height : factor;
    int32_t width = (part->width + fx - 1) / fx, height = (part->height + fy - 1) / fy;
    const int64_t row = (int64_t)width * 3;
    const size_t size = (size_t)row * (size_t)height;
    const cik_part shrunk = {NULL, NULL, row, width, height};
    uint8_t *blocks = cik_memory_of(&scratch->blocks, size);
    uint16_t *sums = cik_memory_of(&scratch->sums, (size_t)part->width * 3 * sizeof *sums);
    if (blocks == NULL || sums == NULL) return false;
    if (fy > CIK_MOST_ROWS) {
        mean_of_large_blocks(part, fx, fy, width, height, blocks);
        height = 0;
    }
    for (int32_t y = 0; y < height; y++) {
        uint8_t *to = blocks + y * row;
        int32_t rest = part->height - y * fy;
        if (fx == 2 && fy == 2) {
            const uint8_t *upper = part->pixels + 2 * y * part->row;
            const uint8_t *lower = rest > 1 ? upper + part->row : upper;
            cik_halve_row(path, upper, lower, part->width / 2, to);
            if (part->width % 2 == 1) {
                int64_t last = (int64_t)(part->width - 1) * 3;
                for (int c = 0; c < 3; c++)
                    to[row - 3 + c] =
                        (uint8_t)((2 * upper[last + c] + 2 * lower[last + c] + 2) >> 2);
            }
        } else {
            sum_blocks_of_rows(path, part, y * fy, fy, sums);
            mean_of_blocks(sums, part->width, fx, fy, width, to);
        }
    }
    *part = shrunk;
    part->pixels = blocks;
    part->end = blocks + size;
    return true;
}

// Repeats the edge pixels around a part as far as the target extends beyond it, so that whole rows
// can be written eight pixels at a time. Leaves it unchanged if the target hardly extends beyond
// it, or if the copy would have more than 1.5 times the pixels of the target. `left` and `top`
// become the numbers of added columns and rows.
static bool extend(
    cik_part *part, const cik_similarity *map, const cik_target *target, cik_scratch *scratch, int32_t *left,
    int32_t *top) {
    double low_x = map->tx, high_x = map->tx, low_y = map->ty, high_y = map->ty;
    for (int corner = 1; corner < 4; corner++) {
        double cx = corner & 1 ? target->width : 0, cy = corner & 2 ? target->height : 0;
        double mx = map->a * cx - map->b * cy + map->tx, my = map->b * cx + map->a * cy + map->ty;
        low_x = fmin(low_x, mx);
        high_x = fmax(high_x, mx);
        low_y = fmin(low_y, my);
        high_y = fmax(high_y, my);
    }
    double before = fmax(2 - floor(low_x), 0), above = fmax(2 - floor(low_y), 0);
    double after = fmax(ceil(high_x) + 2 - part->width, 0), below = fmax(ceil(high_y) + 2 - part->height, 0);
    double width = part->width + before + after, height = part->height + above + below;
    *left = *top = 0;
    if (before + above + after + below < CIK_LEAST_BEYOND
        || 2 * width * height > 3.0 * target->width * target->height)
        return true;
    *left = (int32_t)before;
    *top = (int32_t)above;
    const int64_t row = (int64_t)width * 3;
    const size_t size = (size_t)row * (size_t)height;
    uint8_t *pixels = cik_memory_of(&scratch->extended, size + CIK_SPARE_BYTES);
    if (pixels == NULL) return false;
    for (int32_t y = 0; y < (int32_t)height; y++) {
        const uint8_t *from = part->pixels + clamped(y - *top, 0, part->height - 1) * part->row;
        const uint8_t *last = from + 3 * (int64_t)(part->width - 1);
        uint8_t *to = pixels + y * row;
        for (int32_t x = 0; x < *left; x++, to += 3) memcpy(to, from, 3);
        memcpy(to, from, (size_t)part->width * 3);
        to += (int64_t)part->width * 3;
        for (int32_t x = 0; x < (int32_t)after; x++, to += 3) memcpy(to, last, 3);
    }
    *part = (cik_part){pixels, pixels + size + CIK_SPARE_BYTES, row, (int32_t)width, (int32_t)height};
    return true;
}

// Writes the rows of a linear warp one by one to the addresses of `row_of`; `map` is in corner
// coordinates.
typedef struct {
    cik_path path;
    cik_part part;
    // Columns and rows added before the first ones of the map.
    int32_t left, top;
    double ax, bx, shift_x, ay, by, shift_y;
    int32_t *dx, *dy;
    int64_t width;
} linear_warp;

// OpenCV's coordinates refer to pixel centers, which are shifted by half a pixel.
static bool begin(
    linear_warp *warp, cik_path path, cik_part part, const cik_similarity *map, const cik_target *target,
    cik_scratch *scratch) {
    const int64_t width = target->width;
    int32_t left = 0, top = 0;
    int32_t *columns = cik_memory_of(&scratch->columns, (size_t)width * 2 * sizeof(int32_t));
    if (columns == NULL) return false;
    if (path != CIK_PLAIN && !extend(&part, map, target, scratch, &left, &top)) return false;
    *warp = (linear_warp){path, part, left, top, map->a, -map->b,
                          0.5 * map->a - 0.5 * map->b + map->tx - 0.5, map->b, map->a,
                          0.5 * map->b + 0.5 * map->a + map->ty - 0.5, columns, columns + width,
                          width};
    double unit = 1 << CIK_POSITION_BITS;
    for (int64_t x = 0; x < width; x++) {
        warp->dx[x] = nearest(warp->ax * (double)x * unit);
        warp->dy[x] = nearest(warp->ay * (double)x * unit);
    }
    return true;
}

static void write_row(const linear_warp *warp, int64_t y, uint8_t *target) {
    double unit = 1 << CIK_POSITION_BITS;
    int32_t half = 1 << (CIK_POSITION_BITS - CIK_FRACTION_BITS - 1);
    // Sums wrap like OpenCV's.
    uint32_t x0 = (uint32_t)nearest((warp->bx * (double)y + warp->shift_x) * unit);
    uint32_t y0 = (uint32_t)nearest((warp->by * (double)y + warp->shift_y) * unit);
    x0 += (uint32_t)(half + (warp->left << CIK_POSITION_BITS));
    y0 += (uint32_t)(half + (warp->top << CIK_POSITION_BITS));
    cik_positions at = {(int32_t)x0, (int32_t)y0, warp->dx, warp->dy};
    warp_row(warp->path, &warp->part, &at, warp->width, target);
}

bool cik_warp(
    cik_path path, cik_source source, cik_similarity map, cik_target target,
    cik_scratch *scratch) {
    double scale = hypot(map.a, map.b);
    if (!isfinite(scale) || !isfinite(map.tx) || !isfinite(map.ty)) return false;
    int32_t longer = source.width > source.height ? source.width : source.height;
    int32_t block = (int32_t)fmin(fmax(floor(scale), 1), longer);
    int32_t x, y;
    cik_part part = footprint(source, &map, target.width, target.height, 2.0 * block, &x, &y);
    map.tx -= x;
    map.ty -= y;
    if (block > 1) {
        if (!shrink(path, &part, block, scratch)) return false;
        map = (cik_similarity){map.a / block, map.b / block, map.tx / block, map.ty / block};
    }
    // Far outside the source everything is an edge pixel; fixed-point positions must not overflow
    // there.
    map.tx = fmin(fmax(map.tx, -5e5), 5e5);
    map.ty = fmin(fmax(map.ty, -5e5), 5e5);
    int64_t row = (int64_t)target.width * 3;
    linear_warp warp;
    if (scale / block <= 1) {
        if (!begin(&warp, path, part, &map, &target, scratch)) return false;
        for (int64_t y = 0; y < target.height; y++) write_row(&warp, y, target.pixels + y * row);
        return true;
    }
    map.a /= 2;
    map.b /= 2;
    const cik_target twice = {target.pixels, target.width * 2, target.height * 2};
    uint8_t *fine = cik_memory_of(&scratch->rows, (size_t)row * 4);
    if (fine == NULL || !begin(&warp, path, part, &map, &twice, scratch)) return false;
    for (int64_t y = 0; y < target.height; y++) {
        write_row(&warp, 2 * y, fine);
        write_row(&warp, 2 * y + 1, fine + 2 * row);
        cik_halve_row(path, fine, fine + 2 * row, target.width, target.pixels + y * row);
    }
    return true;
}
