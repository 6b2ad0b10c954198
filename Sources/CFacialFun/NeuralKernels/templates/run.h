// The kernels of one instruction set. The including file defines the vector type, its functions,
// LANES, INLINE, RUN (the entry's name) and the sizes of tiles: the number of pixels that a
// convolution sums up together for one, two or three vectors of channels, and that of a depthwise
// convolution; also V_MULTIPLY_ADD_LANE if the instruction set has such a multiply-add (lanes.h).
// The sums, a column of weights and an input must fit the registers. Included headers come before
// its target attribute, because headers of the C library must not be compiled for one instruction
// set.

#if defined(__clang__)
#define UNROLLED _Pragma("clang loop unroll(full)")
#else
#define UNROLLED _Pragma("GCC unroll 32")
#endif

#include "activation.h"
#include "convolution.h"
#include "depthwise.h"
#include "elementwise.h"
#include "mixer.h"
#include "pooling.h"
#include "winograd_filters.h"
#include "winograd.h"

INLINE void clear(float *p, int64_t count) {
    if (count > 0) memset(p, 0, (size_t)count * sizeof(float));
}

// Clears the border of a map. The memory is also used by maps of other shapes.
static void clear_border(const cnk_map *map) {
    int64_t c = map->channels;
    if (map->top > 0)
        clear(map->data - map->top * map->row - map->left * c, map->top * map->row);
    if (map->bottom > 0)
        clear(map->data + map->height * map->row - map->left * c, map->bottom * map->row);
    if (map->left + map->right > 0) {
        // The right border of a row and the left border of the next one are adjacent.
        clear(map->data - map->left * c, map->left * c);
        for (int32_t y = 0; y < map->height; y++) {
            int64_t joined = y + 1 < map->height ? map->right + map->left : map->right;
            clear(map->data + y * map->row + map->width * c, joined * c);
        }
    }
}

static void go_to_next_image(cnk_step *step) {
    step->input.data += step->input.image;
    step->output.data += step->output.image;
    if (step->other.data != NULL) step->other.data += step->other.image;
}

// An entry of the list of kernels. `run` is called for the step's images one by one, or once for
// all of them.
typedef struct {
    const char *name;
    void (*run)(const cnk_step *step);
    bool takes_all_images;
} kernel;

#define EACH_IMAGE(function) {#function, function, false},
#define ALL_IMAGES(function) {#function, function, true},

static const kernel kernels[] = {
    CONVOLUTION_KERNELS WINOGRAD_KERNELS DEPTHWISE_KERNELS POOLING_KERNELS ELEMENTWISE_KERNELS
    MIXER_KERNELS
};

void RUN(const cnk_step *steps, size_t count) {
    for (size_t i = 0; i < count; i++) {
        cnk_step step = steps[i];
        const kernel *chosen = &kernels[step.kernel];
        if (chosen->takes_all_images) chosen->run(&step);
        for (int32_t image = 0; image < step.images; image++) {
            clear_border(&step.output);
            if (!chosen->takes_all_images) chosen->run(&step);
            go_to_next_image(&step);
        }
    }
}
