// Implements CStitching's interface with a library that is loaded on first use, as in
// Sources/COpenCV/loader.c. Packages for several releases of Debian contain this folder's C++ files
// as one library for each version of OpenCV (Packaging/build-opencv).
//
// FACIALFUN_LOAD_OPENCV=1 in the build's environment makes Package.swift compile this file instead
// of the C++ files.

#define _GNU_SOURCE

#include "CStitching.h"

#include <dlfcn.h>
#include <glob.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

typedef __typeof__(&family_stitching_run) run_function;

// ../lib/facialfun/libfacialfun-stitching-*.so relative to the program's folder, newest version
// first. Returns NULL with the reason if none can be loaded.
static run_function _Nullable load(char *reason, size_t size) {
    char program[PATH_MAX], pattern[PATH_MAX + 64];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) {
        snprintf(reason, size, "cannot read /proc/self/exe to find OpenCV's library next to it");
        return NULL;
    }
    program[length] = 0;
    // dirname modifies its argument.
    snprintf(pattern, sizeof pattern, "%s/lib/facialfun/libfacialfun-stitching-*.so",
             dirname(dirname(program)));
    snprintf(reason, size, "cannot load OpenCV: no file %s", pattern);
    glob_t found = {0};
    run_function run = NULL;
    if (glob(pattern, 0, NULL, &found) == 0) {
        for (size_t i = found.gl_pathc; i > 0 && run == NULL; i--) {
            void *library = dlopen(found.gl_pathv[i - 1], RTLD_NOW | RTLD_LOCAL);
            if (library != NULL) {
                run = (run_function)dlsym(library, "family_stitching_run");
            }
            if (run == NULL) {
                const char *why = dlerror();
                snprintf(reason, size,
                         "cannot load OpenCV: %s; install Debian's libopencv-stitching410 and "
                         "libopencv-imgcodecs410 (Debian 13), or both ending in 406 (Debian 12)",
                         why == NULL ? "unknown error" : why);
                if (library != NULL) dlclose(library);
            }
        }
        globfree(&found);
    }
    return run;
}

family_stitching_status family_stitching_run(
    const family_stitching_picture *pictures, size_t count, family_stitching_options options,
    family_stitching_progress progress, void *_Nullable context,
    family_stitching_placement *placements, family_stitching_result *result) {
    *result = (family_stitching_result){.picture = -1};
    // The program stitches once, on one thread.
    const run_function run = load(result->message, sizeof result->message);
    if (run == NULL) return family_stitching_failed;
    return run(pictures, count, options, progress, context, placements, result);
}
