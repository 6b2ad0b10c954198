// List of kernels and selection for this CPU.

#include "instruction_sets.h"

#if defined(CNK_ARM64) && defined(__linux__)
#include <sys/auxv.h>
// Only defined by <asm/hwcap.h> of ARM.
#ifndef HWCAP_ASIMD
#define HWCAP_ASIMD (1 << 1)
#endif
#endif

bool cnk_is_supported(cnk_instruction_set set) {
    switch (set) {
    case CNK_PORTABLE:
        return true;
#ifdef CNK_X86
    case CNK_SSE2:
        return true;
    // The builtin also checks that the operating system saves the registers.
    case CNK_AVX2:
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
               __builtin_cpu_supports("f16c");
    case CNK_AVX512:
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#endif
#ifdef CNK_ARM64
    case CNK_NEON:
#ifdef __linux__
        return (getauxval(AT_HWCAP) & HWCAP_ASIMD) != 0;
#else
        return true;
#endif
#endif
    default:
        return false;
    }
}

int32_t cnk_lanes(cnk_instruction_set set) {
    return set == CNK_AVX512 ? 16 : set == CNK_AVX2 ? 8 : 4;
}

void cnk_run(cnk_instruction_set set, const cnk_step *steps, size_t count) {
    switch (set) {
#ifdef CNK_X86
    case CNK_AVX512:
        cnk_run_avx512(steps, count);
        return;
    case CNK_AVX2:
        cnk_run_avx2(steps, count);
        return;
    case CNK_SSE2:
        cnk_run_sse2(steps, count);
        return;
#endif
#ifdef CNK_ARM64
    case CNK_NEON:
        cnk_run_neon(steps, count);
        return;
#endif
    default:
        cnk_run_portable(steps, count);
    }
}
