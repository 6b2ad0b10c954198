// The entry of each instruction set's kernels.
#ifndef CNK_INSTRUCTION_SETS_H
#define CNK_INSTRUCTION_SETS_H

#include "CNeuralKernels.h"

#if defined(__x86_64__)
#define CNK_X86 1
#endif

// How many vectors the next block of channels has when `left` channels remain: two, but three where
// only three are left, so that no single one follows.
static inline int64_t cnk_block_vectors(int32_t lanes, int64_t left) {
    int64_t vectors = (left + lanes - 1) / lanes;
    return vectors <= 3 ? vectors : 2;
}

void cnk_run_portable(const cnk_step *steps, size_t count);
#ifdef CNK_X86
void cnk_run_sse2(const cnk_step *steps, size_t count);
void cnk_run_avx2(const cnk_step *steps, size_t count);
void cnk_run_avx512(const cnk_step *steps, size_t count);
#endif

#endif
