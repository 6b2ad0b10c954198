#include "controls_table.h"

#include "camera.h"

#include <string.h>

#define INTEGER V4L2_CTRL_TYPE_INTEGER
#define BOOLEAN V4L2_CTRL_TYPE_BOOLEAN
#define MENU V4L2_CTRL_TYPE_MENU

const control_row control_rows[] = {
    {"brightness", "Brightness", V4L2_CID_BRIGHTNESS, INTEGER, -64, 64, 1, 0, 0, 0, {0}},
    {"contrast", "Contrast", V4L2_CID_CONTRAST, INTEGER, 0, 64, 1, 32, 0, 0, {0}},
    {"saturation", "Saturation", V4L2_CID_SATURATION, INTEGER, 0, 128, 1, 64, 0, 0, {0}},
    {"white_balance_auto", "White Balance, Automatic", V4L2_CID_AUTO_WHITE_BALANCE, BOOLEAN, 0, 1,
     1, 1, 0, 0, {0}},
    {"gain", "Gain", V4L2_CID_GAIN, INTEGER, 0, 100, 1, 0, 0, 0, {0}},
    {"hflip", "Horizontal Flip", V4L2_CID_HFLIP, BOOLEAN, 0, 1, 1, 0, 0, 0, {0}},
    {"vflip", "Vertical Flip", V4L2_CID_VFLIP, BOOLEAN, 0, 1, 1, 0, 0, 0, {0}},
    {"power_line_frequency", "Power Line Frequency", V4L2_CID_POWER_LINE_FREQUENCY, MENU, 0, 2, 0,
     1, 0, 0, {"Disabled", "50 Hz", "60 Hz"}},
    {"white_balance_temperature", "White Balance Temperature", V4L2_CID_WHITE_BALANCE_TEMPERATURE,
     INTEGER, 2800, 6500, 10, 4600, V4L2_CID_AUTO_WHITE_BALANCE, 0, {0}},
    {"sharpness", "Sharpness", V4L2_CID_SHARPNESS, INTEGER, 0, 6, 1, 3, 0, 0, {0}},
    {"backlight_compensation", "Backlight Compensation", V4L2_CID_BACKLIGHT_COMPENSATION, INTEGER,
     0, 2, 1, 1, 0, 0, {0}},
    {"exposure_auto", "Auto Exposure", V4L2_CID_EXPOSURE_AUTO, MENU, 0, 3, 0,
     V4L2_EXPOSURE_APERTURE_PRIORITY, 0, 0, {0, "Manual Mode", 0, "Aperture Priority Mode"}},
    {"exposure_absolute", "Exposure Time, Absolute", V4L2_CID_EXPOSURE_ABSOLUTE, INTEGER, 1, 5000,
     1, 157, V4L2_CID_EXPOSURE_AUTO, V4L2_EXPOSURE_MANUAL, {0}},
    {"exposure_auto_priority", "Exposure, Dynamic Framerate", V4L2_CID_EXPOSURE_AUTO_PRIORITY,
     BOOLEAN, 0, 1, 1, 0, 0, 0, {0}},
    {"focus_absolute", "Focus, Absolute", V4L2_CID_FOCUS_ABSOLUTE, INTEGER, 0, 250, 5, 0,
     V4L2_CID_FOCUS_AUTO, 0, {0}},
    {"focus_auto", "Focus, Automatic Continuous", V4L2_CID_FOCUS_AUTO, BOOLEAN, 0, 1, 1, 1, 0, 0,
     {0}},
};

const unsigned control_row_count = sizeof control_rows / sizeof *control_rows;

int control_named(const char *name) {
    for (unsigned i = 0; i < control_row_count; i++) {
        if (strcmp(control_rows[i].key, name) == 0) { return (int)i; }
    }
    return -1;
}
