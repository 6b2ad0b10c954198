#ifndef V4L2EMULATOR_CALLS_H
#define V4L2EMULATOR_CALLS_H

#include "files.h"

#include <poll.h>
#include <signal.h>
#include <sys/types.h>
#include <time.h>

// Camera versions of the replaced functions. syscall() uses them directly, because another library
// may have replaced the functions in turn and make its own calls through syscall().

/// Returns true if the path is ours; `*result` is then a descriptor, or -1 with errno set.
bool camera_open(const char *path, int flags, int *result);

int camera_ioctl(open_file *file, int descriptor, unsigned long request, void *argument);

/// Returns -1 with errno set: cameras do not support read.
int camera_read(const open_file *file);

void *camera_mmap(
    presence *at, void *address, size_t length, int protection, int flags, off_t offset);

/// The data of a mapping while it is removed.
typedef struct {
    void *address;
    presence *at;
    unsigned allocation;
    unsigned index;
} camera_mapping;

/// Returns true if the address is a camera's buffer; `camera_unmapped` must follow.
bool camera_unmaps(void *address, camera_mapping *taken);
void camera_unmapped(const camera_mapping *taken, bool succeeded);

/// Returns true if a camera is among the descriptors.
bool camera_among(const struct pollfd *entries, nfds_t total);

/// Waits up to `timeout_ns`; without limit if it is negative.
int camera_wait(
    struct pollfd *entries, nfds_t total, int64_t timeout_ns, const sigset_t *mask);

#endif
