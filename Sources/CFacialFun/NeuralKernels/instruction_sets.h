// Entry points of each instruction set's kernels.
#ifndef CNK_INSTRUCTION_SETS_H
#define CNK_INSTRUCTION_SETS_H

#include "CNeuralKernels.h"

#if defined(__x86_64__)
#define CNK_X86 1
#elif defined(__aarch64__) && defined(__ARM_NEON) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define CNK_ARM64 1
#endif

// Number of vectors in the next block of channels if `left` channels remain: usually two. Three if
// exactly three vectors are left, so that the last block is not a single vector.
static inline int64_t cnk_block_vectors(int32_t lanes, int64_t left) {
    int64_t vectors = (left + lanes - 1) / lanes;
    return vectors <= 3 ? vectors : 2;
}

// Number of inputs whose filters a Winograd convolution with half-precision weights transforms at a
// time.
#define CNK_FILTER_INPUTS 32

// The scratch memory of a Winograd convolution: for each of the (side + 2)² points a matrix of
// transformed tiles, then a matrix of their sums for a block of channels; finally, with
// half-precision weights, filters at all points.
typedef struct {
    // Number of tiles of all images, and maximum number per pass.
    int64_t tiles, most;
    // Floats per tile at one point; distances between points, for tiles and for sums.
    int64_t row, input, output;
} cnk_winograd;

static inline cnk_winograd cnk_winograd_of(int32_t lanes, int32_t side, int32_t images,
                                           int32_t height, int32_t width, int64_t channels) {
    // Maximum number of floats of a pass's tiles and sums together that stay in the second-level
    // cache.
    const int64_t cached = 96 << 10;
    const int64_t points = (int64_t)(side + 2) * (side + 2), widest = 3 * lanes;
    cnk_winograd s;
    s.row = (channels + lanes - 1) / lanes * lanes;
    s.tiles = (int64_t)images * ((height + side - 1) / side) * ((width + side - 1) / side);
    const int64_t fitting = cached / (points * (s.row + widest));
    const int64_t passes = fitting < 1 ? s.tiles : (s.tiles + fitting - 1) / fitting;
    s.most = (s.tiles + passes - 1) / passes;
    // Avoids a multiple of the page size, with which all points would compete for the same lines of
    // the first-level cache.
    s.input = s.most * s.row + 16;
    s.output = s.most * widest + 16;
    return s;
}

void cnk_run_portable(const cnk_step *steps, size_t count);
#ifdef CNK_X86
void cnk_run_sse2(const cnk_step *steps, size_t count);
void cnk_run_avx2(const cnk_step *steps, size_t count);
void cnk_run_avx512(const cnk_step *steps, size_t count);
#endif
#ifdef CNK_ARM64
void cnk_run_neon(const cnk_step *steps, size_t count);
#endif

#endif
