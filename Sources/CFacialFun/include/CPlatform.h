#ifndef FACIALFUN_CPLATFORM_H
#define FACIALFUN_CPLATFORM_H

// Calls to the operating system and C library that Swift cannot express.

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Makes all threads allocate from one arena if the process's address space is limited; otherwise
/// each thread reserves 64 MB of it.
///
/// Must be called before any thread is started.
void facialfun_limit_malloc_arenas(void);

/// Makes blocks of at least a quarter of a megabyte, such as decoded pictures, return to the system
/// when they are freed.
///
/// By default glibc keeps ever larger blocks, and pictures of many sizes leave gaps that fit
/// nothing else. Must be called before any thread is started; does nothing with other C libraries.
void facialfun_set_malloc_thresholds(void);

/// Returns freed memory to the system, including memory between used blocks (malloc_trim(3)).
///
/// By default the allocator does so only at the ends of its memory. Takes some tenths of a
/// millisecond; does nothing with other C libraries.
void facialfun_give_back_memory(void);

/// Divides the calling thread's share of a processor into many short time slices instead of few
/// long ones.
///
/// A thread that mostly waits then gets a processor quickly even if others are running; otherwise
/// it may have to wait for the end of their time slices of three or four milliseconds. It gets no
/// larger share, and needs no privilege. Supported by Linux 6.12 and later (sched_setattr(2),
/// `sched_runtime` of a normal thread); earlier versions ignore it.
void facialfun_set_short_time_slices(void);

/// Number of processors that the scheduler allows this process to use (sched_getaffinity(2)), at
/// least 1.
int facialfun_available_processors(void);

/// Limits the address space of a process of this user, or the calling one for 0, in bytes
/// (prlimit(2)).
void facialfun_limit_memory(int process, uint64_t bytes);

/// Limits the CPU time of the calling process in seconds; a signal ends it (setrlimit(2)).
void facialfun_limit_processor_time(unsigned seconds);

/// Kills a process group if `SIGHUP`, `SIGINT` or `SIGTERM` ends the calling process. Helper
/// programs in groups of their own do not receive the signals of the terminal.
///
/// Signals that are already handled, ignored or blocked are left alone.
void facialfun_guard_group(int group);

/// Stops guarding a process group that has ended.
void facialfun_release_group(int group);

/// Creates an anonymous file in memory, open for reading and writing, and not inherited by other
/// programs (memfd_create(2)); -1 on failure.
int facialfun_anonymous_file(const char *name);

/// Makes a pipe, `ends[0]` for reading and `ends[1]` for writing. Neither end is inherited by other
/// programs, even if another thread starts one at this moment (pipe2(2)). Returns -1 with `errno`
/// set on failure.
int facialfun_pipe(int ends[2]);

/// Names the calling thread for process listings; at most 15 characters.
void facialfun_name_thread(const char *name);

#ifdef __cplusplus
}
#endif

#endif
