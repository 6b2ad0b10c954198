#include "nodes.h"

#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// opendir, readdir, scandir and glob: /dev shows its own entries and the cameras, our folders only
// the cameras.

_Static_assert(sizeof(struct dirent) == sizeof(struct dirent64), "one layout for both");
_Static_assert(sizeof(glob_t) == sizeof(glob64_t), "one layout for both");

/// A real folder, which may be hidden, and the names that we add.
typedef struct listing {
    DIR *directory;
    bool shows_real;
    char folder[max_path];
    char *names;
    char *next_name;
    struct dirent entry;
    struct listing *next;
} listing;

static pthread_mutex_t listings_lock = PTHREAD_MUTEX_INITIALIZER;
static listing *listings;
static _Atomic unsigned listing_count;

static listing *listing_of(DIR *directory) {
    if (atomic_load(&listing_count) == 0) { return NULL; }
    pthread_mutex_lock(&listings_lock);
    listing *found = listings;
    while (found != NULL && found->directory != directory) { found = found->next; }
    pthread_mutex_unlock(&listings_lock);
    return found;
}

REPLACES DIR *opendir(const char *path) {
    bool is_dev = path_is_dev(path);
    node at = node_at(path, true);
    if (!is_dev && at.kind == node_foreign) { return REAL(opendir)(path); }
    if (!is_dev && at.kind != node_folder) {
        errno = at.kind == node_missing ? ENOENT : ENOTDIR;
        return NULL;
    }
    listing *made = calloc(1, sizeof *made);
    // A real folder, because dirfd and closedir need one.
    DIR *directory = REAL(opendir)(is_dev ? "/dev" : "/");
    if (made == NULL || directory == NULL) {
        free(made);
        if (directory != NULL) { REAL(closedir)(directory); }
        return NULL;
    }
    made->directory = directory;
    made->shows_real = is_dev;
    snprintf(made->folder, sizeof made->folder, "%s", is_dev ? "/dev" : at.path);
    made->names = node_names(made->folder);
    made->next_name = made->names;
    pthread_mutex_lock(&listings_lock);
    made->next = listings;
    listings = made;
    atomic_fetch_add(&listing_count, 1);
    pthread_mutex_unlock(&listings_lock);
    return directory;
}

static struct dirent *next_entry(listing *self) {
    while (self->shows_real) {
        struct dirent *real = REAL(readdir)(self->directory);
        if (real == NULL) { break; }
        if (!dev_name_is_ours(real->d_name)) { return real; }
    }
    if (*self->next_name == 0) { return NULL; }
    const char *name = self->next_name;
    self->next_name += strlen(name) + 1;
    self->entry = (struct dirent){.d_reclen = sizeof self->entry, .d_type = DT_DIR};
    snprintf(self->entry.d_name, sizeof self->entry.d_name, "%s", name);
    char path[max_path + 256];
    snprintf(path, sizeof path, "%s/%s", self->folder, name);
    node at = node_at(path, false);
    struct stat status = {0};
    if (at.kind != node_foreign && at.kind != node_missing) {
        node_status(&at, &status);
        self->entry.d_type = IFTODT(status.st_mode);
    }
    self->entry.d_ino = status.st_ino != 0 ? status.st_ino : 1;
    return &self->entry;
}

REPLACES struct dirent *readdir(DIR *directory) {
    listing *self = listing_of(directory);
    return self == NULL ? REAL(readdir)(directory) : next_entry(self);
}

REPLACES struct dirent64 *readdir64(DIR *directory) {
    listing *self = listing_of(directory);
    return self == NULL ? REAL(readdir64)(directory) : (struct dirent64 *)next_entry(self);
}

REPLACES void rewinddir(DIR *directory) {
    listing *self = listing_of(directory);
    REAL(rewinddir)(directory);
    if (self == NULL) { return; }
    free(self->names);
    self->names = node_names(self->folder);
    self->next_name = self->names;
}

REPLACES int closedir(DIR *directory) {
    listing *self = listing_of(directory);
    if (self != NULL) {
        pthread_mutex_lock(&listings_lock);
        listing **link = &listings;
        while (*link != self) { link = &(*link)->next; }
        *link = self->next;
        atomic_fetch_sub(&listing_count, 1);
        pthread_mutex_unlock(&listings_lock);
        free(self->names);
        free(self);
    }
    return REAL(closedir)(directory);
}

/// The C library's own scandir would not call our replacements.
REPLACES int scandir(
    const char *restrict path, struct dirent ***restrict into,
    int (*wants)(const struct dirent *),
    int (*order)(const struct dirent **, const struct dirent **)) {
    if (!path_is_dev(path) && node_at(path, true).kind == node_foreign) {
        return REAL(scandir)(path, into, wants, order);
    }
    DIR *directory = opendir(path);
    if (directory == NULL) { return -1; }
    struct dirent **list = NULL, *entry;
    int total = 0;
    while ((entry = readdir(directory)) != NULL) {
        if (wants != NULL && wants(entry) == 0) { continue; }
        struct dirent **grown = realloc(list, sizeof *list * (size_t)(total + 1));
        struct dirent *copy = malloc(sizeof *copy);
        if (grown == NULL || copy == NULL) { emulator_fail("out of memory"); }
        list = grown;
        memcpy(copy, entry, entry->d_reclen);
        list[total++] = copy;
    }
    closedir(directory);
    if (order != NULL && total > 0) {
        qsort(list, (size_t)total, sizeof *list, (int (*)(const void *, const void *))order);
    }
    *into = list;
    return total;
}

static void *glob_open(const char *path) { return opendir(path); }
static struct dirent *glob_read(void *directory) { return readdir(directory); }
static void glob_close(void *directory) { closedir(directory); }

REPLACES int glob(
    const char *restrict pattern, int flags, int (*on_error)(const char *, int),
    glob_t *restrict into) {
    if (!emulator_is_on() || (flags & GLOB_ALTDIRFUNC) != 0) {
        return REAL(glob)(pattern, flags, on_error, into);
    }
    into->gl_opendir = glob_open;
    into->gl_readdir = glob_read;
    into->gl_closedir = glob_close;
    into->gl_stat = stat;
    into->gl_lstat = lstat;
    return REAL(glob)(pattern, flags | GLOB_ALTDIRFUNC, on_error, into);
}

REPLACES int glob64(
    const char *restrict pattern, int flags, int (*on_error)(const char *, int),
    glob64_t *restrict into) {
    return glob(pattern, flags, on_error, (glob_t *)into);
}
