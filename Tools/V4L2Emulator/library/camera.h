#ifndef V4L2EMULATOR_CAMERA_H
#define V4L2EMULATOR_CAMERA_H

#include "real.h"

#include <linux/videodev2.h>
#include <stdbool.h>
#include <stdint.h>

// Declarations of the camera file: fixed after loading, apart from the counters.

enum {
    max_cameras = 16,
    max_modes = 64,
    max_intervals = 8,
    max_controls = 16,
    max_unplugs = 8,
    max_path = 512,
};

/// One pixel format at one size, with its frame intervals.
typedef struct {
    uint32_t fourcc;
    uint32_t width;
    uint32_t height;
    struct v4l2_fract intervals[max_intervals];
    unsigned interval_count;
} camera_mode;

typedef enum {
    camera_captures,
    /// The second node of a webcam: metadata, no pictures.
    camera_gives_metadata,
    camera_outputs,
    /// A codec: pictures in, pictures out.
    camera_converts,
    camera_captures_planes,
} camera_kind;

/// The camera is unplugged after `after` frames; it returns after `return_after_ms`, as
/// /dev/video`return_as`. -1 means that it stays away, or keeps its number.
typedef struct {
    uint32_t after;
    int32_t return_after_ms;
    int32_t return_as;
} camera_unplug;

/// Faults; zero for none.
typedef struct {
    bool busy;
    bool busy_at_open;
    bool denied;
    bool refuse_format;
    bool refuse_size;
    bool refuse_inactive;
    uint32_t stall_after;
    /// A stream that starts after the stall delivers again.
    bool stalls_once;
    uint32_t corrupt_every;
    uint32_t corrupt_flag_every;
    uint32_t drop_every;
    uint32_t late_ms;
    camera_unplug unplugs[max_unplugs];
    unsigned unplug_count;
} camera_faults;

typedef enum {
    counted_opens,
    counted_closes,
    counted_mmaps,
    counted_munmaps,
    counted_streamons,
    counted_streamoffs,
    counted_closes_while_streaming,
    counted_unplugs_while_streaming,
    counted_frames_due,
    counted_frames_delivered,
    counted_frames_lost,
    counted_kinds,
} camera_count;

struct presence;

typedef struct {
    uint32_t number;
    char name[32];
    char driver[16];
    char bus[32];
    /// The name below /dev/v4l/by-id; empty if there is none.
    char id[128];
    camera_kind kind;
    camera_mode modes[max_modes];
    unsigned mode_count;
    /// The folder of frames, or `pattern`.
    char frames[max_path];
    /// Rows of the control table.
    unsigned controls[max_controls];
    unsigned control_count;
    /// Values set by the program, by position in `controls`.
    int32_t set_values[max_controls];
    bool was_set[max_controls];
    camera_faults faults;
    /// Waits for a buffer instead of dropping the frame, and for all buffers before it is
    /// unplugged.
    bool waits;

    _Atomic uint64_t counts[counted_kinds];
    /// The current or last presence; guarded by the lock in presence.c.
    struct presence *present;
    unsigned unplugs_done;
} camera;

/// Returns true if V4L2_EMULATOR names a file; otherwise all calls are passed on.
bool emulator_is_on(void);

/// All cameras of the file.
camera *cameras_all(unsigned *count);

/// Prints an error on stderr and ends the process.
_Noreturn void emulator_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// Prints a message on stderr.
void emulator_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// The row of a control in the table by its name in the camera file; -1 if it is unknown.
int control_named(const char *name);

#endif
