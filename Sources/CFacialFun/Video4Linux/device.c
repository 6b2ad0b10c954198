#include "ioctls.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>

const uint32_t cv4l_mjpeg = V4L2_PIX_FMT_MJPEG;
const uint32_t cv4l_jpeg = V4L2_PIX_FMT_JPEG;
const uint32_t cv4l_yuyv = V4L2_PIX_FMT_YUYV;
const uint32_t cv4l_nv12 = V4L2_PIX_FMT_NV12;
const uint32_t cv4l_gray = V4L2_PIX_FMT_GREY;
const uint32_t cv4l_rgb24 = V4L2_PIX_FMT_RGB24;

int32_t cv4l_ioctl(int32_t descriptor, unsigned long request, void *argument) {
    int result;
    do { result = ioctl(descriptor, request, argument); } while (result == -1 && errno == EINTR);
    return result == -1 ? errno : 0;
}

/// Copies a text that may fill its field without a terminating zero.
static void copy_text(char *target, const uint8_t *text, size_t length) {
    memcpy(target, text, length);
    target[length] = 0;
}

int32_t cv4l_query(int32_t descriptor, cv4l_device *device) {
    struct v4l2_capability answer = {0};
    int32_t error = cv4l_ioctl(descriptor, VIDIOC_QUERYCAP, &answer);
    if (error != 0) { return error; }
    memset(device, 0, sizeof *device);
    copy_text(device->driver, answer.driver, sizeof answer.driver);
    copy_text(device->card, answer.card, sizeof answer.card);
    copy_text(device->bus, answer.bus_info, sizeof answer.bus_info);
    // A driver with several device nodes reports the capabilities of all nodes and, in another
    // field, those of this node.
    uint32_t can = answer.capabilities & V4L2_CAP_DEVICE_CAPS ? answer.device_caps
                                                              : answer.capabilities;
    device->captures = (can & V4L2_CAP_VIDEO_CAPTURE) != 0;
    device->captures_planes = (can & V4L2_CAP_VIDEO_CAPTURE_MPLANE) != 0;
    device->is_metadata = (can & (V4L2_CAP_META_CAPTURE | V4L2_CAP_META_OUTPUT)) != 0;
    device->is_output = (can
                         & (V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_VIDEO_OUTPUT_MPLANE
                            | V4L2_CAP_VIDEO_M2M | V4L2_CAP_VIDEO_M2M_MPLANE))
        != 0;
    device->streams = (can & V4L2_CAP_STREAMING) != 0;
    return 0;
}

int32_t cv4l_format_at(int32_t descriptor, uint32_t index, cv4l_format *format) {
    struct v4l2_fmtdesc answer = {.index = index, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    int32_t error = cv4l_ioctl(descriptor, VIDIOC_ENUM_FMT, &answer);
    if (error != 0) { return error; }
    format->code = answer.pixelformat;
    copy_text(format->description, answer.description, sizeof answer.description);
    return 0;
}

int32_t cv4l_size_at(int32_t descriptor, uint32_t code, uint32_t index, cv4l_size *size) {
    struct v4l2_frmsizeenum answer = {.index = index, .pixel_format = code};
    int32_t error = cv4l_ioctl(descriptor, VIDIOC_ENUM_FRAMESIZES, &answer);
    if (error != 0) { return error; }
    memset(size, 0, sizeof *size);
    if (answer.type == V4L2_FRMSIZE_TYPE_DISCRETE) {
        size->width = size->max_width = answer.discrete.width;
        size->height = size->max_height = answer.discrete.height;
        return 0;
    }
    // Drivers report a range of sizes once, as index 0.
    if (index > 0) { return EINVAL; }
    size->width = answer.stepwise.min_width;
    size->height = answer.stepwise.min_height;
    size->max_width = answer.stepwise.max_width;
    size->max_height = answer.stepwise.max_height;
    size->step_width = answer.stepwise.step_width > 0 ? answer.stepwise.step_width : 1;
    size->step_height = answer.stepwise.step_height > 0 ? answer.stepwise.step_height : 1;
    return 0;
}

int32_t cv4l_interval_at(
    int32_t descriptor, uint32_t code, uint32_t width, uint32_t height, uint32_t index,
    cv4l_interval *interval) {
    struct v4l2_frmivalenum answer = {
        .index = index, .pixel_format = code, .width = width, .height = height};
    int32_t error = cv4l_ioctl(descriptor, VIDIOC_ENUM_FRAMEINTERVALS, &answer);
    if (error == EINVAL && index == 1) {
        // May be the upper end of a range, which drivers only report as index 0.
        answer = (struct v4l2_frmivalenum){.pixel_format = code, .width = width, .height = height};
        error = cv4l_ioctl(descriptor, VIDIOC_ENUM_FRAMEINTERVALS, &answer);
        if (error == 0 && answer.type == V4L2_FRMIVAL_TYPE_DISCRETE) { error = EINVAL; }
    }
    if (error != 0) { return error; }
    struct v4l2_fract fraction = answer.discrete;
    if (answer.type != V4L2_FRMIVAL_TYPE_DISCRETE) {
        if (index > 1) { return EINVAL; }
        fraction = index == 0 ? answer.stepwise.min : answer.stepwise.max;
    }
    interval->numerator = fraction.numerator;
    interval->denominator = fraction.denominator;
    return 0;
}

static uint32_t control_id(cv4l_control control) {
    switch (control) {
    case cv4l_exposure_auto: return V4L2_CID_EXPOSURE_AUTO;
    case cv4l_exposure_absolute: return V4L2_CID_EXPOSURE_ABSOLUTE;
    case cv4l_white_balance_auto: return V4L2_CID_AUTO_WHITE_BALANCE;
    case cv4l_white_balance_temperature: return V4L2_CID_WHITE_BALANCE_TEMPERATURE;
    case cv4l_horizontal_flip: return V4L2_CID_HFLIP;
    }
    return 0;
}

int32_t cv4l_control_range(int32_t descriptor, cv4l_control control, cv4l_range *range) {
    struct v4l2_queryctrl answer = {.id = control_id(control)};
    int32_t error = cv4l_ioctl(descriptor, VIDIOC_QUERYCTRL, &answer);
    if (error != 0) { return error; }
    if ((answer.flags & V4L2_CTRL_FLAG_DISABLED) != 0) { return EINVAL; }
    range->minimum = answer.minimum;
    range->maximum = answer.maximum;
    range->step = answer.step;
    range->standard = answer.default_value;
    return 0;
}

int32_t cv4l_set_control(int32_t descriptor, cv4l_control control, int32_t value) {
    struct v4l2_control order = {.id = control_id(control), .value = value};
    return cv4l_ioctl(descriptor, VIDIOC_S_CTRL, &order);
}

int32_t cv4l_set_automatic_exposure(int32_t descriptor, bool is_automatic) {
    // Webcams with a fixed aperture call automatic exposure "aperture priority" and its opposite
    // "manual"; other cameras have both automatic or none.
    static const int32_t automatic[] = {V4L2_EXPOSURE_AUTO, V4L2_EXPOSURE_APERTURE_PRIORITY};
    static const int32_t manual[] = {V4L2_EXPOSURE_MANUAL, V4L2_EXPOSURE_SHUTTER_PRIORITY};
    const int32_t *ways = is_automatic ? automatic : manual;
    int32_t error = EINVAL;
    for (int way = 0; way < 2 && error != 0; way++) {
        error = cv4l_set_control(descriptor, cv4l_exposure_auto, ways[way]);
        if (error != EINVAL && error != ERANGE) { return error; }
    }
    return error;
}
