/// The arithmetic of the neural network engine. Every pointer is borrowed for the call.
#ifndef CNEURALKERNELS_H
#define CNEURALKERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Converts `count` half-precision numbers (little endian, any alignment) to single precision.
void cnk_widen_halves(const void *_Nonnull halves, float *_Nonnull singles, size_t count);

/// Whether none of `count` numbers (little endian, any alignment) is infinite or NaN.
bool cnk_all_finite_singles(const void *_Nonnull singles, size_t count);
bool cnk_all_finite_halves(const void *_Nonnull halves, size_t count);

/// Zeroed memory for `count` floats, at the start of a cache line at least; NULL where there is none.
///
/// Large memory is taken from the system directly, in huge pages where the system grants them
/// (madvise(2), MADV_HUGEPAGE): a page fault for each 4 KB would cost more than what is computed.
float *_Nullable cnk_allocate(size_t count);

/// Gives back what `cnk_allocate` gave for the same count.
void cnk_release(float *_Nonnull memory, size_t count);

/// The instruction sets that there are kernels for.
typedef enum {
    /// Plain C, for any CPU.
    CNK_PORTABLE,
    /// SSE2, which every x86-64 CPU has.
    CNK_SSE2,
    /// AVX2, FMA and F16C.
    CNK_AVX2,
    /// AVX-512 F, BW, DQ and VL.
    CNK_AVX512,
    /// NEON with FMA, which every 64-bit ARM CPU has.
    CNK_NEON,
} cnk_instruction_set;

/// Whether this build has kernels for an instruction set and this CPU can run them.
bool cnk_is_supported(cnk_instruction_set set);

/// Floats per vector of the instruction set; packed weights come in groups of this size.
int32_t cnk_lanes(cnk_instruction_set set);

/// Activation after a sum.
typedef enum { CNK_IDENTITY, CNK_RELU, CNK_PRELU } cnk_activation;

/// Operation of a step. By default reads `input` and writes `output`.
typedef enum {
    /// Cross-correlation with packed weights, plus bias, plus `other` (if it has data), activation.
    CNK_CONVOLUTION,
    /// The same for 3×3 filters of stride 1 in fewer products, by Winograd's way; rounds otherwise.
    CNK_WINOGRAD,
    /// One filter a channel; plus bias, activation.
    CNK_DEPTHWISE,
    /// `input` + `other`, activation.
    CNK_ADD,
    /// The activation alone.
    CNK_ACTIVATE,
    /// The largest element of each window.
    CNK_MAX_POOL,
    /// The mean of those elements of each window that lie inside the input.
    CNK_AVERAGE_POOL,
    /// The mean of each channel: the output has one pixel.
    CNK_GLOBAL_AVERAGE,
    /// The input's numbers in the channels from `before` on; zeros in the output's other channels.
    CNK_COPY,
    /// Softmax of each pixel's channels.
    CNK_SOFTMAX,
    /// 1 / (1 + exp(-x)).
    CNK_SIGMOID,
    /// [H, W, C] to [H, C, W].
    CNK_TRANSPOSE,
    /// Each pixel's channels to mean 0 and variance 1 (`number` is added to it), times `weights`, plus
    /// `bias`.
    CNK_LAYER_NORM,
    /// `weights` as one more pixel before those of each row.
    CNK_PREPEND,
    /// Pixels as points: less their mean, over their mean distance from it, times `number`.
    CNK_NORMALIZE_POINTS,
} cnk_operation;

/// A map [height, width, channels] with a border around it. Channels are contiguous, a pixel's
/// neighbor is `channels` floats away, and the next row `row` floats. Vectors may be read up to
/// 64 bytes past the last element: the memory must reach so far.
typedef struct {
    /// The first element inside the border.
    float *_Nullable data;
    int32_t height, width, channels;
    /// Floats from one row to the next: (left + width + right) * channels.
    int64_t row;
    /// Floats from one image to the next, where a step takes several.
    int64_t image;
    /// The border in pixels. Every step clears its output's border.
    int32_t top, bottom, left, right;
} cnk_map;

/// One step of a network with everything resolved: running it allocates nothing.
typedef struct {
    cnk_operation operation;
    cnk_activation activation;
    /// Number of consecutive images in each map; weights are read once for all.
    int32_t images;
    cnk_map input, output;
    /// The second summand. It may have fewer channels than the output: the rest counts as zero.
    cnk_map other;
    /// Packed by `cnk_pack_convolution`, `cnk_pack_winograd`, `cnk_pack_halves` or
    /// `cnk_pack_depthwise`; of `CNK_LAYER_NORM` and `CNK_PREPEND` like `bias`.
    const float *_Nullable weights;
    /// One per output channel, zeros up to a full vector.
    const float *_Nullable bias;
    /// The slopes of `CNK_PRELU`, packed like `bias`.
    const float *_Nullable slopes;
    /// The window, its steps, and the padding above and to the left. A convolution's input must
    /// have a border that covers what the windows read.
    int32_t kernel_height, kernel_width, stride_height, stride_width, padding_top, padding_left;
    /// Parameter of `CNK_COPY`.
    int32_t before;
    /// Parameter of `CNK_LAYER_NORM` and `CNK_NORMALIZE_POINTS`.
    float number;
    /// For `CNK_WINOGRAD`: outputs on a side of a tile, 2 or 4.
    int32_t tile_side;
    /// For `CNK_WINOGRAD`: whether the weights were packed by `cnk_pack_halves`.
    bool halves;
    /// For `CNK_WINOGRAD`: memory for `cnk_winograd_scratch` floats.
    float *_Nullable scratch;
} cnk_step;

/// Number of floats of packed weights for `channels` outputs of `terms` products each.
size_t cnk_packed_count(int32_t lanes, int64_t channels, int64_t terms);

/// Packs [channels, terms] to [block][terms][block's channels]: blocks of two vectors, the last of
/// one to three; absent channels are zeros.
void cnk_pack_convolution(const float *_Nonnull weights, int32_t lanes, int64_t channels,
                          int64_t terms, float *_Nonnull packed);

/// Packs [channels, 3, 3, inputs] for `CNK_WINOGRAD` to [block][point][inputs][block's channels], with
/// (side + 2)² points: what `cnk_packed_count` says of (side + 2)² · inputs terms.
void cnk_pack_winograd(const float *_Nonnull weights, int32_t lanes, int32_t side, int64_t channels,
                       int64_t inputs, float *_Nonnull packed);

/// Packs half-precision numbers [channels, 3, 3, inputs] (little endian, any alignment) for
/// `CNK_WINOGRAD` with `halves`, to half-precision numbers [block][inputs][3, 3][block's channels]: half
/// of what `cnk_packed_count` says of 9 · inputs terms.
void cnk_pack_halves(const void *_Nonnull weights, int32_t lanes, int64_t channels,
                     int64_t inputs, float *_Nonnull packed);

/// Number of floats of scratch memory that `CNK_WINOGRAD` needs for outputs of a given size.
size_t cnk_winograd_scratch(int32_t lanes, int32_t side, int32_t images, int32_t height,
                            int32_t width, int32_t inputs, bool halves);

/// Packs [terms, channels] to [block][terms][lanes]; absent channels are zeros.
void cnk_pack_depthwise(const float *_Nonnull weights, int32_t lanes, int64_t channels,
                        int64_t terms, float *_Nonnull packed);

/// Runs steps one after the other with the kernels of an instruction set that is supported.
void cnk_run(cnk_instruction_set set, const cnk_step *_Nonnull steps, size_t count);

#ifdef __cplusplus
}
#endif

#endif
