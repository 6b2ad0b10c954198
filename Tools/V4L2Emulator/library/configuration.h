#ifndef V4L2EMULATOR_CONFIGURATION_H
#define V4L2EMULATOR_CONFIGURATION_H

#include "camera.h"

/// Reports an error in the current line and ends the process.
_Noreturn void bad_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// Parses a word as an integer.
uint32_t read_number(const char *word, const char *meaning);

/// Copies a text; ends the process if it does not fit.
void read_text(char *to, size_t room, const char *value);

/// Applies one `key = value` to a camera; modifies the value's text.
void read_setting(camera *self, const char *key, char *value);

#endif
