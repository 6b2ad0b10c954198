#include "files.h"
#include "nodes.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

// stat, access, readlink and realpath, under all their names in the C library.

_Static_assert(sizeof(struct stat) == sizeof(struct stat64), "one layout for both");

int __xstat(int version, const char *path, struct stat *into);
int __xstat64(int version, const char *path, struct stat64 *into);
int __lxstat(int version, const char *path, struct stat *into);
int __lxstat64(int version, const char *path, struct stat64 *into);
int __fxstat(int version, int descriptor, struct stat *into);
int __fxstat64(int version, int descriptor, struct stat64 *into);
char *__realpath_chk(const char *path, char *into, size_t room);
ssize_t __readlink_chk(const char *path, char *into, size_t length, size_t room);

/// Returns true if the path is ours; `*result` is then 0, or -1 with errno set.
static bool stated(const char *path, bool follow, void *into, int *result) {
    node at = node_at(path, follow);
    if (at.kind == node_foreign) { return false; }
    *result = at.kind == node_missing ? fail_with(ENOENT) : 0;
    if (*result == 0) { node_status(&at, into); }
    return true;
}

static bool descriptor_stated(int descriptor, void *into) {
    open_file *file = file_of(descriptor);
    if (file != NULL) { device_status(file->at, into); }
    return file != NULL;
}

REPLACES int stat(const char *restrict path, struct stat *restrict into) {
    int result;
    return stated(path, true, into, &result) ? result : REAL(stat)(path, into);
}

REPLACES int stat64(const char *restrict path, struct stat64 *restrict into) {
    int result;
    return stated(path, true, into, &result) ? result : REAL(stat64)(path, into);
}

REPLACES int lstat(const char *restrict path, struct stat *restrict into) {
    int result;
    return stated(path, false, into, &result) ? result : REAL(lstat)(path, into);
}

REPLACES int lstat64(const char *restrict path, struct stat64 *restrict into) {
    int result;
    return stated(path, false, into, &result) ? result : REAL(lstat64)(path, into);
}

REPLACES int fstat(int descriptor, struct stat *into) {
    return descriptor_stated(descriptor, into) ? 0 : REAL(fstat)(descriptor, into);
}

REPLACES int fstat64(int descriptor, struct stat64 *into) {
    return descriptor_stated(descriptor, into) ? 0 : REAL(fstat64)(descriptor, into);
}

/// fstatat with an empty path means the descriptor itself.
static bool stated_at(int folder, const char *path, int flags, void *into, int *result) {
    *result = 0;
    if ((flags & AT_EMPTY_PATH) != 0 && path != NULL && *path == 0) {
        return descriptor_stated(folder, into);
    }
    return stated(path, (flags & AT_SYMLINK_NOFOLLOW) == 0, into, result);
}

REPLACES int fstatat(
    int folder, const char *restrict path, struct stat *restrict into, int flags) {
    int result;
    if (stated_at(folder, path, flags, into, &result)) { return result; }
    return REAL(fstatat)(folder, path, into, flags);
}

REPLACES int fstatat64(
    int folder, const char *restrict path, struct stat64 *restrict into, int flags) {
    int result;
    if (stated_at(folder, path, flags, into, &result)) { return result; }
    return REAL(fstatat64)(folder, path, into, flags);
}

REPLACES int statx(
    int folder, const char *restrict path, int flags, unsigned mask, struct statx *restrict into) {
    struct stat status;
    int result;
    if (!stated_at(folder, path, flags, &status, &result)) {
        return REAL(statx)(folder, path, flags, mask, into);
    }
    if (result != 0) { return result; }
    *into = (struct statx){
        .stx_mask = STATX_BASIC_STATS,
        .stx_blksize = (uint32_t)status.st_blksize,
        .stx_nlink = (uint32_t)status.st_nlink,
        .stx_uid = status.st_uid,
        .stx_gid = status.st_gid,
        .stx_mode = (uint16_t)status.st_mode,
        .stx_ino = status.st_ino,
        .stx_size = (uint64_t)status.st_size,
        .stx_rdev_major = major(status.st_rdev),
        .stx_rdev_minor = minor(status.st_rdev),
        .stx_dev_minor = 5,
    };
    return 0;
}

// Names in programs that were linked with older C libraries.

