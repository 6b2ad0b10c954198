#include "png_session.h"

#include "codec_message.h"

#include <stdlib.h>

png_session *png_session_make(facialfun_codec_message *message) {
    codec_message_set(message, "");
    png_session *self = calloc(1, sizeof *self);
    if (self != NULL) { self->message = message; }
    return self;
}

static facialfun_codec_status release(png_session *self) {
    facialfun_codec_status status = self->status;
    free(self->row);
    free(self->sums);
    free(self->parts);
    free(self->out);
    free(self);
    return status;
}

facialfun_codec_status png_session_finish_reading(png_session *self) {
    png_destroy_read_struct(&self->library, &self->info, NULL);
    return release(self);
}

facialfun_codec_status png_session_finish_writing(png_session *self) {
    png_destroy_write_struct(&self->library, &self->info);
    return release(self);
}

_Noreturn void png_session_fail(
    png_session *self, facialfun_codec_status status, const char *text) {
    self->status = status;
    codec_message_set(self->message, text);
    longjmp(self->escape, 1);
}

_Noreturn void png_session_on_error(png_structp library, png_const_charp text) {
    png_session *self = png_get_error_ptr(library);
    bool memory = strstr(text, "ut of memory") != NULL || strstr(text, "nsufficient memory") != NULL;
    png_session_fail(
        self, memory ? facialfun_codec_out_of_memory : facialfun_codec_corrupt, text);
}

/// Warnings concern unused chunks or bytes after the last pixel; lost pixels are errors of the
/// library.
void png_session_on_warning(png_structp library, png_const_charp text) {
    (void)library;
    (void)text;
}
