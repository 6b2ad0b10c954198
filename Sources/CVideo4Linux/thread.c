#define _GNU_SOURCE
#include "CVideo4Linux.h"

#include <pthread.h>
#include <sys/eventfd.h>

int32_t cv4l_event_make(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

void cv4l_name_thread(const char *name) {
    // Nothing depends on the name.
    (void)pthread_setname_np(pthread_self(), name);
}
