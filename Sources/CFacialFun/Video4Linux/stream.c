#include "ioctls.h"

#include <errno.h>
#include <string.h>

cv4l_picture cv4l_picture_of(const struct v4l2_pix_format *format) {
    // If the driver leaves coding and range to the color space, the rules of its header apply.
    uint32_t coding = format->ycbcr_enc != V4L2_YCBCR_ENC_DEFAULT
        ? format->ycbcr_enc
        : (uint32_t)V4L2_MAP_YCBCR_ENC_DEFAULT(format->colorspace);
    uint32_t range = format->quantization != V4L2_QUANTIZATION_DEFAULT
        ? format->quantization
        : (uint32_t)V4L2_MAP_QUANTIZATION_DEFAULT(false, format->colorspace, coding);
    return (cv4l_picture){
        .code = format->pixelformat,
        .width = format->width,
        .height = format->height,
        .bytes_per_line = format->bytesperline,
        .image_bytes = format->sizeimage,
        .is_full_range = range == V4L2_QUANTIZATION_FULL_RANGE,
        .is_bt709 = coding == V4L2_YCBCR_ENC_709 || coding == V4L2_YCBCR_ENC_XV709,
    };
}

void cv4l_fill_format(struct v4l2_format *format, const cv4l_picture *picture) {
    memset(format, 0, sizeof *format);
    format->type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    format->fmt.pix.width = picture->width;
    format->fmt.pix.height = picture->height;
    format->fmt.pix.pixelformat = picture->code;
    // Allows interlaced pictures; no webcam delivers them.
    format->fmt.pix.field = V4L2_FIELD_ANY;
    // Marks the color fields after `priv` as valid.
    format->fmt.pix.priv = V4L2_PIX_FMT_PRIV_MAGIC;
}

static int32_t negotiate(int32_t descriptor, unsigned long request, cv4l_picture *picture) {
    struct v4l2_format format;
    cv4l_fill_format(&format, picture);
    int32_t error = cv4l_ioctl(descriptor, request, &format);
    if (error == 0) { *picture = cv4l_picture_of(&format.fmt.pix); }
    return error;
}

int32_t cv4l_set_picture(int32_t descriptor, cv4l_picture *picture) {
    return negotiate(descriptor, VIDIOC_S_FMT, picture);
}

int32_t cv4l_try_picture(int32_t descriptor, cv4l_picture *picture) {
    return negotiate(descriptor, VIDIOC_TRY_FMT, picture);
}

int32_t cv4l_set_interval(int32_t descriptor, cv4l_interval *interval) {
    struct v4l2_streamparm order = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
    order.parm.capture.timeperframe.numerator = interval->numerator;
    order.parm.capture.timeperframe.denominator = interval->denominator;
    int32_t error = cv4l_ioctl(descriptor, VIDIOC_S_PARM, &order);
    if (error != 0) { return error; }
    interval->numerator = order.parm.capture.timeperframe.numerator;
    interval->denominator = order.parm.capture.timeperframe.denominator;
    return 0;
}

int32_t cv4l_request_buffers(int32_t descriptor, uint32_t *count) {
    struct v4l2_requestbuffers order = {
        .count = *count, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
    int32_t error = cv4l_ioctl(descriptor, VIDIOC_REQBUFS, &order);
    if (error == 0) { *count = order.count; }
    return error;
}

static struct v4l2_buffer buffer(uint32_t index) {
    return (struct v4l2_buffer){
        .index = index, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
}

int32_t cv4l_buffer_at(int32_t descriptor, uint32_t index, int64_t *offset, uint64_t *length) {
    struct v4l2_buffer answer = buffer(index);
    int32_t error = cv4l_ioctl(descriptor, VIDIOC_QUERYBUF, &answer);
    if (error != 0) { return error; }
    *offset = answer.m.offset;
    *length = answer.length;
    return 0;
}

int32_t cv4l_enqueue(int32_t descriptor, uint32_t index) {
    struct v4l2_buffer order = buffer(index);
    return cv4l_ioctl(descriptor, VIDIOC_QBUF, &order);
}

int32_t cv4l_dequeue(int32_t descriptor, cv4l_buffer *filled) {
    struct v4l2_buffer answer = buffer(0);
    int32_t error = cv4l_ioctl(descriptor, VIDIOC_DQBUF, &answer);
    if (error != 0) { return error; }
    filled->index = answer.index;
    filled->bytes = answer.bytesused;
    filled->sequence = answer.sequence;
    filled->timestamp = (int64_t)answer.timestamp.tv_sec * 1000000000
        + (int64_t)answer.timestamp.tv_usec * 1000;
    filled->is_monotonic =
        (answer.flags & V4L2_BUF_FLAG_TIMESTAMP_MASK) == V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
    filled->is_damaged = (answer.flags & V4L2_BUF_FLAG_ERROR) != 0;
    return 0;
}

int32_t cv4l_start(int32_t descriptor) {
    int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    return cv4l_ioctl(descriptor, VIDIOC_STREAMON, &type);
}

int32_t cv4l_stop(int32_t descriptor) {
    int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    return cv4l_ioctl(descriptor, VIDIOC_STREAMOFF, &type);
}
