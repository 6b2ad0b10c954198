#ifndef FACIALFUN_CIMAGECODECS_H
#define FACIALFUN_CIMAGECODECS_H

// libjpeg-turbo and libpng behind status codes.
//
// Both libraries report errors by longjmp and, by default, print to standard error or end the
// process. Behind this header they do neither: every function returns a status, no jump leaves it,
// and nothing is printed. The functions keep no state between calls and may run on any number of
// threads at once.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// Result of a call.
typedef enum __attribute__((enum_extensibility(closed))) : int32_t {
    facialfun_codec_ok = 0,
    /// The bytes end before the picture is complete.
    facialfun_codec_truncated = 1,
    /// The bytes violate the format, or some pixels are lost.
    facialfun_codec_corrupt = 2,
    /// A valid file of an unsupported kind (12-bit or lossless JPEG, two components, …).
    facialfun_codec_unsupported = 3,
    /// More progressive scans than allowed.
    facialfun_codec_too_many_scans = 4,
    facialfun_codec_out_of_memory = 5,
    /// An error of the caller: sizes that do not match the header.
    facialfun_codec_bad_argument = 6,
    /// The caller canceled the call: see `facialfun_codec_stop`.
    facialfun_codec_stopped = 7,
} facialfun_codec_status;

/// Space for the library's error message, always zero-terminated.
typedef struct {
    char text[200];
} facialfun_codec_message;

/// Destination of decoded pixels.
///
/// Pixel (x, y) of the requested part, in the order of the file, is written as three bytes R, G, B
/// at `origin + x * pixel_step + y * row_step`. Negative and swapped steps rotate and mirror the
/// picture during decoding, without a second copy. The caller owns the memory and ensures that
/// every such address is inside it.
typedef struct {
    uint8_t *origin;
    ptrdiff_t pixel_step;
    ptrdiff_t row_step;
} facialfun_pixel_sink;

/// Part of a picture in pixels of the decoded size (after any reduction), in the file's orientation.
typedef struct {
    uint32_t x;
    uint32_t y;
    uint32_t width;
    uint32_t height;
} facialfun_pixel_region;

/// Cancellation of a running decode by the caller.
///
/// `ask` is called with `context` before every few rows and every few thousand bytes of the file,
/// on the decoding thread; once it returns true the call ends with `facialfun_codec_stopped`. A
/// null `ask` never cancels. It must not jump.
typedef struct {
    bool (*_Nullable ask)(const void *_Nullable context);
    const void *_Nullable context;
} facialfun_codec_stop;

/// Contents of a file's header.
typedef struct {
    /// In pixels, in the file's orientation; both at least 1.
    uint32_t width;
    uint32_t height;
    /// Bytes of the coefficients of a JPEG with several scans during decoding; otherwise 0.
    uint64_t coefficient_bytes;
} facialfun_image_header;

/// Reads a JPEG's markers up to the first scan; decodes nothing.
facialfun_codec_status facialfun_jpeg_read_header(
    const uint8_t *bytes, size_t count, facialfun_codec_stop stop, facialfun_image_header *header,
    facialfun_codec_message *message);

/// Counts a JPEG's scans from its markers, without decoding; stops counting at `limit` + 1.
///
/// Segments are skipped by their declared length, entropy-coded data by searching for the next
/// marker; counting ends at the end-of-image marker or at the end of the bytes.
uint32_t facialfun_jpeg_count_scans(const uint8_t *bytes, size_t count, uint32_t limit);

/// Width or height of a JPEG after a reduction: full / reduction, rounded up.
uint32_t facialfun_jpeg_reduced_size(uint32_t full, uint32_t reduction);

/// Decodes a JPEG, or part of one, to RGB.
///
/// - `reduction`: 1, 2, 4 or 8: number of pixels in each direction that become one, directly from
///   the DCT coefficients.
/// - `region`: must be inside the reduced picture. The pixels are bit-identical to those of a whole
///   decode at the same reduction. Rows below the region are not read, so damage there is not
///   detected.
/// - `max_scans`: decoding stops when a further scan starts.
///
/// Gray becomes R = G = B. CMYK and YCCK become RGB without a color profile; ink values are
/// inverted if the file has Adobe's marker (Adobe writes 255 for no ink).
facialfun_codec_status facialfun_jpeg_decode(
    const uint8_t *bytes, size_t count, uint32_t reduction, facialfun_pixel_region region,
    uint32_t max_scans, facialfun_codec_stop stop, facialfun_pixel_sink sink,
    facialfun_codec_message *message);

/// Reads a PNG's chunks up to the first image data; decodes nothing.
facialfun_codec_status facialfun_png_read_header(
    const uint8_t *bytes, size_t count, facialfun_codec_stop stop, facialfun_image_header *header,
    facialfun_codec_message *message);

/// Decodes a PNG, or part of one, to RGB.
///
/// All color types and depths; 16 bits are rounded to 8; transparency (alpha channel or tRNS) is
/// composited over white. `reduction` is 1, 2, 4 or 8: the number of pixels in each direction that
/// are averaged, rounded to nearest, fewer at the right and lower edge. `region` is inside the
/// reduced picture, whose sides are those of a reduced JPEG. A file with much image data after its
/// last row is corrupt.
facialfun_codec_status facialfun_png_decode(
    const uint8_t *bytes, size_t count, uint32_t reduction, facialfun_pixel_region region,
    facialfun_codec_stop stop, facialfun_pixel_sink sink, facialfun_codec_message *message);

/// Writes RGB pixels (rows contiguous) as an 8-bit RGB PNG; the same pixels give the same bytes.
///
/// On success `*out` is a buffer of `*out_count` bytes that the caller releases with
/// `facialfun_codec_free`; otherwise it is null.
facialfun_codec_status facialfun_png_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, uint8_t *_Nullable *_Nonnull out,
    size_t *out_count, facialfun_codec_message *message);

/// Chroma subsampling of a JPEG: the number of pixels that share a color; each pixel has its own
/// luma.
typedef enum __attribute__((enum_extensibility(closed))) : int32_t {
    /// None.
    facialfun_jpeg_subsampling_none = 0,
    /// Two horizontally adjacent pixels, as in cameras.
    facialfun_jpeg_subsampling_half_width = 1,
    /// Two by two pixels.
    facialfun_jpeg_subsampling_quarter = 2,
} facialfun_jpeg_subsampling;

/// Writes RGB pixels (rows contiguous) as a baseline JPEG (JFIF); the same pixels give the same
/// bytes.
///
/// `quality` is 1…100, sides 1…65,500 (otherwise `bad_argument`). `*out` and `*out_count` as for
/// `facialfun_png_encode`.
facialfun_codec_status facialfun_jpeg_encode(
    const uint8_t *pixels, uint32_t width, uint32_t height, int32_t quality,
    facialfun_jpeg_subsampling subsampling, uint8_t *_Nullable *_Nonnull out, size_t *out_count,
    facialfun_codec_message *message);

/// Releases a buffer of an encoder; null is allowed.
void facialfun_codec_free(uint8_t *_Nullable buffer);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
