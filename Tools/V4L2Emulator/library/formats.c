#include "presence.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t fourcc;
    const char *name;
    /// Bits per pixel of the whole picture, and bytes per pixel of a row.
    uint32_t bits;
    uint32_t row_bytes;
} raw_format;

static const raw_format raw_formats[] = {
    {V4L2_PIX_FMT_YUYV, "YUYV 4:2:2", 16, 2},
    {V4L2_PIX_FMT_UYVY, "UYVY 4:2:2", 16, 2},
    {V4L2_PIX_FMT_YVYU, "YVYU 4:2:2", 16, 2},
    {V4L2_PIX_FMT_VYUY, "VYUY 4:2:2", 16, 2},
    {V4L2_PIX_FMT_NV12, "Y/UV 4:2:0", 12, 1},
    {V4L2_PIX_FMT_NV21, "Y/VU 4:2:0", 12, 1},
    {V4L2_PIX_FMT_YUV420, "Planar YUV 4:2:0", 12, 1},
    {V4L2_PIX_FMT_YVU420, "Planar YVU 4:2:0", 12, 1},
    {V4L2_PIX_FMT_GREY, "8-bit Greyscale", 8, 1},
    {V4L2_PIX_FMT_Y16, "16-bit Greyscale", 16, 2},
    {V4L2_PIX_FMT_RGB24, "24-bit RGB 8-8-8", 24, 3},
    {V4L2_PIX_FMT_BGR24, "24-bit BGR 8-8-8", 24, 3},
    {V4L2_PIX_FMT_RGB565, "16-bit RGB 5-6-5", 16, 2},
    {V4L2_PIX_FMT_SBGGR8, "8-bit Bayer BGBG/GRGR", 8, 1},
    {V4L2_PIX_FMT_SGBRG8, "8-bit Bayer GBGB/RGRG", 8, 1},
    {V4L2_PIX_FMT_SGRBG8, "8-bit Bayer GRGR/BGBG", 8, 1},
    {V4L2_PIX_FMT_SRGGB8, "8-bit Bayer RGRG/GBGB", 8, 1},
};

static const raw_format *raw_format_of(uint32_t fourcc) {
    for (size_t i = 0; i < sizeof raw_formats / sizeof *raw_formats; i++) {
        if (raw_formats[i].fourcc == fourcc) { return &raw_formats[i]; }
    }
    return NULL;
}

bool fourcc_is_jpeg(uint32_t fourcc) {
    return fourcc == V4L2_PIX_FMT_MJPEG || fourcc == V4L2_PIX_FMT_JPEG;
}

uint32_t mode_row_bytes(const camera_mode *mode) {
    const raw_format *raw = raw_format_of(mode->fourcc);
    return raw == NULL ? 0 : raw->row_bytes * mode->width;
}

uint32_t mode_image_bytes(const camera_mode *mode) {
    const raw_format *raw = raw_format_of(mode->fourcc);
    uint32_t bits = raw == NULL ? 16 : raw->bits;
    return (uint32_t)((uint64_t)mode->width * mode->height * bits / 8);
}

/// Chooses the mode for a request like a driver: of the requested pixel format, or otherwise the
/// first one, the size with the largest overlap with the requested size.
static unsigned nearest_mode(const camera *camera, const struct v4l2_pix_format *asked) {
    uint32_t fourcc = camera->modes[0].fourcc;
    for (unsigned i = 0; i < camera->mode_count; i++) {
        if (camera->modes[i].fourcc == asked->pixelformat) { fourcc = asked->pixelformat; }
    }
    unsigned best = 0;
    uint64_t best_distance = UINT64_MAX;
    for (unsigned i = 0; i < camera->mode_count; i++) {
        const camera_mode *mode = &camera->modes[i];
        if (mode->fourcc != fourcc) { continue; }
        uint64_t width = mode->width < asked->width ? mode->width : asked->width;
        uint64_t height = mode->height < asked->height ? mode->height : asked->height;
        uint64_t distance = (uint64_t)mode->width * mode->height
            + (uint64_t)asked->width * asked->height - 2 * width * height;
        if (distance < best_distance) {
            best = i;
            best_distance = distance;
        }
    }
    return best;
}

/// Another size of the same pixel format; the mode itself if there is none.
static unsigned other_size(const camera *camera, unsigned mode) {
    for (unsigned i = 0; i < camera->mode_count; i++) {
        if (i != mode && camera->modes[i].fourcc == camera->modes[mode].fourcc) { return i; }
    }
    return mode;
}

static void describe(const camera_mode *mode, struct v4l2_format *into) {
    uint32_t type = into->type;
    memset(into, 0, sizeof *into);
    into->type = type;
    into->fmt.pix = (struct v4l2_pix_format){
        .width = mode->width,
        .height = mode->height,
        .pixelformat = mode->fourcc,
        .field = V4L2_FIELD_NONE,
        .bytesperline = mode_row_bytes(mode),
        .sizeimage = mode_image_bytes(mode),
        .colorspace = V4L2_COLORSPACE_SRGB,
        .priv = V4L2_PIX_FMT_PRIV_MAGIC,
        .ycbcr_enc = V4L2_YCBCR_ENC_601,
        .quantization = V4L2_QUANTIZATION_DEFAULT,
        .xfer_func = V4L2_XFER_FUNC_SRGB,
    };
}

static int set_format(open_file *file, struct v4l2_format *format) {
    presence *self = file->at;
    const camera *camera = self->camera;
    if (camera->faults.busy || camera->faults.refuse_format || self->buffer_count > 0) {
        return fail_with(EBUSY);
    }
    unsigned mode = nearest_mode(camera, &format->fmt.pix);
    if (camera->faults.refuse_size) { mode = other_size(camera, mode); }
    if (mode != self->mode) { self->interval = 0; }
    self->mode = mode;
    describe(&camera->modes[mode], format);
    return 0;
}

