#ifndef V4L2EMULATOR_NODES_H
#define V4L2EMULATOR_NODES_H

#include "presence.h"

#include <sys/stat.h>

// The paths that belong to the emulator: /dev/video*, /dev/v4l, and of /sys what tells a video
// device from others. Whatever is really there under these names is hidden.

typedef enum {
    /// Somebody else's path.
    node_foreign,
    /// Ours, but there is nothing now.
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
    /// What a text says, or where a link leads.
    char text[256];
} node;

/// What stands at a path; a link is followed where `follow` says so. Relative paths are foreign.
node node_at(const char *path, bool follow);

/// True for /dev, whose real entries are shown beside ours.
bool path_is_dev(const char *path);

/// True for a name of /dev that is hidden because it is ours.
bool dev_name_is_ours(const char *name);

/// The names in one of our folders, or ours in /dev, each ended by a zero byte and the list by an
/// empty one; the caller frees it.
char *node_names(const char *folder);

void node_status(const node *self, struct stat *into);

/// What fstat says of an open camera.
void device_status(const presence *at, struct stat *into);

/// 0, or why the node may not be used that way (R_OK, W_OK, X_OK).
int node_access(const node *self, int mode);

#endif
