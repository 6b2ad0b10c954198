#ifndef FACIALFUN_COPTIONALCODECS_H
#define FACIALFUN_COPTIONALCODECS_H

// WebP and HEIC, by libwebp and libheif where they are installed: they are loaded when they are needed, and
// nothing is linked. To be called in a process of its own, which damage may end.

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
    /// The library refuses the bytes.
    facialfun_optional_damaged,
    /// A film of pictures.
    facialfun_optional_animated,
    /// More pixels than are allowed.
    facialfun_optional_too_many_pixels,
    /// There is no memory for the pixels.
    facialfun_optional_out_of_memory,
} facialfun_optional_status;

/// A decoded picture.
typedef struct {
    uint32_t width;
    uint32_t height;
    /// RGB, row by row, without gaps; to be freed by the caller (free(3)). NULL unless the status is ok.
    uint8_t *_Nullable pixels;
    /// The library's message, if any.
    char message[160];
} facialfun_optional_picture;

/// Decodes a WebP file; transparency is composited over white. The size is checked before any pixel is decoded.
facialfun_optional_status facialfun_webp_decode(
    const uint8_t *_Nonnull bytes, size_t count, uint64_t max_pixels,
    facialfun_optional_picture *_Nonnull picture);

/// Decodes the primary picture of a HEIC file, turned as the file says. The size is checked before any pixel is
/// decoded.
facialfun_optional_status facialfun_heic_decode(
    const uint8_t *_Nonnull bytes, size_t count, uint64_t max_pixels,
    facialfun_optional_picture *_Nonnull picture);

/// The version of libwebp, as 0xMMmmpp; 0 where it is not installed.
uint32_t facialfun_webp_version(void);

/// The version of libheif, as 0xMMmmpp; 0 where it is not installed.
///
/// \param decodes Whether it has a decoder for what cameras write (HEVC), which it may have as a package of its own.
uint32_t facialfun_heif_version(int *_Nonnull decodes);

#ifdef __cplusplus
}
#endif

#endif
