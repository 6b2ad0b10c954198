#ifndef FACIALFUN_JPEG_READING_H
#define FACIALFUN_JPEG_READING_H

#include "CImageCodecs.h"

#include <stdio.h>

#include <jpeglib.h>

#include <setjmp.h>
#include <stdbool.h>

/// State of one decode; the library's structures point into it.
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
    /// Bytes not yet passed to the library.
    const uint8_t *next;
    size_t remaining;
    /// True until the first scan starts.
    bool in_header;
    /// Set when the library requests bytes beyond the last one.
    bool ran_out;
} jpeg_reading;

/// Makes a reading with installed error handlers; null without memory.
jpeg_reading *jpeg_reading_make(facialfun_codec_message *message);

/// Reads the header; must run after setjmp(self->escape), because creating the library's structure
/// can also fail.
void jpeg_reading_start(
    jpeg_reading *self, const uint8_t *bytes, size_t count, uint32_t max_scans);

/// Frees the reading and all its memory; returns its status.
facialfun_codec_status jpeg_reading_finish(jpeg_reading *self);

#endif
