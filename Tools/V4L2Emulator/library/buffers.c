#include "presence.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

void buffer_line_add(buffer_line *self, unsigned index) {
    self->indexes[(self->first + self->count++) % max_buffers] = (uint8_t)index;
}

unsigned buffer_line_take(buffer_line *self) {
    unsigned index = self->indexes[self->first];
    self->first = (self->first + 1) % max_buffers;
    self->count--;
    return index;
}

void buffers_release(presence *self) {
    pthread_mutex_lock(&self->lock);
    if (self->bytes != NULL) {
        REAL(munmap)(self->bytes, self->buffer_length * self->buffer_count);
        REAL(close)(self->memory);
    }
    self->bytes = NULL;
    self->memory = -1;
    self->buffer_count = 0;
    self->owner = NULL;
    memset(self->buffers, 0, sizeof self->buffers);
    // Otherwise buffers queued before any stream would be queued for the next allocation.
    self->queued = (buffer_line){0};
    self->done = (buffer_line){0};
    pthread_mutex_unlock(&self->lock);
}

/// Uses shared memory, so the program's mappings stay valid after the buffers are released.
static int allocate(presence *self, unsigned total) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t image = mode_image_bytes(&self->camera->modes[self->mode]);
    size_t length = (image + page - 1) / page * page;
    int memory = memfd_create("v4l2-emulator", MFD_CLOEXEC);
    if (memory < 0) { return fail_with(ENOMEM); }
    void *bytes = MAP_FAILED;
    if (ftruncate(memory, (off_t)(length * total)) == 0) {
        bytes = REAL(mmap)(
            NULL, length * total, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, memory, 0);
    }
    if (bytes == MAP_FAILED) {
        REAL(close)(memory);
        return fail_with(ENOMEM);
    }
    pthread_mutex_lock(&self->lock);
    self->memory = memory;
    self->bytes = bytes;
    self->buffer_length = length;
    self->buffer_count = total;
    self->allocation++;
    pthread_mutex_unlock(&self->lock);
    return 0;
}

static int request(open_file *file, struct v4l2_requestbuffers *argument) {
    presence *self = file->at;
    argument->capabilities = V4L2_BUF_CAP_SUPPORTS_MMAP | V4L2_BUF_CAP_SUPPORTS_ORPHANED_BUFS;
    // Cache hints, which the capabilities do not offer.
    argument->flags = 0;
    if (argument->type != V4L2_BUF_TYPE_VIDEO_CAPTURE || argument->memory != V4L2_MEMORY_MMAP) {
        return fail_with(EINVAL);
    }
    if (self->camera->faults.busy || self->streaming) { return fail_with(EBUSY); }
    if (self->owner != NULL && self->owner != file) { return fail_with(EBUSY); }
    buffers_release(self);
    if (argument->count == 0) { return 0; }
    if (argument->count < 2) { argument->count = 2; }
    if (argument->count > max_buffers) { argument->count = max_buffers; }
    if (allocate(self, argument->count) != 0) { return -1; }
    self->owner = file;
    return 0;
}

/// Describes a buffer; the caller holds `lock`.
static void describe(presence *self, unsigned index, struct v4l2_buffer *into) {
    const frame_buffer *buffer = &self->buffers[index];
    struct v4l2_buffer described = {
        .index = index,
        .type = V4L2_BUF_TYPE_VIDEO_CAPTURE,
        .bytesused = buffer->bytes_used,
        .flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC | V4L2_BUF_FLAG_TSTAMP_SRC_SOE,
        .field = V4L2_FIELD_NONE,
        .timestamp = {
            .tv_sec = buffer->due_ns / 1000000000,
            .tv_usec = buffer->due_ns % 1000000000 / 1000,
        },
        .sequence = buffer->sequence,
        .memory = V4L2_MEMORY_MMAP,
        .m.offset = (uint32_t)(index * self->buffer_length),
        .length = (uint32_t)self->buffer_length,
    };
    if (buffer->mappings > 0) { described.flags |= V4L2_BUF_FLAG_MAPPED; }
    if (buffer->state == buffer_queued || buffer->state == buffer_filling) {
        described.flags |= V4L2_BUF_FLAG_QUEUED;
    }
    if (buffer->state == buffer_done) { described.flags |= V4L2_BUF_FLAG_DONE; }
    if (buffer->damaged && buffer->state <= buffer_idle) {
        described.flags |= V4L2_BUF_FLAG_ERROR;
    }
    *into = described;
}

