#ifndef V4L2EMULATOR_CONTROLS_TABLE_H
#define V4L2EMULATOR_CONTROLS_TABLE_H

#include <linux/videodev2.h>
#include <stdint.h>

/// A control as described by the driver of USB webcams.
typedef struct {
    /// The name in the camera file.
    const char *key;
    const char *name;
    uint32_t id;
    uint32_t type;
    int32_t minimum;
    int32_t maximum;
    int32_t step;
    int32_t initial;
    /// This control is inactive while the control `governor` has a value other than `manual`.
    uint32_t governor;
    int32_t manual;
    /// The items of a menu; null if the camera lacks the item.
    const char *items[4];
} control_row;

extern const control_row control_rows[];
extern const unsigned control_row_count;

#endif
