#include "nodes.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistd.h>

enum { video_major = 81, group_video = 44 };

/// Removes `//`, `.` and `..` from an absolute path; there are no links on the way to our nodes.
static bool normalise(const char *path, char into[max_path]) {
    if (path == NULL || *path != '/' || strlen(path) >= max_path) { return false; }
    size_t length = 0;
    while (*path != 0) {
        while (*path == '/') { path++; }
        size_t part = strcspn(path, "/");
        if (part == 2 && path[0] == '.' && path[1] == '.') {
            while (length > 0 && into[--length] != '/') { }
        } else if (part > 0 && !(part == 1 && *path == '.')) {
            into[length++] = '/';
            memcpy(into + length, path, part);
            length += part;
        }
        path += part;
    }
    into[length] = 0;
    return true;
}

/// The number after `prefix`, up to the end of the path or a slash; -1 if there is none.
static long number_after(const char *path, const char *prefix, const char **rest) {
    size_t length = strlen(prefix);
    if (strncmp(path, prefix, length) != 0 || !isdigit((unsigned char)path[length])) { return -1; }
    char *end;
    long number = strtol(path + length, &end, 10);
    if (*end != 0 && *end != '/') { return -1; }
    *rest = end;
    return number;
}

static bool has_ids(void) {
    unsigned total;
    camera *all = cameras_all(&total);
    for (unsigned i = 0; i < total; i++) {
        if (*all[i].id != 0 && presence_of(&all[i]) != NULL) { return true; }
    }
    return false;
}

static void find_by_id(node *self, const char *name) {
    self->kind = node_missing;
    unsigned total;
    camera *all = cameras_all(&total);
    for (unsigned i = 0; i < total; i++) {
        if (strcmp(all[i].id, name) != 0 || *name == 0) { continue; }
        self->at = presence_of(&all[i]);
        if (self->at == NULL) { continue; }
        self->kind = node_link;
        snprintf(self->text, sizeof self->text, "../../video%u", self->at->number);
        return;
    }
}

/// The position of a node among those on the same bus.
static unsigned index_on_bus(const presence *at) {
    unsigned total, index = 0;
    camera *all = cameras_all(&total);
    for (unsigned i = 0; i < total && &all[i] != at->camera; i++) {
        if (strcmp(all[i].bus, at->camera->bus) == 0) { index++; }
    }
    return index;
}

/// Finds a file or the folder of a device in /sys.
static void find_in_sys(node *self, long number, const char *rest) {
    self->kind = node_missing;
    self->at = presence_numbered((uint32_t)number);
    if (self->at == NULL) { return; }
    size_t room = sizeof self->text;
    self->kind = node_text;
    if (*rest == 0) {
        self->kind = node_folder;
    } else if (strcmp(rest, "/name") == 0) {
        snprintf(self->text, room, "%s\n", self->at->camera->name);
    } else if (strcmp(rest, "/index") == 0) {
        snprintf(self->text, room, "%u\n", index_on_bus(self->at));
    } else if (strcmp(rest, "/dev") == 0) {
        snprintf(self->text, room, "%d:%ld\n", video_major, number);
    } else if (strcmp(rest, "/uevent") == 0) {
        snprintf(
            self->text, room, "MAJOR=%d\nMINOR=%ld\nDEVNAME=video%ld\n", video_major, number,
            number);
    } else {
        self->kind = node_missing;
    }
}

static void find(node *self) {
    const char *path = self->path;
    const char *rest = "";
    long number = number_after(path, "/dev/video", &rest);
    if (number >= 0) {
        self->at = *rest == 0 ? presence_numbered((uint32_t)number) : NULL;
        self->kind = self->at != NULL ? node_device : node_missing;
        return;
    }
    if (strcmp(path, "/dev/v4l") == 0 || strcmp(path, "/dev/v4l/by-id") == 0) {
        self->kind = has_ids() ? node_folder : node_missing;
    } else if (strncmp(path, "/dev/v4l/by-id/", 15) == 0) {
        find_by_id(self, path + 15);
    } else if (strncmp(path, "/dev/v4l/", 9) == 0) {
        self->kind = node_missing;
    } else if (strcmp(path, "/sys/class/video4linux") == 0) {
        self->kind = node_folder;
    } else if ((number = number_after(path, "/sys/class/video4linux/video", &rest)) >= 0
        || (number = number_after(path, "/sys/dev/char/81:", &rest)) >= 0) {
        find_in_sys(self, number, rest);
    }
}

