#include "configuration.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The settings of one camera: key = value.

/// Converts a rate such as `30` or `7.5` to an interval.
static struct v4l2_fract interval_of_rate(const char *word) {
    char *end = NULL;
    double rate = strtod(word, &end);
    if (end == word || *end != 0 || !(rate > 0 && rate <= 1000)) {
        bad_line("'%s' is not a frame rate between 0 and 1000", word);
    }
    if (rate == floor(rate)) { return (struct v4l2_fract){1, (uint32_t)rate}; }
    return (struct v4l2_fract){1000, (uint32_t)lround(rate * 1000)};
}

/// Parses `640x480@30,15` after a format's four characters.
static void add_mode(camera *self, uint32_t fourcc, char *word) {
    if (self->mode_count == max_modes) { bad_line("more than %d sizes", max_modes); }
    camera_mode *mode = &self->modes[self->mode_count];
    char *rates = strchr(word, '@');
    char *height = strchr(word, 'x');
    if (rates == NULL || height == NULL || height > rates) {
        bad_line("a size is written as 640x480@30,15, not '%s'", word);
    }
    *rates++ = 0;
    *height++ = 0;
    mode->fourcc = fourcc;
    mode->width = read_number(word, "a width");
    mode->height = read_number(height, "a height");
    if (mode->width == 0 || mode->height == 0 || mode->width > 8192 || mode->height > 8192) {
        bad_line("a size has 1 to 8192 pixels in each direction");
    }
    char *rest = NULL;
    for (char *rate = strtok_r(rates, ",", &rest); rate; rate = strtok_r(NULL, ",", &rest)) {
        if (mode->interval_count == max_intervals) {
            bad_line("more than %d rates", max_intervals);
        }
        mode->intervals[mode->interval_count++] = interval_of_rate(rate);
    }
    if (mode->interval_count == 0) { bad_line("a size without a frame rate"); }
    self->mode_count++;
}

static void read_format(camera *self, char *value) {
    char *rest = NULL;
    char *name = strtok_r(value, " \t", &rest);
    if (name == NULL || strlen(name) > 4 || strlen(name) < 3) {
        bad_line("a format starts with its four characters, such as YUYV");
    }
    char padded[5] = "    ";
    memcpy(padded, name, strlen(name));
    uint32_t fourcc = v4l2_fourcc(padded[0], padded[1], padded[2], padded[3]);
    unsigned before = self->mode_count;
    for (char *word = strtok_r(NULL, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
        add_mode(self, fourcc, word);
    }
    if (self->mode_count == before) { bad_line("format %s has no size", name); }
}

static void read_controls(camera *self, char *value) {
    char *rest = NULL;
    for (char *word = strtok_r(value, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
        int row = control_named(word);
        if (row < 0) { bad_line("unknown control '%s'", word); }
        if (self->control_count == max_controls) {
            bad_line("more than %d controls", max_controls);
        }
        self->controls[self->control_count++] = (unsigned)row;
    }
}

static void read_unplug(camera *self, uint32_t after, char **rest) {
    camera_faults *faults = &self->faults;
    if (faults->unplug_count == max_unplugs) { bad_line("more than %d unplugs", max_unplugs); }
    camera_unplug unplug = {after, -1, -1};
    for (char *word = strtok_r(NULL, " \t", rest); word; word = strtok_r(NULL, " \t", rest)) {
        char *value = strtok_r(NULL, " \t", rest);
        if (strcmp(word, "return-after") == 0) {
            unplug.return_after_ms = (int32_t)read_number(value, "return-after (milliseconds)");
        } else if (strcmp(word, "return-as") == 0) {
            if (value == NULL || strncmp(value, "/dev/video", 10) != 0) {
                bad_line("return-as names a node such as /dev/video4");
            }
            unplug.return_as = (int32_t)read_number(value + 10, "the number of a node");
        } else {
            bad_line("unknown word '%s' after unplug-after", word);
        }
    }
    faults->unplugs[faults->unplug_count++] = unplug;
}

static void read_fault(camera *self, char *value) {
    char *rest = NULL;
    char *name = strtok_r(value, " \t", &rest);
    if (name == NULL) { bad_line("a fault without a name"); }
    camera_faults *faults = &self->faults;
    struct {
        const char *name;
        bool *flag;
        uint32_t *count;
    } known[] = {
        {"busy", &faults->busy, NULL},
        {"busy-at-open", &faults->busy_at_open, NULL},
        {"denied", &faults->denied, NULL},
        {"refuse-format", &faults->refuse_format, NULL},
        {"refuse-size", &faults->refuse_size, NULL},
        {"refuse-inactive", &faults->refuse_inactive, NULL},
        {"stall-after", NULL, &faults->stall_after},
        {"corrupt-every", NULL, &faults->corrupt_every},
        {"corrupt-flag-every", NULL, &faults->corrupt_flag_every},
        {"drop-every", NULL, &faults->drop_every},
        {"late", NULL, &faults->late_ms},
    };
    if (strcmp(name, "unplug-after") == 0) {
        uint32_t after = read_number(strtok_r(NULL, " \t", &rest), "unplug-after (frames)");
        read_unplug(self, after, &rest);
        return;
    }
    if (strcmp(name, "stall-once-after") == 0) {
        faults->stalls_once = true;
        name = "stall-after";
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(name, known[i].name) != 0) { continue; }
        if (known[i].flag != NULL) {
            *known[i].flag = true;
        } else {
            *known[i].count = read_number(strtok_r(NULL, " \t", &rest), name);
            if (*known[i].count == 0) { bad_line("%s needs a number above 0", name); }
        }
        char *more = strtok_r(NULL, " \t", &rest);
        if (more != NULL) { bad_line("unknown word '%s' after %s", more, name); }
        return;
    }
    bad_line("unknown fault '%s'", name);
}

static camera_kind read_kind(const char *value) {
    static const char *const names[] = {
        "capture", "metadata", "output", "memory-to-memory", "multiplanar"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(value, names[i]) == 0) { return (camera_kind)i; }
    }
    bad_line("a kind is capture, metadata, output, memory-to-memory or multiplanar");
}

void read_text(char *to, size_t room, const char *value) {
    if (strlen(value) >= room) { bad_line("longer than %zu characters: %s", room - 1, value); }
    memcpy(to, value, strlen(value) + 1);
}

void read_setting(camera *self, const char *key, char *value) {
    if (strcmp(key, "name") == 0) {
        read_text(self->name, sizeof self->name, value);
    } else if (strcmp(key, "driver") == 0) {
        read_text(self->driver, sizeof self->driver, value);
    } else if (strcmp(key, "bus") == 0) {
        read_text(self->bus, sizeof self->bus, value);
    } else if (strcmp(key, "id") == 0) {
        if (strchr(value, '/') != NULL) { bad_line("an id must not contain a slash"); }
        read_text(self->id, sizeof self->id, value);
    } else if (strcmp(key, "kind") == 0) {
        self->kind = read_kind(value);
    } else if (strcmp(key, "frames") == 0) {
        read_text(self->frames, sizeof self->frames, value);
    } else if (strcmp(key, "waits") == 0) {
        self->waits = strcmp(value, "yes") == 0;
        if (!self->waits && strcmp(value, "no") != 0) { bad_line("waits is yes or no"); }
    } else if (strcmp(key, "format") == 0) {
        read_format(self, value);
    } else if (strcmp(key, "controls") == 0) {
        read_controls(self, value);
    } else if (strcmp(key, "fault") == 0) {
        read_fault(self, value);
    } else {
        bad_line("unknown setting '%s'", key);
    }
}

