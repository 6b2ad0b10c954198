#ifndef FACIALFUN_JPEG_READING_H
#define FACIALFUN_JPEG_READING_H

#include "CImageCodecs.h"

#include <stdio.h>

#include <jpeglib.h>

#include <setjmp.h>
#include <stdbool.h>

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
    /// Bytes that the library has not been given yet.
    const uint8_t *next;
    size_t remaining;
    /// Until the first scan begins.
    bool in_header;
    /// Set when the library asked for bytes beyond the last one.
    bool ran_out;
} jpeg_reading;

/// Makes a reading whose error handlers stand, or null without memory.
jpeg_reading *jpeg_reading_make(facialfun_codec_message *message);

/// Reads the header; must run after setjmp(self->escape): creating the library's structure can fail,
/// too.
void jpeg_reading_start(
    jpeg_reading *self, const uint8_t *bytes, size_t count, uint32_t max_scans);

/// Frees the reading and all it holds; its status.
facialfun_codec_status jpeg_reading_finish(jpeg_reading *self);

#endif
