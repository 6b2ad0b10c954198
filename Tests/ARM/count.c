// Runs one convolution TIMES times with one implementation, for an instruction counter. The
// difference between two runs and one is the cost of one run.
//
//   count plain|portable|neon SHAPE TIMES
//
// Without arguments, prints the shapes, each with its number of products.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problem.h"

static const struct {
    const char *name;
    shape shape;
} shapes[] = {
    {"stem-3x3",
     {.operation = CONVOLUTION, .height = 24, .width = 24, .channels = 3, .outputs = 4,
      .side = 3, .stride = 2, .padding = 1}},
    {"direct-3x3",
     {.operation = CONVOLUTION, .height = 8, .width = 8, .channels = 16, .outputs = 32,
      .side = 3, .stride = 2, .padding = 1}},
    {"winograd-3x3",
     {.operation = WINOGRAD, .height = 8, .width = 8, .channels = 16, .outputs = 16, .side = 3,
      .stride = 1, .padding = 1, .tile_side = 4}},
    {"pointwise",
     {.operation = CONVOLUTION, .height = 8, .width = 8, .channels = 32, .outputs = 32,
      .side = 1, .stride = 1}},
    {"dense",
     {.operation = CONVOLUTION, .height = 1, .width = 1, .channels = 512, .outputs = 96,
      .side = 1, .stride = 1}},
    {"depthwise-3x3",
     {.operation = DEPTHWISE, .height = 8, .width = 16, .channels = 16, .side = 3,
      .stride = 1, .padding = 1}},
    {"depthwise-3x3-2",
     {.operation = DEPTHWISE, .height = 16, .width = 32, .channels = 16, .side = 3,
      .stride = 2, .padding = 1}},
    {"depthwise-5x5",
     {.operation = DEPTHWISE, .height = 8, .width = 16, .channels = 16, .side = 5,
      .stride = 1, .padding = 2}},
};

enum { COUNT = sizeof shapes / sizeof *shapes };

static void print_shapes(void) {
    for (int i = 0; i < COUNT; i++) {
        const shape *s = &shapes[i].shape;
        const int high = (s->height + 2 * s->padding - s->side) / s->stride + 1;
        const int wide = (s->width + 2 * s->padding - s->side) / s->stride + 1;
        const int terms = s->side * s->side * (s->operation == DEPTHWISE ? 1 : s->channels);
        const int outputs = s->operation == DEPTHWISE ? s->channels : s->outputs;
        printf("%s %d\n", shapes[i].name, high * wide * terms * outputs);
    }
}

int main(int count, char **arguments) {
    if (count == 1) {
        print_shapes();
        return 0;
    }
    if (count != 4) return 64;
    const bool is_plain = strcmp(arguments[1], "plain") == 0;
    const bool is_neon = strcmp(arguments[1], "neon") == 0;
    const cnk_instruction_set set = is_neon ? CNK_NEON : CNK_PORTABLE;
    if (!cnk_is_supported(set)) return 69;
    for (int i = 0; i < COUNT; i++) {
        if (strcmp(arguments[2], shapes[i].name) != 0) continue;
        shape s = shapes[i].shape;
        s.images = 1;
        s.activation = CNK_RELU;
        if (s.operation == DEPTHWISE) s.outputs = s.channels;
        problem p = make_problem(s, cnk_lanes(set), 1);
        for (int time = atoi(arguments[3]); time > 0; time--) {
            if (!is_plain) cnk_run(set, &p.step, 1);
            else if (s.operation == DEPTHWISE) plain_depthwise(&p);
            else plain_convolution(&p);
        }
        free_problem(&p);
        return 0;
    }
    return 64;
}
