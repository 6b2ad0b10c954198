#include "scratch.h"

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
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return CIK_AVX2;
#endif
    return CIK_PLAIN;
}
