/// Resampling of pictures for the networks: what runs for every frame, without allocating once the
/// scratch memory has grown to what the frames need.
///
/// Pictures are 8-bit RGB, interleaved, row-major, rows contiguous. Coordinates put (0, 0) at the outer
/// corner of the top left pixel. Every function gives the same bits on every processor.
#ifndef CIMAGEKERNELS_H
#define CIMAGEKERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// Pixels that are read.
typedef struct {
    const uint8_t *pixels;
    int32_t width;
    int32_t height;
} cik_source;

/// Pixels that are written.
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

/// Memory that is kept from call to call and grows when a call needs more; not for two threads at a
/// time.
typedef struct cik_scratch cik_scratch;

/// Makes empty scratch memory, or null without memory; release it with `cik_scratch_free`.
cik_scratch *_Nullable cik_scratch_make(void);
void cik_scratch_free(cik_scratch *_Nullable scratch);

/// Which code runs; all give the same bits.
typedef enum {
    CIK_PLAIN,
    CIK_AVX2,
    /// NEON, which every 64-bit ARM CPU has.
    CIK_NEON,
} cik_path;

/// The faster one of those that this processor runs.
cik_path cik_fastest_path(void);

/// Fills the target with what a similarity shows of the source.
///
/// Enlarging interpolates linearly. Shrinking by s ≥ 1 averages about s × s pixels: blocks of whole
/// pixels first (⌊s⌋ a side, cut at the footprint of the target), then four samples a pixel. Beyond
/// the source its nearest edge pixel counts. Sample positions are rounded to 1/32 pixel, and the
/// result is the same, bit for bit, as that of OpenCV's `warpAffine` and `resize` (INTER_AREA).
///
/// Returns false without memory, or where the map is not finite.
bool cik_warp(
    cik_path path, cik_source source, cik_similarity target_to_source, cik_target target,
    cik_scratch *scratch);

/// Fills a target that is in neither direction larger than the source with the means of the areas
/// that its pixels cover, rounded to the nearest (two by two pixels half up, other blocks of whole
/// pixels half to even, as `cik_warp` shrinks).
///
/// Returns false without memory.
bool cik_area(
    cik_path path, cik_source source, cik_target target, cik_scratch *scratch);

/// The luma of `count` pixels after BT.601 (0.299 R + 0.587 G + 0.114 B), as OpenCV rounds it.
void cik_gray(const uint8_t *pixels, size_t count, uint8_t *gray);

/// Samples of a row: pixel index of the first and the step to the next, in x and y.
typedef struct {
    double x;
    double y;
    double dx;
    double dy;
} cik_line;

/// Fills `count` · 3 floats with samples along a line.
///
/// Linear interpolation between four pixels without smoothing, times `scale` plus `offset`. Of the
/// four pixels each that is outside counts as `outside` (0…255).
void cik_sample(
    cik_path path, cik_source source, cik_line line, float outside, float scale, float offset,
    float *samples, int32_t count);

/// Samples in rows and columns: sample (column, row) is taken where `to_picture` sends (column, row).
typedef struct {
    cik_similarity to_picture;
    /// Pixels of that picture per source pixel.
    double reduction_x;
    double reduction_y;
} cik_window;

/// Fills `height` rows of `width` samples of three floats each, as `cik_sample` does.
///
/// Returns false without memory.
bool cik_sample_window(
    cik_path path, cik_source source, cik_window window, float outside, float scale, float offset,
    float *samples, int32_t width, int32_t height, cik_scratch *scratch);

/// The same numbers as floats: byte · scale + offset.
void cik_scale(const uint8_t *bytes, size_t count, float scale, float offset, float *values);

/// A convolution with a symmetric kernel of 2 · radius + 1 numbers, first along rows, then along
/// columns; edge pixels are repeated. `rows` is room for as many numbers as the picture has.
void cik_blur(
    const float *values, int32_t width, int32_t height, const float *kernel, int32_t radius,
    float *rows, float *blurred);

/// Memory layout of a camera frame's pixels.
typedef enum {
    /// Y, U, Y, V for two pixels.
    CIK_YUYV,
    /// Y alone; then U and V in turn, for two by two pixels.
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
    /// Bytes from one row to the next, in the plane of chroma, too.
    int64_t row;
    cik_layout layout;
    /// Y runs from 0 to 255, not from 16 to 235.
    bool is_full_range;
    /// Y is weighed after BT.709, not BT.601.
    bool is_bt709;
} cik_frame;

/// Makes RGB of a frame, rows contiguous.
///
/// - `reduction`: 1 or 2; with 2 each pixel is the mean of two by two. The result has
///   (width + reduction − 1) / reduction pixels a row, and as many rows accordingly; edge pixels
///   stand for those beyond.
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
