#include "configuration.h"

#include <errno.h>
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

void bad_line(const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    emulator_fail("%s:%u: %s", file_name, line_number, text);
}

uint32_t read_number(const char *word, const char *meaning) {
    char *end = NULL;
    errno = 0;
    unsigned long value = word == NULL ? 0 : strtoul(word, &end, 10);
    if (word == NULL || end == word || *end != 0 || errno != 0 || value > 1000000000) {
        bad_line("%s must be a whole number, not '%s'", meaning, word == NULL ? "" : word);
    }
    return (uint32_t)value;
}

static camera *begin_camera(const char *path) {
    if (camera_total == max_cameras) { bad_line("more than %d cameras", max_cameras); }
    if (strncmp(path, "/dev/video", 10) != 0) {
        bad_line("a camera is named [/dev/videoN], not [%s]", path);
    }
    camera *self = &cameras[camera_total];
    self->number = read_number(path + 10, "the number of a node");
    if (self->number > 255) { bad_line("the number of a node is at most 255"); }
    for (unsigned i = 0; i < camera_total; i++) {
        if (cameras[i].number == self->number) { bad_line("%s occurs twice", path); }
    }
    camera_total++;
    read_text(self->name, sizeof self->name, "Emulated Webcam");
    read_text(self->driver, sizeof self->driver, "uvcvideo");
    snprintf(self->bus, sizeof self->bus, "usb-0000:00:14.0-%u", self->number + 1);
    return self;
}

/// Trims white space at both ends, and a comment: a # at the start or after white space.
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
        if (text[length - 1] != ']') { bad_line("a camera is named [/dev/videoN]"); }
        text[length - 1] = 0;
        *current = begin_camera(text + 1);
        return;
    }
    char *equals = strchr(text, '=');
    if (equals == NULL) { bad_line("neither [/dev/videoN] nor key = value: %s", text); }
    if (*current == NULL) { bad_line("a setting before the first [/dev/videoN]"); }
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
        if (strchr(line, '\n') == NULL && !feof(file)) { bad_line("the line is too long"); }
        read_line(&current, line);
    }
    fclose(file);
    check_cameras();
    is_on = true;
}
