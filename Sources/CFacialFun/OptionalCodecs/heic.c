#include "COptionalCodecs.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// As declared in libheif/heif.h of libheif 1.0 and later.
struct error {
    int code;
    int subcode;
    const char *message;
};
enum { colorspace_rgb = 1, chroma_interleaved_rgb = 10, channel_interleaved = 10 };
enum { error_memory_allocation = 6 };

struct library {
    void *(*context_alloc)(void);
    struct error (*read)(void *, const void *, size_t, const void *);
    struct error (*primary)(void *, void **);
    int (*handle_width)(const void *);
    int (*handle_height)(const void *);
    struct error (*decode)(const void *, void **, int, int, const void *);
    const uint8_t *(*plane)(const void *, int, int *);
    int (*image_width)(const void *, int);
    int (*image_height)(const void *, int);
    void (*context_free)(void *);
    void (*handle_release)(const void *);
    void (*image_release)(const void *);
};

static int load(struct library *heif) {
    void *library = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
    *(void **)&heif->context_alloc = dlsym(library, "heif_context_alloc");
    *(void **)&heif->read = dlsym(library, "heif_context_read_from_memory_without_copy");
    *(void **)&heif->primary = dlsym(library, "heif_context_get_primary_image_handle");
    *(void **)&heif->handle_width = dlsym(library, "heif_image_handle_get_width");
    *(void **)&heif->handle_height = dlsym(library, "heif_image_handle_get_height");
    *(void **)&heif->decode = dlsym(library, "heif_decode_image");
    *(void **)&heif->plane = dlsym(library, "heif_image_get_plane_readonly");
    *(void **)&heif->image_width = dlsym(library, "heif_image_get_width");
    *(void **)&heif->image_height = dlsym(library, "heif_image_get_height");
    *(void **)&heif->context_free = dlsym(library, "heif_context_free");
    *(void **)&heif->handle_release = dlsym(library, "heif_image_handle_release");
    *(void **)&heif->image_release = dlsym(library, "heif_image_release");
    return heif->context_alloc && heif->read && heif->primary && heif->handle_width
        && heif->handle_height && heif->decode && heif->plane && heif->image_width
        && heif->image_height && heif->context_free && heif->handle_release && heif->image_release;
}

static facialfun_optional_status failed(struct error error, facialfun_optional_picture *picture) {
    snprintf(picture->message, sizeof picture->message, "%s", error.message ? error.message : "");
    return error.code == error_memory_allocation ? facialfun_optional_out_of_memory
                                                 : facialfun_optional_damaged;
}

// Uses the decoded size, not the announced one.
static facialfun_optional_status copy_pixels(
    const struct library *heif, const void *image, uint64_t max_pixels, facialfun_optional_picture *picture) {
    int width = heif->image_width(image, channel_interleaved);
    int height = heif->image_height(image, channel_interleaved);
    int stride = 0;
    const uint8_t *plane = heif->plane(image, channel_interleaved, &stride);
    if (width <= 0 || height <= 0 || !plane || stride / 3 < width) return facialfun_optional_damaged;
    if ((uint64_t)width * (uint64_t)height > max_pixels) return facialfun_optional_too_many_pixels;
    size_t row = (size_t)width * 3;
    uint8_t *pixels = malloc(row * (size_t)height);
    if (!pixels) return facialfun_optional_out_of_memory;
    for (int y = 0; y < height; y++) memcpy(pixels + (size_t)y * row, plane + (size_t)y * (size_t)stride, row);
    picture->width = (uint32_t)width;
    picture->height = (uint32_t)height;
    picture->pixels = pixels;
    return facialfun_optional_ok;
}

static facialfun_optional_status decode(
    const struct library *heif, const void *handle, uint64_t max_pixels, facialfun_optional_picture *picture) {
    int width = heif->handle_width(handle), height = heif->handle_height(handle);
    if (width <= 0 || height <= 0) return facialfun_optional_damaged;
    picture->width = (uint32_t)width;
    picture->height = (uint32_t)height;
    if ((uint64_t)width * (uint64_t)height > max_pixels) return facialfun_optional_too_many_pixels;
    void *image = NULL;
    struct error error = heif->decode(handle, &image, colorspace_rgb, chroma_interleaved_rgb, NULL);
    if (error.code) return failed(error, picture);
    facialfun_optional_status status = copy_pixels(heif, image, max_pixels, picture);
    heif->image_release(image);
    return status;
}

facialfun_optional_status facialfun_heic_decode(
    const uint8_t *bytes, size_t count, uint64_t max_pixels, facialfun_optional_picture *picture) {
    memset(picture, 0, sizeof *picture);
    struct library heif;
    if (!load(&heif)) return facialfun_optional_missing;
    void *context = heif.context_alloc();
    if (!context) return facialfun_optional_out_of_memory;
    void *handle = NULL;
    struct error error = heif.read(context, bytes, count, NULL);
    if (!error.code) error = heif.primary(context, &handle);
    facialfun_optional_status status =
        error.code ? failed(error, picture) : decode(&heif, handle, max_pixels, picture);
    if (handle) heif.handle_release(handle);
    heif.context_free(context);
    return status;
}
