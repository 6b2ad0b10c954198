#ifndef V4L2EMULATOR_FRAMES_H
#define V4L2EMULATOR_FRAMES_H

#include "camera.h"

#include <stddef.h>

typedef struct {
    const uint8_t *bytes;
    size_t length;
} one_frame;

typedef struct {
    void *bytes;
    size_t length;
} frame_file;

/// The pictures that a camera plays in a loop.
typedef struct {
    one_frame *frames;
    unsigned count;
    frame_file *files;
    unsigned file_count;
} frame_set;

/// Loads the pictures of a mode from the camera's folder, or makes a pattern.
///
/// Returns false after reporting the error on stderr if there are no pictures or one does not fit.
bool frames_load(const camera *camera, const camera_mode *mode, frame_set *into);

void frames_free(frame_set *self);

#endif
