#ifndef FACIALFUN_CCALIBRATION_H
#define FACIALFUN_CCALIBRATION_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Floats per instruction: 16 for AVX-512, 8 for AVX2 with FMA, 4 otherwise.
typedef enum { CCAL_AVX512, CCAL_AVX2, CCAL_PLAIN } ccal_path;

/// Does a fixed amount of work that other times are held against: about a millisecond with AVX-512, and
/// on the other paths as much longer as a frame takes there.
///
/// Most of it are multiplications and additions of floats over half a megabyte, as the
/// networks do them, the rest is a chain of dependent look-ups and branches, as decoding a JPEG is.
/// It shares no code with what it is held against, and must never change: each limit that is written
/// down counts in it. For one thread at a time.
///
/// @param path  one that this processor can run
/// @return a number that follows from all that was computed
uint32_t ccal_run(ccal_path path);

#ifdef __cplusplus
}
#endif

#endif
