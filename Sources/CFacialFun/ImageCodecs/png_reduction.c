// Reduces PNG pictures to a half, a quarter or an eighth of their size; see png_reduction.h.

#include "png_reduction.h"

#include <stdlib.h>
#include <string.h>

/// Number of pixels in the block at a position of a side with `length` pixels.
static uint32_t in_block(const png_reduction *reduction, uint32_t place, uint32_t length) {
    uint32_t left = length - place * reduction->factor;
    return left < reduction->factor ? left : reduction->factor;
}

static uint8_t *pixel_at(const png_reduction *reduction, uint32_t x, uint32_t y) {
    return reduction->sink.origin + (ptrdiff_t)x * reduction->sink.pixel_step
        + (ptrdiff_t)y * reduction->sink.row_step;
}

static void *memory_of(png_session *self, size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (memory == NULL) {
        png_session_fail(self, facialfun_codec_out_of_memory, "out of memory");
    }
    return memory;
}

void png_reduction_begin(png_session *self, const png_reduction *reduction) {
    // The sum of 64 pixels of 255 fits into 16 bits.
    self->sums = memory_of(self, (size_t)reduction->region.width * 3, sizeof *self->sums);
}

static void write_row(png_session *self, const png_reduction *reduction, uint32_t y) {
    const facialfun_pixel_region region = reduction->region;
    const uint32_t rows = in_block(reduction, y, reduction->height);
    for (uint32_t x = 0; x < region.width; x++) {
        const uint32_t count = rows * in_block(reduction, region.x + x, reduction->width);
        uint8_t *out = pixel_at(reduction, x, y - region.y);
        for (int c = 0; c < 3; c++) {
            out[c] = (uint8_t)((self->sums[3 * (size_t)x + c] + count / 2) / count);
        }
    }
    memset(self->sums, 0, (size_t)region.width * 3 * sizeof *self->sums);
}

void png_reduction_add_row(
    png_session *self, const png_reduction *reduction, uint32_t channels, uint32_t y) {
    const facialfun_pixel_region region = reduction->region;
    const uint32_t row = y / reduction->factor;
    if (row < region.y || row - region.y >= region.height) { return; }
    uint16_t *sums = self->sums;
    uint32_t end = (region.x + region.width) * reduction->factor;
    if (end > reduction->width) { end = reduction->width; }
    uint32_t x = region.x * reduction->factor, left = reduction->factor;
    const uint8_t *in = self->row + (size_t)x * channels;
    for (; x < end; x++, in += channels) {
        const png_colour color = png_colour_of(in, channels);
        sums[0] += color.red;
        sums[1] += color.green;
        sums[2] += color.blue;
        if (--left == 0) {
            left = reduction->factor;
            sums += 3;
        }
    }
    if ((y + 1) % reduction->factor == 0 || y + 1 == reduction->height) {
        write_row(self, reduction, row);
    }
}

// A sum of 4, 16 or 64 bytes has 2, 4 or 6 bits more than a byte. For interlaced pixels, the upper
// eight bits are in the result and the lower ones in extra memory, several to a byte.

/// Number of bits in the lower part of a sum.
static uint32_t bits_of(const png_reduction *reduction) {
    return reduction->factor == 2 ? 2 : reduction->factor == 4 ? 4 : 6;
}

/// Number of bits that are reserved for the lower part; a divisor of 8.
static uint32_t room_of(const png_reduction *reduction) {
    return reduction->factor == 8 ? 8 : bits_of(reduction);
}

static size_t sample_of(const png_reduction *reduction, uint32_t x, uint32_t y, int channel) {
    return ((size_t)y * reduction->region.width + x) * 3 + (size_t)channel;
}

static uint32_t sum_at(
    const png_session *self, const png_reduction *reduction, uint8_t upper, size_t sample) {
    const uint32_t room = room_of(reduction), each = 8 / room;
    const uint32_t lower =
        self->parts[sample / each] >> (sample % each * room) & ((1U << bits_of(reduction)) - 1);
    return (uint32_t)upper << bits_of(reduction) | lower;
}

static uint8_t keep_sum(
    png_session *self, const png_reduction *reduction, uint32_t sum, size_t sample) {
    const uint32_t room = room_of(reduction), each = 8 / room;
    const uint32_t mask = (1U << bits_of(reduction)) - 1, shift = (uint32_t)(sample % each) * room;
    uint8_t *part = &self->parts[sample / each];
    *part = (uint8_t)((*part & ~(mask << shift)) | (sum & mask) << shift);
    return (uint8_t)(sum >> bits_of(reduction));
}

void png_reduction_begin_scattered(png_session *self, const png_reduction *reduction) {
    const facialfun_pixel_region region = reduction->region;
    const size_t samples = (size_t)region.width * region.height * 3;
    self->parts = memory_of(self, samples / (8 / room_of(reduction)) + 1, 1);
    for (uint32_t y = 0; y < region.height; y++) {
        for (uint32_t x = 0; x < region.width; x++) { memset(pixel_at(reduction, x, y), 0, 3); }
    }
}

void png_reduction_scatter_row(
    png_session *self, const png_reduction *reduction, uint32_t channels, uint32_t pixels,
    uint32_t first, uint32_t step, uint32_t y) {
    const facialfun_pixel_region region = reduction->region;
    const uint32_t row = y / reduction->factor;
    if (row < region.y || row - region.y >= region.height) { return; }
    const uint8_t *in = self->row;
    for (uint32_t i = 0; i < pixels; i++, in += channels) {
        const uint32_t column = (first + i * step) / reduction->factor;
        if (column < region.x) { continue; }
        if (column - region.x >= region.width) { return; }
        const png_colour color = png_colour_of(in, channels);
        const uint8_t samples[3] = {color.red, color.green, color.blue};
        uint8_t *out = pixel_at(reduction, column - region.x, row - region.y);
        for (int c = 0; c < 3; c++) {
            const size_t sample = sample_of(reduction, column - region.x, row - region.y, c);
            const uint32_t sum = sum_at(self, reduction, out[c], sample) + samples[c];
            out[c] = keep_sum(self, reduction, sum, sample);
        }
    }
}

void png_reduction_finish_scattered(png_session *self, const png_reduction *reduction) {
    const facialfun_pixel_region region = reduction->region;
    for (uint32_t y = 0; y < region.height; y++) {
        const uint32_t rows = in_block(reduction, region.y + y, reduction->height);
        for (uint32_t x = 0; x < region.width; x++) {
            const uint32_t count = rows * in_block(reduction, region.x + x, reduction->width);
            uint8_t *out = pixel_at(reduction, x, y);
            for (int c = 0; c < 3; c++) {
                const uint32_t sum = sum_at(self, reduction, out[c], sample_of(reduction, x, y, c));
                out[c] = (uint8_t)((sum + count / 2) / count);
            }
        }
    }
}
