#include "CPlatform.h"

#include <stdint.h>

#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>
#endif

#ifdef SYS_sched_setattr

// The minimum time slice of the kernel: a tenth of a millisecond.
static const uint64_t minTurn = 100 * 1000;

// struct sched_attr of the kernel's first version; older C libraries do not declare it.
struct attributes {
    uint32_t size;
    uint32_t policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime;
    uint64_t deadline;
    uint64_t period;
};

void facialfun_set_short_time_slices(void) {
    struct attributes attributes = {0};
    // Keeps the thread's policy and nice value.
    if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0) return;
    // These fields have another meaning for a real-time thread.
    const uint32_t normal = 0;
    if (attributes.policy != normal) return;
    attributes.size = sizeof attributes;
    attributes.runtime = minTurn;
    // If an older kernel rejects or ignores it, time slices stay as they are.
    syscall(SYS_sched_setattr, 0, &attributes, 0);
}

#else

void facialfun_set_short_time_slices(void) {}

#endif
