#ifndef FACIALFUN_PNG_SESSION_H
#define FACIALFUN_PNG_SESSION_H

#include "CImageCodecs.h"

#include <png.h>

#include <setjmp.h>
#include <stdbool.h>

/// One use of libpng, for reading or writing; callbacks get it as their user pointer.
typedef struct {
    png_structp library;
    png_infop info;
    jmp_buf escape;
    facialfun_codec_status status;
    facialfun_codec_message *message;
    /// Reading: cancellation check. Writing: unused.
    facialfun_codec_stop stop;
    /// Reading: the remaining bytes. Writing: unused.
    const uint8_t *next;
    size_t remaining;
    /// Reading: whether the last row has been started, and how many bytes of image data may be read
    /// from then on.
    bool at_last_row;
    size_t image_data_left;
    /// Writing: the output, in memory from malloc; null after it was handed over.
    uint8_t *out;
    size_t out_count;
    size_t out_capacity;
    /// One row in the library's format, in memory from malloc.
    uint8_t *row;
    /// Reading at a reduced size: sums of the pixels in progress, in memory from malloc. For an
    /// interlaced picture, the parts of the means that do not fit into a byte.
    uint16_t *sums;
    uint8_t *parts;
} png_session;

/// Makes a session; null without memory.
png_session *png_session_make(facialfun_codec_message *message);

/// Frees the session and all its memory; returns its status.
facialfun_codec_status png_session_finish_reading(png_session *self);
facialfun_codec_status png_session_finish_writing(png_session *self);

/// Ends the call with a status; must run after setjmp(self->escape).
_Noreturn void png_session_fail(
    png_session *self, facialfun_codec_status status, const char *text);

/// The library's handlers; `png_get_error_ptr` is the session.
_Noreturn void png_session_on_error(png_structp library, png_const_charp text);
void png_session_on_warning(png_structp library, png_const_charp text);

#endif
