#ifndef V4L2EMULATOR_CALLS_H
#define V4L2EMULATOR_CALLS_H

#include "files.h"

#include <poll.h>
#include <signal.h>
#include <sys/types.h>
#include <time.h>

// What the replaced functions do for cameras, so that syscall() can do it without calling them:
// another library may have replaced them in its turn, and make its own calls through syscall().

/// True where the path is ours; then `*result` is a descriptor, or -1 with errno.
bool camera_open(const char *path, int flags, int *result);

int camera_ioctl(open_file *file, int descriptor, unsigned long request, void *argument);

/// -1 with errno: no camera is read this way.
int camera_read(const open_file *file);

void *camera_mmap(
    presence *at, void *address, size_t length, int protection, int flags, off_t offset);

/// What is known of a mapping while it is undone.
typedef struct {
    void *address;
    presence *at;
    unsigned allocation;
    unsigned index;
} camera_mapping;

/// True where the address is a camera's buffer: `camera_unmapped` must follow.
bool camera_unmaps(void *address, camera_mapping *taken);
void camera_unmapped(const camera_mapping *taken, bool succeeded);

/// True where a camera is among the descriptors.
bool camera_among(const struct pollfd *entries, nfds_t total);

/// Waits up to `timeout_ns`; for ever where it is negative.
int camera_wait(
    struct pollfd *entries, nfds_t total, int64_t timeout_ns, const sigset_t *mask);

#endif
