#include "controls_table.h"
#include "presence.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

void control_values_reset(presence *self) {
    for (unsigned i = 0; i < self->camera->control_count; i++) {
        self->control_values[i] = control_rows[self->camera->controls[i]].initial;
    }
}

/// The position of a control in the camera's list; -1 if the camera lacks it.
static int place_of(const presence *self, uint32_t id) {
    for (unsigned i = 0; i < self->camera->control_count; i++) {
        if (control_rows[self->camera->controls[i]].id == id) { return (int)i; }
    }
    return -1;
}

static const control_row *row_at(const presence *self, int place) {
    return &control_rows[self->camera->controls[place]];
}

static bool is_inactive(const presence *self, const control_row *row) {
    int governor = row->governor == 0 ? -1 : place_of(self, row->governor);
    return governor >= 0 && self->control_values[governor] != row->manual;
}

/// The next control after `id`, class headings included; 0 at the end.
static uint32_t next_id(const presence *self, uint32_t id) {
    uint32_t best = 0;
    for (unsigned i = 0; i < self->camera->control_count; i++) {
        uint32_t own = row_at(self, (int)i)->id;
        uint32_t heading = V4L2_CTRL_ID2CLASS(own) | 1;
        if (own > id && (best == 0 || own < best)) { best = own; }
        if (heading > id && (best == 0 || heading < best)) { best = heading; }
    }
    return best;
}

/// Resolves `id` with its NEXT flags to the id of a control; 0 if there is none.
static uint32_t wanted_id(const presence *self, uint32_t id) {
    uint32_t flags = V4L2_CTRL_FLAG_NEXT_CTRL | V4L2_CTRL_FLAG_NEXT_COMPOUND;
    uint32_t plain = id & ~flags;
    // There are no compound controls.
    if ((id & flags) == V4L2_CTRL_FLAG_NEXT_COMPOUND) { return 0; }
    if ((id & flags) != 0) { return next_id(self, plain); }
    if (place_of(self, plain) >= 0) { return plain; }
    bool is_heading = (plain & 0xffff) == 1 && next_id(self, plain - 1) == plain;
    return is_heading ? plain : 0;
}

static int query(const presence *self, struct v4l2_query_ext_ctrl *into) {
    uint32_t id = wanted_id(self, into->id);
    if (id == 0) { return fail_with(EINVAL); }
    *into = (struct v4l2_query_ext_ctrl){.id = id, .elem_size = 4, .elems = 1};
    int place = place_of(self, id);
    if (place < 0) {
        bool is_user = V4L2_CTRL_ID2CLASS(id) == V4L2_CTRL_CLASS_USER;
        into->type = V4L2_CTRL_TYPE_CTRL_CLASS;
        into->flags = V4L2_CTRL_FLAG_READ_ONLY | V4L2_CTRL_FLAG_WRITE_ONLY;
        into->elem_size = 0;
        snprintf(
            into->name, sizeof into->name, "%s", is_user ? "User Controls" : "Camera Controls");
        return 0;
    }
    const control_row *row = row_at(self, place);
    into->type = row->type;
    snprintf(into->name, sizeof into->name, "%s", row->name);
    into->minimum = row->minimum;
    into->maximum = row->maximum;
    into->step = (uint32_t)(row->type == V4L2_CTRL_TYPE_MENU ? 1 : row->step);
    into->default_value = row->initial;
    if (is_inactive(self, row)) { into->flags |= V4L2_CTRL_FLAG_INACTIVE; }
    return 0;
}

static int query_short(const presence *self, struct v4l2_queryctrl *into) {
    struct v4l2_query_ext_ctrl full = {.id = into->id};
    if (query(self, &full) != 0) { return -1; }
    *into = (struct v4l2_queryctrl){
        .id = full.id,
        .type = full.type,
        .minimum = (int32_t)full.minimum,
        .maximum = (int32_t)full.maximum,
        .step = (int32_t)full.step,
        .default_value = (int32_t)full.default_value,
        .flags = full.flags,
    };
    memcpy(into->name, full.name, sizeof into->name);
    return 0;
}

static bool menu_has(const control_row *row, int64_t item) {
    return item >= row->minimum && item <= row->maximum && item < 4 && row->items[item] != NULL;
}

