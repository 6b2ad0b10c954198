// Direct convolution over a padded NHWC map. A tile of pixels by some vectors of channels is summed
// up in registers; a row of a window is a contiguous run of kernel_width * channels floats for each
// pixel. Tiles run over all pixels of the map in one sequence, across rows, so that small maps also
// fill them. Every tile adds its terms in the same order, so results do not depend on the position
// of a tile.

#define MOST_TILE_PIXELS 12

// Prefetch distance of weights, in terms. Between frames the weights leave the near caches, and
// hardware prefetchers stop at the end of a page.
#define TERMS_AHEAD 128

#include "lanes.h"

// Positions of an output pixel and its inputs.
typedef struct {
    const float *input;
    float *output;
    const float *other;
    int32_t x;
} place;

// Offsets from a pixel to the next, in a row and at its end; in floats.
typedef struct {
    int32_t width;
    int64_t input, output, other;
    int64_t input_jump, output_jump, other_jump;
} stride;

static place first_place(const cnk_step *step, int32_t image) {
    const cnk_map *input = &step->input, *other = &step->other;
    return (place){input->data + image * input->image - step->padding_top * input->row -
                       (int64_t)step->padding_left * input->channels,
                   step->output.data + image * step->output.image,
                   other->data == NULL ? NULL : other->data + image * other->image, 0};
}

static stride stride_of(const cnk_step *step) {
    const cnk_map *input = &step->input, *output = &step->output, *other = &step->other;
    stride s = {.width = output->width,
                .input = (int64_t)step->stride_width * input->channels,
                .output = output->channels};
    s.input_jump = step->stride_height * input->row - s.width * s.input;
    s.output_jump = output->row - s.width * s.output;
    if (other->data != NULL) {
        s.other = other->channels;
        s.other_jump = other->row - s.width * s.other;
    }
    return s;
}

INLINE void go_on(place *at, const stride *by) {
    at->input += by->input;
    at->output += by->output;
    at->other += by->other;
    if (++at->x == by->width) {
        at->x = 0;
        at->input += by->input_jump;
        at->output += by->output_jump;
        at->other += by->other_jump;
    }
}

// Adds the second summand to one vector of each pixel.
INLINE void add_other(vector *sums, const int pixels, const float *const *other, int64_t left) {
    if (left >= LANES) {
        UNROLLED for (int p = 0; p < pixels; p++) sums[p] += v_load(other[p]);
    } else if (left > 0) {
        UNROLLED for (int p = 0; p < pixels; p++) sums[p] += v_load_partial(other[p], left);
    }
}

INLINE void store_all(const vector *sums, const int pixels, float *const *output, int64_t left) {
    if (left >= LANES) {
        UNROLLED for (int p = 0; p < pixels; p++) v_store(output[p], sums[p]);
    } else {
        UNROLLED for (int p = 0; p < pixels; p++) v_store_partial(output[p], sums[p], left);
    }
}

// Stores pixels of a row.
INLINE void store_row(const vector *sums, const int pixels, float *output, int64_t channels,
                      int64_t left) {
    if (left >= LANES) {
        UNROLLED for (int p = 0; p < pixels; p++) v_store(output + p * channels, sums[p]);
    } else {
        UNROLLED for (int p = 0; p < pixels; p++) v_store_partial(output + p * channels, sums[p], left);
    }
}

// Computes `pixels` pixels and `vectors` vectors of channels from c on. Advances to the next pixel.
INLINE void tile(const cnk_step *step, const int pixels, const int vectors, place *at,
                 const stride *by, const float *weights, int64_t c) {
    const float *input[MOST_TILE_PIXELS], *other[MOST_TILE_PIXELS];
    float *output[MOST_TILE_PIXELS];
    vector sums[3][MOST_TILE_PIXELS];
    UNROLLED for (int v = 0; v < vectors; v++) {
        const vector bias = v_load(step->bias + c + v * LANES);
        UNROLLED for (int p = 0; p < pixels; p++) sums[v][p] = bias;
    }
    // Most tiles are within one row and need no check per pixel.
    if (at->x + pixels < by->width) {
        UNROLLED for (int p = 0; p < pixels; p++) {
            input[p] = at->input + p * by->input;
            output[p] = at->output + p * by->output + c;
            other[p] = at->other + p * by->other + c;
        }
        at->input += pixels * by->input;
        at->output += pixels * by->output;
        at->other += pixels * by->other;
        at->x += pixels;
    } else {
        UNROLLED for (int p = 0; p < pixels; p++) {
            input[p] = at->input;
            output[p] = at->output + c;
            other[p] = at->other + c;
            go_on(at, by);
        }
    }
    const int64_t run = (int64_t)step->kernel_width * step->input.channels;
    const int64_t row = step->input.row;
    for (int64_t first = 0, ky = step->kernel_height; ky > 0; ky--, first += row) {
        int64_t i = first;
#ifdef V_MULTIPLY_ADD_LANE
        for (; i + LANES <= first + run; i += LANES) {
            vector x[MOST_TILE_PIXELS];
            UNROLLED for (int p = 0; p < pixels; p++) x[p] = v_load(input[p] + i);
            if (vectors > 1) prefetch_lanes(vectors, weights);
            add_lanes(pixels, vectors, x, weights, sums);
            weights += LANES * vectors * LANES;
        }
#endif
        for (; i < first + run; i++) {
            vector w[3];
            UNROLLED for (int v = 0; v < vectors; v++) {
                w[v] = v_load(weights + v * LANES);
                // One vector of channels has few weights, which stay in the cache.
                if (vectors > 1) __builtin_prefetch(weights + (TERMS_AHEAD * vectors + v) * LANES);
            }
            weights += vectors * LANES;
            UNROLLED for (int p = 0; p < pixels; p++) {
                const vector x = v_all(input[p][i]);
                UNROLLED for (int v = 0; v < vectors; v++)
                    sums[v][p] = v_multiply_add(x, w[v], sums[v][p]);
            }
        }
    }
    UNROLLED for (int v = 0; v < vectors; v++) {
        const int64_t k = c + v * LANES;
        if (step->other.data != NULL) {
            UNROLLED for (int p = 0; p < pixels; p++) other[p] += v > 0 ? LANES : 0;
            add_other(sums[v], pixels, other, step->other.channels - k);
        }
        activate_all(sums[v], pixels, step, k);
        UNROLLED for (int p = 0; p < pixels; p++) output[p] += v > 0 ? LANES : 0;
        store_all(sums[v], pixels, output, step->output.channels - k);
    }
}

