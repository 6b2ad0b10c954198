#define _GNU_SOURCE
#include "CPlatform.h"

#include <sys/resource.h>

void facialfun_limit_memory(int process, uint64_t bytes) {
    struct rlimit limit = {.rlim_cur = bytes, .rlim_max = bytes};
    prlimit(process, RLIMIT_AS, &limit, 0);
}

void facialfun_limit_processor_time(unsigned seconds) {
    struct rlimit limit = {.rlim_cur = seconds, .rlim_max = seconds};
    setrlimit(RLIMIT_CPU, &limit);
}
