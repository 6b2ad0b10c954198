#include "calls.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

// poll, ppoll, select and pselect with cameras among the descriptors.

int __poll_chk(struct pollfd *entries, nfds_t total, int timeout, size_t room);
int __ppoll_chk(
    struct pollfd *entries, nfds_t total, const struct timespec *timeout, const sigset_t *mask,
    size_t room);

bool camera_among(const struct pollfd *entries, nfds_t total) {
    for (nfds_t i = 0; i < total; i++) {
        if (file_of(entries[i].fd) != NULL) { return true; }
    }
    return false;
}

/// The current poll events of the driver.
static short camera_events(open_file *file, short wanted) {
    presence *at = file->at;
    // Unplugging also ends the stream; the lock prevents seeing one without the other.
    pthread_mutex_lock(&at->lock);
    short events = 0;
    if (atomic_load(&at->gone)) {
        events = POLLERR | POLLHUP | (wanted & POLLPRI);
    } else if (
        (wanted & (POLLIN | POLLRDNORM)) == 0 || at->camera->kind != camera_captures) {
        events = 0;
    } else if (!at->streaming) {
        events = POLLERR;
    } else if (at->done.count > 0) {
        events = wanted & (POLLIN | POLLRDNORM);
    }
    pthread_mutex_unlock(&at->lock);
    return events;
}

/// One wait by the kernel, in which cameras are represented by their sockets; returns -1 or the
/// number of entries with events.
static int wait_once(
    struct pollfd *entries, struct pollfd *copies, nfds_t total, const struct timespec *left,
    const sigset_t *mask) {
    for (nfds_t i = 0; i < total; i++) {
        copies[i] = entries[i];
        if (file_of(entries[i].fd) != NULL) {
            bool reads = (entries[i].events & (POLLIN | POLLRDNORM)) != 0;
            copies[i].events = reads ? POLLIN : 0;
        }
    }
    if (REAL(ppoll)(copies, total, left, mask) < 0) { return -1; }
    int ready = 0;
    for (nfds_t i = 0; i < total; i++) {
        open_file *file = file_of(entries[i].fd);
        entries[i].revents =
            file == NULL ? copies[i].revents : camera_events(file, entries[i].events);
        if (entries[i].revents != 0) { ready++; }
    }
    return ready;
}

int camera_wait(
    struct pollfd *entries, nfds_t total, int64_t timeout_ns, const sigset_t *mask) {
    struct pollfd *copies = calloc(total, sizeof *copies);
    if (copies == NULL) { return fail_with(ENOMEM); }
    int64_t end = monotonic_ns() + timeout_ns;
    int ready;
    while (true) {
        int64_t left_ns = end - monotonic_ns();
        bool is_over = timeout_ns >= 0 && left_ns <= 0;
        if (is_over) { left_ns = 0; }
        struct timespec left = {left_ns / 1000000000, left_ns % 1000000000};
        ready = wait_once(entries, copies, total, timeout_ns < 0 ? NULL : &left, mask);
        if (ready != 0 || is_over) { break; }
        // Another thread may have fetched the frame: wait for the next one.
    }
    int error = errno;
    free(copies);
    errno = error;
    return ready;
}

static int64_t ns_of(const struct timespec *timeout) {
    if (timeout == NULL) { return -1; }
    if (timeout->tv_sec > INT_MAX) { return (int64_t)INT_MAX * 1000000000; }
    return (int64_t)timeout->tv_sec * 1000000000 + timeout->tv_nsec;
}

static int64_t ns_of_ms(int timeout) { return timeout < 0 ? -1 : (int64_t)timeout * 1000000; }

REPLACES int poll(struct pollfd *entries, nfds_t total, int timeout) {
    if (!camera_among(entries, total)) { return REAL(poll)(entries, total, timeout); }
    return camera_wait(entries, total, ns_of_ms(timeout), NULL);
}

REPLACES int __poll_chk(struct pollfd *entries, nfds_t total, int timeout, size_t room) {
    if (!camera_among(entries, total)) { return REAL(__poll_chk)(entries, total, timeout, room); }
    return camera_wait(entries, total, ns_of_ms(timeout), NULL);
}

