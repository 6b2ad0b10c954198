#include "CImageCodecs.h"
#include "codec_message.h"

#include <stdio.h>

#include <jpeglib.h>

#include <jerror.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// Everything that one decode needs; the library's structures point into it.
typedef struct {
    struct jpeg_decompress_struct library;
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr source;
    struct jpeg_progress_mgr progress;
    jmp_buf escape;
    facialfun_codec_status status;
    facialfun_codec_message *message;
    uint32_t max_scans;
    facialfun_codec_stop stop;
    /// Until the first scan begins.
    bool in_header;
    /// Set when the library asked for bytes beyond the last one.
    bool ran_out;
} decoder;

static const JOCTET end_of_image[2] = {0xFF, JPEG_EOI};

static _Noreturn void fail(decoder *self, facialfun_codec_status status) {
    self->status = status;
    char text[JMSG_LENGTH_MAX];
    self->errors.format_message((j_common_ptr)&self->library, text);
    codec_message_set(self->message, text);
    longjmp(self->escape, 1);
}

static _Noreturn void on_error(j_common_ptr library) {
    decoder *self = library->client_data;
    switch (library->err->msg_code) {
    case JERR_OUT_OF_MEMORY:
        fail(self, facialfun_codec_out_of_memory);
    case JERR_ARITH_NOTIMPL:
    case JERR_BAD_J_COLORSPACE:
    case JERR_BAD_PRECISION:
    case JERR_COMPONENT_COUNT:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_CCIR601_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_IMAGE_TOO_BIG:
    case JERR_NOTIMPL:
    case JERR_SOF_UNSUPPORTED:
        fail(self, facialfun_codec_unsupported);
    default:
        // Bytes that end inside a header make the library fail in one of many ways.
        fail(self, self->ran_out ? facialfun_codec_truncated : facialfun_codec_corrupt);
    }
}

/// Warnings (level −1) on which pixels are lost end the decode; harmless ones are passed over.
///
/// Harmless: extraneous bytes before a marker (cameras pad; no coefficient depends on them), odd
/// scan parameters in a sequential file (they are not used), unknown JFIF version, Adobe transform
/// or colour profile. Lost pixels: data that end too early, a bad Huffman or arithmetic code, a
/// missing restart marker, an inconsistent progression.
static void on_message(j_common_ptr library, int level) {
    if (level >= 0) { return; }
    decoder *self = library->client_data;
    switch (library->err->msg_code) {
    case JWRN_ADOBE_XFORM:
    case JWRN_BOGUS_ICC:
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_JFIF_MAJOR:
    case JWRN_NOT_SEQUENTIAL:
        return;
    default:
        fail(self, self->ran_out ? facialfun_codec_truncated : facialfun_codec_corrupt);
    }
}

static void on_print(j_common_ptr library) { (void)library; }

static void on_source_start(j_decompress_ptr library) { (void)library; }

/// Beyond the last byte an end-of-image marker stands, over and over: a file that lost nothing but
/// its marker is read, and one that lost pixels raises a warning that `on_message` makes an error.
static boolean on_source_empty(j_decompress_ptr library) {
    decoder *self = library->client_data;
    self->ran_out = true;
    // Of a picture that comes in several scans, whole scans may be missing; and the arithmetic
    // decoder takes what is missing for zeros without a warning.
    if (self->in_header || library->arith_code || jpeg_has_multiple_scans(library)) {
        ERREXIT(library, JERR_INPUT_EOF);
    }
    self->source.next_input_byte = end_of_image;
    self->source.bytes_in_buffer = sizeof end_of_image;
    return TRUE;
}

static void on_source_skip(j_decompress_ptr library, long count) {
    decoder *self = library->client_data;
    if (count <= 0) { return; }
    if ((size_t)count > self->source.bytes_in_buffer) {
        // A segment's length leads beyond the file.
        self->ran_out = true;
        ERREXIT(library, JERR_INPUT_EOF);
    }
    self->source.next_input_byte += count;
    self->source.bytes_in_buffer -= (size_t)count;
}

static void on_source_end(j_decompress_ptr library) { (void)library; }

/// The library calls this before each row of blocks that it reads and each line that it gives.
static void on_progress(j_common_ptr library) {
    decoder *self = library->client_data;
    if (self->stop.ask != NULL && self->stop.ask(self->stop.context)) {
        codec_message_set(self->message, "the decode was stopped");
        self->status = facialfun_codec_stopped;
        longjmp(self->escape, 1);
    }
    if (library->is_decompressor
        && (uint32_t)self->library.input_scan_number > self->max_scans) {
        codec_message_set(self->message, "a further scan begins");
        self->status = facialfun_codec_too_many_scans;
        longjmp(self->escape, 1);
    }
}

