/// Counts the allocations of a thread. The allocating functions of the C library are replaced in
/// the whole test program by functions that count and then do the same.
#ifndef CALLOCATIONCOUNTER_H
#define CALLOCATIONCOUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether this build counts allocations: only with the GNU C library, and not with a sanitizer,
/// which replaces the same functions.
bool allocation_counter_works(void);

/// Number of allocations of the calling thread so far.
uint64_t allocation_counter_of_this_thread(void);

#endif
