#ifndef FACIALFUN_CPLATFORM_H
#define FACIALFUN_CPLATFORM_H

// Calls to the operating system and C library that Swift cannot express.

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Has all threads take memory from one place where the process's address space is limited: else each
/// sets 64 MB of it aside for itself.
///
/// To be called before any thread is started.
void facialfun_limit_malloc_arenas(void);

/// Has blocks from a quarter of a megabyte on, such as a decoded picture, go back to the system when
/// they are freed.
///
/// Left alone, glibc keeps ever larger ones, and pictures of many sizes leave holes that nothing
/// fits. To be called before any thread is started; does nothing with other C libraries.
void facialfun_set_malloc_thresholds(void);

/// Gives what was freed back to the system, also where it lies between what is in use (malloc_trim(3)).
///
/// The allocator does so by itself at the ends of its memory alone. Takes some tenths of a millisecond; does
/// nothing with other C libraries.
void facialfun_give_back_memory(void);

/// Has the calling thread take its share of a processor in many short turns, not in few long ones.
///
/// A thread that mostly waits then has a processor as soon as there is something to do, although
/// others work; without this it may first have to wait for the end of their turns, of three or four
/// milliseconds each. It gets no more of the processors by it, and needs no privilege. Linux 6.12
/// and later heed it (sched_setattr(2), `sched_runtime` of a normal thread); others pass it over.
void facialfun_set_short_time_slices(void);

/// Number of processors that the scheduler allows this process to use (sched_getaffinity(2)), at
/// least 1.
int facialfun_available_processors(void);

/// Limits the address space of a process of this user, 0 for the calling one, to so many bytes (prlimit(2)).
void facialfun_limit_memory(int process, uint64_t bytes);

/// Has the calling process end by a signal once it has computed for so many seconds (setrlimit(2)).
void facialfun_limit_processor_time(unsigned seconds);

/// Has a process group end together with the calling process, where a signal ends this (`SIGHUP`, `SIGINT`,
/// `SIGTERM`): a helper in a group of its own does not get what the terminal sends.
///
/// Signals that somebody else handles, ignores or blocks are left alone.
void facialfun_guard_group(int group);

/// Lets a process group be that was guarded: it has ended.
void facialfun_release_group(int group);

/// A file in memory that has no place in a folder, open for reading and writing, and closed in programs
/// that are started (memfd_create(2)); -1 where there is none to be had.
int facialfun_anonymous_file(const char *name);

/// Makes a pipe, `ends[0]` to read from and `ends[1]` to write to, both closed in programs that are
/// started, also by another thread at this moment (pipe2(2)); -1 with `errno` where there is none.
int facialfun_pipe(int ends[2]);

/// Names the calling thread, for those who list threads; at most 15 characters.
void facialfun_name_thread(const char *name);

#ifdef __cplusplus
}
#endif

#endif
