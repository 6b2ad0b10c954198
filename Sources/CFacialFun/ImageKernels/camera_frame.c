#include "CImageKernels.h"

#include <string.h>

/// Number of pixels processed at a time; even.
enum { block = 64 };

/// Part of a row, by component.
typedef struct {
    uint8_t y[block];
    uint8_t u[block];
    uint8_t v[block];
} planes;

/// Weights for numbers multiplied by 128, so that the upper half of a product has 4 fractional
/// bits. All are below 2^15.
typedef struct {
    int16_t offset;
    int16_t y;
    int16_t red_v;
    int16_t green_u;
    int16_t green_v;
    int16_t blue_u;
} weights;

/// ITU-R BT.601 and BT.709: R = Y + 2 (1 − Kr) V, B = Y + 2 (1 − Kb) U.
static weights weights_of(bool is_full_range, bool is_bt709) {
    double kr = is_bt709 ? 0.2126 : 0.299, kb = is_bt709 ? 0.0722 : 0.114;
    double kg = 1 - kr - kb;
    double luma = is_full_range ? 1 : 255.0 / 219, chroma = is_full_range ? 1 : 255.0 / 224;
    // · 16 for the fractional bits · 65536 for the discarded half / 128
    double unit = 8192;
    return (weights){
        .offset = is_full_range ? 0 : 16,
        .y = (int16_t)(luma * unit + 0.5),
        .red_v = (int16_t)(2 * (1 - kr) * chroma * unit + 0.5),
        .green_u = (int16_t)(-2 * (1 - kb) * kb / kg * chroma * unit - 0.5),
        .green_v = (int16_t)(-2 * (1 - kr) * kr / kg * chroma * unit - 0.5),
        .blue_u = (int16_t)(2 * (1 - kb) * chroma * unit + 0.5),
    };
}

static inline int16_t product(int16_t a, int16_t b) { return (int16_t)(((int32_t)a * b) >> 16); }

static inline uint8_t byte(int16_t value) {
    // Half a unit, plus the mean loss from the discarded halves of the products.
    int16_t rounded = (int16_t)((value + 9) >> 4);
    return (uint8_t)(rounded < 0 ? 0 : rounded > 255 ? 255 : rounded);
}

/// Writes `count` pixels at a distance of `step` bytes.
static void write_rgb(const planes *in, int32_t count, weights w, uint8_t *rgb, ptrdiff_t step) {
    uint8_t red[block], green[block], blue[block];
    // Processes the whole block, because compilers vectorize loops of fixed length.
    for (int32_t x = 0; x < block; x++) {
        int16_t y = product((int16_t)((in->y[x] - w.offset) * 128), w.y);
        int16_t u = (int16_t)((in->u[x] - 128) * 128);
        int16_t v = (int16_t)((in->v[x] - 128) * 128);
        red[x] = byte((int16_t)(y + product(v, w.red_v)));
        green[x] = byte((int16_t)(y + product(u, w.green_u) + product(v, w.green_v)));
        blue[x] = byte((int16_t)(y + product(u, w.blue_u)));
    }
    for (int32_t x = 0; x < count; x++, rgb += step) {
        rgb[0] = red[x];
        rgb[1] = green[x];
        rgb[2] = blue[x];
    }
}

static inline uint8_t mean2(uint8_t a, uint8_t b) { return (uint8_t)((a + b + 1) >> 1); }

static inline uint8_t mean4(uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
    return (uint8_t)((a + b + c + d + 2) >> 2);
}

/// The source rows for one row of the result: the same row twice at full size and at the lower
/// edge.
typedef struct {
    const uint8_t *upper;
    const uint8_t *lower;
    /// Chroma plane of NV12.
    const uint8_t *chroma;
} rows;

