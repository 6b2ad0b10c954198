#ifndef V4L2EMULATOR_CONTROLS_TABLE_H
#define V4L2EMULATOR_CONTROLS_TABLE_H

#include <linux/videodev2.h>
#include <stdint.h>

/// A control as the driver of USB webcams describes it.
typedef struct {
    /// The name in the file of cameras.
    const char *key;
    const char *name;
    uint32_t id;
    uint32_t type;
    int32_t minimum;
    int32_t maximum;
    int32_t step;
    int32_t initial;
    /// While the control `governor` has a value other than `manual`, this one is inactive.
    uint32_t governor;
    int32_t manual;
    /// The words of a menu; null where the camera has no such item.
    const char *items[4];
} control_row;

extern const control_row control_rows[];
extern const unsigned control_row_count;

#endif
