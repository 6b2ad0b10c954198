/// Counts what a thread allocates: the functions of the C library that allocate are replaced in the
/// whole test program by ones that count and then do the same.
#ifndef CALLOCATIONCOUNTER_H
#define CALLOCATIONCOUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted in this build: not with a sanitizer, which replaces the same
/// functions, and only with the GNU C library.
bool allocation_counter_works(void);

/// How often the calling thread has allocated so far.
uint64_t allocation_counter_of_this_thread(void);

#endif
