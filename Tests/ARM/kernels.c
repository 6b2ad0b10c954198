// Tests every operation of every instruction set of this CPU over random shapes against sums in
// double precision. Prints the largest error of each. Exits with status 1 if an error is too large,
// a border is not zero, or memory around a map was overwritten.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "problem.h"

// Sums are about 1; the tolerance allows some hundred roundings of such sums. Winograd transforms
// multiply by up to 8 and cancel. The Swift tests use the same tolerances.
static const double tolerance = 2e-5, wide_tolerance = 1e-4;

static const struct {
    cnk_instruction_set set;
    const char *name;
} sets[] = {
    {CNK_PORTABLE, "portable"}, {CNK_SSE2, "sse2"},     {CNK_AVX2, "avx2"},
    {CNK_AVX512, "avx512"},     {CNK_NEON, "neon"},
};

static const struct {
    operation_kind operation;
    const char *name;
} operations[] = {
    {CONVOLUTION, "convolution"},
    {WINOGRAD, "winograd"},
    {DEPTHWISE, "depthwise"},
    {ADD, "add"},
    {ACTIVATE, "activate"},
    {MAX_POOL, "max pool"},
    {AVERAGE_POOL, "average pool"},
    {GLOBAL_AVERAGE, "global average"},
    {COPY, "copy"},
    {SOFTMAX, "softmax"},
    {SIGMOID, "sigmoid"},
    {TRANSPOSE, "transpose"},
    {LAYER_NORM, "layer norm"},
    {PREPEND, "prepend"},
    {NORMALIZE_POINTS, "normalize points"},
};

static shape random_shape(operation_kind operation, uint64_t seed) {
    generator random = {seed * 977 + (uint64_t)operation};
    next_number(&random);
    shape s = {.operation = operation, .stride = 1, .side = 1};
    s.images = next_between(&random, 1, 2);
    s.height = next_between(&random, 1, 11);
    s.width = next_between(&random, 1, 19);
    s.channels = next_between(&random, 1, 40);
    s.outputs = s.channels;
    if (operation == CONVOLUTION || operation == WINOGRAD || operation == DEPTHWISE ||
        operation == ADD || operation == ACTIVATE)
        s.activation = (cnk_activation)next_between(&random, CNK_IDENTITY, CNK_PRELU);
    switch (operation) {
    case CONVOLUTION:
        s.side = 2 * next_between(&random, 0, 2) + 1;
        s.stride = next_between(&random, 1, 2);
        s.outputs = next_between(&random, 1, 70);
        // The first convolution of an image and dense layers have kernels of their own.
        if (seed % 4 == 0) {
            s.side = 3;
            s.stride = 2;
            s.channels = 3;
            s.outputs = next_between(&random, 1, 20);
            s.width = next_between(&random, 20, 60);
        } else if (seed % 4 == 1) {
            s.height = s.width = s.side = 1;
            s.channels = next_between(&random, 1, 300);
        }
        s.padding = s.side / 2;
        if (seed % 4 != 0 && next_between(&random, 0, 1) == 1)
            s.others = next_between(&random, 1, s.outputs);
        break;
    case WINOGRAD:
        s.side = 3;
        s.padding = 1;
        s.outputs = next_between(&random, 1, 70);
        s.channels = next_between(&random, 1, 70);
        s.tile_side = seed % 2 == 0 ? 2 : 4;
        s.halves = seed % 4 > 1;
        if (next_between(&random, 0, 1) == 1) s.others = next_between(&random, 1, s.outputs);
        break;
    case DEPTHWISE:
        s.side = 2 * next_between(&random, 1, 3) + 1;
        s.stride = next_between(&random, 1, 2);
        s.padding = s.side / 2;
        break;
    case MAX_POOL:
    case AVERAGE_POOL:
        s.side = next_between(&random, 2, 3);
        s.stride = next_between(&random, 1, 2);
        s.padding = next_between(&random, 0, s.side - 1);
        s.height += 2;
        s.width += 2;
        break;
    case ADD: s.others = next_between(&random, 1, s.channels); break;
    case COPY:
        s.others = next_between(&random, 0, 9);
        s.outputs = s.channels + s.others + (s.others > 0 ? next_between(&random, 0, 9) : 0);
        break;
    case NORMALIZE_POINTS:
        s.channels = s.outputs = next_between(&random, 2, 3);
        s.width += 2;
        break;
    default: break;
    }
    return s;
}

