#include "calls.h"

#include <errno.h>
#include <stdarg.h>
#include <sys/ioctl.h>

typedef enum { group_unknown, group_identity, group_formats, group_buffers, group_controls } group;

static group group_of(uint32_t request) {
    switch (request) {
    case VIDIOC_ENUM_FMT:
    case VIDIOC_G_FMT:
    case VIDIOC_S_FMT:
    case VIDIOC_TRY_FMT:
    case VIDIOC_G_PARM:
    case VIDIOC_S_PARM:
    case VIDIOC_ENUM_FRAMESIZES:
    case VIDIOC_ENUM_FRAMEINTERVALS: return group_formats;
    case VIDIOC_REQBUFS:
    case VIDIOC_QUERYBUF:
    case VIDIOC_QBUF:
    case VIDIOC_DQBUF:
    case VIDIOC_STREAMON:
    case VIDIOC_STREAMOFF: return group_buffers;
    case VIDIOC_QUERYCTRL:
    case VIDIOC_QUERY_EXT_CTRL:
    case VIDIOC_QUERYMENU:
    case VIDIOC_G_CTRL:
    case VIDIOC_S_CTRL:
    case VIDIOC_G_EXT_CTRLS:
    case VIDIOC_S_EXT_CTRLS:
    case VIDIOC_TRY_EXT_CTRLS: return group_controls;
    case VIDIOC_QUERYCAP:
    case VIDIOC_G_PRIORITY:
    case VIDIOC_S_PRIORITY:
    case VIDIOC_ENUMINPUT:
    case VIDIOC_G_INPUT:
    case VIDIOC_S_INPUT:
    case VIDIOC_G_SELECTION:
    case VIDIOC_CROPCAP: return group_identity;
    default: return group_unknown;
    }
}

/// Requests that only the file with the highest priority may make.
static bool needs_priority(uint32_t request) {
    switch (request) {
    case VIDIOC_S_PRIORITY:
    case VIDIOC_S_FMT:
    case VIDIOC_S_PARM:
    case VIDIOC_S_INPUT:
    case VIDIOC_S_CTRL:
    case VIDIOC_S_EXT_CTRLS:
    case VIDIOC_REQBUFS:
    case VIDIOC_STREAMON:
    case VIDIOC_STREAMOFF: return true;
    default: return false;
    }
}

/// Answers the format requests of a metadata node, which has a single format.
static int metadata_ioctl(uint32_t request, void *argument) {
    struct v4l2_fmtdesc *listed = argument;
    struct v4l2_format *format = argument;
    if (request == VIDIOC_ENUM_FMT) {
        if (listed->type != V4L2_BUF_TYPE_META_CAPTURE || listed->index != 0) {
            return fail_with(EINVAL);
        }
        *listed = (struct v4l2_fmtdesc){
            .type = V4L2_BUF_TYPE_META_CAPTURE,
            .description = "UVC Payload Header Metadata",
            .pixelformat = V4L2_META_FMT_UVC,
        };
        return 0;
    }
    if (request != VIDIOC_G_FMT && request != VIDIOC_S_FMT && request != VIDIOC_TRY_FMT) {
        return fail_with(ENOTTY);
    }
    if (format->type != V4L2_BUF_TYPE_META_CAPTURE) { return fail_with(EINVAL); }
    format->fmt.meta = (struct v4l2_meta_format){V4L2_META_FMT_UVC, 10240};
    return 0;
}

static int dispatch(open_file *file, int descriptor, uint32_t request, void *argument) {
    presence *at = file->at;
    group chosen = group_of(request);
    camera_kind kind = at->camera->kind;
    if (needs_priority(request) && file->priority < highest_priority(at)) {
        return fail_with(EBUSY);
    }
    if (chosen != group_identity && kind == camera_gives_metadata) {
        return metadata_ioctl(request, argument);
    }
    if (chosen != group_identity && kind != camera_captures) { return fail_with(EINVAL); }
    switch (chosen) {
    case group_formats: return format_ioctl(file, request, argument);
    case group_buffers: return buffer_ioctl(file, descriptor, request, argument);
    case group_controls: return control_ioctl(file, request, argument);
    default: return identity_ioctl(file, request, argument);
    }
}

int camera_ioctl(open_file *file, int descriptor, unsigned long request, void *argument) {
    // Some programs pass the request as an int: only the lower half counts, as in the kernel.
    uint32_t code = (uint32_t)request;
    if (code == FIOCLEX || code == FIONCLEX || code == FIONBIO) {
        return REAL(ioctl)(descriptor, request, argument);
    }
    if (atomic_load(&file->at->gone)) { return fail_with(ENODEV); }
    if (group_of(code) == group_unknown) { return fail_with(ENOTTY); }
    if (argument == NULL) { return fail_with(EFAULT); }
    if (code == VIDIOC_DQBUF) { return dispatch(file, descriptor, code, argument); }
    pthread_mutex_lock(&file->at->serial);
    int result = dispatch(file, descriptor, code, argument);
    int error = errno;
    pthread_mutex_unlock(&file->at->serial);
    errno = error;
    return result;
}

REPLACES int ioctl(int descriptor, unsigned long request, ...) {
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    open_file *file = file_of(descriptor);
    if (file == NULL) { return REAL(ioctl)(descriptor, request, argument); }
    return camera_ioctl(file, descriptor, request, argument);
}