static void four_characters(uint32_t fourcc, char text[5]) {
    for (unsigned i = 0; i < 4; i++) { text[i] = (char)(fourcc >> (8 * i) & 0x7f); }
    text[4] = 0;
}

/// Returns true for the first mode of its pixel format.
static bool starts_format(const camera *camera, unsigned mode) {
    for (unsigned i = 0; i < mode; i++) {
        if (camera->modes[i].fourcc == camera->modes[mode].fourcc) { return false; }
    }
    return true;
}

static int enumerate_formats(const camera *camera, struct v4l2_fmtdesc *into) {
    if (into->type != V4L2_BUF_TYPE_VIDEO_CAPTURE) { return fail_with(EINVAL); }
    unsigned index = 0;
    for (unsigned i = 0; i < camera->mode_count; i++) {
        if (!starts_format(camera, i) || index++ != into->index) { continue; }
        uint32_t fourcc = camera->modes[i].fourcc;
        const raw_format *raw = raw_format_of(fourcc);
        struct v4l2_fmtdesc described = {
            .index = into->index, .type = into->type, .pixelformat = fourcc};
        char name[5];
        four_characters(fourcc, name);
        if (raw == NULL) { described.flags = V4L2_FMT_FLAG_COMPRESSED; }
        const char *text = raw != NULL ? raw->name : name;
        if (fourcc == V4L2_PIX_FMT_MJPEG) { text = "Motion-JPEG"; }
        if (fourcc == V4L2_PIX_FMT_JPEG) { text = "JFIF JPEG"; }
        snprintf((char *)described.description, sizeof described.description, "%s", text);
        *into = described;
        return 0;
    }
    return fail_with(EINVAL);
}

static int enumerate_sizes(const camera *camera, struct v4l2_frmsizeenum *into) {
    unsigned index = 0;
    for (unsigned i = 0; i < camera->mode_count; i++) {
        const camera_mode *mode = &camera->modes[i];
        if (mode->fourcc != into->pixel_format || index++ != into->index) { continue; }
        *into = (struct v4l2_frmsizeenum){
            .index = into->index,
            .pixel_format = mode->fourcc,
            .type = V4L2_FRMSIZE_TYPE_DISCRETE,
            .discrete = {mode->width, mode->height},
        };
        return 0;
    }
    return fail_with(EINVAL);
}

static int enumerate_intervals(const camera *camera, struct v4l2_frmivalenum *into) {
    for (unsigned i = 0; i < camera->mode_count; i++) {
        const camera_mode *mode = &camera->modes[i];
        if (mode->fourcc != into->pixel_format || mode->width != into->width
            || mode->height != into->height) {
            continue;
        }
        if (into->index >= mode->interval_count) { break; }
        into->type = V4L2_FRMIVAL_TYPE_DISCRETE;
        into->discrete = mode->intervals[into->index];
        memset(into->reserved, 0, sizeof into->reserved);
        return 0;
    }
    return fail_with(EINVAL);
}

static double seconds(struct v4l2_fract interval) {
    return (double)interval.numerator / (double)interval.denominator;
}

static int frame_rate(presence *self, struct v4l2_streamparm *parameters, bool sets) {
    if (parameters->type != V4L2_BUF_TYPE_VIDEO_CAPTURE) { return fail_with(EINVAL); }
    const camera_mode *mode = &self->camera->modes[self->mode];
    struct v4l2_fract asked = parameters->parm.capture.timeperframe;
    if (sets) {
        if (self->streaming || self->camera->faults.busy) { return fail_with(EBUSY); }
        // Without a number the driver chooses the first.
        unsigned best = 0;
        bool is_asked = asked.numerator != 0 && asked.denominator != 0;
        for (unsigned i = 1; is_asked && i < mode->interval_count; i++) {
            double now = seconds(mode->intervals[i]) - seconds(asked);
            double before = seconds(mode->intervals[best]) - seconds(asked);
            if (now * now < before * before) { best = i; }
        }
        self->interval = best;
    }
    uint32_t type = parameters->type;
    memset(parameters, 0, sizeof *parameters);
    parameters->type = type;
    parameters->parm.capture.capability = V4L2_CAP_TIMEPERFRAME;
    parameters->parm.capture.timeperframe = mode->intervals[self->interval];
    return 0;
}

int format_ioctl(open_file *file, uint32_t request, void *argument) {
    presence *self = file->at;
    const camera *camera = self->camera;
    struct v4l2_format *format = argument;
    switch (request) {
    case VIDIOC_ENUM_FMT: return enumerate_formats(camera, argument);
    case VIDIOC_ENUM_FRAMESIZES: return enumerate_sizes(camera, argument);
    case VIDIOC_ENUM_FRAMEINTERVALS: return enumerate_intervals(camera, argument);
    case VIDIOC_G_PARM: return frame_rate(self, argument, false);
    case VIDIOC_S_PARM: return frame_rate(self, argument, true);
    case VIDIOC_G_FMT:
    case VIDIOC_S_FMT:
    case VIDIOC_TRY_FMT:
        if (format->type != V4L2_BUF_TYPE_VIDEO_CAPTURE) { return fail_with(EINVAL); }
        if (request == VIDIOC_S_FMT) { return set_format(file, format); }
        describe(
            &camera->modes[
                request == VIDIOC_G_FMT ? self->mode : nearest_mode(camera, &format->fmt.pix)],
            format);
        return 0;
    default: return fail_with(ENOTTY);
    }
}
