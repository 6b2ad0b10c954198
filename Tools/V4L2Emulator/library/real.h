#ifndef V4L2EMULATOR_REAL_H
#define V4L2EMULATOR_REAL_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdatomic.h>
#include <stddef.h>

/// The definition that the dynamic linker would find without this library; ends the process if
/// there is none.
void *real_symbol(const char *name);

/// The C library's own function, looked up once at each place of use.
#define REAL(function)                                                                             \
    (__extension__({                                                                               \
        static _Atomic(void *) known;                                                              \
        void *found = atomic_load_explicit(&known, memory_order_acquire);                          \
        if (found == NULL) {                                                                       \
            found = real_symbol(#function);                                                        \
            atomic_store_explicit(&known, found, memory_order_release);                            \
        }                                                                                          \
        (__typeof__(&function))found;                                                              \
    }))

/// Marks a function that replaces one of the C library.
#define REPLACES __attribute__((visibility("default")))

#endif
