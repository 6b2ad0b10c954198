#ifndef FACIALFUN_CSCHEDULING_H
#define FACIALFUN_CSCHEDULING_H

// How the kernel shares the processors among threads.

#ifdef __cplusplus
extern "C" {
#endif

/// Has the calling thread take its share of a processor in many short turns, not in few long ones.
///
/// A thread that mostly waits then has a processor as soon as there is something to do, although
/// others work; without this it may first have to wait for the end of their turns, of three or four
/// milliseconds each. It gets no more of the processors by it, and needs no privilege. Linux 6.12
/// and later heed it (sched_setattr(2), `sched_runtime` of a normal thread); others pass it over.
void facialfun_take_short_turns(void);

#ifdef __cplusplus
}
#endif

#endif
