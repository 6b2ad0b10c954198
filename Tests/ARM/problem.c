#include "problem.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const kernel_names[] = {
    "convolution", "winograd", "depthwise", "add", "activate_alone", "max_pool", "average_pool",
    "global_average", "copy", "softmax", "sigmoid", "transpose", "layer_norm", "prepend",
    "normalize_points",
};

uint32_t next_number(generator *random) {
    random->state = random->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random->state >> 32);
}

int32_t next_between(generator *random, int32_t low, int32_t high) {
    return low + (int32_t)(next_number(random) % (uint32_t)(high - low + 1));
}

float next_float(generator *random) {
    return (float)(next_number(random) >> 8) * 0x1p-23f - 1;
}

static float *allocate(size_t count) {
    float *memory = calloc(count, sizeof(float));
    if (memory == NULL) {
        fputs("no memory\n", stderr);
        exit(70);
    }
    return memory;
}

// Kernels may read vectors up to 64 bytes past the end.
enum { AFTER = 16 };
// A value that no kernel writes.
static const float untouched = 7e7f;

static owned_map make_map(int32_t images, int32_t height, int32_t width, int32_t channels,
                          int32_t top, int32_t left, int32_t bottom, int32_t right) {
    owned_map made;
    const int64_t row = (int64_t)(left + width + right) * channels;
    const int64_t image = (top + height + bottom) * row;
    made.count = (size_t)(images * image) + 2 * AFTER;
    made.memory = allocate(made.count);
    made.map = (cnk_map){made.memory + AFTER + top * row + (int64_t)left * channels,
                         height, width, channels, row, image, top, bottom, left, right};
    return made;
}

static void fill(const owned_map *map, int32_t images, generator *random) {
    const cnk_map *m = &map->map;
    for (int64_t image = 0; image < images; image++)
        for (int64_t y = 0; y < m->height; y++)
            for (int64_t i = 0; i < (int64_t)m->width * m->channels; i++)
                m->data[image * m->image + y * m->row + i] = next_float(random);
}

// Nearest half-precision number to a number of magnitude 2^-14 to 1.
static uint16_t half_of(float number) {
    int exponent;
    const float mantissa = frexpf(fabsf(number), &exponent);
    const int bits = (int)lrintf(mantissa * 2048);
    return (uint16_t)((number < 0 ? 0x8000 : 0) + ((exponent + 13) << 10) + bits);
}

static float number_of(uint16_t half) {
    const int exponent = (half >> 10) & 31;
    const float magnitude =
        exponent == 0 ? ldexpf(half & 1023, -24) : ldexpf((half & 1023) + 1024, exponent - 25);
    return half & 0x8000 ? -magnitude : magnitude;
}

static int32_t missing(int32_t needed, int32_t there) { return needed > there ? needed - there : 0; }

static bool has_window(operation_kind operation) {
    return operation == CONVOLUTION || operation == WINOGRAD ||
           operation == DEPTHWISE || operation == MAX_POOL ||
           operation == AVERAGE_POOL;
}

// Number of weights before packing.
static int64_t weight_count(const shape *s) {
    const int64_t window = (int64_t)s->side * s->side;
    switch (s->operation) {
    case CONVOLUTION:
    case WINOGRAD: return window * s->channels * s->outputs;
    case DEPTHWISE: return window * s->channels;
    default: return s->channels;
    }
}

