#ifndef V4L2EMULATOR_FILES_H
#define V4L2EMULATOR_FILES_H

#include "presence.h"

/// The camera behind a descriptor of this process; null for other descriptors.
open_file *file_of(int descriptor);

/// Opens a camera: returns a descriptor, or -1 with errno set.
int file_open(presence *at, int flags);

/// Records that a descriptor of a camera is about to be closed.
void file_forget(int descriptor, open_file *file);

/// Records that `copy` is a further descriptor of the same file.
void file_copied(open_file *file, int copy);

#endif
