#ifndef CVIDEO4LINUX_H
#define CVIDEO4LINUX_H

// Video4Linux2 (linux/videodev2.h) in a form that Swift can import: its ioctl numbers are macros,
// and its structures contain unions. Most functions make one ioctl on an open device, repeat it
// after an interruption, and return 0 or the error number. They keep no state between calls.
//
// Only supports single-planar capture, which every webcam offers.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// Four-character codes of pixel formats.
extern const uint32_t cv4l_mjpeg;
/// The code that some drivers use for Motion JPEG.
extern const uint32_t cv4l_jpeg;
extern const uint32_t cv4l_yuyv;
extern const uint32_t cv4l_nv12;
extern const uint32_t cv4l_gray;
extern const uint32_t cv4l_rgb24;

/// Identity of a device (VIDIOC_QUERYCAP).
typedef struct {
    char driver[17];
    char card[33];
    char bus[33];
    /// Delivers pictures in a single plane.
    bool captures;
    /// Delivers pictures in several planes of memory, which is not supported here.
    bool captures_planes;
    /// Delivers metadata, not pictures.
    bool is_metadata;
    /// Accepts pictures, or converts them.
    bool is_output;
    /// Delivers its pictures in mapped buffers.
    bool streams;
} cv4l_device;

int32_t cv4l_query(int32_t descriptor, cv4l_device *device);

/// A pixel format (VIDIOC_ENUM_FMT).
typedef struct {
    uint32_t code;
    char description[33];
} cv4l_format;

/// `index` counts from 0; EINVAL if there is no such format.
int32_t cv4l_format_at(int32_t descriptor, uint32_t index, cv4l_format *format);

/// Sizes of a format (VIDIOC_ENUM_FRAMESIZES): a single one, or a range if `step_width` is above 0.
typedef struct {
    uint32_t width;
    uint32_t height;
    uint32_t max_width;
    uint32_t max_height;
    uint32_t step_width;
    uint32_t step_height;
} cv4l_size;

int32_t cv4l_size_at(int32_t descriptor, uint32_t code, uint32_t index, cv4l_size *size);

/// The time between pictures in seconds: `numerator` / `denominator` (VIDIOC_ENUM_FRAMEINTERVALS).
/// The shortest of a range has index 0, the longest index 1.
typedef struct {
    uint32_t numerator;
    uint32_t denominator;
} cv4l_interval;

int32_t cv4l_interval_at(
    int32_t descriptor, uint32_t code, uint32_t width, uint32_t height, uint32_t index,
    cv4l_interval *interval);

/// Memory layout of pictures (VIDIOC_S_FMT).
typedef struct {
    uint32_t code;
    uint32_t width;
    uint32_t height;
    /// Distance between rows; 0 for formats without rows, such as JPEG.
    uint32_t bytes_per_line;
    /// Maximum size of a picture in bytes.
    uint32_t image_bytes;
    /// Y ranges from 0 to 255 instead of 16 to 235.
    bool is_full_range;
    /// Y has the weights of BT.709 instead of BT.601.
    bool is_bt709;
} cv4l_picture;

/// Sets the format; the driver may change every field, and `picture` receives the result.
int32_t cv4l_set_picture(int32_t descriptor, cv4l_picture *picture);
/// Determines the result of setting a format, without setting it.
int32_t cv4l_try_picture(int32_t descriptor, cv4l_picture *picture);

/// Sets the time between pictures (VIDIOC_S_PARM); `interval` receives the driver's choice. ENOTTY
/// if the device has a single rate.
int32_t cv4l_set_interval(int32_t descriptor, cv4l_interval *interval);

/// Requests mapped buffers (VIDIOC_REQBUFS); `count` receives their number. 0 releases them.
int32_t cv4l_request_buffers(int32_t descriptor, uint32_t *count);

/// Location for mapping a buffer (VIDIOC_QUERYBUF).
int32_t cv4l_buffer_at(int32_t descriptor, uint32_t index, int64_t *offset, uint64_t *length);

/// A filled buffer.
typedef struct {
    uint32_t index;
    uint32_t bytes;
    uint32_t sequence;
    /// In nanoseconds; on CLOCK_MONOTONIC if `is_monotonic`.
    int64_t timestamp;
    bool is_monotonic;
    /// The driver reports that the picture is damaged.
    bool is_damaged;
} cv4l_buffer;

/// Hands a buffer to the driver (VIDIOC_QBUF).
int32_t cv4l_enqueue(int32_t descriptor, uint32_t index);
/// Takes a filled buffer (VIDIOC_DQBUF); EAGAIN if there is none.
int32_t cv4l_dequeue(int32_t descriptor, cv4l_buffer *buffer);

int32_t cv4l_start(int32_t descriptor);
int32_t cv4l_stop(int32_t descriptor);

/// Controls relevant to faces.
typedef enum __attribute__((enum_extensibility(closed))) : int32_t {
    cv4l_exposure_auto = 0,
    cv4l_exposure_absolute = 1,
    cv4l_white_balance_auto = 2,
    cv4l_white_balance_temperature = 3,
    cv4l_horizontal_flip = 4,
} cv4l_control;

/// The values of a control (VIDIOC_QUERYCTRL).
typedef struct {
    int32_t minimum;
    int32_t maximum;
    int32_t step;
    int32_t standard;
} cv4l_range;

/// EINVAL if the device lacks the control or has permanently disabled it.
int32_t cv4l_control_range(int32_t descriptor, cv4l_control control, cv4l_range *range);
int32_t cv4l_set_control(int32_t descriptor, cv4l_control control, int32_t value);

/// Switches automatic exposure on or off, by the control that the camera supports.
int32_t cv4l_set_automatic_exposure(int32_t descriptor, bool is_automatic);

/// A nonblocking eventfd; -1 with `errno` set if the process has no descriptor left.
int32_t cv4l_event_make(void);

/// libv4lconvert: converts from formats of cameras to RGB.
typedef struct cv4l_converter cv4l_converter;

/// Makes a converter for an open device, which must stay open; null without memory.
cv4l_converter *_Nullable cv4l_converter_make(int32_t descriptor);
void cv4l_converter_free(cv4l_converter *_Nullable converter);

/// Finds a camera format that can be converted to RGB of about the given size.
///
/// - `source`: on success, the format to set.
/// - `rgb`: the requested width and height; on success the resulting size.
int32_t cv4l_converter_plan(
    cv4l_converter *converter, cv4l_picture *rgb, cv4l_picture *source, uint32_t per_second);

/// Sets the camera to the planned source (VIDIOC_S_FMT); `source` receives the driver's choice,
/// which is converted from then on.
int32_t cv4l_converter_set_source(
    cv4l_converter *converter, int32_t descriptor, cv4l_picture *source);

/// Converts a picture of the source; writes at most `rgb_bytes` bytes.
///
/// Returns the number of bytes written, or -1 if the picture is damaged.
int64_t cv4l_converter_run(
    cv4l_converter *converter, const uint8_t *bytes, size_t count, uint8_t *rgb, size_t rgb_bytes);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
