#ifndef V4L2EMULATOR_PRESENCE_H
#define V4L2EMULATOR_PRESENCE_H

#include "camera.h"
#include "frames.h"

#include <pthread.h>
#include <stddef.h>
#include <sys/types.h>

enum { max_buffers = 32 };

typedef enum { buffer_idle, buffer_queued, buffer_filling, buffer_done } buffer_state;

typedef struct {
    buffer_state state;
    unsigned mappings;
    uint32_t bytes_used;
    uint32_t sequence;
    int64_t due_ns;
    bool damaged;
} frame_buffer;

/// Buffers in order of arrival.
typedef struct {
    uint8_t indexes[max_buffers];
    unsigned first;
    unsigned count;
} buffer_line;

/// One open of a camera; shared by the descriptors that dup makes. Never freed because another
/// thread may still be in a call with it.
typedef struct open_file {
    struct presence *at;
    /// The process that opened it; in a forked child it is a plain descriptor.
    pid_t process;
    /// One of the descriptors: an end of a socket pair, readable while poll has an event.
    int descriptor;
    /// The other end; -1 once the camera is unplugged, which hangs up the first end.
    int peer;
    bool readable;
    unsigned descriptors;
    /// V4L2_PRIORITY_…
    uint32_t priority;
    struct open_file *next;
} open_file;

/// A camera from the moment it is plugged in until it is unplugged, with its queue of buffers.
typedef struct presence {
    camera *camera;
    /// The N of /dev/videoN.
    uint32_t number;

    /// Held during every ioctl but DQBUF, as a driver does; taken before `lock`.
    pthread_mutex_t serial;

    /// Guards the following members against the frame thread.
    pthread_mutex_t lock;
    /// Wakes the frame thread (CLOCK_MONOTONIC).
    pthread_cond_t changed;
    /// Counts all changes that a waiting DQBUF or poll must check; a futex.
    _Atomic uint32_t events;
    _Atomic bool gone;
    int64_t gone_ns;

    open_file *files;
    open_file *owner;

    unsigned mode;
    unsigned interval;
    int32_t control_values[max_controls];

    frame_buffer buffers[max_buffers];
    unsigned buffer_count;
    /// Counts allocations, so a late munmap is not mistaken for one of a current buffer.
    unsigned allocation;
    size_t buffer_length;
    int memory;
    uint8_t *bytes;
    buffer_line queued;
    buffer_line done;

    bool streaming;
    bool thread_runs;
    pthread_t thread;
    frame_set frames;
    uint32_t sequence;
    uint32_t frames_due;
    bool stall_is_over;
} presence;

/// The camera that is currently plugged in as /dev/video`number`; null if there is none.
presence *presence_numbered(uint32_t number);

/// The current presence of a camera; null while it is unplugged.
presence *presence_of(camera *camera);

/// Sets every control to its default.
void control_values_reset(presence *self);

void buffer_line_add(buffer_line *self, unsigned index);
/// Takes the oldest buffer; there must be one.
unsigned buffer_line_take(buffer_line *self);

/// Notifies all waiting threads of a change; the caller holds `lock`.
void presence_announce(presence *self);

/// Unplugs the camera; the caller holds `lock`.
void presence_unplug(presence *self);

/// Nanoseconds of CLOCK_MONOTONIC.
int64_t monotonic_ns(void);

void count(presence *self, camera_count what);

/// Groups of ioctl requests, one per file. All return 0, or -1 with errno set.
int format_ioctl(open_file *file, uint32_t request, void *argument);
int buffer_ioctl(open_file *file, int descriptor, uint32_t request, void *argument);
int control_ioctl(open_file *file, uint32_t request, void *argument);
int identity_ioctl(open_file *file, uint32_t request, void *argument);

/// The highest priority among the open files.
uint32_t highest_priority(presence *self);

/// Returns -1 with errno set.
int fail_with(int error);

/// Bytes of a picture in this mode: exact for raw formats, an upper bound for compressed ones.
uint32_t mode_image_bytes(const camera_mode *mode);
/// Bytes of a row; 0 for formats without rows.
uint32_t mode_row_bytes(const camera_mode *mode);
bool fourcc_is_jpeg(uint32_t fourcc);

/// STREAMON and STREAMOFF; the caller holds `serial`.
int stream_start(presence *self);
void stream_stop(presence *self);

/// Releases all buffers; the caller holds `serial`, and the stream is stopped.
void buffers_release(presence *self);

#endif
