#include "CImageCodecs.h"
#include "codec_message.h"

#include <stdio.h>

#include <jpeglib.h>

#include <jerror.h>
#include <setjmp.h>
#include <stdlib.h>

/// State of one encode; the library's structures point into it.
typedef struct {
    struct jpeg_compress_struct library;
    struct jpeg_error_mgr errors;
    struct jpeg_destination_mgr destination;
    jmp_buf escape;
    facialfun_codec_status status;
    facialfun_codec_message *message;
    uint8_t *out;
    size_t out_capacity;
} encoder;

static _Noreturn void on_error(j_common_ptr library) {
    encoder *self = library->client_data;
    char text[JMSG_LENGTH_MAX];
    self->errors.format_message(library, text);
    codec_message_set(self->message, text);
    self->status = library->err->msg_code == JERR_OUT_OF_MEMORY ? facialfun_codec_out_of_memory
                                                                : facialfun_codec_bad_argument;
    longjmp(self->escape, 1);
}

static void on_message(j_common_ptr library, int level) {
    (void)library;
    (void)level;
}

static void on_print(j_common_ptr library) { (void)library; }

/// Enlarges the full buffer; the library then continues after the existing contents.
static void grow(encoder *self, size_t capacity) {
    size_t used = self->out_capacity;
    uint8_t *grown = realloc(self->out, capacity);
    if (grown == NULL) { ERREXIT1(&self->library, JERR_OUT_OF_MEMORY, 0); }
    self->out = grown;
    self->out_capacity = capacity;
    self->destination.next_output_byte = grown + used;
    self->destination.free_in_buffer = capacity - used;
}

static void on_start(j_compress_ptr library) {
    encoder *self = library->client_data;
    grow(self, 65536);
}

/// Called when the buffer is completely full, regardless of `free_in_buffer`.
static boolean on_full(j_compress_ptr library) {
    encoder *self = library->client_data;
    grow(self, self->out_capacity * 2);
    return TRUE;
}

static void on_end(j_compress_ptr library) { (void)library; }

/// Must run after setjmp(self->escape).
static void encode(
    encoder *self, const uint8_t *pixels, uint32_t width, uint32_t height, int quality,
    facialfun_jpeg_subsampling subsampling) {
    j_compress_ptr library = &self->library;
    jpeg_create_compress(library);
    self->destination.init_destination = on_start;
    self->destination.empty_output_buffer = on_full;
    self->destination.term_destination = on_end;
    library->dest = &self->destination;
    library->image_width = width;
    library->image_height = height;
    library->input_components = 3;
    library->in_color_space = JCS_RGB;
    jpeg_set_defaults(library);
    jpeg_set_quality(library, quality, TRUE);
    library->dct_method = JDCT_ISLOW;
    library->comp_info[0].h_samp_factor = subsampling == facialfun_jpeg_subsampling_none ? 1 : 2;
    library->comp_info[0].v_samp_factor = subsampling == facialfun_jpeg_subsampling_quarter ? 2 : 1;
    jpeg_start_compress(library, TRUE);
    while (library->next_scanline < height) {
        // The library does not write to the pixels, although its type is not const.
        JSAMPROW row = (JSAMPROW)pixels + (size_t)library->next_scanline * width * 3;
        jpeg_write_scanlines(library, &row, 1);
    }
    jpeg_finish_compress(library);
}

facialfun_codec_status facialfun_jpeg_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, int32_t quality,
    facialfun_jpeg_subsampling subsampling, uint8_t *_Nullable *_Nonnull out, size_t *out_count,
    facialfun_codec_message *message) {
    *out = NULL;
    *out_count = 0;
    codec_message_set(message, "");
    encoder *self = calloc(1, sizeof *self);
    if (self == NULL) { return facialfun_codec_out_of_memory; }
    self->message = message;
    self->library.err = jpeg_std_error(&self->errors);
    self->errors.error_exit = on_error;
    self->errors.emit_message = on_message;
    self->errors.output_message = on_print;
    self->library.client_data = self;
    if (setjmp(self->escape) == 0) {
        encode(self, pixels, width, height, quality, subsampling);
        *out = self->out;
        *out_count = self->out_capacity - self->destination.free_in_buffer;
        self->out = NULL;
    }
    facialfun_codec_status status = self->status;
    jpeg_destroy_compress(&self->library);
    free(self->out);
    free(self);
    return status;
}
