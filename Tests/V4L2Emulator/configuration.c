#include "camera.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static camera cameras[max_cameras];
static unsigned camera_total;
static bool is_on;

static const char *file_name;
static unsigned line_number;

void emulator_say(const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    dprintf(STDERR_FILENO, "V4L2Emulator: %s\n", text);
}

void emulator_fail(const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    dprintf(STDERR_FILENO, "V4L2Emulator: %s\n", text);
    _exit(78);
}

bool emulator_is_on(void) { return is_on; }

camera *cameras_all(unsigned *count) {
    *count = camera_total;
    return cameras;
}

__attribute__((format(printf, 1, 2))) static _Noreturn void refuse(const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    emulator_fail("%s:%u: %s", file_name, line_number, text);
}

/// A whole number that fills the word.
static uint32_t number(const char *word, const char *meaning) {
    char *end = NULL;
    errno = 0;
    unsigned long value = word == NULL ? 0 : strtoul(word, &end, 10);
    if (word == NULL || end == word || *end != 0 || errno != 0 || value > 1000000000) {
        refuse("%s must be a whole number, not '%s'", meaning, word == NULL ? "" : word);
    }
    return (uint32_t)value;
}

/// `30` or `7.5` frames a second as an interval.
static struct v4l2_fract interval_of_rate(const char *word) {
    char *end = NULL;
    double rate = strtod(word, &end);
    if (end == word || *end != 0 || !(rate > 0 && rate <= 1000)) {
        refuse("'%s' is no frame rate between 0 and 1000", word);
    }
    if (rate == floor(rate)) { return (struct v4l2_fract){1, (uint32_t)rate}; }
    return (struct v4l2_fract){1000, (uint32_t)lround(rate * 1000)};
}

/// `640x480@30,15` after a format's four characters.
static void add_mode(camera *self, uint32_t fourcc, char *word) {
    if (self->mode_count == max_modes) { refuse("more than %d sizes", max_modes); }
    camera_mode *mode = &self->modes[self->mode_count];
    char *rates = strchr(word, '@');
    char *height = strchr(word, 'x');
    if (rates == NULL || height == NULL || height > rates) {
        refuse("a size is written as 640x480@30,15, not '%s'", word);
    }
    *rates++ = 0;
    *height++ = 0;
    mode->fourcc = fourcc;
    mode->width = number(word, "a width");
    mode->height = number(height, "a height");
    if (mode->width == 0 || mode->height == 0 || mode->width > 8192 || mode->height > 8192) {
        refuse("a size has 1 to 8192 pixels in each direction");
    }
    char *rest = NULL;
    for (char *rate = strtok_r(rates, ",", &rest); rate; rate = strtok_r(NULL, ",", &rest)) {
        if (mode->interval_count == max_intervals) { refuse("more than %d rates", max_intervals); }
        mode->intervals[mode->interval_count++] = interval_of_rate(rate);
    }
    if (mode->interval_count == 0) { refuse("a size without a frame rate"); }
    self->mode_count++;
}

static void read_format(camera *self, char *value) {
    char *rest = NULL;
    char *name = strtok_r(value, " \t", &rest);
    if (name == NULL || strlen(name) > 4 || strlen(name) < 3) {
        refuse("a format starts with its four characters, such as YUYV");
    }
    char padded[5] = "    ";
    memcpy(padded, name, strlen(name));
    uint32_t fourcc = v4l2_fourcc(padded[0], padded[1], padded[2], padded[3]);
    unsigned before = self->mode_count;
    for (char *word = strtok_r(NULL, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
        add_mode(self, fourcc, word);
    }
    if (self->mode_count == before) { refuse("format %s has no size", name); }
}

static void read_controls(camera *self, char *value) {
    char *rest = NULL;
    for (char *word = strtok_r(value, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
        int row = control_named(word);
        if (row < 0) { refuse("unknown control '%s'", word); }
        if (self->control_count == max_controls) { refuse("more than %d controls", max_controls); }
        self->controls[self->control_count++] = (unsigned)row;
    }
}

static void read_unplug(camera *self, uint32_t after, char **rest) {
    camera_faults *faults = &self->faults;
    if (faults->unplug_count == max_unplugs) { refuse("more than %d unplugs", max_unplugs); }
    camera_unplug unplug = {after, -1, -1};
    for (char *word = strtok_r(NULL, " \t", rest); word; word = strtok_r(NULL, " \t", rest)) {
        char *value = strtok_r(NULL, " \t", rest);
        if (strcmp(word, "return-after") == 0) {
            unplug.return_after_ms = (int32_t)number(value, "return-after (milliseconds)");
        } else if (strcmp(word, "return-as") == 0) {
            if (value == NULL || strncmp(value, "/dev/video", 10) != 0) {
                refuse("return-as names a node such as /dev/video4");
            }
            unplug.return_as = (int32_t)number(value + 10, "the number of a node");
        } else {
            refuse("unknown word '%s' after unplug-after", word);
        }
    }
    faults->unplugs[faults->unplug_count++] = unplug;
}

static void read_fault(camera *self, char *value) {
    char *rest = NULL;
    char *name = strtok_r(value, " \t", &rest);
    if (name == NULL) { refuse("a fault without a name"); }
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
        uint32_t after = number(strtok_r(NULL, " \t", &rest), "unplug-after (frames)");
        read_unplug(self, after, &rest);
        return;
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(name, known[i].name) != 0) { continue; }
        if (known[i].flag != NULL) {
            *known[i].flag = true;
        } else {
            *known[i].count = number(strtok_r(NULL, " \t", &rest), name);
            if (*known[i].count == 0) { refuse("%s needs a number above 0", name); }
        }
        char *more = strtok_r(NULL, " \t", &rest);
        if (more != NULL) { refuse("unknown word '%s' after %s", more, name); }
        return;
    }
    refuse("unknown fault '%s'", name);
}

