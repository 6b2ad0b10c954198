#include "codec_message.h"
#include "png_reduction.h"
#include "png_session.h"

#include <stdlib.h>
#include <string.h>

/// The name of the chunks with the pixels.
enum { image_data = 0x49444154 };

/// Maximum number of image data bytes after the last row: the end of the compressed stream and
/// padding by an encoder. Even if they expand a thousandfold, reading them takes a few
/// milliseconds; no valid picture has more.
enum { most_surplus = 4096 };

/// Bytes of image data per call of the library.
enum { bytes_at_a_time = 1024 };

/// Ends the call if the caller has canceled it.
static void check_stop(png_session *self) {
    if (self->stop.ask != NULL && self->stop.ask(self->stop.context)) {
        png_session_fail(self, facialfun_codec_stopped, "the decode was stopped");
    }
}

/// Passes the next bytes to the library, a few thousand at a time, so that its work on them
/// (skipped chunks, data that inflate to nothing) can be canceled.
static void on_read(png_structp library, png_bytep out, size_t count) {
    png_session *self = png_get_io_ptr(library);
    check_stop(self);
    if (self->at_last_row && png_get_io_chunk_type(library) == image_data) {
        if (count > self->image_data_left) {
            png_session_fail(
                self, facialfun_codec_corrupt, "the image data continue after the last row");
        }
        self->image_data_left -= count;
    }
    if (count > self->remaining) {
        png_session_fail(self, facialfun_codec_truncated, "the data end early");
    }
    memcpy(out, self->next, count);
    self->next += count;
    self->remaining -= count;
}

