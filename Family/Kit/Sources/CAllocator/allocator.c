#include "CAllocator.h"

#include <malloc.h>

int family_overwrite_freed_memory(void) {
#ifdef M_PERTURB
    return mallopt(M_PERTURB, 0x5A);
#else
    return 0;
#endif
}

void family_limit_kept_memory(void) {
#ifdef M_ARENA_MAX
    mallopt(M_ARENA_MAX, 2);
    mallopt(M_MMAP_THRESHOLD, 256 * 1024);
    mallopt(M_TRIM_THRESHOLD, 1024 * 1024);
#endif
}
