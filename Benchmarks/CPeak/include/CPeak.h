#ifndef CPEAK_H
#define CPEAK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Floats per instruction of a path: 16 for AVX-512, 8 for AVX2, 4 otherwise.
typedef enum { CPEAK_AVX512, CPEAK_AVX2, CPEAK_PLAIN } cpeak_path;

/// Multiplies and adds in registers alone, as fast as the core can: what no layer can be faster than.
///
/// @param path  one that this processor can run
/// @param rounds  how often the loop runs
/// @return the floating point operations that were done: a multiplication and an addition count two
uint64_t cpeak_run(cpeak_path path, uint64_t rounds);

#ifdef __cplusplus
}
#endif

#endif
