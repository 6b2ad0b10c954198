// Arranges weights in the order in which the kernels read them.

#include <string.h>

#include "instruction_sets.h"

size_t cnk_packed_count(int32_t lanes, int64_t channels, int64_t terms) {
    return (size_t)((channels + lanes - 1) / lanes * lanes) * (size_t)terms;
}

void cnk_pack_convolution(const float *weights, int32_t lanes, int64_t channels, int64_t terms,
                          float *packed) {
    for (int64_t first = 0; first < channels;) {
        int64_t rest = channels - first;
        int64_t block = cnk_block_vectors(lanes, rest) * lanes;
        int64_t present = rest < block ? rest : block;
        for (int64_t term = 0; term < terms; term++) {
            for (int64_t lane = 0; lane < present; lane++)
                packed[lane] = weights[(first + lane) * terms + term];
            for (int64_t lane = present; lane < block; lane++) packed[lane] = 0;
            packed += block;
        }
        first += block;
    }
}

// Matrices G of the Winograd transforms F(2, 3) and F(4, 3): from three weights to the points.
static const float points_of_two[4][3] = {
    {1, 0, 0}, {0.5f, 0.5f, 0.5f}, {0.5f, -0.5f, 0.5f}, {0, 0, 1}};
static const float points_of_four[6][3] = {
    {1.0f / 4, 0, 0},
    {-1.0f / 6, -1.0f / 6, -1.0f / 6},
    {-1.0f / 6, 1.0f / 6, -1.0f / 6},
    {1.0f / 24, 1.0f / 12, 1.0f / 6},
    {1.0f / 24, -1.0f / 12, 1.0f / 6},
    {0, 0, 1},
};

// Maximum number of channels of a block.
enum { WIDEST = 48 };

// Transforms a block's 3×3 filters, element by element, to side × side points, `next` floats apart.
static void transform_filters(const float (*matrix)[3], int64_t side, float filters[9][WIDEST],
                              int64_t block, float *to, int64_t next) {
    float rows[6][3][WIDEST];
    for (int64_t y = 0; y < side; y++)
        for (int64_t x = 0; x < 3; x++)
            for (int64_t lane = 0; lane < block; lane++)
                rows[y][x][lane] = matrix[y][0] * filters[x][lane] +
                                   matrix[y][1] * filters[3 + x][lane] +
                                   matrix[y][2] * filters[6 + x][lane];
    for (int64_t y = 0; y < side; y++)
        for (int64_t x = 0; x < side; x++, to += next)
            for (int64_t lane = 0; lane < block; lane++)
                to[lane] = matrix[x][0] * rows[y][0][lane] + matrix[x][1] * rows[y][1][lane] +
                           matrix[x][2] * rows[y][2][lane];
}

void cnk_pack_winograd(const float *weights, int32_t lanes, int32_t side, int64_t channels,
                       int64_t inputs, float *packed) {
    const float(*matrix)[3] = side == 2 ? points_of_two : points_of_four;
    const int64_t points = side + 2;
    for (int64_t first = 0; first < channels;) {
        const int64_t rest = channels - first;
        const int64_t block = cnk_block_vectors(lanes, rest) * lanes;
        const int64_t present = rest < block ? rest : block;
        for (int64_t input = 0; input < inputs; input++) {
            float filters[9][WIDEST] = {{0}};
            for (int64_t lane = 0; lane < present; lane++)
                for (int64_t term = 0; term < 9; term++)
                    filters[term][lane] =
                        weights[((first + lane) * 9 + term) * inputs + input];
            transform_filters(matrix, points, filters, block, packed + input * block,
                              inputs * block);
        }
        packed += points * points * inputs * block;
        first += block;
    }
}

void cnk_pack_halves(const void *weights, int32_t lanes, int64_t channels, int64_t inputs,
                     float *packed) {
    const unsigned char *from = weights;
    unsigned char *to = (unsigned char *)packed;
    for (int64_t first = 0; first < channels;) {
        const int64_t rest = channels - first;
        const int64_t block = cnk_block_vectors(lanes, rest) * lanes;
        for (int64_t input = 0; input < inputs; input++)
            for (int64_t term = 0; term < 9; term++)
                for (int64_t lane = 0; lane < block; lane++, to += 2) {
                    if (lane < rest)
                        memcpy(to, from + 2 * (((first + lane) * 9 + term) * inputs + input), 2);
                    else
                        memset(to, 0, 2);
                }
        first += block;
    }
}

size_t cnk_winograd_scratch(int32_t lanes, int32_t side, int32_t images, int32_t height,
                            int32_t width, int32_t inputs, bool halves) {
    const cnk_winograd s = cnk_winograd_of(lanes, side, images, height, width, inputs);
    const int64_t filters = halves ? CNK_FILTER_INPUTS * 3 * lanes + 16 : 0;
    return (size_t)((side + 2) * (side + 2)) * (size_t)(s.input + s.output + filters);
}

void cnk_pack_depthwise(const float *weights, int32_t lanes, int64_t channels, int64_t terms,
                        float *packed) {
    for (int64_t first = 0; first < channels; first += lanes) {
        int64_t present = channels - first < lanes ? channels - first : lanes;
        for (int64_t term = 0; term < terms; term++) {
            memcpy(packed, weights + term * channels + first, (size_t)present * sizeof(float));
            for (int64_t lane = present; lane < lanes; lane++) packed[lane] = 0;
            packed += lanes;
        }
    }
}
