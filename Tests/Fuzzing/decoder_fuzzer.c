// libFuzzer's entry point to the image decoders; run.sh builds and runs it.
//
// Decodes each input twice, once into memory of zeros and once into memory of ones, with a
// reduction, region and direction derived from its bytes. Both must end with the same status, and a
// decoded picture must have every pixel written and be the same both times.

#include "CImageCodecs.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

enum { most_pixels = 400000, most_scans = 100 };

static uint32_t below(uint32_t *state, uint32_t limit) {
    *state = *state * 1664525 + 1013904223;
    return (*state >> 8) % limit;
}

static const char png_signature[] = "\x89PNG\r\n\x1a\n";

static int is_png(const uint8_t *data, size_t size) {
    return size >= 8 && memcmp(data, png_signature, 8) == 0;
}

/// Decodes into `pixels`, either as stored or turned by the orientation of the picture.
static facialfun_codec_status decode(
    const uint8_t *data, size_t size, uint32_t reduction, facialfun_pixel_region region, int turn,
    uint8_t *pixels) {
    ptrdiff_t width = turn & 4 ? region.height : region.width;
    ptrdiff_t height = turn & 4 ? region.width : region.height;
    ptrdiff_t step_x = turn & 1 ? -3 : 3;
    ptrdiff_t step_y = turn & 2 ? -3 * width : 3 * width;
    ptrdiff_t first = (turn & 1 ? width - 1 : 0) + (turn & 2 ? (height - 1) * width : 0);
    facialfun_pixel_sink sink = {
        pixels + 3 * first, turn & 4 ? step_y : step_x, turn & 4 ? step_x : step_y};
    facialfun_codec_message message;
    facialfun_codec_stop never = {0};
    if (is_png(data, size)) {
        return facialfun_png_decode(data, size, reduction, region, never, sink, &message);
    }
    return facialfun_jpeg_decode(
        data, size, reduction, region, most_scans, never, sink, &message);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    facialfun_image_header header;
    facialfun_codec_message message;
    facialfun_codec_stop never = {0};
    int png = is_png(data, size);
    facialfun_codec_status status = png
        ? facialfun_png_read_header(data, size, never, &header, &message)
        : facialfun_jpeg_read_header(data, size, never, &header, &message);
    if (!png) { facialfun_jpeg_count_scans(data, size, most_scans); }
    if (status != facialfun_codec_ok || (uint64_t)header.width * header.height > most_pixels) {
        return 0;
    }
    uint32_t state = (uint32_t)crc32(0, data, (uInt)size);
    uint32_t reduction = 1u << below(&state, 4);
    facialfun_pixel_region region = {
        0, 0, facialfun_jpeg_reduced_size(header.width, reduction),
        facialfun_jpeg_reduced_size(header.height, reduction)};
    if (below(&state, 2)) {
        region.x = below(&state, region.width);
        region.y = below(&state, region.height);
        region.width = 1 + below(&state, region.width - region.x);
        region.height = 1 + below(&state, region.height - region.y);
    }
    int turn = (int)below(&state, 8);
    size_t count = (size_t)region.width * region.height * 3;
    uint8_t *zeros = calloc(count, 1), *ones = malloc(count);
    if (zeros == NULL || ones == NULL) { abort(); }
    memset(ones, 0xFF, count);
    facialfun_codec_status first = decode(data, size, reduction, region, turn, zeros);
    facialfun_codec_status second = decode(data, size, reduction, region, turn, ones);
    if (first != second || first == facialfun_codec_bad_argument) { abort(); }
    if (first == facialfun_codec_ok && memcmp(zeros, ones, count) != 0) { abort(); }
    free(zeros);
    free(ones);
    return 0;
}

/// libpng rejects a PNG with a wrong checksum at once. Most mutations get correct checksums so that
/// they reach the rest of the code.
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    size = LLVMFuzzerMutate(data, size, max_size);
    if (!is_png(data, size) || seed % 8 == 0) { return size; }
    for (size_t at = 8; at + 12 <= size;) {
        size_t length = (size_t)data[at] << 24 | (size_t)data[at + 1] << 16
            | (size_t)data[at + 2] << 8 | data[at + 3];
        if (length > size - at - 12) { break; }
        uint32_t sum = (uint32_t)crc32(0, data + at + 4, (uInt)(length + 4));
        uint8_t *out = data + at + 8 + length;
        for (int i = 0; i < 4; i++) { out[i] = (uint8_t)(sum >> (24 - 8 * i)); }
        at += 12 + length;
    }
    return size;
}