static camera_kind read_kind(const char *value) {
    static const char *const names[] = {
        "capture", "metadata", "output", "memory-to-memory", "multiplanar"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(value, names[i]) == 0) { return (camera_kind)i; }
    }
    refuse("a kind is capture, metadata, output, memory-to-memory or multiplanar");
}

static void copy_text(char *to, size_t room, const char *value) {
    if (strlen(value) >= room) { refuse("longer than %zu characters: %s", room - 1, value); }
    memcpy(to, value, strlen(value) + 1);
}

static camera *begin_camera(const char *path) {
    if (camera_total == max_cameras) { refuse("more than %d cameras", max_cameras); }
    if (strncmp(path, "/dev/video", 10) != 0) {
        refuse("a camera is named [/dev/videoN], not [%s]", path);
    }
    camera *self = &cameras[camera_total];
    self->number = number(path + 10, "the number of a node");
    if (self->number > 255) { refuse("the number of a node is at most 255"); }
    for (unsigned i = 0; i < camera_total; i++) {
        if (cameras[i].number == self->number) { refuse("%s stands here twice", path); }
    }
    camera_total++;
    copy_text(self->name, sizeof self->name, "Emulated Webcam");
    copy_text(self->driver, sizeof self->driver, "uvcvideo");
    snprintf(self->bus, sizeof self->bus, "usb-0000:00:14.0-%u", self->number + 1);
    return self;
}

static void read_setting(camera *self, const char *key, char *value) {
    if (strcmp(key, "name") == 0) {
        copy_text(self->name, sizeof self->name, value);
    } else if (strcmp(key, "driver") == 0) {
        copy_text(self->driver, sizeof self->driver, value);
    } else if (strcmp(key, "bus") == 0) {
        copy_text(self->bus, sizeof self->bus, value);
    } else if (strcmp(key, "id") == 0) {
        if (strchr(value, '/') != NULL) { refuse("an id holds no slash"); }
        copy_text(self->id, sizeof self->id, value);
    } else if (strcmp(key, "kind") == 0) {
        self->kind = read_kind(value);
    } else if (strcmp(key, "frames") == 0) {
        copy_text(self->frames, sizeof self->frames, value);
    } else if (strcmp(key, "waits") == 0) {
        if (strcmp(value, "yes") != 0 && strcmp(value, "no") != 0) { refuse("waits = yes or no"); }
        self->waits = strcmp(value, "yes") == 0;
    } else if (strcmp(key, "format") == 0) {
        read_format(self, value);
    } else if (strcmp(key, "controls") == 0) {
        read_controls(self, value);
    } else if (strcmp(key, "fault") == 0) {
        read_fault(self, value);
    } else {
        refuse("unknown setting '%s'", key);
    }
}

/// Cuts white space at both ends, and a comment: a # at the start or after white space.
static char *trimmed(char *text) {
    for (char *at = text; *at != 0; at++) {
        if (*at == '#' && (at == text || at[-1] == ' ' || at[-1] == '\t')) { *at = 0; break; }
    }
    while (*text == ' ' || *text == '\t') { text++; }
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r\n", text[length - 1]) != NULL) { text[--length] = 0; }
    return text;
}

static void read_line(camera **current, char *line) {
    char *text = trimmed(line);
    size_t length = strlen(text);
    if (length == 0) { return; }
    if (*text == '[') {
        if (text[length - 1] != ']') { refuse("a camera is named [/dev/videoN]"); }
        text[length - 1] = 0;
        *current = begin_camera(text + 1);
        return;
    }
    char *equals = strchr(text, '=');
    if (equals == NULL) { refuse("neither [/dev/videoN] nor key = value: %s", text); }
    if (*current == NULL) { refuse("a setting before the first [/dev/videoN]"); }
    *equals = 0;
    read_setting(*current, trimmed(text), trimmed(equals + 1));
}

static void check_cameras(void) {
    for (unsigned i = 0; i < camera_total; i++) {
        bool has_pictures = cameras[i].kind == camera_captures;
        if (has_pictures && cameras[i].mode_count == 0) {
            emulator_fail(
                "%s: /dev/video%u captures, but has no format line", file_name, cameras[i].number);
        }
    }
}

__attribute__((constructor)) static void load(void) {
    file_name = getenv("V4L2_EMULATOR");
    if (file_name == NULL || *file_name == 0) { return; }
    FILE *file = REAL(fopen)(file_name, "re");
    if (file == NULL) {
        emulator_fail("cannot read %s, which V4L2_EMULATOR names: %m", file_name);
    }
    camera *current = NULL;
    char line[1024];
    while (fgets(line, sizeof line, file) != NULL) {
        line_number++;
        if (strchr(line, '\n') == NULL && !feof(file)) { refuse("the line is too long"); }
        read_line(&current, line);
    }
    fclose(file);
    check_cameras();
    is_on = true;
}
