#include "COptionalCodecs.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

// As declared in webp/decode.h of libwebp 0.5 and later; the first half of the version must match.
enum { abi_version = 0x0209 };
struct features {
    int width;
    int height;
    int has_alpha;
    int has_animation;
    int format;
    uint32_t pad[5];
};
typedef int (*get_features)(const uint8_t *, size_t, struct features *, int);
typedef uint8_t *(*decode_into)(const uint8_t *, size_t, uint8_t *, size_t, int);

static uint8_t over_white(uint8_t value, uint8_t alpha) {
    return (uint8_t)((value * alpha + 255 * (255 - alpha) + 127) / 255);
}

facialfun_optional_status facialfun_webp_decode(
    const uint8_t *bytes, size_t count, uint64_t max_pixels, facialfun_optional_picture *picture) {
    memset(picture, 0, sizeof *picture);
    void *library = dlopen("libwebp.so.7", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libwebp.so.6", RTLD_NOW | RTLD_LOCAL);
    if (!library) return facialfun_optional_missing;
    get_features features_of = (get_features)dlsym(library, "WebPGetFeaturesInternal");
    decode_into decode = (decode_into)dlsym(library, "WebPDecodeRGBAInto");
    if (!features_of || !decode) return facialfun_optional_missing;

    struct features features;
    if (features_of(bytes, count, &features, abi_version) != 0) return facialfun_optional_damaged;
    picture->width = (uint32_t)features.width;
    picture->height = (uint32_t)features.height;
    if (features.has_animation) return facialfun_optional_animated;
    if (features.width <= 0 || features.height <= 0) return facialfun_optional_damaged;
    uint64_t pixels = (uint64_t)features.width * (uint64_t)features.height;
    if (pixels > max_pixels) return facialfun_optional_too_many_pixels;
    uint8_t *rgba = malloc(pixels * 4);
    if (!rgba) return facialfun_optional_out_of_memory;
    if (!decode(bytes, count, rgba, pixels * 4, features.width * 4)) {
        free(rgba);
        return facialfun_optional_damaged;
    }
    // Works in place: for each four bytes read it writes three.
    for (uint64_t index = 0; index < pixels; index++) {
        const uint8_t *from = rgba + index * 4;
        uint8_t alpha = from[3];
        uint8_t red = over_white(from[0], alpha), green = over_white(from[1], alpha);
        uint8_t blue = over_white(from[2], alpha);
        uint8_t *to = rgba + index * 3;
        to[0] = red;
        to[1] = green;
        to[2] = blue;
    }
    picture->pixels = rgba;
    return facialfun_optional_ok;
}
