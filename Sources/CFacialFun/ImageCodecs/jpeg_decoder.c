#include "CImageCodecs.h"
#include "codec_message.h"
#include "jpeg_reading.h"

#include <jerror.h>
#include <string.h>

/// Bytes for the coefficients of all blocks. A file with several scans keeps them until the last
/// scan has been read.
static uint64_t coefficient_bytes(j_decompress_ptr library) {
    if (!jpeg_has_multiple_scans(library)) { return 0; }
    uint64_t blocks = 0;
    for (int i = 0; i < library->num_components; i++) {
        const jpeg_component_info *component = &library->comp_info[i];
        blocks += (uint64_t)component->width_in_blocks * component->height_in_blocks;
    }
    return blocks * sizeof(JBLOCK);
}

facialfun_codec_status facialfun_jpeg_read_header(
    const uint8_t *bytes, size_t count, facialfun_codec_stop stop, facialfun_image_header *header,
    facialfun_codec_message *message) {
    memset(header, 0, sizeof *header);
    jpeg_reading *self = jpeg_reading_make(message);
    if (self == NULL) { return facialfun_codec_out_of_memory; }
    self->stop = stop;
    if (setjmp(self->escape) == 0) {
        jpeg_reading_start(self, bytes, count, UINT32_MAX);
        header->width = self->library.image_width;
        header->height = self->library.image_height;
        header->coefficient_bytes = coefficient_bytes(&self->library);
    }
    return jpeg_reading_finish(self);
}

/// Chooses the library's output colors. Rejects color spaces other than gray, RGB, YCbCr, CMYK and
/// YCCK.
static void choose_output(jpeg_reading *self) {
    switch (self->library.jpeg_color_space) {
    case JCS_GRAYSCALE:
    case JCS_RGB:
    case JCS_YCbCr:
        self->library.out_color_space = JCS_RGB;
        return;
    case JCS_CMYK:
    case JCS_YCCK:
        self->library.out_color_space = JCS_CMYK;
        return;
    default:
        ERREXIT(&self->library, JERR_BAD_J_COLORSPACE);
    }
}

/// a · b / 255, rounded, for bytes.
static inline uint8_t multiply(uint32_t a, uint32_t b) {
    uint32_t product = a * b + 128;
    return (uint8_t)((product + (product >> 8)) >> 8);
}

/// Converts a decoded row of CMYK to RGB, in place.
static void rgb_from_inks(const jpeg_reading *self, JSAMPLE *row, uint32_t width) {
    // 255 means no ink in files by Adobe, full ink in others.
    uint8_t flip = self->library.saw_Adobe_marker ? 0 : 255;
    for (uint32_t x = 0; x < width; x++) {
        const JSAMPLE *ink = row + (size_t)x * 4;
        uint32_t light = ink[3] ^ flip;
        JSAMPLE *out = row + (size_t)x * 3;
        uint8_t red = multiply(ink[0] ^ flip, light);
        uint8_t green = multiply(ink[1] ^ flip, light);
        uint8_t blue = multiply(ink[2] ^ flip, light);
        out[0] = red;
        out[1] = green;
        out[2] = blue;
    }
}

/// Number of rows to decode before they are written. If rows become columns, a pixel and its lower
/// neighbor become adjacent in memory, so several rows together fill a cache line.
enum { strip_rows = 16 };

/// Writes RGB rows, `width` pixels from `column` on, to the sink from its row `y` on.
static void emit_strip(
    JSAMPARRAY rows, uint32_t count, uint32_t column, uint32_t width, facialfun_pixel_sink sink,
    uint32_t y) {
    uint8_t *strip = sink.origin + (ptrdiff_t)y * sink.row_step;
    if (sink.pixel_step == 3) {
        for (uint32_t row = 0; row < count; row++) {
            memcpy(
                strip + (ptrdiff_t)row * sink.row_step, rows[row] + (size_t)column * 3,
                (size_t)width * 3);
        }
        return;
    }
    for (uint32_t x = 0; x < width; x++) {
        uint8_t *out = strip + (ptrdiff_t)x * sink.pixel_step;
        for (uint32_t row = 0; row < count; row++, out += sink.row_step) {
            const JSAMPLE *in = rows[row] + (size_t)(column + x) * 3;
            out[0] = in[0];
            out[1] = in[1];
            out[2] = in[2];
        }
    }
}

