/// The arithmetic of the neural network engine. Every pointer is borrowed for the call.
#ifndef CNEURALKERNELS_H
#define CNEURALKERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Converts `count` half-precision numbers (little endian, any alignment) to single precision.
void cnk_widen_halves(const void *_Nonnull halves, float *_Nonnull singles, size_t count);

/// Whether none of `count` numbers (little endian, any alignment) is infinite or NaN.
bool cnk_all_finite_singles(const void *_Nonnull singles, size_t count);
bool cnk_all_finite_halves(const void *_Nonnull halves, size_t count);

#ifdef __cplusplus
}
#endif

#endif
