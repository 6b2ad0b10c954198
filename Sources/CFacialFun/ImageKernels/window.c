// Samples a rectangle of a picture for a network's input; see CImageKernels.h.

#include <string.h>

#include "sample.h"
#include "scratch.h"

// Bit-identical results on all processors: no fused multiply-add.
#pragma clang fp contract(off)

// The line of samples for a row, in pixel indices of the source.
static cik_line line_of(const cik_window *window, int64_t row) {
    const cik_similarity map = window->to_picture;
    return (cik_line){(map.tx - map.b * (double)row) / window->reduction_x - 0.5,
                      (map.ty + map.a * (double)row) / window->reduction_y - 0.5,
                      map.a / window->reduction_x, map.b / window->reduction_y};
}

#if defined(CIK_X86) || defined(CIK_ARM64)

#ifdef CIK_X86
#define VECTORS __attribute__((target("avx2")))
#else
#define VECTORS
#endif

// Horizontal positions of the samples, the same for every row of an upright window; those from
// `first` to before `end` are inside the picture.
typedef struct {
    int64_t first, end;
    // Index of the left pixel's first number, and the weights of both pixels.
    int32_t *place;
    float *left, *right;
} columns;

static columns columns_of(
    const cik_source *source, cik_line line, int64_t count, int32_t *place, float *shares) {
    columns all = {count, 0, place, shares, shares + count};
    for (int64_t i = 0; i < count; i++) {
        const double x = line.x + (double)i * line.dx;
        if (!(x >= 0 && x < source->width - 1)) continue;
        if (i < all.first) all.first = i;
        all.end = i + 1;
        const int64_t column = (int64_t)x;
        place[i] = (int32_t)(3 * column);
        all.right[i] = (float)(x - (double)column);
        all.left[i] = 1 - all.right[i];
    }
    return all;
}

// Blends an upper and a lower row of bytes.
VECTORS static void blend_rows(
    const uint8_t *upper, int64_t row, float above, float below, int64_t count, float *blended) {
    for (int64_t i = 0; i < count; i++)
        blended[i] = (float)upper[i] * above + (float)upper[i + row] * below;
}

// Sample i from the blended rows; the fourth number is unused.
VECTORS static inline cik_float4 blended_sample(
    const columns *all, const float *from, cik_normalization norm, int64_t i) {
    cik_float4 left, right;
    memcpy(&left, from + all->place[i], sizeof left);
    memcpy(&right, from + all->place[i] + 3, sizeof right);
    return (left * all->left[i] + right * all->right[i]) * norm.scale + norm.offset;
}

// The inside samples from the blended rows, which start with the first sample's left pixel.
VECTORS static void blend_columns(
    const columns *all, const float *blended, cik_normalization norm, float *samples) {
    const float *from = blended - all->place[all->first];
    const int64_t last = all->end - 1;
    for (int64_t i = all->first; i < last; i++) {
        const cik_float4 value = blended_sample(all, from, norm, i);
        // The fourth number is overwritten by the next sample.
        memcpy(samples + 3 * i, &value, sizeof value);
    }
    const cik_float4 value = blended_sample(all, from, norm, last);
    memcpy(samples + 3 * last, &value, 3 * sizeof(float));
}

// For windows whose rows are parallel to those of the picture: two rows are blended once for all
// samples.
static bool fill_upright(
    cik_source source, const cik_window *window, cik_normalization norm, float *samples,
    int32_t width,
    int32_t height, cik_scratch *scratch) {
    const int64_t count = width, row = (int64_t)source.width * 3;
    int32_t *place = cik_memory_of(&scratch->columns, (size_t)count * sizeof *place);
    float *shares = cik_memory_of(
        &scratch->sums, ((size_t)count * 2 + (size_t)row + 4) * sizeof *shares);
    if (place == NULL || shares == NULL) return false;
    const columns all = columns_of(&source, line_of(window, 0), count, place, shares);
    float *blended = shares + 2 * count;
    for (int64_t y = 0; y < height; y++, samples += 3 * count) {
        const cik_line line = line_of(window, y);
        const bool is_inside = line.y >= 0 && line.y < source.height - 1 && all.first < all.end;
        const int64_t first = is_inside ? all.first : count, end = is_inside ? all.end : count;
        for (int64_t i = 0; i < first; i++)
            cik_sample_point(&source, line.x + (double)i * line.dx, line.y, norm, samples + 3 * i);
        if (is_inside) {
            const int64_t top = (int64_t)line.y;
            const float below = (float)(line.y - (double)top);
            blend_rows(
                source.pixels + top * row + place[first], row, 1 - below, below,
                place[end - 1] - place[first] + 6, blended);
            blend_columns(&all, blended, norm, samples);
        }
        for (int64_t i = end; i < count; i++)
            cik_sample_point(&source, line.x + (double)i * line.dx, line.y, norm, samples + 3 * i);
    }
    return true;
}

#endif

bool cik_sample_window(
    cik_path path, cik_source source, cik_window window, float outside, float scale, float offset,
    float *samples, int32_t width, int32_t height, cik_scratch *scratch) {
#if defined(CIK_X86) || defined(CIK_ARM64)
    if (path != CIK_PLAIN && window.to_picture.b == 0 && window.to_picture.a > 0)
        return fill_upright(
            source, &window, (cik_normalization){outside, scale, offset}, samples, width, height,
            scratch);
#endif
    for (int64_t y = 0; y < height; y++, samples += 3 * (int64_t)width)
        cik_sample(
            path, source, line_of(&window, y), outside, scale, offset, samples, width);
    return true;
}
