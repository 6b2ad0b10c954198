#include "scratch.h"

#include "processor.h"

#if defined(CIK_ARM64) && defined(__linux__)
#include <sys/auxv.h>
#ifndef HWCAP_ASIMD
#define HWCAP_ASIMD (1 << 1)
#endif
#endif

cik_scratch *cik_scratch_make(void) { return calloc(1, sizeof(cik_scratch)); }

void cik_scratch_free(cik_scratch *scratch) {
    if (scratch == NULL) return;
    free(scratch->blocks.memory);
    free(scratch->rows.memory);
    free(scratch->columns.memory);
    free(scratch->sums.memory);
    free(scratch->extended.memory);
    free(scratch);
}

cik_path cik_fastest_path(void) {
#if defined(CIK_X86)
    if (__builtin_cpu_supports("avx2")) return CIK_AVX2;
#elif defined(CIK_ARM64) && defined(__linux__)
    if (getauxval(AT_HWCAP) & HWCAP_ASIMD) return CIK_NEON;
#elif defined(CIK_ARM64)
    return CIK_NEON;
#endif
    return CIK_PLAIN;
}
