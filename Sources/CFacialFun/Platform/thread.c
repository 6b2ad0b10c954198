#define _GNU_SOURCE
#include "CPlatform.h"

#include <pthread.h>

void facialfun_name_thread(const char *name) {
    // Nothing depends on the name.
    (void)pthread_setname_np(pthread_self(), name);
}