static int query_menu(const presence *self, struct v4l2_querymenu *into) {
    int place = place_of(self, into->id);
    if (place < 0) { return fail_with(EINVAL); }
    const control_row *row = row_at(self, place);
    if (row->type != V4L2_CTRL_TYPE_MENU || !menu_has(row, into->index)) {
        return fail_with(EINVAL);
    }
    snprintf((char *)into->name, sizeof into->name, "%s", row->items[into->index]);
    into->reserved = 0;
    return 0;
}

/// Returns 0 or the error for a rejected value; a number out of range is clamped.
static int check_value(const presence *self, const control_row *row, int32_t *value) {
    if (is_inactive(self, row) && self->camera->faults.refuse_inactive) { return EACCES; }
    if (row->type == V4L2_CTRL_TYPE_MENU) {
        if (*value < row->minimum || *value > row->maximum) { return ERANGE; }
        return menu_has(row, *value) ? 0 : EINVAL;
    }
    if (row->type == V4L2_CTRL_TYPE_BOOLEAN) {
        *value = *value != 0;
        return 0;
    }
    if (*value < row->minimum) { *value = row->minimum; }
    if (*value > row->maximum) { *value = row->maximum; }
    *value = row->minimum + (*value - row->minimum + row->step / 2) / row->step * row->step;
    if (*value > row->maximum) { *value -= row->step; }
    return 0;
}

static int access_one(presence *self, uint32_t id, int32_t *value, uint32_t request) {
    int place = place_of(self, id);
    if (place < 0) { return wanted_id(self, id) != 0 ? EACCES : EINVAL; }
    if (request == VIDIOC_G_EXT_CTRLS || request == VIDIOC_G_CTRL) {
        *value = self->control_values[place];
        return 0;
    }
    int error = check_value(self, row_at(self, place), value);
    bool sets = request == VIDIOC_S_EXT_CTRLS || request == VIDIOC_S_CTRL;
    if (error == 0 && sets) {
        self->control_values[place] = *value;
        self->camera->set_values[place] = *value;
        self->camera->was_set[place] = true;
    }
    return error;
}

/// Accesses several controls at once: all are checked before one is set.
static int access_several(presence *self, struct v4l2_ext_controls *all, uint32_t request) {
    bool wants_initial = all->which == V4L2_CTRL_WHICH_DEF_VAL;
    if (wants_initial && request != VIDIOC_G_EXT_CTRLS) { return fail_with(EINVAL); }
    if (all->which == V4L2_CTRL_WHICH_REQUEST_VAL) { return fail_with(EINVAL); }
    bool is_class = all->which != V4L2_CTRL_WHICH_CUR_VAL && !wants_initial;
    for (uint32_t i = 0; i < all->count; i++) {
        struct v4l2_ext_control *one = &all->controls[i];
        int32_t value = one->value;
        uint32_t check = request == VIDIOC_S_EXT_CTRLS ? VIDIOC_TRY_EXT_CTRLS : request;
        int error = access_one(self, one->id, &value, check);
        if (is_class && V4L2_CTRL_ID2CLASS(one->id) != all->which) { error = EINVAL; }
        if (error != 0) {
            all->error_idx = request == VIDIOC_TRY_EXT_CTRLS ? i : all->count;
            return fail_with(error);
        }
        int place = place_of(self, one->id);
        one->value = wants_initial ? row_at(self, place)->initial : value;
    }
    for (uint32_t i = 0; i < all->count && request == VIDIOC_S_EXT_CTRLS; i++) {
        int32_t value = all->controls[i].value;
        access_one(self, all->controls[i].id, &value, request);
    }
    all->error_idx = 0;
    return 0;
}

int control_ioctl(open_file *file, uint32_t request, void *argument) {
    presence *self = file->at;
    struct v4l2_control *control = argument;
    switch (request) {
    case VIDIOC_QUERYCTRL: return query_short(self, argument);
    case VIDIOC_QUERY_EXT_CTRL: return query(self, argument);
    case VIDIOC_QUERYMENU: return query_menu(self, argument);
    case VIDIOC_G_CTRL:
    case VIDIOC_S_CTRL: {
        int error = access_one(self, control->id, &control->value, request);
        return error == 0 ? 0 : fail_with(error);
    }
    case VIDIOC_G_EXT_CTRLS:
    case VIDIOC_S_EXT_CTRLS:
    case VIDIOC_TRY_EXT_CTRLS: return access_several(self, argument, request);
    default: return fail_with(ENOTTY);
    }
}
