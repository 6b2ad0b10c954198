#define _GNU_SOURCE
#include "CPlatform.h"

#include <pthread.h>

void facialfun_name_thread(const char *name) {
    // The name is informational, so errors are ignored.
    (void)pthread_setname_np(pthread_self(), name);
}