// Whether the memory of a map outside its pixels is intact: zeros in the border, elsewhere the
// values that `make_problem` wrote.
static bool is_surrounded(const problem *p) {
    const cnk_map *m = &p->step.output;
    const float untouched = p->output.memory[0];
    const int64_t start = m->top * m->row + (int64_t)m->left * m->channels;
    for (size_t i = 0; i < p->output.count; i++) {
        const int64_t at = &p->output.memory[i] - (m->data - start);
        const float value = p->output.memory[i];
        if (at < 0 || at >= m->image * p->step.images) {
            if (value != untouched) return false;
            continue;
        }
        const int64_t y = at % m->image / m->row - m->top;
        const int64_t x = at % m->row / m->channels - m->left;
        const bool is_pixel = y >= 0 && y < m->height && x >= 0 && x < m->width;
        if (!is_pixel && value != 0) return false;
    }
    return untouched != 0;
}

// Largest error of a problem, in units of max(1, |expected|); infinity if a result is not finite.
static double error_of(const problem *p) {
    const cnk_map *m = &p->step.output;
    const int64_t row = (int64_t)m->width * m->channels, count = p->step.images * m->height * row;
    double *expected = malloc((size_t)count * sizeof(double));
    if (expected == NULL) return INFINITY;
    expected_output(p, expected);
    double worst = 0;
    for (int64_t i = 0; i < count; i++) {
        const int64_t image = i / (m->height * row), y = i / row % m->height;
        const double value = m->data[image * m->image + y * m->row + i % row];
        const double error = fabs(value - expected[i]) / fmax(1, fabs(expected[i]));
        if (!(error <= worst)) worst = isfinite(error) ? error : INFINITY;
    }
    free(expected);
    return worst;
}

// Returns whether all problems of an operation passed.
static bool try_operation(cnk_instruction_set set, operation_kind operation, double *worst) {
    const double most = operation == WINOGRAD ? wide_tolerance : tolerance;
    bool is_good = true;
    *worst = 0;
    for (uint64_t seed = 0; seed < 48; seed++) {
        problem p = make_problem(random_shape(operation, seed), cnk_lanes(set), seed);
        cnk_run(set, &p.step, 1);
        const double error = error_of(&p);
        if (error > *worst) *worst = error;
        if (!(error <= most) || !is_surrounded(&p)) {
            fprintf(stderr, "seed %d: error %g, %s\n", (int)seed, error,
                    is_surrounded(&p) ? "nothing written beside" : "border or memory beside");
            is_good = false;
        }
        free_problem(&p);
    }
    return is_good;
}

int main(void) {
    const int set_count = (int)(sizeof sets / sizeof *sets);
    const int operation_count = (int)(sizeof operations / sizeof *operations);
    bool is_good = true;
#if defined(__aarch64__)
    // Without NEON the test would silently skip the ARM kernels.
    if (!cnk_is_supported(CNK_NEON)) {
        fputs("this 64-bit ARM CPU or its kernel does not report NEON\n", stderr);
        return 1;
    }
#endif
    printf("%-18s", "largest error");
    for (int s = 0; s < set_count; s++)
        if (cnk_is_supported(sets[s].set)) printf("%10s", sets[s].name);
    for (int o = 0; o < operation_count; o++) {
        printf("\n%-18s", operations[o].name);
        for (int s = 0; s < set_count; s++) {
            double worst;
            if (!cnk_is_supported(sets[s].set)) continue;
            const bool went_well = try_operation(sets[s].set, operations[o].operation, &worst);
            printf("%10.1e", worst);
            if (!went_well) fprintf(stderr, "%s: %s fails\n", sets[s].name, operations[o].name);
            is_good = is_good && went_well;
        }
    }
    printf("\n");
    return is_good ? 0 : 1;
}