// A single pixel, such as in a dense layer. Uses four sums in turn, because each addition to a
// single sum would wait for the previous one.
INLINE void single(const cnk_step *step, const int vectors, place *at, const stride *by,
                   const float *weights, int64_t c) {
    vector sums[4][3];
    UNROLLED for (int s = 0; s < 4; s++) UNROLLED for (int v = 0; v < vectors; v++)
        sums[s][v] = s == 0 ? v_load(step->bias + c + v * LANES) : v_all(0);
    const int64_t run = (int64_t)step->kernel_width * step->input.channels;
    for (int32_t ky = 0; ky < step->kernel_height; ky++) {
        const float *input = at->input + ky * step->input.row;
        int64_t i = 0;
        for (; i + 4 <= run; i += 4) {
#ifdef V_MULTIPLY_ADD_LANE
            add_lanes_apart(vectors, v_load(input + i), weights, sums);
#else
            UNROLLED for (int s = 0; s < 4; s++) UNROLLED for (int v = 0; v < vectors; v++)
                sums[s][v] = v_multiply_add(v_all(input[i + s]),
                                            v_load(weights + (s * vectors + v) * LANES), sums[s][v]);
#endif
            weights += 4 * vectors * LANES;
        }
        for (; i < run; i++) {
            UNROLLED for (int v = 0; v < vectors; v++)
                sums[0][v] = v_multiply_add(v_all(input[i]), v_load(weights + v * LANES), sums[0][v]);
            weights += vectors * LANES;
        }
    }
    UNROLLED for (int v = 0; v < vectors; v++) {
        const int64_t k = c + v * LANES;
        vector sum = (sums[0][v] + sums[1][v]) + (sums[2][v] + sums[3][v]);
        if (at->other != NULL) sum += load_left(at->other + k, step->other.channels - k);
        store_left(at->output + k, activate(sum, step, k), step->output.channels - k);
    }
    go_on(at, by);
}

#define TILE_CASE(n) \
    case n: \
        if (n <= most) \
            for (; count > 0; count--) tile(step, n, vectors, at, &by, weights, c); \
        break;

// Computes `count` consecutive tiles of `pixels` pixels, at most `most`.
INLINE void tiles_of(const int vectors, const int most, const cnk_step *step, int64_t count,
                     int64_t pixels, place *at, const float *weights, int64_t c) {
    const stride by = stride_of(step);
    switch (pixels) {
        TILE_CASE(2)
        TILE_CASE(3)
        TILE_CASE(4)
        TILE_CASE(5)
        TILE_CASE(6)
        TILE_CASE(7)
        TILE_CASE(8)
        TILE_CASE(9)
        TILE_CASE(10)
        TILE_CASE(11)
        TILE_CASE(12)
    default:
        for (; count > 0; count--) single(step, vectors, at, &by, weights, c);
    }
}

#undef TILE_CASE

#include "stem.h"

// One image and one block of channels.
static void convolve(const cnk_step *step, int32_t image, int64_t vectors, int64_t c) {
    const int64_t terms =
        (int64_t)step->kernel_height * step->kernel_width * step->input.channels;
    const int64_t pixels = (int64_t)step->output.height * step->output.width;
    const int64_t most = vectors == 3   ? TILE_PIXELS_OF_THREE
                         : vectors == 2 ? TILE_PIXELS_OF_TWO
                                        : TILE_PIXELS_OF_ONE;
    // Tiles of nearly the same size, the larger ones first: for 256 pixels, 22 tiles of 11 or 12
    // are better than 21 of 12 and one of 4.
    const int64_t tiles = (pixels + most - 1) / most;
    const int64_t larger = pixels % tiles, size = pixels / tiles;
    const float *weights = step->weights + c * terms;
    place at = first_place(step, image);
    if (stem(step, vectors, at, weights, c)) return;
    for (int part = 0; part < 2; part++) {
        const int64_t count = part == 0 ? larger : tiles - larger;
        const int64_t each = part == 0 ? size + 1 : size;
        if (vectors == 3)
            tiles_of(3, TILE_PIXELS_OF_THREE, step, count, each, &at, weights, c);
        else if (vectors == 2)
            tiles_of(2, TILE_PIXELS_OF_TWO, step, count, each, &at, weights, c);
        else
            tiles_of(1, TILE_PIXELS_OF_ONE, step, count, each, &at, weights, c);
    }
}

// The outer loop runs over blocks of channels, so that a block's weights are reused while they are
// in the first-level cache, and the maps are read once per block.
static void convolution(const cnk_step *step) {
    for (int64_t c = 0; c < step->output.channels;) {
        const int64_t vectors = cnk_block_vectors(LANES, step->output.channels - c);
        for (int32_t image = 0; image < step->images; image++) convolve(step, image, vectors, c);
        c += vectors * LANES;
    }
}

#define CONVOLUTION_KERNELS ALL_IMAGES(convolution)
