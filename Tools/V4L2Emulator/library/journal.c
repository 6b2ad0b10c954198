#include "camera.h"
#include "controls_table.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The operations of the program on each camera that it opened, appended at its end to the file that
// V4L2_EMULATOR_LOG names: one line each, such as `/dev/video0 opens 3`. A process that is killed
// writes nothing.

static const char *const count_names[counted_kinds] = {
    [counted_opens] = "opens",
    [counted_closes] = "closes",
    [counted_mmaps] = "mmaps",
    [counted_munmaps] = "munmaps",
    [counted_streamons] = "streamons",
    [counted_streamoffs] = "streamoffs",
    [counted_closes_while_streaming] = "closes-while-streaming",
    [counted_unplugs_while_streaming] = "unplugs-while-streaming",
    [counted_frames_due] = "frames-due",
    [counted_frames_delivered] = "frames-delivered",
    [counted_frames_lost] = "frames-lost",
};

static pid_t loader;

__attribute__((constructor)) static void remember_process(void) { loader = getpid(); }

__attribute__((destructor)) static void write_journal(void) {
    const char *path = getenv("V4L2_EMULATOR_LOG");
    if (!emulator_is_on() || path == NULL || *path == 0 || getpid() != loader) { return; }
    int descriptor = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (descriptor < 0) {
        emulator_say("cannot write %s, which V4L2_EMULATOR_LOG names: %m", path);
        return;
    }
    unsigned total;
    camera *all = cameras_all(&total);
    for (unsigned i = 0; i < total; i++) {
        if (all[i].counts[counted_opens] == 0) { continue; }
        for (unsigned kind = 0; kind < counted_kinds; kind++) {
            dprintf(
                descriptor, "/dev/video%u %s %llu\n", all[i].number, count_names[kind],
                (unsigned long long)all[i].counts[kind]);
        }
        for (unsigned place = 0; place < all[i].control_count; place++) {
            if (!all[i].was_set[place]) { continue; }
            dprintf(
                descriptor, "/dev/video%u set-%s %d\n", all[i].number,
                control_rows[all[i].controls[place]].key, all[i].set_values[place]);
        }
    }
    REAL(close)(descriptor);
}
