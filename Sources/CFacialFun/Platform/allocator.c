#include "CPlatform.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/resource.h>
#endif

void facialfun_limit_malloc_arenas(void) {
#ifdef __GLIBC__
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        mallopt(M_ARENA_MAX, 1);
    }
#endif
}

void facialfun_set_malloc_thresholds(void) {
#ifdef __GLIBC__
    // Setting one of the two thresholds also disables glibc's dynamic adjustment of both
    // (mallopt(3)).
    mallopt(M_MMAP_THRESHOLD, 256 * 1024);
    mallopt(M_TRIM_THRESHOLD, 1024 * 1024);
#endif
}

void facialfun_give_back_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