REPLACES int ppoll(
    struct pollfd *entries, nfds_t total, const struct timespec *timeout, const sigset_t *mask) {
    if (!camera_among(entries, total)) { return REAL(ppoll)(entries, total, timeout, mask); }
    return camera_wait(entries, total, ns_of(timeout), mask);
}

REPLACES int __ppoll_chk(
    struct pollfd *entries, nfds_t total, const struct timespec *timeout, const sigset_t *mask,
    size_t room) {
    if (!camera_among(entries, total)) {
        return REAL(__ppoll_chk)(entries, total, timeout, mask, room);
    }
    return camera_wait(entries, total, ns_of(timeout), mask);
}

static bool is_in(int descriptor, const fd_set *set) {
    return set != NULL && FD_ISSET(descriptor, set);
}

/// Converts the sets to poll entries; returns their number.
static nfds_t entries_of(
    int limit, const fd_set *reads, const fd_set *writes, const fd_set *others,
    struct pollfd entries[FD_SETSIZE]) {
    nfds_t total = 0;
    for (int i = 0; i < limit && i < FD_SETSIZE; i++) {
        short events = (short)((is_in(i, reads) ? POLLIN | POLLRDNORM : 0)
            | (is_in(i, writes) ? POLLOUT | POLLWRNORM : 0) | (is_in(i, others) ? POLLPRI : 0));
        if (events != 0) { entries[total++] = (struct pollfd){i, events, 0}; }
    }
    return total;
}

/// Keeps in a set the descriptors with any event of `ready`; returns their number.
static int keep_ready(
    fd_set *set, const struct pollfd *entries, nfds_t total, short wanted, short ready) {
    if (set == NULL) { return 0; }
    int kept = 0;
    for (nfds_t i = 0; i < total; i++) {
        bool was_asked = (entries[i].events & wanted) != 0;
        if (was_asked && (entries[i].revents & ready) != 0) {
            kept++;
        } else {
            FD_CLR(entries[i].fd, set);
        }
    }
    return kept;
}

static int select_by_poll(
    struct pollfd *entries, nfds_t total, fd_set *reads, fd_set *writes, fd_set *others,
    int64_t timeout_ns, const sigset_t *mask) {
    if (camera_wait(entries, total, timeout_ns, mask) < 0) { return -1; }
    for (nfds_t i = 0; i < total; i++) {
        if ((entries[i].revents & POLLNVAL) != 0) { return fail_with(EBADF); }
    }
    // The kernel's definition of readable, writable and exceptional.
    return keep_ready(reads, entries, total, POLLIN, POLLIN | POLLRDNORM | POLLHUP | POLLERR)
        + keep_ready(writes, entries, total, POLLOUT, POLLOUT | POLLWRNORM | POLLERR)
        + keep_ready(others, entries, total, POLLPRI, POLLPRI);
}

REPLACES int select(
    int limit, fd_set *reads, fd_set *writes, fd_set *others, struct timeval *timeout) {
    struct pollfd entries[FD_SETSIZE];
    nfds_t total = entries_of(limit, reads, writes, others, entries);
    if (!camera_among(entries, total)) {
        return REAL(select)(limit, reads, writes, others, timeout);
    }
    int64_t timeout_ns = -1;
    if (timeout != NULL) {
        timeout_ns = (int64_t)timeout->tv_sec * 1000000000 + (int64_t)timeout->tv_usec * 1000;
    }
    int64_t start = monotonic_ns();
    int ready = select_by_poll(entries, total, reads, writes, others, timeout_ns, NULL);
    if (timeout != NULL) {
        // Linux writes back the remaining time.
        int64_t left = timeout_ns - (monotonic_ns() - start);
        if (left < 0) { left = 0; }
        *timeout = (struct timeval){left / 1000000000, left % 1000000000 / 1000};
    }
    return ready;
}

REPLACES int pselect(
    int limit, fd_set *reads, fd_set *writes, fd_set *others, const struct timespec *timeout,
    const sigset_t *mask) {
    struct pollfd entries[FD_SETSIZE];
    nfds_t total = entries_of(limit, reads, writes, others, entries);
    if (!camera_among(entries, total)) {
        return REAL(pselect)(limit, reads, writes, others, timeout, mask);
    }
    return select_by_poll(entries, total, reads, writes, others, ns_of(timeout), mask);
}
