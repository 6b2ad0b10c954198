#ifndef FACIALFUN_COPENCV_H
#define FACIALFUN_COPENCV_H

// The part of OpenCV that this project uses, behind a C interface: the only code with cv:: types or
// C++ exceptions.
//
// Pictures are 8-bit RGB, interleaved, rows contiguous (width * 3 bytes), sizes at least 1. The
// caller owns all memory; nothing is kept after a call. Coordinates are continuous: (0, 0) is the
// outer corner of the top left pixel, whose center is (0.5, 0.5). OpenCV runs on the calling thread
// only.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// Result of a call.
typedef enum __attribute__((enum_extensibility(closed))) : int32_t {
    facialfun_cv_ok = 0,
    facialfun_cv_out_of_memory = 1,
    /// OpenCV rejected the arguments, or failed without a more specific status.
    facialfun_cv_failed = 2,
} facialfun_cv_status;

/// A picture to read.
typedef struct {
    const uint8_t *pixels;
    int32_t width;
    int32_t height;
} facialfun_cv_source;

/// A picture to write; a successful call writes every pixel, except for drawing.
typedef struct {
    uint8_t *pixels;
    int32_t width;
    int32_t height;
} facialfun_cv_target;

/// x' = a * x - b * y + tx, y' = b * x + a * y + ty.
typedef struct {
    double a;
    double b;
    double tx;
    double ty;
} facialfun_cv_similarity;

/// Bytes R, G, B.
typedef struct {
    uint8_t red;
    uint8_t green;
    uint8_t blue;
} facialfun_cv_color;

/// Whether OpenCV is available. In a program that loads it on demand, the call loads it and reports
/// a failure on stderr. Without OpenCV all other calls fail.
bool facialfun_cv_is_available(void);

/// Resizes to the target's size: each pixel is the mean of the area that it covers; enlarging
/// interpolates linearly, separately for each direction.
facialfun_cv_status facialfun_cv_resize(facialfun_cv_source source, facialfun_cv_target target);

/// Warps by the map from the target's coordinates to the source's.
///
/// Enlarging interpolates linearly; shrinking averages the area that a pixel covers. Outside the
/// source the nearest edge pixel is used.
facialfun_cv_status facialfun_cv_warp(
    facialfun_cv_source source, facialfun_cv_similarity target_to_source,
    facialfun_cv_target target);

/// Luma of BT.601, 0.299 R + 0.587 G + 0.114 B; `gray` holds width * height bytes.
facialfun_cv_status facialfun_cv_gray(facialfun_cv_source source, uint8_t *gray);

/// Draws the outline of a box, `thickness` pixels wide, from its edge inwards. A negative
/// thickness, or one of at least half the shorter side, fills the box. Parts outside the picture
/// are clipped.
facialfun_cv_status facialfun_cv_draw_box(
    facialfun_cv_target picture, double x, double y, double width, double height,
    facialfun_cv_color color, int32_t thickness);

/// Draws an antialiased filled circle.
facialfun_cv_status facialfun_cv_draw_dot(
    facialfun_cv_target picture, double x, double y, double radius, facialfun_cv_color color);

/// Draws a line of printable ASCII in a Hershey font with capitals of `height` pixels; x, y is its
/// lower left corner, on the baseline.
facialfun_cv_status facialfun_cv_draw_text(
    facialfun_cv_target picture, const char *text, double x, double y, double height,
    facialfun_cv_color color);

/// Width of the text at that height, in pixels; 0 after an error.
int32_t facialfun_cv_text_width(const char *text, double height);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
