#include "CImageCodecs.h"

#include <string.h>

enum { start_of_scan = 0xDA, end_of_image = 0xD9 };

uint32_t facialfun_jpeg_reduced_size(uint32_t full, uint32_t reduction) {
    return full / reduction + (full % reduction != 0);
}

uint32_t facialfun_jpeg_count_scans(const uint8_t *bytes, size_t count, uint32_t limit) {
    uint32_t scans = 0;
    const uint8_t *end = bytes + count;
    const uint8_t *next = bytes;
    while (next < end) {
        // The next marker: 0xFF and a byte other than stuffing (0) and fill (0xFF).
        next = memchr(next, 0xFF, (size_t)(end - next));
        if (next == NULL || end - next < 2) { return scans; }
        uint8_t marker = next[1];
        if (marker == 0xFF) {
            next += 1;
            continue;
        }
        next += 2;
        if (marker == 0 || marker == 0x01 || (marker >= 0xD0 && marker <= 0xD8)) { continue; }
        if (marker == end_of_image) { return scans; }
        if (marker == start_of_scan && scans++ == limit) { return scans; }
        if (end - next < 2) { return scans; }
        size_t length = (size_t)next[0] << 8 | next[1];
        if (length > (size_t)(end - next)) { return scans; }
        next += length;
    }
    return scans;
}
