#include "calls.h"

#include <fcntl.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// libv4l2 makes its calls through syscall() to bypass its own replacements. Calls that do not
// concern a camera are passed on as the same system call.

typedef struct {
    long number, a, b, c, d, e, f;
} system_call;

static long pass_on(const system_call *call) {
    return REAL(syscall)(call->number, call->a, call->b, call->c, call->d, call->e, call->f);
}

static long open_or_pass_on(const system_call *call, const char *path, int flags) {
    int result;
    return camera_open(path, flags, &result) ? result : pass_on(call);
}

static long close_or_pass_on(const system_call *call) {
    open_file *file = file_of((int)call->a);
    if (file != NULL) { file_forget((int)call->a, file); }
    return pass_on(call);
}

static long unmap_or_pass_on(const system_call *call) {
    camera_mapping taken;
    bool is_ours = camera_unmaps((void *)call->a, &taken);
    long result = pass_on(call);
    if (is_ours) { camera_unmapped(&taken, result == 0); }
    return result;
}

static long act(const system_call *call) {
    open_file *file;
    switch (call->number) {
#ifdef SYS_open
    case SYS_open: return open_or_pass_on(call, (const char *)call->a, (int)call->b);
#endif
    case SYS_openat: return open_or_pass_on(call, (const char *)call->b, (int)call->c);
    case SYS_close: return close_or_pass_on(call);
    case SYS_ioctl:
        file = file_of((int)call->a);
        if (file == NULL) { return pass_on(call); }
        return camera_ioctl(file, (int)call->a, (unsigned long)call->b, (void *)call->c);
    case SYS_read:
        file = file_of((int)call->a);
        return file == NULL ? pass_on(call) : camera_read(file);
    case SYS_mmap:
        file = (call->d & MAP_ANONYMOUS) != 0 ? NULL : file_of((int)call->e);
        if (file == NULL) { return pass_on(call); }
        return (long)camera_mmap(
            file->at, (void *)call->a, (size_t)call->b, (int)call->c, (int)call->d, call->f);
    case SYS_munmap: return unmap_or_pass_on(call);
#ifdef SYS_poll
    case SYS_poll: {
        struct pollfd *entries = (struct pollfd *)call->a;
        if (!camera_among(entries, (nfds_t)call->b)) { return pass_on(call); }
        int timeout = (int)call->c;
        return camera_wait(
            entries, (nfds_t)call->b, timeout < 0 ? -1 : (int64_t)timeout * 1000000, NULL);
    }
#endif
    default: return pass_on(call);
    }
}

REPLACES long syscall(long number, ...) {
    system_call call = {.number = number};
    va_list arguments;
    va_start(arguments, number);
    call.a = va_arg(arguments, long);
    call.b = va_arg(arguments, long);
    call.c = va_arg(arguments, long);
    call.d = va_arg(arguments, long);
    call.e = va_arg(arguments, long);
    call.f = va_arg(arguments, long);
    va_end(arguments);
    return emulator_is_on() ? act(&call) : pass_on(&call);
}
