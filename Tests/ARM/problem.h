// One step of a network with random numbers, what the kernels need to run it, and a plain
// reference to hold the result against.
#ifndef ARM_PROBLEM_H
#define ARM_PROBLEM_H

#include "CNeuralKernels.h"

/// Numbers that look random, the same on every machine.
typedef struct {
    uint64_t state;
} generator;

uint32_t next_number(generator *random);
/// Between two bounds, both possible.
int32_t next_between(generator *random, int32_t low, int32_t high);
/// Evenly distributed between -1 and 1.
float next_float(generator *random);

/// A map with memory of its own: a border, and room after the end that kernels may read.
typedef struct {
    cnk_map map;
    float *memory;
    size_t count;
} owned_map;

typedef struct {
    /// What runs; its weights are packed for `lanes`.
    cnk_step step;
    int32_t lanes;
    owned_map input, output, other;
    /// As a file stores them: [outputs][window][inputs] of a convolution, [window][channels] of a
    /// depthwise one, else one per channel. Rounded to halves where `step.halves` says so.
    float *weights;
    float *packed, *bias, *slopes, *scratch;
} problem;

/// What makes a problem: the rest follows.
typedef struct {
    cnk_operation operation;
    cnk_activation activation;
    int32_t images, height, width, channels, outputs, side, stride, padding;
    /// Channels of the second summand; 0 for none.
    int32_t others;
    int32_t tile_side;
    bool halves;
} shape;

/// A problem with random numbers for vectors of `lanes` floats; ends the program without memory.
problem make_problem(shape shape, int32_t lanes, uint64_t seed);
void free_problem(problem *problem);

/// What the step computes, summed up in double precision: [image][y][x][channel] of the output.
void expected_output(const problem *problem, double *expected);

/// A convolution or a depthwise one as plain loops over floats: what vector code is counted against.
void plain_convolution(const problem *problem);
void plain_depthwise(const problem *problem);

#endif