REPLACES int __xstat(int version, const char *path, struct stat *into) {
    int result;
    return stated(path, true, into, &result) ? result : REAL(__xstat)(version, path, into);
}

REPLACES int __xstat64(int version, const char *path, struct stat64 *into) {
    int result;
    return stated(path, true, into, &result) ? result : REAL(__xstat64)(version, path, into);
}

REPLACES int __lxstat(int version, const char *path, struct stat *into) {
    int result;
    return stated(path, false, into, &result) ? result : REAL(__lxstat)(version, path, into);
}

REPLACES int __lxstat64(int version, const char *path, struct stat64 *into) {
    int result;
    return stated(path, false, into, &result) ? result : REAL(__lxstat64)(version, path, into);
}

REPLACES int __fxstat(int version, int descriptor, struct stat *into) {
    return descriptor_stated(descriptor, into) ? 0 : REAL(__fxstat)(version, descriptor, into);
}

REPLACES int __fxstat64(int version, int descriptor, struct stat64 *into) {
    return descriptor_stated(descriptor, into) ? 0 : REAL(__fxstat64)(version, descriptor, into);
}

static bool asked(const char *path, int mode, bool follow, int *result) {
    node at = node_at(path, follow);
    if (at.kind == node_foreign) { return false; }
    int error = node_access(&at, mode);
    *result = error == 0 ? 0 : fail_with(error);
    return true;
}

REPLACES int access(const char *path, int mode) {
    int result;
    return asked(path, mode, true, &result) ? result : REAL(access)(path, mode);
}

REPLACES int euidaccess(const char *path, int mode) {
    int result;
    return asked(path, mode, true, &result) ? result : REAL(euidaccess)(path, mode);
}

REPLACES int eaccess(const char *path, int mode) {
    int result;
    return asked(path, mode, true, &result) ? result : REAL(eaccess)(path, mode);
}

REPLACES int faccessat(int folder, const char *path, int mode, int flags) {
    int result;
    bool follow = (flags & AT_SYMLINK_NOFOLLOW) == 0;
    if (asked(path, mode, follow, &result)) { return result; }
    return REAL(faccessat)(folder, path, mode, flags);
}

static bool link_read(const char *path, char *into, size_t length, ssize_t *result) {
    node at = node_at(path, false);
    if (at.kind == node_foreign) { return false; }
    if (at.kind != node_link) {
        *result = fail_with(at.kind == node_missing ? ENOENT : EINVAL);
        return true;
    }
    size_t whole = strlen(at.text);
    *result = (ssize_t)(whole < length ? whole : length);
    memcpy(into, at.text, (size_t)*result);
    return true;
}

REPLACES ssize_t readlink(const char *restrict path, char *restrict into, size_t length) {
    ssize_t result;
    if (link_read(path, into, length, &result)) { return result; }
    return REAL(readlink)(path, into, length);
}

REPLACES ssize_t __readlink_chk(const char *path, char *into, size_t length, size_t room) {
    ssize_t result;
    if (link_read(path, into, length, &result)) { return result; }
    return REAL(__readlink_chk)(path, into, length, room);
}

REPLACES ssize_t readlinkat(
    int folder, const char *restrict path, char *restrict into, size_t length) {
    ssize_t result;
    if (link_read(path, into, length, &result)) { return result; }
    return REAL(readlinkat)(folder, path, into, length);
}

static bool resolved(const char *path, char *into, char **result) {
    node at = node_at(path, true);
    if (at.kind == node_foreign) { return false; }
    *result = NULL;
    if (at.kind == node_missing) {
        errno = ENOENT;
    } else if (into == NULL) {
        *result = strdup(at.path);
    } else {
        memcpy(into, at.path, strlen(at.path) + 1);
        *result = into;
    }
    return true;
}

REPLACES char *realpath(const char *restrict path, char *restrict into) {
    char *result;
    return resolved(path, into, &result) ? result : REAL(realpath)(path, into);
}

REPLACES char *__realpath_chk(const char *path, char *into, size_t room) {
    char *result;
    return resolved(path, into, &result) ? result : REAL(__realpath_chk)(path, into, room);
}

REPLACES char *canonicalize_file_name(const char *path) {
    char *result;
    return resolved(path, NULL, &result) ? result : REAL(canonicalize_file_name)(path);
}
