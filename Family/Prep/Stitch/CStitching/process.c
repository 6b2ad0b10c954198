// The part of the interface that does not need OpenCV.

#include "CStitching.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/resource.h>

void family_stitching_free(family_stitching_result *result) {
    free(result->jpeg);
    result->jpeg = NULL;
    result->jpeg_size = 0;
}

int32_t family_stitching_limit(int64_t megabytes, int64_t processor_seconds) {
    mallopt(M_ARENA_MAX, 1);  // Each thread's arena reserves 64 MB of address space.
    const struct rlimit memory = {(rlim_t)megabytes << 20, (rlim_t)megabytes << 20};
    const struct rlimit time = {(rlim_t)processor_seconds, (rlim_t)processor_seconds};
    const bool limited = setrlimit(RLIMIT_AS, &memory) == 0 && setrlimit(RLIMIT_CPU, &time) == 0;
    return limited ? 0 : errno;
}