/// Skips chunks that do not affect the pixels without reading them, so that no compressed text or
/// color profile can expand in memory; unknown chunks, such as those of animations, are skipped as
/// well. The remaining ones are IHDR, PLTE, tRNS, IDAT and IEND.
static void skip_what_is_not_needed(png_structp library) {
    static const png_byte names[] =
        "bKGD\0cHRM\0eXIf\0gAMA\0hIST\0iCCP\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0sPLT\0sRGB\0sTER\0"
        "tEXt\0tIME\0zTXt";
    png_set_keep_unknown_chunks(library, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
    png_set_keep_unknown_chunks(
        library, PNG_HANDLE_CHUNK_NEVER, names, (int)(sizeof names / 5));
}

/// Must run after setjmp(self->escape).
static void start(png_session *self, const uint8_t *bytes, size_t count) {
    self->next = bytes;
    self->remaining = count;
    self->library = png_create_read_struct(
        PNG_LIBPNG_VER_STRING, self, png_session_on_error, png_session_on_warning);
    if (self->library != NULL) { self->info = png_create_info_struct(self->library); }
    if (self->info == NULL) {
        png_session_fail(self, facialfun_codec_out_of_memory, "out of memory");
    }
    png_set_read_fn(self->library, self, on_read);
    // The caller checks the size; here only sizes that the format forbids are rejected.
    png_set_user_limits(self->library, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_chunk_malloc_max(self->library, 1 << 20);
    png_set_chunk_cache_max(self->library, 16);
    png_set_compression_buffer_size(self->library, bytes_at_a_time);
    skip_what_is_not_needed(self->library);
    png_read_info(self->library, self->info);
}

facialfun_codec_status facialfun_png_read_header(
    const uint8_t *bytes, size_t count, facialfun_codec_stop stop, facialfun_image_header *header,
    facialfun_codec_message *message) {
    memset(header, 0, sizeof *header);
    png_session *self = png_session_make(message);
    if (self == NULL) { return facialfun_codec_out_of_memory; }
    self->stop = stop;
    if (setjmp(self->escape) == 0) {
        start(self, bytes, count);
        header->width = png_get_image_width(self->library, self->info);
        header->height = png_get_image_height(self->library, self->info);
    }
    return png_session_finish_reading(self);
}

/// Converts every color type to 8-bit RGB, or to RGBA if something may be transparent.
static uint32_t convert_to_rgb(png_session *self) {
    png_set_expand(self->library);
    png_set_scale_16(self->library);
    png_set_gray_to_rgb(self->library);
    png_read_update_info(self->library, self->info);
    return png_get_channels(self->library, self->info);
}

/// Writes the pixels of a decoded row that are inside the region; they are at columns first_column,
/// first_column + column_step, … of row `y` of the picture.
static void emit_row(
    const png_session *self, uint32_t channels, uint32_t pixels, uint32_t first_column,
    uint32_t column_step, uint32_t y, facialfun_pixel_region region, facialfun_pixel_sink sink) {
    if (y < region.y || y - region.y >= region.height) { return; }
    uint8_t *row = sink.origin + (ptrdiff_t)(y - region.y) * sink.row_step;
    const uint8_t *in = self->row;
    uint32_t x = first_column;
    for (uint32_t i = 0; i < pixels; i++, in += channels, x += column_step) {
        if (x < region.x) { continue; }
        if (x - region.x >= region.width) { return; }
        png_colour color = png_colour_of(in, channels);
        uint8_t *out = row + (ptrdiff_t)(x - region.x) * sink.pixel_step;
        out[0] = color.red;
        out[1] = color.green;
        out[2] = color.blue;
    }
}

/// Reads the next row into the session's row unless the caller has canceled. With the last row the
/// library also reads all following image data.
static void read_row(png_session *self, bool is_last) {
    check_stop(self);
    if (is_last) {
        // A row in the file has at most twice as many bytes, because its samples may have 16 bits.
        size_t row = png_get_rowbytes(self->library, self->info) * 2;
        self->image_data_left = most_surplus + row;
        self->at_last_row = true;
    }
    png_read_row(self->library, self->row, NULL);
}

/// Reads the seven passes of an interlaced picture and writes each pixel to its place; the
/// library's own function would need the whole picture at four bytes per pixel.
static void decode_interlaced(
    png_session *self, uint32_t channels, uint32_t width, uint32_t height, uint32_t reduction,
    facialfun_pixel_region region, facialfun_pixel_sink sink) {
    const png_reduction reduced = {reduction, width, height, region, sink};
    if (reduction > 1) { png_reduction_begin_scattered(self, &reduced); }
    // Passes without rows or columns are not in the file; the first pass has both.
    int last_pass = PNG_INTERLACE_ADAM7_PASSES - 1;
    while (PNG_PASS_COLS(width, last_pass) == 0 || PNG_PASS_ROWS(height, last_pass) == 0) {
        last_pass -= 1;
    }
    for (int pass = 0; pass <= last_pass; pass++) {
        uint32_t columns = PNG_PASS_COLS(width, pass);
        uint32_t rows = columns == 0 ? 0 : PNG_PASS_ROWS(height, pass);
        for (uint32_t row = 0; row < rows; row++) {
            read_row(self, pass == last_pass && row + 1 == rows);
            uint32_t first = PNG_COL_FROM_PASS_COL(0U, pass), step = 1U << PNG_PASS_COL_SHIFT(pass);
            uint32_t y = PNG_ROW_FROM_PASS_ROW(row, pass);
            if (reduction > 1) {
                png_reduction_scatter_row(self, &reduced, channels, columns, first, step, y);
            } else {
                emit_row(self, channels, columns, first, step, y, region, sink);
            }
        }
    }
    png_read_end(self->library, NULL);
    if (reduction > 1) { png_reduction_finish_scattered(self, &reduced); }
}

/// Must run after setjmp(self->escape).
static void decode_rows(
    png_session *self, uint32_t reduction, facialfun_pixel_region region,
    facialfun_pixel_sink sink) {
    uint32_t width = png_get_image_width(self->library, self->info);
    uint32_t height = png_get_image_height(self->library, self->info);
    uint32_t columns = width / reduction + (width % reduction != 0);
    uint32_t rows = height / reduction + (height % reduction != 0);
    if (region.width == 0 || region.height == 0 || region.width > columns || region.height > rows
        || region.x > columns - region.width || region.y > rows - region.height) {
        png_session_fail(
            self, facialfun_codec_bad_argument, "the region lies outside the picture");
    }
    bool interlaced =
        png_get_interlace_type(self->library, self->info) != PNG_INTERLACE_NONE;
    uint32_t channels = convert_to_rgb(self);
    if (channels != 3 && channels != 4) {
        png_session_fail(self, facialfun_codec_unsupported, "an unknown color type");
    }
    self->row = malloc(png_get_rowbytes(self->library, self->info));
    if (self->row == NULL) {
        png_session_fail(self, facialfun_codec_out_of_memory, "out of memory");
    }
    if (interlaced) {
        decode_interlaced(self, channels, width, height, reduction, region, sink);
        return;
    }
    const png_reduction reduced = {reduction, width, height, region, sink};
    if (reduction > 1) { png_reduction_begin(self, &reduced); }
    // Rows below the region are not read.
    uint64_t end = (uint64_t)(region.y + region.height) * reduction;
    for (uint32_t y = 0; y < height && y < end; y++) {
        read_row(self, y + 1 == height);
        if (reduction > 1) {
            png_reduction_add_row(self, &reduced, channels, y);
        } else {
            emit_row(self, channels, width, 0, 1, y, region, sink);
        }
    }
    if (end >= height) { png_read_end(self->library, NULL); }
}

facialfun_codec_status facialfun_png_decode(
    const uint8_t *bytes, size_t count, uint32_t reduction, facialfun_pixel_region region,
    facialfun_codec_stop stop, facialfun_pixel_sink sink, facialfun_codec_message *message) {
    if (reduction != 1 && reduction != 2 && reduction != 4 && reduction != 8) {
        codec_message_set(message, "the reduction must be 1, 2, 4 or 8");
        return facialfun_codec_bad_argument;
    }
    png_session *self = png_session_make(message);
    if (self == NULL) { return facialfun_codec_out_of_memory; }
    self->stop = stop;
    if (setjmp(self->escape) == 0) {
        start(self, bytes, count);
        decode_rows(self, reduction, region, sink);
    }
    return png_session_finish_reading(self);
}
