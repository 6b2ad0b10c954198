#ifndef FACIALFUN_CCALIBRATION_H
#define FACIALFUN_CCALIBRATION_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Floats per instruction: 16 for AVX-512, 8 for AVX2 with FMA, 4 otherwise.
typedef enum { CCAL_AVX512, CCAL_AVX2, CCAL_PLAIN } ccal_path;

/// Does a fixed amount of work, with which measured times are compared. It takes about a
/// millisecond with AVX-512; on other paths its time grows by the same factor as that of a frame.
///
/// Most of it is multiplications and additions of floats over half a megabyte, like in the
/// networks; the rest is a chain of dependent look-ups and branches, like in a JPEG decoder. It
/// shares no code with the measured functions, and must never change because recorded limits are
/// relative to it. For one thread at a time.
///
/// @param path  a path that this processor supports
/// @return a number that depends on all computations
uint32_t ccal_run(ccal_path path);

#ifdef __cplusplus
}
#endif

#endif
