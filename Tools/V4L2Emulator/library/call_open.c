#include "calls.h"
#include "nodes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// open and related functions: cameras, and the texts of /sys, which come from memory.

int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
int __openat_2(int folder, const char *path, int flags);
int __openat64_2(int folder, const char *path, int flags);

static int open_text(const char *text, int flags) {
    if ((flags & O_ACCMODE) != O_RDONLY) { return fail_with(EACCES); }
    int descriptor = memfd_create("v4l2-emulator-text", flags & O_CLOEXEC ? MFD_CLOEXEC : 0);
    if (descriptor < 0) { return -1; }
    size_t length = strlen(text);
    if (pwrite(descriptor, text, length, 0) != (ssize_t)length) {
        REAL(close)(descriptor);
        return fail_with(EIO);
    }
    return descriptor;
}

bool camera_open(const char *path, int flags, int *result) {
    node at = node_at(path, true);
    switch (at.kind) {
    case node_foreign: return false;
    case node_device: *result = file_open(at.at, flags); break;
    case node_text: *result = open_text(at.text, flags); break;
    // An empty real folder would do; our folders are only read by opendir.
    case node_folder: *result = fail_with(flags & O_DIRECTORY ? EACCES : EISDIR); break;
    case node_missing:
    case node_link: *result = fail_with(ENOENT); break;
    }
    return true;
}

/// The mode is only passed if a file may be created.
#define MODE_AFTER(flags)                                                                          \
    mode_t mode = 0;                                                                               \
    if (((flags) & O_CREAT) != 0 || ((flags) & O_TMPFILE) == O_TMPFILE) {                          \
        va_list arguments;                                                                         \
        va_start(arguments, flags);                                                                \
        mode = va_arg(arguments, mode_t);                                                          \
        va_end(arguments);                                                                         \
    }

REPLACES int open(const char *path, int flags, ...) {
    MODE_AFTER(flags)
    int result;
    return camera_open(path, flags, &result) ? result : REAL(open)(path, flags, mode);
}

REPLACES int open64(const char *path, int flags, ...) {
    MODE_AFTER(flags)
    int result;
    return camera_open(path, flags, &result) ? result : REAL(open64)(path, flags, mode);
}

REPLACES int openat(int folder, const char *path, int flags, ...) {
    MODE_AFTER(flags)
    int result;
    return camera_open(path, flags, &result) ? result : REAL(openat)(folder, path, flags, mode);
}

REPLACES int openat64(int folder, const char *path, int flags, ...) {
    MODE_AFTER(flags)
    int result;
    return camera_open(path, flags, &result) ? result : REAL(openat64)(folder, path, flags, mode);
}

REPLACES int __open_2(const char *path, int flags) {
    int result;
    return camera_open(path, flags, &result) ? result : REAL(__open_2)(path, flags);
}

REPLACES int __open64_2(const char *path, int flags) {
    int result;
    return camera_open(path, flags, &result) ? result : REAL(__open64_2)(path, flags);
}

REPLACES int __openat_2(int folder, const char *path, int flags) {
    int result;
    return camera_open(path, flags, &result) ? result : REAL(__openat_2)(folder, path, flags);
}

REPLACES int __openat64_2(int folder, const char *path, int flags) {
    int result;
    return camera_open(path, flags, &result) ? result : REAL(__openat64_2)(folder, path, flags);
}

/// C and C++ streams open the texts of /sys this way.
static bool stream_opened(const char *path, const char *mode, FILE **result) {
    node at = node_at(path, true);
    if (at.kind == node_foreign) { return false; }
    int flags = *mode == 'r' && strchr(mode, '+') == NULL ? O_RDONLY : O_RDWR;
    if (strchr(mode, 'e') != NULL) { flags |= O_CLOEXEC; }
    int descriptor;
    camera_open(path, flags, &descriptor);
    *result = descriptor < 0 ? NULL : fdopen(descriptor, mode);
    return true;
}

REPLACES FILE *fopen(const char *restrict path, const char *restrict mode) {
    FILE *result;
    return stream_opened(path, mode, &result) ? result : REAL(fopen)(path, mode);
}

REPLACES FILE *fopen64(const char *restrict path, const char *restrict mode) {
    FILE *result;
    return stream_opened(path, mode, &result) ? result : REAL(fopen64)(path, mode);
}