node node_at(const char *path, bool follow) {
    node found = {.kind = node_foreign};
    if (!emulator_is_on() || path == NULL) { return found; }
    // Returns early for paths that cannot be ours.
    if (strncmp(path, "/dev", 4) != 0 && strncmp(path, "/sys", 4) != 0
        && (path[0] != '/' || (path[1] != '/' && path[1] != '.'))) {
        return found;
    }
    if (!normalise(path, found.path)) { return found; }
    find(&found);
    if (found.kind == node_link && follow) {
        found.kind = node_device;
        snprintf(found.path, sizeof found.path, "/dev/video%u", found.at->number);
    }
    return found;
}

bool path_is_dev(const char *path) {
    char plain[max_path];
    return emulator_is_on() && normalise(path, plain) && strcmp(plain, "/dev") == 0;
}

bool dev_name_is_ours(const char *name) {
    if (strcmp(name, "v4l") == 0) { return true; }
    return strncmp(name, "video", 5) == 0 && isdigit((unsigned char)name[5]);
}

static void append(char **list, size_t *length, const char *name) {
    size_t size = strlen(name) + 1;
    char *grown = realloc(*list, *length + size + 1);
    if (grown == NULL) { emulator_fail("out of memory"); }
    memcpy(grown + *length, name, size);
    *length += size;
    grown[*length] = 0;
    *list = grown;
}

char *node_names(const char *folder) {
    char path[max_path] = "";
    char *list = NULL;
    size_t length = 0;
    normalise(folder, path);
    bool is_dev = strcmp(path, "/dev") == 0;
    if (!is_dev) {
        append(&list, &length, ".");
        append(&list, &length, "..");
    }
    unsigned total;
    camera *all = cameras_all(&total);
    bool is_class = strcmp(path, "/sys/class/video4linux") == 0;
    for (unsigned i = 0; i < total; i++) {
        presence *at = presence_of(&all[i]);
        if (at == NULL) { continue; }
        char name[32];
        snprintf(name, sizeof name, "video%u", at->number);
        if (is_dev || is_class) { append(&list, &length, name); }
        if (strcmp(path, "/dev/v4l/by-id") == 0 && *all[i].id != 0) {
            append(&list, &length, all[i].id);
        }
    }
    if (is_dev && has_ids()) { append(&list, &length, "v4l"); }
    if (strcmp(path, "/dev/v4l") == 0) { append(&list, &length, "by-id"); }
    if (!is_class && strncmp(path, "/sys/", 5) == 0) {
        static const char *const texts[] = {"dev", "index", "name", "uevent"};
        for (unsigned i = 0; i < 4; i++) { append(&list, &length, texts[i]); }
    }
    if (list == NULL) {
        list = calloc(1, 1);
        if (list == NULL) { emulator_fail("out of memory"); }
    }
    return list;
}

void device_status(const presence *at, struct stat *into) {
    *into = (struct stat){
        .st_mode = S_IFCHR | (at->camera->faults.denied ? 0600 : 0660),
        .st_nlink = 1,
        .st_gid = group_video,
        .st_rdev = makedev(video_major, at->number),
        .st_dev = 5,
        .st_ino = 8100 + at->number,
        .st_blksize = 4096,
    };
}

void node_status(const node *self, struct stat *into) {
    if (self->kind == node_device) {
        device_status(self->at, into);
        return;
    }
    *into = (struct stat){.st_nlink = 1, .st_dev = 5, .st_blksize = 4096};
    // A unique number for each path.
    into->st_ino = 14695981039346656037u;
    for (const char *at = self->path; *at != 0; at++) {
        into->st_ino = (into->st_ino ^ (uint8_t)*at) * 1099511628211u;
    }
    switch (self->kind) {
    case node_link: into->st_mode = S_IFLNK | 0777; break;
    case node_folder: into->st_mode = S_IFDIR | 0755; break;
    default: into->st_mode = S_IFREG | 0444; break;
    }
    if (self->kind != node_folder) { into->st_size = (off_t)strlen(self->text); }
}

int node_access(const node *self, int mode) {
    if (self->kind == node_missing) { return ENOENT; }
    if (self->kind == node_device && self->at->camera->faults.denied && mode != F_OK) {
        return EACCES;
    }
    if (self->kind == node_text && (mode & (W_OK | X_OK)) != 0) { return EACCES; }
    if (self->kind == node_device && (mode & X_OK) != 0) { return EACCES; }
    return 0;
}
