#ifndef CPEAK_H
#define CPEAK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Floats per instruction of a path: 16 for AVX-512, 8 for AVX2, 4 otherwise.
typedef enum { CPEAK_AVX512, CPEAK_AVX2, CPEAK_PLAIN } cpeak_path;

/// Multiplies and adds in registers only, as fast as the core can: an upper bound for every layer.
///
/// @param path  a path that this processor supports
/// @param rounds  number of iterations of the loop
/// @return the number of floating-point operations; a multiplication and an addition count as two
uint64_t cpeak_run(cpeak_path path, uint64_t rounds);

#ifdef __cplusplus
}
#endif

#endif
