// The kernels of one instruction set. The including file defines the vector type, its functions,
// LANES, INLINE, RUN (the entry's name) and the sizes of tiles: how many pixels of one, two or three
// vectors of channels a convolution sums up together, and how many of a row a depthwise one; and
// V_MULTIPLY_ADD_LANE where the instruction set has such a multiply-add (lanes.h). The
// sums, a column of weights and an input must fit the registers. Included headers come before its
// target attribute: a header of the C library must not be compiled for one instruction set.

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

// Zeros around a map. The memory is shared with maps of other shapes at other times.
static void clear_border(const cnk_map *map) {
    int64_t c = map->channels;
    if (map->top > 0)
        clear(map->data - map->top * map->row - map->left * c, map->top * map->row);
    if (map->bottom > 0)
        clear(map->data + map->height * map->row - map->left * c, map->bottom * map->row);
    if (map->left + map->right > 0) {
        // The right border of one row and the left border of the next are neighbors.
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

// Operations on single images; convolutions process all images together.
static void run_image(const cnk_step *step) {
    switch (step->operation) {
    case CNK_CONVOLUTION:
    case CNK_WINOGRAD: break;
    case CNK_DEPTHWISE: depthwise(step); break;
    case CNK_ADD: add(step); break;
    case CNK_ACTIVATE: activate_alone(step); break;
    case CNK_MAX_POOL: max_pool(step); break;
    case CNK_AVERAGE_POOL: average_pool(step); break;
    case CNK_GLOBAL_AVERAGE: global_average(step); break;
    case CNK_COPY: copy(step); break;
    case CNK_SOFTMAX: softmax(step); break;
    case CNK_SIGMOID: sigmoid(step); break;
    case CNK_TRANSPOSE: transpose(step); break;
    case CNK_LAYER_NORM: layer_norm(step); break;
    case CNK_PREPEND: prepend(step); break;
    case CNK_NORMALIZE_POINTS: normalize_points(step); break;
    }
}

void RUN(const cnk_step *steps, size_t count) {
    for (size_t i = 0; i < count; i++) {
        cnk_step step = steps[i];
        if (step.operation == CNK_CONVOLUTION) convolution(&step);
        if (step.operation == CNK_WINOGRAD) winograd(&step);
        for (int32_t image = 0; image < step.images; image++) {
            clear_border(&step.output);
            run_image(&step);
            go_to_next_image(&step);
        }
    }
}
