#ifndef FACIALFUN_COPTIONALCODECS_H
#define FACIALFUN_COPTIONALCODECS_H

// WebP and HEIC decoding by libwebp and libheif. The libraries are optional and loaded on demand,
// not linked. Call the functions in a separate process, because damaged files may crash them.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Result of a call.
typedef enum __attribute__((enum_extensibility(closed))) {
    facialfun_optional_ok = 0,
    /// The library is not installed.
    facialfun_optional_missing,
    /// The library rejects the bytes.
    facialfun_optional_damaged,
    /// An animation.
    facialfun_optional_animated,
    /// More pixels than allowed.
    facialfun_optional_too_many_pixels,
    /// Memory for the pixels is exhausted.
    facialfun_optional_out_of_memory,
} facialfun_optional_status;

/// A decoded picture.
typedef struct {
    uint32_t width;
    uint32_t height;
    /// RGB, row by row, without gaps; the caller frees it (free(3)). NULL unless the status is ok.
    uint8_t *_Nullable pixels;
    /// The library's message, if any.
    char message[160];
} facialfun_optional_picture;

/// Decodes a WebP file; transparency is composited over white. The size is checked before any pixel is decoded.
facialfun_optional_status facialfun_webp_decode(
    const uint8_t *_Nonnull bytes, size_t count, uint64_t max_pixels,
    facialfun_optional_picture *_Nonnull picture);

/// Decodes the primary picture of a HEIC file, with its rotation applied. The size is checked
/// before any pixel is decoded.
facialfun_optional_status facialfun_heic_decode(
    const uint8_t *_Nonnull bytes, size_t count, uint64_t max_pixels,
    facialfun_optional_picture *_Nonnull picture);

/// The version of libwebp, as 0xMMmmpp; 0 if it is not installed.
uint32_t facialfun_webp_version(void);

/// The version of libheif, as 0xMMmmpp; 0 if it is not installed.
///
/// \param decodes Whether it has a decoder for pictures of cameras (HEVC), which may be a separate
/// package.
uint32_t facialfun_heif_version(int *_Nonnull decodes);

#ifdef __cplusplus
}
#endif

#endif