/// Narrows the decoder to the region's columns and returns the start of the region in its rows.
///
/// Chroma upsampling gives other values next to the cut. A margin of one column of blocks on each
/// side keeps them out of the region, so its pixels equal those of a whole decode. With sampling
/// factors over 2 libjpeg-turbo 2.1.5 miscounts the columns of components that it both reduces and
/// upsamples, so such rare files are decoded in full width.
static uint32_t crop_columns(jpeg_reading *self, facialfun_pixel_region region) {
    j_decompress_ptr library = &self->library;
    if (library->max_h_samp_factor > 2 || library->max_v_samp_factor > 2) { return region.x; }
    uint32_t block = (uint32_t)(library->max_h_samp_factor * library->min_DCT_scaled_size);
    uint32_t first = region.x > block ? region.x - block : 0;
    uint32_t end = region.x + region.width;
    end = library->output_width - end > block ? end + block : library->output_width;
    JDIMENSION offset = first;
    JDIMENSION width = end - first;
    if (width == library->output_width) { return region.x; }
    jpeg_crop_scanline(library, &offset, &width);
    return region.x - offset;
}

/// Skips rows above the region, except for a margin of one row of blocks.
static void skip_rows(jpeg_reading *self, facialfun_pixel_region region) {
    j_decompress_ptr library = &self->library;
    uint32_t block = (uint32_t)(library->max_v_samp_factor * library->min_DCT_scaled_size);
    if (region.y > block) { jpeg_skip_scanlines(library, region.y - block); }
}

/// Reads the rows up to the region's last one and writes the region's pixels, which start at
/// `column` of the rows.
static void read_region(
    jpeg_reading *self, facialfun_pixel_region region, uint32_t column, facialfun_pixel_sink sink) {
    j_decompress_ptr library = &self->library;
    uint32_t components = (uint32_t)library->output_components;
    JSAMPARRAY rows = library->mem->alloc_sarray(
        (j_common_ptr)library, JPOOL_IMAGE, library->output_width * components, strip_rows);
    while (library->output_scanline < region.y) { jpeg_read_scanlines(library, rows, 1); }
    bool direct = components == 3 && sink.pixel_step == 3 && region.width == library->output_width;
    for (uint32_t y = 0; y < region.height;) {
        uint32_t count = region.height - y < strip_rows ? region.height - y : strip_rows;
        for (uint32_t row = 0; row < count; row++) {
            JSAMPROW target = rows[row];
            if (direct) { target = sink.origin + (ptrdiff_t)(y + row) * sink.row_step; }
            jpeg_read_scanlines(library, &target, 1);
            if (components == 4) { rgb_from_inks(self, target, library->output_width); }
        }
        if (!direct) { emit_strip(rows, count, column, region.width, sink, y); }
        y += count;
    }
}

/// Must run after setjmp(self->escape).
static void decode_rows(
    jpeg_reading *self, uint32_t reduction, facialfun_pixel_region region, facialfun_pixel_sink sink) {
    j_decompress_ptr library = &self->library;
    choose_output(self);
    library->scale_num = 1;
    library->scale_denom = reduction;
    library->dct_method = JDCT_ISLOW;
    jpeg_calc_output_dimensions(library);
    if (region.width == 0 || region.height == 0 || region.width > library->output_width
        || region.height > library->output_height
        || region.x > library->output_width - region.width
        || region.y > library->output_height - region.height) {
        codec_message_set(self->message, "the region lies outside the picture");
        self->status = facialfun_codec_bad_argument;
        return;
    }
    jpeg_start_decompress(library);
    uint32_t column = crop_columns(self, region);
    skip_rows(self, region);
    read_region(self, region, column, sink);
    if (region.y + region.height == library->output_height) { jpeg_finish_decompress(library); }
}

facialfun_codec_status facialfun_jpeg_decode(
    const uint8_t *bytes, size_t count, uint32_t reduction, facialfun_pixel_region region,
    uint32_t max_scans, facialfun_codec_stop stop, facialfun_pixel_sink sink,
    facialfun_codec_message *message) {
    if (reduction != 1 && reduction != 2 && reduction != 4 && reduction != 8) {
        codec_message_set(message, "the reduction must be 1, 2, 4 or 8");
        return facialfun_codec_bad_argument;
    }
    jpeg_reading *self = jpeg_reading_make(message);
    if (self == NULL) { return facialfun_codec_out_of_memory; }
    self->stop = stop;
    if (setjmp(self->escape) == 0) {
        jpeg_reading_start(self, bytes, count, max_scans);
        decode_rows(self, reduction, region, sink);
    }
    return jpeg_reading_finish(self);
}
