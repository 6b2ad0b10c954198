#ifndef FAMILY_CSTITCHING_H
#define FAMILY_CSTITCHING_H

// Stitches pictures into one equirectangular panorama, behind a C interface.
//
// Angles are degrees: yaw to the right, pitch up, roll clockwise; the center of the panorama is
// yaw 0 and pitch 0. Strings are UTF-8 and belong to the caller.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// The result of a call.
typedef enum __attribute__((enum_extensibility(closed))) : int32_t {
    family_stitching_ok = 0,
    family_stitching_out_of_memory = 1,
    family_stitching_cancelled = 2,
    /// The file cannot be opened or read.
    family_stitching_unreadable = 3,
    /// The file is not a picture in a known format.
    family_stitching_not_a_picture = 4,
    /// The picture ends before its last row.
    family_stitching_truncated = 5,
    /// The picture has more pixels than the options allow.
    family_stitching_too_large = 6,
    /// The picture has fewer than 64 pixels in one direction.
    family_stitching_too_small = 7,
    /// The picture has no orientation and no recognizable overlap with the others.
    family_stitching_no_overlap = 8,
    family_stitching_failed = 9,
    /// The picture is given as a sphere or strip, but has neither crop data nor a field of view,
    /// and is not twice as wide as tall.
    family_stitching_not_a_sphere = 10,
} family_stitching_status;

/// Mapping from directions to pixels.
typedef enum __attribute__((enum_extensibility(closed))) : int32_t {
    /// A photo.
    family_stitching_perspective = 0,
    /// A whole sphere or, with crop data in its XMP or a field of view, a part of one.
    family_stitching_equirectangular = 1,
    /// A phone's panorama strip; needs a field of view or crop data.
    family_stitching_cylindrical = 2,
} family_stitching_projection;

/// A picture to stitch.
typedef struct {
    const char *path;
    family_stitching_projection projection;
    /// Whether yaw, pitch and roll hold the recorded orientation.
    bool has_orientation;
    double yaw;
    double pitch;
    double roll;
    /// Horizontal field of view; 0 if unknown.
    double field_of_view;
} family_stitching_picture;

typedef struct {
    /// Width of the panorama, a multiple of 64; its height is half of that.
    int32_t width;
    int32_t jpeg_quality;
    /// Maximum number of pixels of a picture.
    int64_t max_pixels;
} family_stitching_options;

/// A unit vector: x right, y down, z forward.
typedef struct {
    double x;
    double y;
    double z;
} family_stitching_direction;

/// Refined orientation of a picture.
typedef struct {
    double yaw;
    double pitch;
    double roll;
    /// Angle between recorded and refined orientation.
    double correction;
    /// Matches that support the placement; 0 if only the recorded orientation does.
    int32_t matches;
    /// Directions of 7×5 points of a photo, row by row, at 5 % to 95 % of its width and height.
    family_stitching_direction grid[35];
} family_stitching_placement;

typedef struct {
    /// The encoded panorama; released with `family_stitching_free`.
    uint8_t *_Nullable jpeg;
    size_t jpeg_size;
    /// Index of the picture that caused the status, or -1.
    int32_t picture;
    /// Pixels of that picture, for `too_large`.
    int64_t pixels;
    /// Refined horizontal field of view of the first photo.
    double field_of_view;
    /// Median angle between matched features, before and after refinement.
    double median_error_before;
    double median_error_after;
    /// Share of the sphere that at least one picture covers, 0 to 1.
    double coverage;
    /// Pitches beyond which nothing was photographed: the ends of the rows with pictures.
    double highest_pitch;
    double lowest_pitch;
    /// OpenCV's description of an unexpected failure.
    char message[256];
} family_stitching_result;

/// Receives a stage's name and the completed share of all work (0 to 1). Returns whether to
/// continue.
typedef bool (*family_stitching_progress)(
    void *_Nullable context, const char *stage, double done);

/// Stitches pictures; `placements` has room for `count` entries.
///
/// Runs on at most two threads and checks for cancellation about every second.
family_stitching_status family_stitching_run(
    const family_stitching_picture *pictures, size_t count, family_stitching_options options,
    family_stitching_progress progress, void *_Nullable context,
    family_stitching_placement *placements, family_stitching_result *result);

/// Limits this process's address space and processor time; returns 0 or an error number.
int32_t family_stitching_limit(int64_t megabytes, int64_t processor_seconds);

/// Releases the panorama in a result.
void family_stitching_free(family_stitching_result *result);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