/// Must run after setjmp(self->escape): creating the library's structure can fail, too.
static void start(decoder *self, const uint8_t *bytes, size_t count, uint32_t max_scans) {
    self->max_scans = max_scans;
    self->library.client_data = self;
    jpeg_create_decompress(&self->library);
    self->progress.progress_monitor = on_progress;
    self->library.progress = &self->progress;
    self->source.init_source = on_source_start;
    self->source.fill_input_buffer = on_source_empty;
    self->source.skip_input_data = on_source_skip;
    self->source.resync_to_restart = jpeg_resync_to_restart;
    self->source.term_source = on_source_end;
    self->source.next_input_byte = bytes;
    self->source.bytes_in_buffer = count;
    self->library.src = &self->source;
    self->in_header = true;
    jpeg_read_header(&self->library, TRUE);
    self->in_header = false;
}

/// Makes a decoder whose error handlers stand, or null without memory.
static decoder *make_decoder(facialfun_codec_message *message) {
    codec_message_set(message, "");
    decoder *self = calloc(1, sizeof *self);
    if (self == NULL) { return NULL; }
    self->message = message;
    self->library.err = jpeg_std_error(&self->errors);
    self->errors.error_exit = on_error;
    self->errors.emit_message = on_message;
    self->errors.output_message = on_print;
    return self;
}

static facialfun_codec_status finish(decoder *self) {
    facialfun_codec_status status = self->status;
    jpeg_destroy_decompress(&self->library);
    free(self);
    return status;
}

facialfun_codec_status facialfun_jpeg_read_header(
    const uint8_t *bytes, size_t count, facialfun_image_header *header,
    facialfun_codec_message *message) {
    memset(header, 0, sizeof *header);
    decoder *self = make_decoder(message);
    if (self == NULL) { return facialfun_codec_out_of_memory; }
    if (setjmp(self->escape) == 0) {
        start(self, bytes, count, UINT32_MAX);
        header->width = self->library.image_width;
        header->height = self->library.image_height;
    }
    return finish(self);
}

/// Chooses the library's output colours; what has neither one, three nor four known components is
/// refused.
static void choose_output(decoder *self) {
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

/// Makes RGB of a decoded row of CMYK, in place.
static void rgb_from_inks(const decoder *self, JSAMPLE *row, uint32_t width) {
    // 255 is no ink where Adobe wrote the file, full ink elsewhere.
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

/// Rows that are decoded before they are written. Where rows become columns, a pixel and its lower
/// neighbours come to lie side by side: together they fill a cache line.
enum { strip_rows = 16 };

/// Writes RGB rows, `width` pixels from `column` on, into the sink from its row `y` on.
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

/// Narrows the decoder to the region's columns and says where the region begins in its rows.
///
/// One column of blocks of margin on each side keeps the region's pixels those of a whole decode: only at
/// the cut itself does the upsampling of colour see other neighbours. With sampling factors over 2
/// libjpeg-turbo 2.1.5 miscounts the columns of components that it both reduces and upsamples:
/// such rare files are decoded in their whole width.
static uint32_t crop_columns(decoder *self, facialfun_pixel_region region) {
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

/// Passes over rows above the region, but for a block row of margin.
static void skip_rows(decoder *self, facialfun_pixel_region region) {
    j_decompress_ptr library = &self->library;
    uint32_t block = (uint32_t)(library->max_v_samp_factor * library->min_DCT_scaled_size);
    if (region.y > block) { jpeg_skip_scanlines(library, region.y - block); }
}

/// Reads the rows down to the region's last and writes the region's pixels, which begin at `column`
/// of the rows.
static void read_region(
    decoder *self, facialfun_pixel_region region, uint32_t column, facialfun_pixel_sink sink) {
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
    decoder *self, uint32_t reduction, facialfun_pixel_region region, facialfun_pixel_sink sink) {
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
    decoder *self = make_decoder(message);
    if (self == NULL) { return facialfun_codec_out_of_memory; }
    self->stop = stop;
    if (setjmp(self->escape) == 0) {
        start(self, bytes, count, max_scans);
        decode_rows(self, reduction, region, sink);
    }
    return finish(self);
}
