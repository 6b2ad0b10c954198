#include "calls.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <unistd.h>

// close, dup, fcntl and read on a camera's descriptor.

ssize_t __read_chk(int descriptor, void *buffer, size_t length, size_t room);

REPLACES int close(int descriptor) {
    open_file *file = file_of(descriptor);
    if (file != NULL) { file_forget(descriptor, file); }
    return REAL(close)(descriptor);
}

static int copied(int descriptor, int copy) {
    open_file *file = copy < 0 ? NULL : file_of(descriptor);
    if (file != NULL) { file_copied(file, copy); }
    return copy;
}

REPLACES int dup(int descriptor) { return copied(descriptor, REAL(dup)(descriptor)); }

REPLACES int dup2(int descriptor, int wanted) {
    open_file *overwritten = descriptor == wanted ? NULL : file_of(wanted);
    if (overwritten != NULL) { file_forget(wanted, overwritten); }
    int copy = REAL(dup2)(descriptor, wanted);
    return descriptor == wanted ? copy : copied(descriptor, copy);
}

REPLACES int dup3(int descriptor, int wanted, int flags) {
    open_file *overwritten = descriptor == wanted ? NULL : file_of(wanted);
    if (overwritten != NULL) { file_forget(wanted, overwritten); }
    return copied(descriptor, REAL(dup3)(descriptor, wanted, flags));
}

#define ARGUMENT_AFTER(last)                                                                       \
    va_list arguments;                                                                             \
    va_start(arguments, last);                                                                     \
    void *argument = va_arg(arguments, void *);                                                    \
    va_end(arguments);

REPLACES int fcntl(int descriptor, int command, ...) {
    ARGUMENT_AFTER(command)
    int result = REAL(fcntl)(descriptor, command, argument);
    bool copies = command == F_DUPFD || command == F_DUPFD_CLOEXEC;
    return copies ? copied(descriptor, result) : result;
}

REPLACES int fcntl64(int descriptor, int command, ...) {
    ARGUMENT_AFTER(command)
    int result = REAL(fcntl64)(descriptor, command, argument);
    bool copies = command == F_DUPFD || command == F_DUPFD_CLOEXEC;
    return copies ? copied(descriptor, result) : result;
}

int camera_read(const open_file *file) {
    return fail_with(atomic_load(&file->at->gone) ? ENODEV : EINVAL);
}

REPLACES ssize_t read(int descriptor, void *buffer, size_t length) {
    open_file *file = file_of(descriptor);
    if (file == NULL) { return REAL(read)(descriptor, buffer, length); }
    return camera_read(file);
}

REPLACES ssize_t __read_chk(int descriptor, void *buffer, size_t length, size_t room) {
    open_file *file = file_of(descriptor);
    if (file == NULL) { return REAL(__read_chk)(descriptor, buffer, length, room); }
    return camera_read(file);
}
