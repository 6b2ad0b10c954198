#include "calls.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

// mmap of a camera's buffers, and bookkeeping of the mappings.

enum { max_mappings = 1024 };

static pthread_mutex_t mappings_lock = PTHREAD_MUTEX_INITIALIZER;
static camera_mapping mappings[max_mappings];
static _Atomic unsigned mapping_count;

static bool remember(camera_mapping made) {
    pthread_mutex_lock(&mappings_lock);
    bool has_room = false;
    for (unsigned i = 0; i < max_mappings && !has_room; i++) {
        if (mappings[i].address != NULL) { continue; }
        mappings[i] = made;
        atomic_fetch_add(&mapping_count, 1);
        has_room = true;
    }
    pthread_mutex_unlock(&mappings_lock);
    return has_room;
}

bool camera_unmaps(void *address, camera_mapping *taken) {
    if (atomic_load(&mapping_count) == 0) { return false; }
    pthread_mutex_lock(&mappings_lock);
    bool is_ours = false;
    for (unsigned i = 0; i < max_mappings && !is_ours; i++) {
        if (mappings[i].address != address) { continue; }
        *taken = mappings[i];
        mappings[i].address = NULL;
        atomic_fetch_sub(&mapping_count, 1);
        is_ours = true;
    }
    pthread_mutex_unlock(&mappings_lock);
    return is_ours;
}

/// Counts the addition or removal of a mapping, if its buffer still exists.
static void note(const camera_mapping *one, bool is_new) {
    presence *at = one->at;
    pthread_mutex_lock(&at->lock);
    if (one->allocation == at->allocation && one->index < at->buffer_count) {
        if (is_new) {
            at->buffers[one->index].mappings++;
        } else if (at->buffers[one->index].mappings > 0) {
            at->buffers[one->index].mappings--;
        }
    }
    pthread_mutex_unlock(&at->lock);
    count(at, is_new ? counted_mmaps : counted_munmaps);
}

void camera_unmapped(const camera_mapping *taken, bool succeeded) {
    if (succeeded) {
        note(taken, false);
    } else {
        remember(*taken);
    }
}

void *camera_mmap(
    presence *at, void *address, size_t length, int protection, int flags, off_t offset) {
    pthread_mutex_lock(&at->serial);
    camera_mapping made = {NULL, at, at->allocation, 0};
    int error = 0;
    if (atomic_load(&at->gone)) {
        error = ENODEV;
    } else if (
        at->bytes == NULL || offset < 0 || (size_t)offset % at->buffer_length != 0
        || (size_t)offset / at->buffer_length >= at->buffer_count || length > at->buffer_length
        || (flags & MAP_SHARED) == 0 || (protection & PROT_READ) == 0) {
        error = EINVAL;
    } else {
        made.index = (unsigned)((size_t)offset / at->buffer_length);
        made.address = REAL(mmap)(address, length, protection, flags, at->memory, offset);
        if (made.address == MAP_FAILED) { error = errno; }
    }
    if (error == 0 && !remember(made)) {
        REAL(munmap)(made.address, length);
        error = ENOMEM;
    }
    if (error == 0) { note(&made, true); }
    pthread_mutex_unlock(&at->serial);
    if (error != 0) {
        errno = error;
        return MAP_FAILED;
    }
    return made.address;
}

REPLACES void *mmap(
    void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
    open_file *file = flags & MAP_ANONYMOUS ? NULL : file_of(descriptor);
    if (file != NULL) { return camera_mmap(file->at, address, length, protection, flags, offset); }
    return REAL(mmap)(address, length, protection, flags, descriptor, offset);
}

REPLACES void *mmap64(
    void *address, size_t length, int protection, int flags, int descriptor, off64_t offset) {
    open_file *file = flags & MAP_ANONYMOUS ? NULL : file_of(descriptor);
    if (file != NULL) { return camera_mmap(file->at, address, length, protection, flags, offset); }
    return REAL(mmap64)(address, length, protection, flags, descriptor, offset);
}

REPLACES int munmap(void *address, size_t length) {
    camera_mapping taken;
    // Removed first, because another thread may get the address as soon as it is free.
    bool is_ours = camera_unmaps(address, &taken);
    int result = REAL(munmap)(address, length);
    if (is_ours) { camera_unmapped(&taken, result == 0); }
    return result;
}
