#include "png_session.h"

#include <stdlib.h>
#include <string.h>

static void on_write(png_structp library, png_bytep bytes, size_t count) {
    png_session *self = png_get_io_ptr(library);
    if (count > self->out_capacity - self->out_count) {
        size_t capacity = 2 * (self->out_count + count);
        uint8_t *grown = realloc(self->out, capacity);
        if (grown == NULL) {
            png_session_fail(self, facialfun_codec_out_of_memory, "out of memory");
        }
        self->out = grown;
        self->out_capacity = capacity;
    }
    memcpy(self->out + self->out_count, bytes, count);
    self->out_count += count;
}

static void on_flush(png_structp library) { (void)library; }

/// Must run after setjmp(self->escape).
static void encode(png_session *self, const uint8_t *pixels, uint32_t width, uint32_t height) {
    self->library = png_create_write_struct(
        PNG_LIBPNG_VER_STRING, self, png_session_on_error, png_session_on_warning);
    if (self->library != NULL) { self->info = png_create_info_struct(self->library); }
    if (self->info == NULL) {
        png_session_fail(self, facialfun_codec_out_of_memory, "out of memory");
    }
    png_set_write_fn(self->library, self, on_write, on_flush);
    png_set_user_limits(self->library, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_IHDR(
        self->library, self->info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
        PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    // One filter and the fastest compression level. Better ones hardly reduce the size of
    // photographs.
    png_set_filter(self->library, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
    png_set_compression_level(self->library, 1);
    png_write_info(self->library, self->info);
    for (uint32_t y = 0; y < height; y++) {
        png_write_row(self->library, pixels + (size_t)y * width * 3);
    }
    png_write_end(self->library, NULL);
}

facialfun_codec_status facialfun_png_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, uint8_t *_Nullable *_Nonnull out,
    size_t *out_count, facialfun_codec_message *message) {
    *out = NULL;
    *out_count = 0;
    png_session *self = png_session_make(message);
    if (self == NULL) { return facialfun_codec_out_of_memory; }
    if (setjmp(self->escape) == 0) {
        encode(self, pixels, width, height);
        *out = self->out;
        *out_count = self->out_count;
        self->out = NULL;
    }
    return png_session_finish_writing(self);
}

void facialfun_codec_free(uint8_t *_Nullable buffer) { free(buffer); }
