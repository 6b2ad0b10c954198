#ifndef V4L2EMULATOR_CONFIGURATION_H
#define V4L2EMULATOR_CONFIGURATION_H

#include "camera.h"

/// Names the line that is read, says what is wrong with it, and ends the process.
_Noreturn void bad_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// A whole number that fills the word.
uint32_t read_number(const char *word, const char *meaning);

/// Copies a text that must fit.
void read_text(char *to, size_t room, const char *value);

/// Takes one `key = value` for a camera; the value's text is used up.
void read_setting(camera *self, const char *key, char *value);

#endif
