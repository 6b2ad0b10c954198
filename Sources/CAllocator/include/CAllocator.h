#ifndef FACIALFUN_CALLOCATOR_H
#define FACIALFUN_CALLOCATOR_H

// How the C library's allocator deals with memory that was freed.

#ifdef __cplusplus
extern "C" {
#endif

/// Has all threads take memory from one place where the process's address space is limited: else each
/// sets 64 MB of it aside for itself.
///
/// To be called before any thread is started.
void facialfun_share_limited_memory(void);

/// Has blocks from a quarter of a megabyte on, such as a decoded picture, go back to the system when
/// they are freed.
///
/// Left alone, glibc keeps ever larger ones, and pictures of many sizes leave holes that nothing
/// fits. To be called before any thread is started; does nothing with other C libraries.
void facialfun_keep_little_memory(void);

#ifdef __cplusplus
}
#endif

#endif
