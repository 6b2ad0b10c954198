// Weights in the order in which the kernels read them.

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