static void pack(problem *p, const shape *s) {
    const int64_t window = (int64_t)s->side * s->side;
    const int64_t points = (int64_t)(s->tile_side + 2) * (s->tile_side + 2);
    switch (s->operation) {
    case CONVOLUTION:
        p->packed = allocate(cnk_packed_count(p->lanes, s->outputs, window * s->channels) + AFTER);
        cnk_pack_convolution(p->weights, p->lanes, s->outputs, window * s->channels, p->packed);
        break;
    case WINOGRAD:
        p->packed = allocate(cnk_packed_count(p->lanes, s->outputs, points * s->channels) + AFTER);
        if (s->halves) {
            const int64_t count = weight_count(s);
            uint16_t *halves = (uint16_t *)allocate((size_t)count);
            for (int64_t i = 0; i < count; i++) halves[i] = half_of(p->weights[i]);
            for (int64_t i = 0; i < count; i++) p->weights[i] = number_of(halves[i]);
            cnk_pack_halves(halves, p->lanes, s->outputs, s->channels, p->packed);
            free(halves);
        } else {
            cnk_pack_winograd(
                p->weights, p->lanes, s->tile_side, s->outputs, s->channels, p->packed);
        }
        p->scratch = allocate(cnk_winograd_scratch(p->lanes, s->tile_side, s->images,
                                                   p->output.map.height, p->output.map.width,
                                                   s->channels, s->halves));
        break;
    case DEPTHWISE:
        p->packed = allocate(cnk_packed_count(p->lanes, s->channels, window) + AFTER);
        cnk_pack_depthwise(p->weights, p->lanes, s->channels, window, p->packed);
        break;
    default:
        p->packed = allocate((size_t)s->channels + 64);
        memcpy(p->packed, p->weights, (size_t)s->channels * sizeof(float));
    }
}

problem make_problem(shape s, int32_t lanes, uint64_t seed) {
    generator random = {seed};
    problem p = {.lanes = lanes};
    int32_t height = s.height, width = s.width, outputs = s.outputs;
    int32_t top = 0, left = 0, bottom = 0, right = 0;
    if (has_window(s.operation)) {
        height = (s.height + 2 * s.padding - s.side) / s.stride + 1;
        width = (s.width + 2 * s.padding - s.side) / s.stride + 1;
        const int32_t tile = s.operation == WINOGRAD ? s.tile_side : 1;
        const int32_t high = (height + tile - 1) / tile * tile;
        const int32_t wide = (width + tile - 1) / tile * tile;
        if (s.operation != MAX_POOL && s.operation != AVERAGE_POOL) {
            top = left = s.padding;
            bottom = missing((high - 1) * s.stride + s.side, s.height + s.padding);
            right = missing((wide - 1) * s.stride + s.side, s.width + s.padding);
        }
    } else if (s.operation == GLOBAL_AVERAGE) {
        height = width = 1;
    } else if (s.operation == TRANSPOSE) {
        width = s.channels;
        outputs = s.width;
    } else if (s.operation == PREPEND) {
        width = s.width + 1;
    }
    p.input = make_map(s.images, s.height, s.width, s.channels, top, left, bottom, right);
    fill(&p.input, s.images, &random);
    p.output = make_map(s.images, height, width, outputs, next_between(&random, 0, 2),
                        next_between(&random, 0, 2), next_between(&random, 0, 2),
                        next_between(&random, 0, 2));
    for (size_t i = 0; i < p.output.count; i++) p.output.memory[i] = untouched;
    if (s.others > 0) {
        p.other = make_map(s.images, height, width, s.others, 0, 1, 1, 0);
        fill(&p.other, s.images, &random);
    }
    // Terms are of order 1/√n, so sums are about 1.
    const int64_t weights = weight_count(&s);
    const int32_t most = outputs > s.channels ? outputs : s.channels;
    const float scale = sqrtf(3.0f * (float)most / (float)weights);
    p.weights = allocate((size_t)weights);
    for (int64_t i = 0; i < weights; i++) {
        p.weights[i] = scale * next_float(&random);
        if (fabsf(p.weights[i]) < 0x1p-12f) p.weights[i] = 0x1p-12f;
    }
    p.bias = allocate((size_t)most + 64);
    p.slopes = allocate((size_t)most + 64);
    for (int32_t i = 0; i < most; i++) {
        p.bias[i] = next_float(&random);
        p.slopes[i] = next_float(&random);
    }
    pack(&p, &s);
    p.operation = s.operation;
    p.step = (cnk_step){
        .kernel = cnk_kernel_named(kernel_names[s.operation]), .activation = s.activation, .images = s.images,
        .input = p.input.map, .output = p.output.map, .other = p.other.map, .weights = p.packed,
        .bias = p.bias, .slopes = p.slopes, .kernel_height = s.side, .kernel_width = s.side,
        .stride_height = s.stride, .stride_width = s.stride, .padding_top = s.padding,
        .padding_left = s.padding, .before = s.operation == COPY ? s.others : 0,
        .number = s.operation == LAYER_NORM ? 1e-5f : 1.5f, .tile_side = s.tile_side,
        .halves = s.halves, .scratch = p.scratch};
    if (s.operation == COPY) p.step.other.data = NULL;
    return p;
}

