#include "presence.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <time.h>

// The frame thread of a stream. It wakes when a frame is due, not when one is fetched; a frame
// without a queued buffer is dropped, and its sequence number is skipped.

static bool is_nth(uint32_t sequence, uint32_t every) {
    return every != 0 && (sequence + 1) % every == 0;
}

/// Damages a JPEG in one of four ways, in turn: truncated by half, some data overwritten, no
/// header, empty. A raw picture is truncated. Returns the number of remaining bytes.
static size_t damage(uint8_t *bytes, size_t length, bool is_jpeg, uint32_t turn) {
    if (!is_jpeg) { return length / 2; }
    switch (turn % 4) {
    case 0: return length / 2;
    case 1: memset(bytes + length / 2, 0xff, length / 8); return length;
    case 2: memset(bytes, 0, length < 64 ? length : 64); return length;
    default: return 0;
    }
}

/// Writes the picture into a buffer that no other thread accesses meanwhile.
static void fill(presence *self, unsigned index, uint32_t sequence, int64_t due_ns) {
    const camera_faults *faults = &self->camera->faults;
    const one_frame *frame = &self->frames.frames[sequence % self->frames.count];
    uint8_t *bytes = self->bytes + index * self->buffer_length;
    memcpy(bytes, frame->bytes, frame->length);
    size_t length = frame->length;
    uint32_t fourcc = self->camera->modes[self->mode].fourcc;
    bool is_flagged = is_nth(sequence, faults->corrupt_flag_every);
    if (is_flagged) { length /= 2; }
    if (is_nth(sequence, faults->corrupt_every)) {
        uint32_t turn = sequence / faults->corrupt_every;
        length = damage(bytes, length, fourcc_is_jpeg(fourcc), turn);
    }
    frame_buffer *buffer = &self->buffers[index];
    buffer->bytes_used = (uint32_t)length;
    buffer->sequence = sequence;
    buffer->due_ns = due_ns;
    buffer->damaged = is_flagged;
}

static bool stalls(const presence *self) {
    uint32_t after = self->camera->faults.stall_after;
    return after != 0 && self->frames_due > after && !self->stall_is_over;
}

/// Delivers one frame or drops it; the caller holds `lock`, which is released while pixels are
/// copied.
static void deliver(presence *self, int64_t due_ns) {
    const camera_faults *faults = &self->camera->faults;
    if (stalls(self)) { return; }
    uint32_t sequence = self->sequence++;
    if (is_nth(sequence, faults->drop_every)) { return; }
    if (self->queued.count == 0) {
        count(self, counted_frames_lost);
        return;
    }
    unsigned index = buffer_line_take(&self->queued);
    self->buffers[index].state = buffer_filling;
    pthread_mutex_unlock(&self->lock);
    fill(self, index, sequence, due_ns);
    pthread_mutex_lock(&self->lock);
    self->buffers[index].state = buffer_done;
    buffer_line_add(&self->done, index);
    count(self, counted_frames_delivered);
    presence_announce(self);
}

/// Waits for a time or the end of the stream; the caller holds `lock`.
static void wait_until(presence *self, int64_t ns) {
    struct timespec moment = {ns / 1000000000, ns % 1000000000};
    while (self->streaming && monotonic_ns() < ns) {
        pthread_cond_timedwait(&self->changed, &self->lock, &moment);
    }
}

/// Pauses a patient camera until the program is ready; the caller holds `lock`. Returns the
/// duration of the pause.
static int64_t stand_still(presence *self, bool unplugs) {
    int64_t before = monotonic_ns();
    while (self->camera->waits && self->streaming
        && self->queued.count < (unplugs ? self->buffer_count : 1)) {
        pthread_cond_wait(&self->changed, &self->lock);
    }
    return monotonic_ns() - before;
}

static bool is_unplugged_now(presence *self) {
    const camera *camera = self->camera;
    const camera_faults *faults = &camera->faults;
    return camera->unplugs_done < faults->unplug_count
        && self->frames_due >= faults->unplugs[camera->unplugs_done].after;
}

static void *run(void *argument) {
    presence *self = argument;
    pthread_mutex_lock(&self->lock);
    struct v4l2_fract interval =
        self->camera->modes[self->mode].intervals[self->interval];
    int64_t start = monotonic_ns();
    int64_t late_ns = (int64_t)self->camera->faults.late_ms * 1000000;
    for (int64_t number = 1; self->streaming; number++) {
        int64_t due_ns =
            start + number * 1000000000 * interval.numerator / interval.denominator;
        wait_until(self, due_ns + late_ns);
        bool unplugs = is_unplugged_now(self);
        if (self->camera->waits) {
            int64_t stood = stand_still(self, unplugs);
            start += stood;
            due_ns += stood;
        }
        if (!self->streaming) { break; }
        if (unplugs) {
            presence_unplug(self);
            break;
        }
        self->frames_due++;
        count(self, counted_frames_due);
        deliver(self, due_ns);
    }
    pthread_mutex_unlock(&self->lock);
    return NULL;
}

int stream_start(presence *self) {
    if (self->streaming) { return 0; }
    if (self->buffer_count == 0) { return fail_with(EINVAL); }
    if (!frames_load(self->camera, &self->camera->modes[self->mode], &self->frames)) {
        return fail_with(EIO);
    }
    pthread_mutex_lock(&self->lock);
    self->streaming = true;
    self->sequence = 0;
    if (self->camera->faults.stalls_once && stalls(self)) { self->stall_is_over = true; }
    presence_announce(self);
    pthread_mutex_unlock(&self->lock);
    // This thread must not receive the program's signals.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    int error = pthread_create(&self->thread, NULL, run, self);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    self->thread_runs = error == 0;
    if (error != 0) {
        stream_stop(self);
        return fail_with(ENOMEM);
    }
    count(self, counted_streamons);
    return 0;
}

void stream_stop(presence *self) {
    pthread_mutex_lock(&self->lock);
    self->streaming = false;
    presence_announce(self);
    pthread_mutex_unlock(&self->lock);
    if (self->thread_runs) { pthread_join(self->thread, NULL); }
    self->thread_runs = false;
    pthread_mutex_lock(&self->lock);
    self->queued = (buffer_line){0};
    self->done = (buffer_line){0};
    for (unsigned i = 0; i < self->buffer_count; i++) { self->buffers[i].state = buffer_idle; }
    presence_announce(self);
    pthread_mutex_unlock(&self->lock);
    frames_free(&self->frames);
}
