// libFuzzer's entry point to the decoders of WebP and HEIC (libwebp and libheif); run.sh builds and
// runs it.
//
// FUZZ_TARGET names the format. For any input, the decoder must return a defined status, and a
// picture must have every pixel that it announces, in its own memory, and no more pixels than
// allowed. The libraries themselves are not instrumented.

#include "COptionalCodecs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_pixels = 400000 };

static int is_heic(void) {
    const char *target = getenv("FUZZ_TARGET");
    return target && strcmp(target, "heic") == 0;
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count;
    (void)arguments;
    facialfun_optional_picture picture;
    static const uint8_t nothing[1];
    if ((is_heic() ? facialfun_heic_decode : facialfun_webp_decode)(nothing, 1, most_pixels, &picture)
        == facialfun_optional_missing) {
        fputs("The library is not installed: apt-get install libwebp7 libheif1\n", stderr);
        exit(1);
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static int heic = -1;
    if (heic < 0) { heic = is_heic(); }
    facialfun_optional_picture picture;
    memset(&picture, 0xFF, sizeof picture);
    facialfun_optional_status status =
        (heic ? facialfun_heic_decode : facialfun_webp_decode)(data, size, most_pixels, &picture);
    if (status == facialfun_optional_missing || status > facialfun_optional_out_of_memory) { abort(); }
    if (memchr(picture.message, 0, sizeof picture.message) == NULL) { abort(); }
    if ((status == facialfun_optional_ok) != (picture.pixels != NULL)) { abort(); }
    if (status != facialfun_optional_ok) { return 0; }
    uint64_t pixels = (uint64_t)picture.width * picture.height;
    if (pixels == 0 || pixels > most_pixels) { abort(); }
    // Reads every byte, so that the sanitizer checks them.
    volatile uint8_t sum = 0;
    for (uint64_t at = 0; at < pixels * 3; at++) { sum ^= picture.pixels[at]; }
    free(picture.pixels);
    return 0;
}