void free_problem(problem *p) {
    free(p->input.memory);
    free(p->output.memory);
    free(p->other.memory);
    free(p->weights);
    free(p->packed);
    free(p->bias);
    free(p->slopes);
    free(p->scratch);
}

static double input_at(const problem *p, int64_t image, int64_t y, int64_t x, int64_t c) {
    const cnk_map *m = &p->step.input;
    return m->data[image * m->image + y * m->row + x * m->channels + c];
}

// Second summand; zero beyond its channels.
static double other_at(const problem *p, int64_t image, int64_t y, int64_t x, int64_t c) {
    const cnk_map *m = &p->step.other;
    if (m->data == NULL || c >= m->channels) return 0;
    return m->data[image * m->image + y * m->row + x * m->channels + c];
}

static double activated(const problem *p, double value, int64_t c) {
    if (p->step.activation == CNK_IDENTITY || value >= 0) return value;
    return p->step.activation == CNK_RELU ? 0 : value * p->slopes[c];
}

// Sum over a window, or the maximum or mean of the pixels inside the map.
static double window_value(const problem *p, int64_t image, int64_t y, int64_t x, int64_t c) {
    const cnk_step *s = &p->step;
    const int64_t channels = s->input.channels, side = s->kernel_width;
    double sum = 0, largest = -INFINITY;
    int64_t inside = 0;
    for (int64_t ky = 0; ky < side; ky++)
        for (int64_t kx = 0; kx < side; kx++) {
            const int64_t iy = y * s->stride_height + ky - s->padding_top;
            const int64_t ix = x * s->stride_width + kx - s->padding_left;
            if (iy < 0 || ix < 0 || iy >= s->input.height || ix >= s->input.width) continue;
            inside++;
            const int64_t term = ky * side + kx;
            if (p->operation == CONVOLUTION || p->operation == WINOGRAD) {
                for (int64_t i = 0; i < channels; i++)
                    sum += p->weights[(c * side * side + term) * channels + i] *
                           input_at(p, image, iy, ix, i);
            } else {
                const double value = input_at(p, image, iy, ix, c);
                sum += p->operation == DEPTHWISE ? p->weights[term * channels + c] * value
                                                     : value;
                largest = fmax(largest, value);
            }
        }
    if (p->operation == MAX_POOL) return largest;
    if (p->operation == AVERAGE_POOL) return sum / (double)inside;
    return activated(p, sum + p->bias[c] + other_at(p, image, y, x, c), c);
}

// Mean of a pixel's channels, or of their squared distances from a number.
static double channel_mean(const problem *p, int64_t image, int64_t y, int64_t x) {
    double sum = 0;
    for (int64_t c = 0; c < p->step.input.channels; c++) sum += input_at(p, image, y, x, c);
    return sum / p->step.input.channels;
}

static double channel_variance(
    const problem *p, int64_t image, int64_t y, int64_t x, double mean) {
    double sum = 0;
    for (int64_t c = 0; c < p->step.input.channels; c++)
        sum += pow(input_at(p, image, y, x, c) - mean, 2);
    return sum / p->step.input.channels;
}

static double plane_mean(const problem *p, int64_t image, int64_t c) {
    double sum = 0;
    for (int64_t y = 0; y < p->step.input.height; y++)
        for (int64_t x = 0; x < p->step.input.width; x++) sum += input_at(p, image, y, x, c);
    return sum / ((double)p->step.input.height * p->step.input.width);
}

// Mean distance of all pixels, as points, from their mean.
static double mean_distance(const problem *p, int64_t image) {
    double sum = 0;
    for (int64_t y = 0; y < p->step.input.height; y++)
        for (int64_t x = 0; x < p->step.input.width; x++) {
            double squares = 0;
            for (int64_t c = 0; c < p->step.input.channels; c++)
                squares += pow(input_at(p, image, y, x, c) - plane_mean(p, image, c), 2);
            sum += sqrt(squares);
        }
    return sum / ((double)p->step.input.height * p->step.input.width);
}

