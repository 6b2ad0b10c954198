#include "frames.h"

#include "presence.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { pattern_frames = 8 };

/// The file name extension: `jpg` for MJPG; otherwise the four characters in lower case: yuyv,
/// nv12, gray.
static void suffix_of(uint32_t fourcc, char suffix[6]) {
    if (fourcc_is_jpeg(fourcc)) {
        strcpy(suffix, ".jpg");
        return;
    }
    unsigned length = 0;
    suffix[length++] = '.';
    for (unsigned i = 0; i < 4; i++) {
        char letter = (char)(fourcc >> (8 * i) & 0x7f);
        if (letter != ' ') { suffix[length++] = (char)tolower(letter); }
    }
    suffix[length] = 0;
}

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), wanted = strlen(end);
    return length > wanted && strcmp(text + length - wanted, end) == 0;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/// The names in a folder that end with `suffix`, sorted; -1 if it cannot be read.
static int names_in(const char *folder, const char *suffix, char ***names) {
    DIR *directory = REAL(opendir)(folder);
    if (directory == NULL) { return -1; }
    int found = 0;
    char **list = NULL;
    struct dirent *entry;
    while ((entry = REAL(readdir)(directory)) != NULL) {
        if (!ends_with(entry->d_name, suffix)) { continue; }
        char **grown = realloc(list, sizeof *list * (size_t)(found + 1));
        if (grown == NULL) { emulator_fail("out of memory"); }
        list = grown;
        list[found++] = strdup(entry->d_name);
    }
    REAL(closedir)(directory);
    if (found > 0) { qsort(list, (size_t)found, sizeof *list, by_name); }
    *names = list;
    return found;
}

/// Reads a JPEG's frame header; returns false if it is missing.
static bool jpeg_size(const uint8_t *bytes, size_t length, uint32_t *width, uint32_t *height) {
    size_t at = 2;
    while (at + 9 < length && bytes[at] == 0xff) {
        uint8_t marker = bytes[at + 1];
        bool is_frame = marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8
            && marker != 0xcc;
        if (is_frame) {
            *height = (uint32_t)bytes[at + 5] << 8 | bytes[at + 6];
            *width = (uint32_t)bytes[at + 7] << 8 | bytes[at + 8];
            return true;
        }
        at += 2 + ((size_t)bytes[at + 2] << 8 | bytes[at + 3]);
    }
    return false;
}

static void append(frame_set *self, const uint8_t *bytes, size_t length) {
    one_frame *grown = realloc(self->frames, sizeof *grown * (self->count + 1));
    if (grown == NULL) { emulator_fail("out of memory"); }
    self->frames = grown;
    self->frames[self->count++] = (one_frame){bytes, length};
}

/// Adds the frames of a file: one per JPEG, and one or more in a raw file, without gaps.
static bool add_frames(
    frame_set *self, const frame_file *file, const char *path, const camera_mode *mode) {
    uint32_t bound = mode_image_bytes(mode);
    bool is_exact = mode_row_bytes(mode) > 0;
    if (fourcc_is_jpeg(mode->fourcc)) {
        uint32_t width = 0, height = 0;
        if (!jpeg_size(file->bytes, file->length, &width, &height) || width != mode->width
            || height != mode->height) {
            emulator_say(
                "%s is not a JPEG of %ux%u pixels (but %ux%u); put frames of one size into a "
                "folder %ux%u below it", path, mode->width, mode->height, width, height, mode->width,
                mode->height);
            return false;
        }
    }
    if (is_exact ? file->length % bound != 0 || file->length == 0 : file->length > bound) {
        emulator_say(
            "%s has %zu bytes; a frame of %ux%u has %u", path, file->length, mode->width,
            mode->height, bound);
        return false;
    }
    size_t step = is_exact ? bound : file->length;
    for (size_t at = 0; at < file->length; at += step) {
        append(self, (const uint8_t *)file->bytes + at, step);
    }
    return true;
}

