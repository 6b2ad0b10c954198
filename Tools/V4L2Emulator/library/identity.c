#include "presence.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static uint32_t own_capabilities(const camera *camera) {
    uint32_t streams = V4L2_CAP_STREAMING | V4L2_CAP_EXT_PIX_FORMAT;
    switch (camera->kind) {
    case camera_captures: return streams | V4L2_CAP_VIDEO_CAPTURE;
    case camera_gives_metadata: return streams | V4L2_CAP_META_CAPTURE;
    case camera_outputs: return streams | V4L2_CAP_VIDEO_OUTPUT;
    case camera_converts: return streams | V4L2_CAP_VIDEO_M2M;
    case camera_captures_planes: return streams | V4L2_CAP_VIDEO_CAPTURE_MPLANE;
    }
    return streams;
}

/// Fills the capabilities: `capabilities` are those of the whole device, which means all nodes on
/// the same bus; `device_caps` those of this node.
static void describe(const presence *self, struct v4l2_capability *into) {
    memset(into, 0, sizeof *into);
    snprintf((char *)into->driver, sizeof into->driver, "%s", self->camera->driver);
    snprintf((char *)into->card, sizeof into->card, "%s", self->camera->name);
    snprintf((char *)into->bus_info, sizeof into->bus_info, "%s", self->camera->bus);
    into->version = 6 << 16 | 1 << 8;
    into->device_caps = own_capabilities(self->camera);
    into->capabilities = V4L2_CAP_DEVICE_CAPS;
    unsigned total;
    const camera *all = cameras_all(&total);
    for (unsigned i = 0; i < total; i++) {
        if (strcmp(all[i].bus, self->camera->bus) == 0) {
            into->capabilities |= own_capabilities(&all[i]);
        }
    }
}

static int describe_input(struct v4l2_input *into) {
    if (into->index != 0) { return fail_with(EINVAL); }
    *into = (struct v4l2_input){.type = V4L2_INPUT_TYPE_CAMERA};
    snprintf((char *)into->name, sizeof into->name, "Camera 1");
    return 0;
}

static int select_area(const presence *self, struct v4l2_selection *selection) {
    bool is_known =
        selection->target == V4L2_SEL_TGT_CROP_BOUNDS
        || selection->target == V4L2_SEL_TGT_CROP_DEFAULT;
    if (selection->type != V4L2_BUF_TYPE_VIDEO_CAPTURE || !is_known) { return fail_with(EINVAL); }
    const camera_mode *mode = &self->camera->modes[self->mode];
    selection->r = (struct v4l2_rect){0, 0, mode->width, mode->height};
    return 0;
}

static int describe_crop(const presence *self, struct v4l2_cropcap *into) {
    if (into->type != V4L2_BUF_TYPE_VIDEO_CAPTURE) { return fail_with(EINVAL); }
    const camera_mode *mode = &self->camera->modes[self->mode];
    into->bounds = (struct v4l2_rect){0, 0, mode->width, mode->height};
    into->defrect = into->bounds;
    into->pixelaspect = (struct v4l2_fract){1, 1};
    return 0;
}

uint32_t highest_priority(presence *self) {
    uint32_t highest = V4L2_PRIORITY_UNSET;
    pthread_mutex_lock(&self->lock);
    for (open_file *file = self->files; file != NULL; file = file->next) {
        if (file->priority > highest) { highest = file->priority; }
    }
    pthread_mutex_unlock(&self->lock);
    return highest;
}

static int set_priority(open_file *file, const uint32_t *priority) {
    if (*priority < V4L2_PRIORITY_BACKGROUND || *priority > V4L2_PRIORITY_RECORD) {
        return fail_with(EINVAL);
    }
    file->priority = *priority;
    return 0;
}

int identity_ioctl(open_file *file, uint32_t request, void *argument) {
    presence *self = file->at;
    if (request == VIDIOC_QUERYCAP) {
        describe(self, argument);
        return 0;
    }
    if (request == VIDIOC_G_PRIORITY) {
        *(uint32_t *)argument = highest_priority(self);
        return 0;
    }
    if (request == VIDIOC_S_PRIORITY) { return set_priority(file, argument); }
    if (self->camera->kind != camera_captures) { return fail_with(ENOTTY); }
    switch (request) {
    case VIDIOC_ENUMINPUT: return describe_input(argument);
    case VIDIOC_G_INPUT: *(int *)argument = 0; return 0;
    case VIDIOC_S_INPUT: return *(int *)argument == 0 ? 0 : fail_with(EINVAL);
    case VIDIOC_G_SELECTION: return select_area(self, argument);
    case VIDIOC_CROPCAP: return describe_crop(self, argument);
    default: return fail_with(ENOTTY);
    }
}
