#ifndef CVIDEO4LINUX_H
#define CVIDEO4LINUX_H

// Video4Linux2 (linux/videodev2.h) in a form that Swift can import: its ioctl numbers are macros,
// and its structures hold unions. Most functions make one ioctl on an open device, try it again
// after an interruption, and return 0 or the error number. None keeps state between calls.
//
// Only single-planar capture is spoken, which every webcam offers.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// Four-character codes of the pixel formats that are named here.
extern const uint32_t cv4l_mjpeg;
/// Some drivers call their motion JPEG so.
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
    /// Delivers pictures, one plane a picture.
    bool captures;
    /// Delivers pictures in several planes of memory, which is not spoken here.
    bool captures_planes;
    /// Delivers data about pictures, no pictures.
    bool is_metadata;
    /// Takes pictures, or turns some into others.
    bool is_output;
    /// Hands over its pictures in mapped buffers.
    bool streams;
} cv4l_device;

int32_t cv4l_query(int32_t descriptor, cv4l_device *device);

/// A pixel format (VIDIOC_ENUM_FMT).
typedef struct {
    uint32_t code;
    char description[33];
} cv4l_format;

/// `index` counts from 0; EINVAL when there is no such format.
int32_t cv4l_format_at(int32_t descriptor, uint32_t index, cv4l_format *format);

/// Sizes of a format (VIDIOC_ENUM_FRAMESIZES): one, or a range where `step_width` is above 0.
typedef struct {
    uint32_t width;
    uint32_t height;
    uint32_t max_width;
    uint32_t max_height;
    uint32_t step_width;
    uint32_t step_height;
} cv4l_size;

int32_t cv4l_size_at(int32_t descriptor, uint32_t code, uint32_t index, cv4l_size *size);

/// The time from one picture to the next in seconds: `numerator` / `denominator`
/// (VIDIOC_ENUM_FRAMEINTERVALS). Of a range the shortest comes as index 0, the longest as index 1.
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
    /// From one row to the next; 0 for what has no rows, such as JPEG.
    uint32_t bytes_per_line;
    /// The most bytes of a picture.
    uint32_t image_bytes;
    /// Y runs from 0 to 255, not from 16 to 235.
    bool is_full_range;
    /// Y is weighed after BT.709, not BT.601.
    bool is_bt709;
} cv4l_picture;

/// Sets the format; the driver may change every field, and `picture` says what it made of it.
int32_t cv4l_set_picture(int32_t descriptor, cv4l_picture *picture);
/// Result of setting a format, without setting it.
int32_t cv4l_try_picture(int32_t descriptor, cv4l_picture *picture);

/// Sets the time between pictures (VIDIOC_S_PARM); `interval` says what the driver made of it.
/// ENOTTY where the device has one rate only.
int32_t cv4l_set_interval(int32_t descriptor, cv4l_interval *interval);

/// Asks for mapped buffers (VIDIOC_REQBUFS); `count` says how many there are. 0 gives them back.
int32_t cv4l_request_buffers(int32_t descriptor, uint32_t *count);

/// Location for mapping a buffer (VIDIOC_QUERYBUF).
int32_t cv4l_buffer_at(int32_t descriptor, uint32_t index, int64_t *offset, uint64_t *length);

/// A filled buffer.
typedef struct {
    uint32_t index;
    uint32_t bytes;
    uint32_t sequence;
    /// In nanoseconds; on CLOCK_MONOTONIC where `is_monotonic`.
    int64_t timestamp;
    bool is_monotonic;
    /// The driver knows that the picture is damaged.
    bool is_damaged;
} cv4l_buffer;

/// Hands a buffer to the driver (VIDIOC_QBUF).
int32_t cv4l_enqueue(int32_t descriptor, uint32_t index);
/// Takes a filled buffer (VIDIOC_DQBUF); EAGAIN when there is none.
int32_t cv4l_dequeue(int32_t descriptor, cv4l_buffer *buffer);

int32_t cv4l_start(int32_t descriptor);
int32_t cv4l_stop(int32_t descriptor);

/// The controls that matter to a face.
typedef enum __attribute__((enum_extensibility(closed))) : int32_t {
    cv4l_exposure_auto = 0,
    cv4l_exposure_absolute = 1,
    cv4l_white_balance_auto = 2,
    cv4l_white_balance_temperature = 3,
    cv4l_horizontal_flip = 4,
} cv4l_control;

/// The values that a control takes (VIDIOC_QUERYCTRL).
typedef struct {
    int32_t minimum;
    int32_t maximum;
    int32_t step;
    int32_t standard;
} cv4l_range;

/// EINVAL where the device has no such control, or has it switched off for good.
int32_t cv4l_control_range(int32_t descriptor, cv4l_control control, cv4l_range *range);
int32_t cv4l_set_control(int32_t descriptor, cv4l_control control, int32_t value);

/// Switches automatic exposure on or off, by the control that the camera supports.
int32_t cv4l_set_automatic_exposure(int32_t descriptor, bool is_automatic);

/// An eventfd that does not wait; -1 with `errno` set where the process has no descriptor left.
int32_t cv4l_event_make(void);

/// libv4lconvert: from what a camera gives to RGB.
typedef struct cv4l_converter cv4l_converter;

/// Makes a converter for an open device, which must stay open as long; null without memory.
cv4l_converter *_Nullable cv4l_converter_make(int32_t descriptor);
void cv4l_converter_free(cv4l_converter *_Nullable converter);

/// Finds a format of the camera from which RGB of about the size can be made.
///
/// - `source`: what to set the camera to, on success.
/// - `rgb`: its wanted width and height; on success the size that comes.
int32_t cv4l_converter_plan(
    cv4l_converter *converter, cv4l_picture *rgb, cv4l_picture *source, uint32_t per_second);

/// Sets the camera to the planned source (VIDIOC_S_FMT); `source` says what the driver made of it,
/// which is what is converted from then on.
int32_t cv4l_converter_set_source(
    cv4l_converter *converter, int32_t descriptor, cv4l_picture *source);

/// Converts a picture of the source; writes at most `rgb_bytes` bytes.
///
/// Returns how many bytes were written, or -1 where the picture is damaged.
int64_t cv4l_converter_run(
    cv4l_converter *converter, const uint8_t *bytes, size_t count, uint8_t *rgb, size_t rgb_bytes);

#pragma clang assume_nonnull end

#ifdef __cplusplus
}
#endif

#endif
