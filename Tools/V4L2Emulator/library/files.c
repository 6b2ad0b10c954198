#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { max_descriptors = 65536 };

static _Atomic(open_file *) table[max_descriptors];

open_file *file_of(int descriptor) {
    if (descriptor < 0 || descriptor >= max_descriptors) { return NULL; }
    open_file *file = atomic_load_explicit(&table[descriptor], memory_order_acquire);
    if (file == NULL || file->process != getpid()) { return NULL; }
    return file;
}

int file_open(presence *at, int flags) {
    const camera_faults *faults = &at->camera->faults;
    if (faults->denied) { return fail_with(EACCES); }
    if (faults->busy_at_open) { return fail_with(EBUSY); }
    if ((flags & O_DIRECTORY) != 0) { return fail_with(ENOTDIR); }
    int ends[2];
    int type = SOCK_STREAM | ((flags & O_CLOEXEC) != 0 ? SOCK_CLOEXEC : 0);
    if (socketpair(AF_UNIX, type, 0, ends) != 0) { return -1; }
    // Child processes must not inherit the camera's own end.
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    if ((flags & O_NONBLOCK) != 0) { fcntl(ends[0], F_SETFL, O_NONBLOCK); }
    open_file *file = calloc(1, sizeof *file);
    if (file == NULL || ends[0] >= max_descriptors) {
        free(file);
        REAL(close)(ends[0]);
        REAL(close)(ends[1]);
        return fail_with(EMFILE);
    }
    *file = (open_file){at, getpid(), ends[0], ends[1], false, 1, V4L2_PRIORITY_DEFAULT, NULL};
    pthread_mutex_lock(&at->lock);
    file->next = at->files;
    at->files = file;
    if (atomic_load(&at->gone)) {
        REAL(close)(file->peer);
        file->peer = -1;
    }
    presence_announce(at);
    pthread_mutex_unlock(&at->lock);
    atomic_store_explicit(&table[ends[0]], file, memory_order_release);
    count(at, counted_opens);
    return ends[0];
}

static void finish(open_file *file) {
    presence *at = file->at;
    pthread_mutex_lock(&at->serial);
    if (at->owner == file) {
        if (at->streaming) { count(at, counted_closes_while_streaming); }
        stream_stop(at);
        buffers_release(at);
    }
    pthread_mutex_lock(&at->lock);
    open_file **link = &at->files;
    while (*link != NULL && *link != file) { link = &(*link)->next; }
    if (*link != NULL) { *link = file->next; }
    if (file->peer >= 0) { REAL(close)(file->peer); }
    file->peer = -1;
    pthread_mutex_unlock(&at->lock);
    pthread_mutex_unlock(&at->serial);
    count(at, counted_closes);
}

void file_forget(int descriptor, open_file *file) {
    atomic_store(&table[descriptor], NULL);
    pthread_mutex_lock(&file->at->lock);
    bool is_last = --file->descriptors == 0;
    if (!is_last && file->descriptor == descriptor) {
        for (int i = 0; i < max_descriptors; i++) {
            if (atomic_load(&table[i]) == file) { file->descriptor = i; break; }
        }
    }
    pthread_mutex_unlock(&file->at->lock);
    if (is_last) { finish(file); }
}

void file_copied(open_file *file, int copy) {
    if (copy < 0 || copy >= max_descriptors) { return; }
    pthread_mutex_lock(&file->at->lock);
    file->descriptors++;
    pthread_mutex_unlock(&file->at->lock);
    atomic_store(&table[copy], file);
}