/// Reads `count` pixels of the result from column `x` on, at full size.
static void take_full(const cik_frame *frame, rows r, int32_t x, int32_t count, planes *out) {
    switch (frame->layout) {
    case CIK_YUYV:
        for (int32_t i = 0; i < count; i++) {
            const uint8_t *pair = r.upper + (ptrdiff_t)((x + i) / 2) * 4;
            out->y[i] = pair[((x + i) & 1) * 2];
            out->u[i] = pair[1];
            out->v[i] = pair[3];
        }
        return;
    case CIK_NV12:
        for (int32_t i = 0; i < count; i++) {
            const uint8_t *pair = r.chroma + (ptrdiff_t)((x + i) / 2) * 2;
            out->y[i] = r.upper[x + i];
            out->u[i] = pair[0];
            out->v[i] = pair[1];
        }
        return;
    default:
        memcpy(out->y, r.upper + x, (size_t)count);
    }
}

/// Reads `count` pixels of the result from column `x` on, each from two by two.
static void take_half(const cik_frame *frame, rows r, int32_t x, int32_t count, planes *out) {
    int32_t last = frame->width - 1;
    for (int32_t i = 0; i < count; i++) {
        int32_t left = 2 * (x + i), right = left < last ? left + 1 : last;
        if (frame->layout == CIK_YUYV) {
            const uint8_t *up = r.upper + (ptrdiff_t)left * 2, *low = r.lower + (ptrdiff_t)left * 2;
            out->y[i] = mean4(up[0], up[2], low[0], low[2]);
            out->u[i] = mean2(up[1], low[1]);
            out->v[i] = mean2(up[3], low[3]);
            continue;
        }
        out->y[i] = mean4(r.upper[left], r.upper[right], r.lower[left], r.lower[right]);
        if (frame->layout == CIK_NV12) {
            out->u[i] = r.chroma[left];
            out->v[i] = r.chroma[left + 1];
        }
    }
}

/// Copies a row of RGB.
static void copy_row(
    const cik_frame *frame, rows r, int32_t reduction, int32_t width, uint8_t *rgb,
    ptrdiff_t step) {
    if (reduction == 1 && step == 3) {
        memcpy(rgb, r.upper, (size_t)width * 3);
        return;
    }
    int32_t last = frame->width - 1;
    for (int32_t x = 0; x < width; x++, rgb += step) {
        int32_t left = x * reduction;
        int32_t right = reduction == 2 && left < last ? left + 1 : left;
        for (int32_t c = 0; c < 3; c++) {
            ptrdiff_t a = (ptrdiff_t)left * 3 + c, b = (ptrdiff_t)right * 3 + c;
            rgb[c] = reduction == 1 ? r.upper[a]
                                    : mean4(r.upper[a], r.upper[b], r.lower[a], r.lower[b]);
        }
    }
}

void cik_rgb_of_frame(cik_frame frame, int32_t reduction, bool is_mirrored, uint8_t *rgb) {
    int32_t width = (frame.width + reduction - 1) / reduction;
    int32_t height = (frame.height + reduction - 1) / reduction;
    weights w = weights_of(frame.is_full_range, frame.is_bt709);
    ptrdiff_t step = is_mirrored ? -3 : 3;
    const uint8_t *chroma = frame.bytes + frame.row * frame.height;
    planes in;
    memset(&in, 128, sizeof in);
    for (int32_t y = 0; y < height; y++) {
        int32_t upper = y * reduction;
        int32_t lower = reduction == 2 && upper < frame.height - 1 ? upper + 1 : upper;
        rows r = {
            .upper = frame.bytes + frame.row * upper,
            .lower = frame.bytes + frame.row * lower,
            .chroma = chroma + frame.row * (upper / 2),
        };
        uint8_t *out = rgb + (ptrdiff_t)y * width * 3 + (is_mirrored ? (width - 1) * 3 : 0);
        if (frame.layout == CIK_RGB) {
            copy_row(&frame, r, reduction, width, out, step);
            continue;
        }
        for (int32_t x = 0; x < width; x += block) {
            int32_t count = width - x < block ? width - x : block;
            if (reduction == 1) {
                take_full(&frame, r, x, count, &in);
            } else {
                take_half(&frame, r, x, count, &in);
            }
            write_rgb(&in, count, w, out + x * step, step);
        }
    }
}
