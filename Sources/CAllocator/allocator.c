#include "CAllocator.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void facialfun_keep_little_memory(void) {
#ifdef __GLIBC__
    // Setting either also ends glibc's own adjustment of both (mallopt(3)).
    mallopt(M_MMAP_THRESHOLD, 256 * 1024);
    mallopt(M_TRIM_THRESHOLD, 1024 * 1024);
#endif
}
