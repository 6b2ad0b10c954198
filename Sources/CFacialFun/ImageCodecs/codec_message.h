#ifndef FACIALFUN_CODEC_MESSAGE_H
#define FACIALFUN_CODEC_MESSAGE_H

#include "CImageCodecs.h"

#include <string.h>

/// Stores a library's message, truncated to the available space; bytes other than printable ASCII
/// (they come from the file) become question marks.
static inline void codec_message_set(facialfun_codec_message *message, const char *text) {
    size_t length = 0;
    for (; text[length] != 0 && length + 1 < sizeof message->text; length++) {
        char c = text[length];
        message->text[length] = c >= 0x20 && c < 0x7F ? c : '?';
    }
    message->text[length] = 0;
}

#endif