static int query(presence *self, struct v4l2_buffer *argument) {
    if (argument->type != V4L2_BUF_TYPE_VIDEO_CAPTURE || argument->index >= self->buffer_count) {
        return fail_with(EINVAL);
    }
    pthread_mutex_lock(&self->lock);
    describe(self, argument->index, argument);
    pthread_mutex_unlock(&self->lock);
    return 0;
}

static int queue(open_file *file, struct v4l2_buffer *argument) {
    presence *self = file->at;
    if (self->owner != NULL && self->owner != file) { return fail_with(EBUSY); }
    if (argument->type != V4L2_BUF_TYPE_VIDEO_CAPTURE || argument->memory != V4L2_MEMORY_MMAP
        || argument->index >= self->buffer_count) {
        return fail_with(EINVAL);
    }
    if ((argument->flags & V4L2_BUF_FLAG_REQUEST_FD) != 0) { return fail_with(EBADR); }
    pthread_mutex_lock(&self->lock);
    frame_buffer *buffer = &self->buffers[argument->index];
    bool is_free = buffer->state == buffer_idle;
    if (is_free) {
        buffer->state = buffer_queued;
        buffer->damaged = false;
        buffer_line_add(&self->queued, argument->index);
        if (self->camera->waits) { pthread_cond_broadcast(&self->changed); }
        describe(self, argument->index, argument);
    }
    pthread_mutex_unlock(&self->lock);
    return is_free ? 0 : fail_with(EINVAL);
}

/// Returns 0 if a buffer is done, EAGAIN if one may follow, otherwise the error; the caller holds
/// `lock`.
static int dequeue_state(open_file *file, const struct v4l2_buffer *argument) {
    presence *self = file->at;
    if (atomic_load(&self->gone)) { return ENODEV; }
    if (self->owner != NULL && self->owner != file) { return EBUSY; }
    if (argument->type != V4L2_BUF_TYPE_VIDEO_CAPTURE || argument->memory != V4L2_MEMORY_MMAP) {
        return EINVAL;
    }
    if (!self->streaming) { return EINVAL; }
    return self->done.count > 0 ? 0 : EAGAIN;
}

/// Waits without `serial`, so other calls can run meanwhile. Whether a signal ends the wait with
/// EINTR depends on its handler: the futex call is restarted like the driver's wait.
static int dequeue(open_file *file, int descriptor, struct v4l2_buffer *argument) {
    presence *self = file->at;
    bool waits = (REAL(fcntl)(descriptor, F_GETFL) & O_NONBLOCK) == 0;
    pthread_mutex_lock(&self->lock);
    int state;
    while ((state = dequeue_state(file, argument)) == EAGAIN && waits) {
        uint32_t seen = atomic_load(&self->events);
        pthread_mutex_unlock(&self->lock);
        long woken = REAL(syscall)(
            SYS_futex, &self->events, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
        if (woken != 0 && errno == EINTR) { return -1; }
        pthread_mutex_lock(&self->lock);
    }
    if (state == 0) {
        unsigned index = buffer_line_take(&self->done);
        self->buffers[index].state = buffer_idle;
        describe(self, index, argument);
        presence_announce(self);
    }
    pthread_mutex_unlock(&self->lock);
    return state == 0 ? 0 : fail_with(state);
}

static int stream(open_file *file, const int *type, bool on) {
    presence *self = file->at;
    if (*type != V4L2_BUF_TYPE_VIDEO_CAPTURE) { return fail_with(EINVAL); }
    if (self->owner != NULL && self->owner != file) { return fail_with(EBUSY); }
    if (on) {
        if (self->camera->faults.busy) { return fail_with(EBUSY); }
        return stream_start(self);
    }
    if (self->streaming) { count(self, counted_streamoffs); }
    stream_stop(self);
    return 0;
}

int buffer_ioctl(open_file *file, int descriptor, uint32_t request_code, void *argument) {
    switch (request_code) {
    case VIDIOC_REQBUFS: return request(file, argument);
    case VIDIOC_QUERYBUF: return query(file->at, argument);
    case VIDIOC_QBUF: return queue(file, argument);
    case VIDIOC_DQBUF: return dequeue(file, descriptor, argument);
    case VIDIOC_STREAMON: return stream(file, argument, true);
    case VIDIOC_STREAMOFF: return stream(file, argument, false);
    default: return fail_with(ENOTTY);
    }
}
