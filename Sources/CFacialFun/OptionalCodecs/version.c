#include "COptionalCodecs.h"

#include <dlfcn.h>

// As declared in libheif/heif.h.
enum { compression_hevc = 1 };

static uint32_t call(void *library, const char *name) {
    uint32_t (*version)(void) = NULL;
    if (library) *(void **)&version = dlsym(library, name);
    return version ? version() : 0;
}

uint32_t facialfun_webp_version(void) {
    void *library = dlopen("libwebp.so.7", RTLD_NOW | RTLD_LOCAL);
    if (!library) library = dlopen("libwebp.so.6", RTLD_NOW | RTLD_LOCAL);
    return call(library, "WebPGetDecoderVersion");
}

uint32_t facialfun_heif_version(int *decodes) {
    void *library = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
    int (*has_decoder)(int) = NULL;
    if (library) *(void **)&has_decoder = dlsym(library, "heif_have_decoder_for_format");
    // Versions too old for the query include their decoder.
    *decodes = !has_decoder || has_decoder(compression_hevc);
    return call(library, "heif_get_version_number") >> 8;
}
