#ifndef V4L2EMULATOR_NODES_H
#define V4L2EMULATOR_NODES_H

#include "presence.h"

#include <sys/stat.h>

// The paths of the emulator: /dev/video*, /dev/v4l, and the parts of /sys that identify video
// devices. Real files with these names are hidden.

typedef enum {
    /// A path outside the emulator.
    node_foreign,
    /// A path of the emulator without a node at present.
    node_missing,
    node_device,
    node_link,
    node_folder,
    node_text,
} node_kind;

typedef struct {
    node_kind kind;
    /// The camera of a device, a link or a text.
    presence *at;
    char path[max_path];
    /// The content of a text, or the destination of a link.
    char text[256];
} node;

/// The node at a path; links are followed if `follow` is set. Relative paths are foreign.
node node_at(const char *path, bool follow);

/// Returns true for /dev, whose real entries are shown together with ours.
bool path_is_dev(const char *path);

/// Returns true for a name in /dev that is hidden because it is ours.
bool dev_name_is_ours(const char *name);

/// The names in one of our folders, or ours in /dev, each terminated by a zero byte and the list by
/// an empty name; the caller frees it.
char *node_names(const char *folder);

void node_status(const node *self, struct stat *into);

/// The fstat result of an open camera.
void device_status(const presence *at, struct stat *into);

/// Returns 0, or the error if the node may not be accessed that way (R_OK, W_OK, X_OK).
int node_access(const node *self, int mode);

#endif
