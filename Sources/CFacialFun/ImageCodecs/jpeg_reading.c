#include "jpeg_reading.h"

#include "codec_message.h"

#include <jerror.h>
#include <stdlib.h>

static const JOCTET end_of_image[2] = {0xFF, JPEG_EOI};

static _Noreturn void fail(jpeg_reading *self, facialfun_codec_status status) {
    self->status = status;
    char text[JMSG_LENGTH_MAX];
    self->errors.format_message((j_common_ptr)&self->library, text);
    codec_message_set(self->message, text);
    longjmp(self->escape, 1);
}

static _Noreturn void on_error(j_common_ptr library) {
    jpeg_reading *self = library->client_data;
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
        // If the bytes end inside a header, the library fails in one of many ways.
        fail(self, self->ran_out ? facialfun_codec_truncated : facialfun_codec_corrupt);
    }
}

/// Ends the decode on warnings (level −1) that mean lost pixels; ignores harmless ones.
///
/// Harmless: extraneous bytes before a marker (padding by cameras; no coefficient depends on them),
/// unusual scan parameters in a sequential file (unused), unknown JFIF version, Adobe transform or
/// color profile. Lost pixels: truncated data, an invalid Huffman or arithmetic code, a missing
/// restart marker, an inconsistent progression.
static void on_message(j_common_ptr library, int level) {
    if (level >= 0) { return; }
    jpeg_reading *self = library->client_data;
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

/// Ends the call if the caller has canceled it.
static void check_stop(jpeg_reading *self) {
    if (self->stop.ask != NULL && self->stop.ask(self->stop.context)) {
        codec_message_set(self->message, "the decode was stopped");
        self->status = facialfun_codec_stopped;
        longjmp(self->escape, 1);
    }
}

/// Number of bytes passed to the library at a time.
enum { slice_size = 65536 };

/// Passes the next slice of the file to the library, so that its work on the bytes (markers,
/// comments, tables, skipped data) can be canceled.
static void give_slice(jpeg_reading *self) {
    check_stop(self);
    size_t size = self->remaining < slice_size ? self->remaining : slice_size;
    self->source.next_input_byte = self->next;
    self->source.bytes_in_buffer = size;
    self->next += size;
    self->remaining -= size;
}

/// Supplies an end-of-image marker each time the library requests bytes beyond the end. A file that
/// lacks only its marker can thus be read. For a file that lost pixels the library reports a
/// warning, which `on_message` turns into an error.
static boolean on_source_empty(j_decompress_ptr library) {
    jpeg_reading *self = library->client_data;
    if (self->remaining > 0) {
        give_slice(self);
        return TRUE;
    }
    self->ran_out = true;
    // The library does not warn if whole scans are missing, or if the arithmetic decoder replaces
    // missing data by zeros.
    if (self->in_header || library->arith_code || jpeg_has_multiple_scans(library)) {
        ERREXIT(library, JERR_INPUT_EOF);
    }
    self->source.next_input_byte = end_of_image;
    self->source.bytes_in_buffer = sizeof end_of_image;
    return TRUE;
}

static void on_source_skip(j_decompress_ptr library, long count) {
    jpeg_reading *self = library->client_data;
    if (count <= 0) { return; }
    size_t rest = (size_t)count;
    while (rest > self->source.bytes_in_buffer) {
        rest -= self->source.bytes_in_buffer;
        if (self->remaining == 0) {
            // The length of a segment points beyond the file.
            self->ran_out = true;
            ERREXIT(library, JERR_INPUT_EOF);
        }
        give_slice(self);
    }
    self->source.next_input_byte += rest;
    self->source.bytes_in_buffer -= rest;
}

static void on_source_end(j_decompress_ptr library) { (void)library; }

/// Called by the library before each row of blocks that it reads and each line that it outputs.
static void on_progress(j_common_ptr library) {
    jpeg_reading *self = library->client_data;
    check_stop(self);
    if (library->is_decompressor
        && (uint32_t)self->library.input_scan_number > self->max_scans) {
        codec_message_set(self->message, "a further scan begins");
        self->status = facialfun_codec_too_many_scans;
        longjmp(self->escape, 1);
    }
}

void jpeg_reading_start(
    jpeg_reading *self, const uint8_t *bytes, size_t count, uint32_t max_scans) {
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
    self->next = bytes;
    self->remaining = count;
    give_slice(self);
    self->library.src = &self->source;
    self->in_header = true;
    jpeg_read_header(&self->library, TRUE);
    self->in_header = false;
}

jpeg_reading *jpeg_reading_make(facialfun_codec_message *message) {
    codec_message_set(message, "");
    jpeg_reading *self = calloc(1, sizeof *self);
    if (self == NULL) { return NULL; }
    self->message = message;
    self->library.err = jpeg_std_error(&self->errors);
    self->errors.error_exit = on_error;
    self->errors.emit_message = on_message;
    self->errors.output_message = on_print;
    return self;
}

facialfun_codec_status jpeg_reading_finish(jpeg_reading *self) {
    facialfun_codec_status status = self->status;
    jpeg_destroy_decompress(&self->library);
    free(self);
    return status;
}