static bool load_file(frame_set *self, const char *path, const camera_mode *mode) {
    int descriptor = REAL(open)(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (descriptor < 0 || REAL(fstat)(descriptor, &status) != 0) {
        emulator_say("cannot read %s: %m", path);
        if (descriptor >= 0) { REAL(close)(descriptor); }
        return false;
    }
    frame_file file = {NULL, (size_t)status.st_size};
    if (file.length > 0) {
        file.bytes = REAL(mmap)(
            NULL, file.length, PROT_READ, MAP_PRIVATE | MAP_POPULATE, descriptor, 0);
    }
    REAL(close)(descriptor);
    if (file.bytes == MAP_FAILED || file.bytes == NULL) {
        emulator_say("cannot read %s, or it is empty", path);
        return false;
    }
    frame_file *grown = realloc(self->files, sizeof *grown * (self->file_count + 1));
    if (grown == NULL) { emulator_fail("out of memory"); }
    self->files = grown;
    self->files[self->file_count++] = file;
    return add_frames(self, &file, path, mode);
}

/// Moving stripes: byte i of frame n is i / 8 + 32 n, cut to 8 bits.
static void make_pattern(frame_set *self, const camera_mode *mode) {
    size_t length = mode_image_bytes(mode);
    uint8_t *bytes = REAL(mmap)(
        NULL, length * pattern_frames, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (bytes == MAP_FAILED) { emulator_fail("out of memory"); }
    self->files = calloc(1, sizeof *self->files);
    if (self->files == NULL) { emulator_fail("out of memory"); }
    self->files[self->file_count++] = (frame_file){bytes, length * pattern_frames};
    for (unsigned n = 0; n < pattern_frames; n++) {
        uint8_t *frame = bytes + n * length;
        for (size_t i = 0; i < length; i++) { frame[i] = (uint8_t)(i / 8 + 32 * n); }
        append(self, frame, length);
    }
}

static bool load_folder(
    frame_set *self, const camera *camera, const camera_mode *mode, const char *suffix) {
    char folder[max_path + 32];
    char **names = NULL;
    snprintf(folder, sizeof folder, "%s/%ux%u", camera->frames, mode->width, mode->height);
    int total = names_in(folder, suffix, &names);
    if (total <= 0) {
        snprintf(folder, sizeof folder, "%s", camera->frames);
        total = names_in(folder, suffix, &names);
    }
    if (total <= 0) {
        emulator_say(
            "no *%s in %s for /dev/video%u at %ux%u", suffix, folder, camera->number, mode->width,
            mode->height);
        return false;
    }
    bool is_well = true;
    for (int i = 0; i < total; i++) {
        char path[max_path + 512];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        is_well = is_well && load_file(self, path, mode);
        free(names[i]);
    }
    free(names);
    return is_well;
}

bool frames_load(const camera *camera, const camera_mode *mode, frame_set *into) {
    frame_set loaded = {0};
    char suffix[6];
    suffix_of(mode->fourcc, suffix);
    bool is_well = true;
    if (strcmp(camera->frames, "pattern") == 0 && !fourcc_is_jpeg(mode->fourcc)) {
        make_pattern(&loaded, mode);
    } else if (*camera->frames == 0 || strcmp(camera->frames, "pattern") == 0) {
        emulator_say(
            "/dev/video%u has no frames of format %s: add the line frames = FOLDER",
            camera->number, suffix + 1);
        is_well = false;
    } else {
        is_well = load_folder(&loaded, camera, mode, suffix);
    }
    if (is_well) {
        *into = loaded;
    } else {
        frames_free(&loaded);
    }
    return is_well;
}

void frames_free(frame_set *self) {
    for (unsigned i = 0; i < self->file_count; i++) {
        REAL(munmap)(self->files[i].bytes, self->files[i].length);
    }
    free(self->files);
    free(self->frames);
    *self = (frame_set){0};
}
