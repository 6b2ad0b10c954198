// The entry of each instruction set's kernels.
#ifndef CNK_INSTRUCTION_SETS_H
#define CNK_INSTRUCTION_SETS_H

#include "CNeuralKernels.h"

#if defined(__x86_64__)
#define CNK_X86 1
#endif

void cnk_run_portable(const cnk_step *steps, size_t count);
#ifdef CNK_X86
void cnk_run_avx2(const cnk_step *steps, size_t count);
void cnk_run_avx512(const cnk_step *steps, size_t count);
#endif

#endif
