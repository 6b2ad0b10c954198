#ifndef FACIALFUN_PNG_REDUCTION_H
#define FACIALFUN_PNG_REDUCTION_H

#include "png_session.h"

/// A picture whose blocks of `factor` × `factor` pixels become one pixel each, their mean rounded
/// to nearest; blocks at the right and lower edge may be smaller.
typedef struct {
    /// 2, 4 or 8.
    uint32_t factor;
    /// Width of the file in pixels.
    uint32_t width;
    uint32_t height;
    /// In pixels of the result.
    facialfun_pixel_region region;
    facialfun_pixel_sink sink;
} png_reduction;

/// A pixel to write.
typedef struct {
    uint8_t red, green, blue;
} png_colour;

/// A pixel of opacity `alpha` over white, rounded.
static inline uint8_t png_over_white(uint32_t color, uint32_t alpha) {
    uint32_t sum = color * alpha + 255 * (255 - alpha) + 128;
    return (uint8_t)((sum + (sum >> 8)) >> 8);
}

/// The pixel at a position of a decoded row with 3 or 4 channels.
static inline png_colour png_colour_of(const uint8_t *in, uint32_t channels) {
    if (channels == 3) { return (png_colour){in[0], in[1], in[2]}; }
    return (png_colour){
        png_over_white(in[0], in[3]), png_over_white(in[1], in[3]), png_over_white(in[2], in[3])};
}

// All of these functions must run after setjmp(self->escape).

/// Allocates memory for consecutive rows.
void png_reduction_begin(png_session *self, const png_reduction *reduction);

/// Adds the session's row, which is row `y` of the file, and writes a row of the result once it is
/// complete.
void png_reduction_add_row(
    png_session *self, const png_reduction *reduction, uint32_t channels, uint32_t y);

/// Allocates memory for interlaced pixels: the result, and up to the same amount for intermediate
/// sums.
void png_reduction_begin_scattered(png_session *self, const png_reduction *reduction);

/// Adds pixels of row `y` of the file, at columns first, first + step, …
void png_reduction_scatter_row(
    png_session *self, const png_reduction *reduction, uint32_t channels, uint32_t pixels,
    uint32_t first, uint32_t step, uint32_t y);

/// Computes the means.
void png_reduction_finish_scattered(png_session *self, const png_reduction *reduction);

#endif