static double expected_value(const problem *p, int64_t image, int64_t y, int64_t x, int64_t c) {
    const cnk_step *s = &p->step;
    double sum = 0;
    switch (p->operation) {
    case CONVOLUTION:
    case WINOGRAD:
    case DEPTHWISE:
    case MAX_POOL:
    case AVERAGE_POOL: return window_value(p, image, y, x, c);
    case ADD:
        return activated(p, input_at(p, image, y, x, c) + other_at(p, image, y, x, c), c);
    case ACTIVATE: return activated(p, input_at(p, image, y, x, c), c);
    case GLOBAL_AVERAGE: return plane_mean(p, image, c);
    case COPY:
        c -= s->before;
        return c >= 0 && c < s->input.channels ? input_at(p, image, y, x, c) : 0;
    case SOFTMAX:
        for (int64_t i = 0; i < s->input.channels; i++) sum += exp(input_at(p, image, y, x, i));
        return exp(input_at(p, image, y, x, c)) / sum;
    case SIGMOID: return 1 / (1 + exp(-input_at(p, image, y, x, c)));
    case TRANSPOSE: return input_at(p, image, y, c, x);
    case LAYER_NORM: {
        const double mean = channel_mean(p, image, y, x);
        const double variance = channel_variance(p, image, y, x, mean);
        return (input_at(p, image, y, x, c) - mean) / sqrt(variance + s->number) * p->weights[c] +
               p->bias[c];
    }
    case PREPEND: return x == 0 ? p->weights[c] : input_at(p, image, y, x - 1, c);
    case NORMALIZE_POINTS:
        return (input_at(p, image, y, x, c) - plane_mean(p, image, c)) * s->number /
               mean_distance(p, image);
    }
    return NAN;
}

void expected_output(const problem *p, double *expected) {
    const cnk_map *output = &p->step.output;
    for (int64_t image = 0; image < p->step.images; image++)
        for (int64_t y = 0; y < output->height; y++)
            for (int64_t x = 0; x < output->width; x++)
                for (int64_t c = 0; c < output->channels; c++)
                    *expected++ = expected_value(p, image, y, x, c);
}

void plain_convolution(const problem *p) {
    const cnk_step *s = &p->step;
    const cnk_map *in = &s->input, *out = &s->output;
    const int64_t run = (int64_t)s->kernel_width * in->channels;
    for (int64_t y = 0; y < out->height; y++)
        for (int64_t x = 0; x < out->width; x++) {
            const float *window = in->data + (y * s->stride_height - s->padding_top) * in->row +
                                  (x * s->stride_width - s->padding_left) * in->channels;
            const float *weights = p->weights;
            for (int64_t c = 0; c < out->channels; c++) {
                float sum = s->bias[c];
                for (int64_t ky = 0; ky < s->kernel_height; ky++, weights += run)
                    for (int64_t i = 0; i < run; i++) sum += weights[i] * window[ky * in->row + i];
                out->data[y * out->row + x * out->channels + c] = sum > 0 ? sum : 0;
            }
        }
}

void plain_depthwise(const problem *p) {
    const cnk_step *s = &p->step;
    const cnk_map *in = &s->input, *out = &s->output;
    const int64_t channels = in->channels;
    for (int64_t y = 0; y < out->height; y++)
        for (int64_t x = 0; x < out->width; x++) {
            const float *window = in->data + (y * s->stride_height - s->padding_top) * in->row +
                                  (x * s->stride_width - s->padding_left) * channels;
            for (int64_t c = 0; c < channels; c++) {
                float sum = s->bias[c];
                for (int64_t ky = 0; ky < s->kernel_height; ky++)
                    for (int64_t kx = 0; kx < s->kernel_width; kx++)
                        sum += p->weights[(ky * s->kernel_width + kx) * channels + c] *
                               window[ky * in->row + kx * channels + c];
                out->data[y * out->row + x * channels + c] = sum > 0 ? sum : 0;
            }
        }
}
