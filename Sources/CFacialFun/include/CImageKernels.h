/// Resampling of pictures for the networks: functions that run for every frame. They do not
/// allocate once the scratch memory has reached the size that the frames need.
///
/// Pictures are 8-bit RGB, interleaved, row-major, rows contiguous. In continuous coordinates (0,
/// 0) is the outer corner of the top left pixel. Every function gives bit-identical results on
/// every processor.
#ifndef CIMAGEKERNELS_H
#define CIMAGEKERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// A picture to read.
typedef struct {
    const uint8_t *pixels;
    int32_t width;
    int32_t height;
} cik_source;

/// A picture to write.
typedef struct {
    uint8_t *pixels;
    int32_t width;
    int32_t height;
} cik_target;

/// x' = a·x − b·y + tx, y' = b·x + a·y + ty.
typedef struct {
    double a;
    double b;
    double tx;
    double ty;
} cik_similarity;

/// Memory that is kept between calls and grows on demand; for one thread at a time.
typedef struct cik_scratch cik_scratch;

/// Makes empty scratch memory; null without memory. Release it with `cik_scratch_free`.
cik_scratch *_Nullable cik_scratch_make(void);
void cik_scratch_free(cik_scratch *_Nullable scratch);

/// Code path; all of them give bit-identical results.
typedef enum {
    CIK_PLAIN,
    CIK_AVX2,
    /// NEON, which every 64-bit ARM CPU has.
    CIK_NEON,
} cik_path;

/// The fastest path of this processor.
cik_path cik_fastest_path(void);

/// Fills the target with the source, mapped by a similarity.
///
/// Enlarging interpolates linearly. Shrinking by s ≥ 1 averages about s × s pixels: blocks of whole
/// pixels first (⌊s⌋ per side, clipped to the target's footprint), then four samples per pixel.
/// Outside the source the nearest edge pixel is used. Sample positions are rounded to 1/32 pixel,
/// and the result is bit-identical to that of OpenCV's `warpAffine` and `resize` (INTER_AREA).
///
/// Returns false without memory, or if the map is not finite.
bool cik_warp(
    cik_path path, cik_source source, cik_similarity target_to_source, cik_target target,
    cik_scratch *scratch);

/// Fills a target that is in neither direction larger than the source with the means of the areas
/// that its pixels cover, rounded to nearest (two by two pixels half up, other blocks of whole
/// pixels half to even, like the reduction of `cik_warp`).
///
/// Returns false without memory.
bool cik_area(
    cik_path path, cik_source source, cik_target target, cik_scratch *scratch);

/// The BT.601 luma of `count` pixels (0.299 R + 0.587 G + 0.114 B), rounded like in OpenCV.
void cik_gray(const uint8_t *pixels, size_t count, uint8_t *gray);

/// Positions of a row's samples: the pixel index of the first one and the step to the next, in x
/// and y.
typedef struct {
    double x;
    double y;
    double dx;
    double dy;
} cik_line;

/// Fills `count` · 3 floats with samples along a line.
///
/// Linear interpolation between four pixels without smoothing, times `scale` plus `offset`. Pixels
/// outside the picture count as `outside` (0…255).
void cik_sample(
    cik_path path, cik_source source, cik_line line, float outside, float scale, float offset,
    float *samples, int32_t count);

/// Samples in rows and columns: sample (column, row) is taken at the point to which `to_picture`
/// maps (column, row).
typedef struct {
    cik_similarity to_picture;
    /// Pixels of that picture per source pixel.
    double reduction_x;
    double reduction_y;
} cik_window;

/// Fills `height` rows of `width` samples of three floats each, like `cik_sample`.
///
/// Returns false without memory.
bool cik_sample_window(
    cik_path path, cik_source source, cik_window window, float outside, float scale, float offset,
    float *samples, int32_t width, int32_t height, cik_scratch *scratch);

/// Converts bytes to floats: byte · scale + offset.
void cik_scale(const uint8_t *bytes, size_t count, float scale, float offset, float *values);

/// A convolution with a symmetric kernel of 2 · radius + 1 numbers, first along rows, then along
/// columns; edge pixels are repeated. `rows` is memory for as many numbers as the picture has.
void cik_blur(
    const float *values, int32_t width, int32_t height, const float *kernel, int32_t radius,
    float *rows, float *blurred);

/// Memory layout of a camera frame's pixels.
typedef enum {
    /// Y, U, Y, V for two pixels.
    CIK_YUYV,
    /// All Y; then U and V alternating, one pair per two by two pixels.
    CIK_NV12,
    /// Y alone.
    CIK_GRAY,
    /// R, G, B.
    CIK_RGB,
} cik_layout;

/// A camera's frame.
typedef struct {
    const uint8_t *bytes;
    /// At least 1; even for YUYV.
    int32_t width;
    int32_t height;
    /// Distance between rows in bytes, also in the chroma plane.
    int64_t row;
    cik_layout layout;
    /// Y ranges from 0 to 255 instead of 16 to 235.
    bool is_full_range;
    /// Y has the weights of BT.709 instead of BT.601.
    bool is_bt709;
} cik_frame;

/// Converts a frame to RGB, rows contiguous.
///
/// - `reduction`: 1 or 2; with 2 each pixel is the mean of two by two. The result has (width +
///   reduction − 1) / reduction pixels per row, and rows accordingly; edge pixels are repeated
///   beyond the edge.
/// - `is_mirrored`: rows are written from right to left.
///
/// Chroma is repeated, not interpolated. Each number is within 1 of the exact one.
void cik_rgb_of_frame(
    cik_frame frame, int32_t reduction, bool is_mirrored, uint8_t *rgb);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
