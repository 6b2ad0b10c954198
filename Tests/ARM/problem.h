// One step of a network with random numbers, the data that the kernels need to run it, and a plain
// reference implementation.
#ifndef ARM_PROBLEM_H
#define ARM_PROBLEM_H

#include "CNeuralKernels.h"

/// Pseudorandom numbers, the same on every machine.
typedef struct {
    uint64_t state;
} generator;

uint32_t next_number(generator *random);
/// An integer between two bounds, inclusive.
int32_t next_between(generator *random, int32_t low, int32_t high);
/// Uniformly distributed between -1 and 1.
float next_float(generator *random);

/// A map with its own memory: a border, and padding after the end that kernels may read.
typedef struct {
    cnk_map map;
    float *memory;
    size_t count;
} owned_map;

/// The kernels under test; `kernel_names` has their names.
typedef enum {
    CONVOLUTION, WINOGRAD, DEPTHWISE, ADD, ACTIVATE, MAX_POOL, AVERAGE_POOL, GLOBAL_AVERAGE, COPY,
    SOFTMAX, SIGMOID, TRANSPOSE, LAYER_NORM, PREPEND, NORMALIZE_POINTS,
} operation_kind;

extern const char *const kernel_names[];

typedef struct {
    operation_kind operation;
    /// The step to run; its weights are packed for `lanes`.
    cnk_step step;
    int32_t lanes;
    owned_map input, output, other;
    /// Layout of the weights file: [outputs][window][inputs] for a convolution, [window][channels]
    /// for a depthwise convolution, otherwise one per channel. Rounded to halves if `step.halves`
    /// is set.
    float *weights;
    float *packed, *bias, *slopes, *scratch;
} problem;

/// Parameters of a problem.
typedef struct {
    operation_kind operation;
    cnk_activation activation;
    int32_t images, height, width, channels, outputs, side, stride, padding;
    /// Number of channels of the second summand; 0 for none.
    int32_t others;
    int32_t tile_side;
    bool halves;
} shape;

/// Makes a problem with random numbers for vectors of `lanes` floats. Exits if memory is exhausted.
problem make_problem(shape shape, int32_t lanes, uint64_t seed);
void free_problem(problem *problem);

/// Computes the result of the step in double precision: [image][y][x][channel] of the output.
void expected_output(const problem *problem, double *expected);

/// A convolution, depthwise or not, as plain loops over floats: the baseline for the instruction
/// counts of vector code.
void plain_convolution(const problem *problem);
void plain_depthwise(const problem *problem);

#endif
