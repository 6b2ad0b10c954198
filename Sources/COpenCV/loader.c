// The interface of COpenCV through a library that is loaded on first use.
//
// Each Debian release has another version of OpenCV, under another name, and code compiled for one
// does not run with another. A package for several releases therefore links none of them: it
// contains this folder's C++ files as a library for each version (Packaging/build-opencv), and
// loads the first one whose OpenCV is installed.

// FACIALFUN_LOAD_OPENCV=1 in the build's environment makes Package.swift define this.
#ifdef FACIALFUN_LOAD_OPENCV

#define _GNU_SOURCE

#include "COpenCV.h"

#include <dlfcn.h>
#include <glob.h>
#include <libgen.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#define FUNCTIONS(EACH) \
    EACH(facialfun_cv_resize) \
    EACH(facialfun_cv_warp) \
    EACH(facialfun_cv_gray) \
    EACH(facialfun_cv_draw_box) \
    EACH(facialfun_cv_draw_dot) \
    EACH(facialfun_cv_draw_text) \
    EACH(facialfun_cv_text_width)

#define DECLARE(name) static __typeof__(&name) _Nullable loaded_##name;
FUNCTIONS(DECLARE)

// Looks up the functions of a library; false if one is missing.
static bool take_functions(void *library) {
#define TAKE(name) \
    loaded_##name = (__typeof__(&name))dlsym(library, #name); \
    if (loaded_##name == NULL) return false;
    FUNCTIONS(TAKE)
    return true;
}

// ../lib/facialfun/libfacialfun-opencv-*.so relative to the program's folder, newest version first.
static void load(void) {
    char program[PATH_MAX], pattern[PATH_MAX + 64];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) {
        fputs("facialfun: cannot read /proc/self/exe to find OpenCV's library next to it\n", stderr);
        return;
    }
    program[length] = 0;
    // dirname modifies its argument.
    snprintf(pattern, sizeof pattern, "%s/lib/facialfun/libfacialfun-opencv-*.so",
             dirname(dirname(program)));
    glob_t found = {0};
    const int status = glob(pattern, 0, NULL, &found);
    for (size_t i = status == 0 ? found.gl_pathc : 0; i > 0; i--) {
        void *library = dlopen(found.gl_pathv[i - 1], RTLD_NOW | RTLD_LOCAL);
        if (library != NULL && take_functions(library)) {
            globfree(&found);
            return;
        }
        if (library != NULL) dlclose(library);
        loaded_facialfun_cv_resize = NULL;
    }
    if (status == 0) globfree(&found);
    const char *why = dlerror();
    fprintf(stderr,
            "facialfun: cannot load OpenCV by %s: %s; install Debian's libopencv-imgproc410 "
            "(Debian 13) or libopencv-imgproc406 (Debian 12)\n",
            pattern, why == NULL ? "no such file" : why);
}

static bool is_loaded(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    // The last function that is looked up.
    return loaded_facialfun_cv_resize != NULL && loaded_facialfun_cv_text_width != NULL;
}

bool facialfun_cv_is_available(void) { return is_loaded(); }

facialfun_cv_status facialfun_cv_resize(facialfun_cv_source source, facialfun_cv_target target) {
    return is_loaded() ? loaded_facialfun_cv_resize(source, target) : facialfun_cv_failed;
}

facialfun_cv_status facialfun_cv_warp(
    facialfun_cv_source source, facialfun_cv_similarity target_to_source,
    facialfun_cv_target target) {
    return is_loaded() ? loaded_facialfun_cv_warp(source, target_to_source, target)
                       : facialfun_cv_failed;
}

facialfun_cv_status facialfun_cv_gray(facialfun_cv_source source, uint8_t *gray) {
    return is_loaded() ? loaded_facialfun_cv_gray(source, gray) : facialfun_cv_failed;
}

facialfun_cv_status facialfun_cv_draw_box(
    facialfun_cv_target picture, double x, double y, double width, double height,
    facialfun_cv_color color, int32_t thickness) {
    return is_loaded()
        ? loaded_facialfun_cv_draw_box(picture, x, y, width, height, color, thickness)
        : facialfun_cv_failed;
}

facialfun_cv_status facialfun_cv_draw_dot(
    facialfun_cv_target picture, double x, double y, double radius, facialfun_cv_color color) {
    return is_loaded() ? loaded_facialfun_cv_draw_dot(picture, x, y, radius, color)
                       : facialfun_cv_failed;
}

facialfun_cv_status facialfun_cv_draw_text(
    facialfun_cv_target picture, const char *text, double x, double y, double height,
    facialfun_cv_color color) {
    return is_loaded() ? loaded_facialfun_cv_draw_text(picture, text, x, y, height, color)
                       : facialfun_cv_failed;
}

int32_t facialfun_cv_text_width(const char *text, double height) {
    return is_loaded() ? loaded_facialfun_cv_text_width(text, height) : 0;
}

#endif
