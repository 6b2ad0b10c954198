#include "files.h"

#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// libv4l2 makes its calls through syscall(), so as not to be caught by its own replacements.

REPLACES long syscall(long number, ...) {
    va_list arguments;
    va_start(arguments, number);
    long a = va_arg(arguments, long), b = va_arg(arguments, long), c = va_arg(arguments, long);
    long d = va_arg(arguments, long), e = va_arg(arguments, long), f = va_arg(arguments, long);
    va_end(arguments);
    if (!emulator_is_on()) { return REAL(syscall)(number, a, b, c, d, e, f); }
    switch (number) {
#ifdef SYS_open
    case SYS_open: return open((const char *)a, (int)b, (mode_t)c);
#endif
    case SYS_openat: return openat((int)a, (const char *)b, (int)c, (mode_t)d);
    case SYS_close: return close((int)a);
    case SYS_ioctl: return ioctl((int)a, (unsigned long)b, (void *)c);
    case SYS_read: return read((int)a, (void *)b, (size_t)c);
    case SYS_mmap: return (long)mmap((void *)a, (size_t)b, (int)c, (int)d, (int)e, f);
    case SYS_munmap: return munmap((void *)a, (size_t)b);
#ifdef SYS_poll
    case SYS_poll: return poll((struct pollfd *)a, (nfds_t)b, (int)c);
#endif
    default: return REAL(syscall)(number, a, b, c, d, e, f);
    }
}
