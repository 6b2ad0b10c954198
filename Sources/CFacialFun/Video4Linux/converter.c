#include "ioctls.h"

#include <errno.h>
#include <libv4lconvert.h>
#include <stdlib.h>
#include <string.h>

struct cv4l_converter {
    struct v4lconvert_data *library;
    struct v4l2_format source;
    struct v4l2_format rgb;
};

cv4l_converter *cv4l_converter_make(int32_t descriptor) {
    cv4l_converter *self = calloc(1, sizeof *self);
    if (self == NULL) { return NULL; }
    self->library = v4lconvert_create(descriptor);
    if (self->library == NULL) {
        free(self);
        return NULL;
    }
    return self;
}

void cv4l_converter_free(cv4l_converter *self) {
    if (self == NULL) { return; }
    v4lconvert_destroy(self->library);
    free(self);
}

int32_t cv4l_converter_plan(
    cv4l_converter *self, cv4l_picture *rgb, cv4l_picture *source, uint32_t per_second) {
    cv4l_picture wanted = *rgb;
    wanted.code = V4L2_PIX_FMT_RGB24;
    cv4l_fill_format(&self->rgb, &wanted);
    memset(&self->source, 0, sizeof self->source);
    v4lconvert_set_fps(self->library, (int)per_second);
    if (v4lconvert_try_format(self->library, &self->rgb, &self->source) != 0) {
        return errno != 0 ? errno : EINVAL;
    }
    // For unsupported formats the library returns a picture without size.
    if (self->rgb.fmt.pix.pixelformat != V4L2_PIX_FMT_RGB24 || self->rgb.fmt.pix.width == 0
        || self->rgb.fmt.pix.height == 0 || self->source.fmt.pix.pixelformat == 0) {
        return EINVAL;
    }
    *rgb = cv4l_picture_of(&self->rgb.fmt.pix);
    *source = cv4l_picture_of(&self->source.fmt.pix);
    return 0;
}

int32_t cv4l_converter_set_source(
    cv4l_converter *self, int32_t descriptor, cv4l_picture *source) {
    struct v4l2_format format = self->source;
    int32_t error = cv4l_ioctl(descriptor, VIDIOC_S_FMT, &format);
    if (error != 0) { return error; }
    // The library needs the length of a row, which its plan sets to 0.
    if (format.fmt.pix.bytesperline == 0 && format.fmt.pix.height > 0) {
        format.fmt.pix.bytesperline = format.fmt.pix.sizeimage / format.fmt.pix.height;
    }
    self->source = format;
    *source = cv4l_picture_of(&format.fmt.pix);
    return 0;
}

int64_t cv4l_converter_run(
    cv4l_converter *self, const uint8_t *bytes, size_t count, uint8_t *rgb, size_t rgb_bytes) {
    if (count > INT32_MAX || rgb_bytes > INT32_MAX) { return -1; }
    // The library only reads the source, although its parameter is not const.
    return v4lconvert_convert(
        self->library, &self->source, &self->rgb, (unsigned char *)bytes, (int)count, rgb,
        (int)rgb_bytes);
}
