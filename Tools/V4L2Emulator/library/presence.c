#include "presence.h"

#include <errno.h>
#include <linux/futex.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t cameras_lock = PTHREAD_MUTEX_INITIALIZER;

int64_t monotonic_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void count(presence *self, camera_count what) {
    atomic_fetch_add_explicit(&self->camera->counts[what], 1, memory_order_relaxed);
}

int fail_with(int error) {
    errno = error;
    return -1;
}

static presence *plug_in(camera *camera, uint32_t number) {
    presence *self = calloc(1, sizeof *self);
    if (self == NULL) { emulator_fail("out of memory"); }
    self->camera = camera;
    self->number = number;
    self->memory = -1;
    pthread_mutex_init(&self->serial, NULL);
    pthread_mutex_init(&self->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&self->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    control_values_reset(self);
    return self;
}

/// Plugs a camera that was unplugged for a time in again, with new state, once the time is over.
/// The caller holds `cameras_lock`.
static presence *refreshed(camera *camera) {
    presence *present = camera->present;
    if (present == NULL) {
        camera->present = plug_in(camera, camera->number);
        return camera->present;
    }
    if (!atomic_load(&present->gone)) { return present; }
    const camera_unplug *unplug = &camera->faults.unplugs[camera->unplugs_done - 1];
    if (unplug->return_after_ms < 0) { return NULL; }
    if (monotonic_ns() < present->gone_ns + (int64_t)unplug->return_after_ms * 1000000) {
        return NULL;
    }
    uint32_t number = present->number;
    if (unplug->return_as >= 0) { number = (uint32_t)unplug->return_as; }
    camera->present = plug_in(camera, number);
    return camera->present;
}

presence *presence_of(camera *camera) {
    pthread_mutex_lock(&cameras_lock);
    presence *found = refreshed(camera);
    pthread_mutex_unlock(&cameras_lock);
    return found;
}

presence *presence_numbered(uint32_t number) {
    unsigned total;
    camera *cameras = cameras_all(&total);
    for (unsigned i = 0; i < total; i++) {
        presence *present = presence_of(&cameras[i]);
        if (present != NULL && present->number == number) { return present; }
    }
    return NULL;
}

/// Makes the descriptor readable exactly while poll has an event, so epoll and the kernel's own
/// poll see it, too.
static void show_readiness(presence *self, open_file *file) {
    bool readable = self->done.count > 0 || !self->streaming;
    if (file->peer < 0 || readable == file->readable) { return; }
    char byte = 0;
    if (readable) {
        if (send(file->peer, &byte, 1, MSG_DONTWAIT | MSG_NOSIGNAL) != 1) { return; }
    } else {
        if (recv(file->descriptor, &byte, 1, MSG_DONTWAIT) != 1) { return; }
    }
    file->readable = readable;
}

void presence_announce(presence *self) {
    atomic_fetch_add(&self->events, 1);
    for (open_file *file = self->files; file != NULL; file = file->next) {
        show_readiness(self, file);
    }
    pthread_cond_broadcast(&self->changed);
    int error = errno;
    REAL(syscall)(SYS_futex, &self->events, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
    errno = error;
}

void presence_unplug(presence *self) {
    self->gone_ns = monotonic_ns();
    self->camera->unplugs_done++;
    if (self->streaming) { count(self, counted_unplugs_while_streaming); }
    self->streaming = false;
    for (open_file *file = self->files; file != NULL; file = file->next) {
        REAL(close)(file->peer);
        file->peer = -1;
    }
    atomic_store(&self->gone, true);
    presence_announce(self);
}
