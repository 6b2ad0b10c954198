/// The arithmetic of the neural network engine. Pointers are only used during the call.
#ifndef CNEURALKERNELS_H
#define CNEURALKERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Converts `count` half-precision numbers (little endian, any alignment) to single precision.
void cnk_convert_halves(const void *_Nonnull halves, float *_Nonnull singles, size_t count);

/// Whether `count` numbers (little endian, any alignment) are all finite.
bool cnk_all_finite_singles(const void *_Nonnull singles, size_t count);
bool cnk_all_finite_halves(const void *_Nonnull halves, size_t count);

/// Zeroed memory for `count` floats, aligned at least to a cache line; NULL if memory is exhausted.
///
/// Large blocks are taken from the system directly, in huge pages if available (madvise(2),
/// MADV_HUGEPAGE): a page fault for each 4 KB would cost more than the computation.
float *_Nullable cnk_allocate(size_t count);

/// Releases memory of `cnk_allocate` with the same count.
void cnk_release(float *_Nonnull memory, size_t count);

/// The instruction sets with kernels.
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

/// Whether this build has kernels for an instruction set and this CPU supports it.
bool cnk_is_supported(cnk_instruction_set set);

/// Floats per vector of the instruction set; packed weights come in groups of this size.
int32_t cnk_lanes(cnk_instruction_set set);

/// Activation after a sum.
typedef enum { CNK_IDENTITY, CNK_RELU, CNK_PRELU } cnk_activation;

/// The number of a kernel for `cnk_step`, the same for all instruction sets; -1 for unknown names.
///
/// The lists of kernels are at the end of each file of `NeuralKernels/templates`.
int32_t cnk_kernel_named(const char *_Nonnull name);

/// A map [height, width, channels] with a border around it. Channels are contiguous, the distance
/// to the next pixel is `channels` floats, and to the next row `row` floats. Vectors may be read up
/// to 64 bytes past the last element, which the memory must include.
typedef struct {
    /// The first element inside the border.
    float *_Nullable data;
    int32_t height, width, channels;
    /// Distance between rows in floats: (left + width + right) * channels.
    int64_t row;
    /// Distance between images in floats, if a step processes several.
    int64_t image;
    /// The border in pixels. Every step clears its output's border.
    int32_t top, bottom, left, right;
} cnk_map;

/// One resolved step of a network: running it allocates nothing.
typedef struct {
    /// The result of `cnk_kernel_named`.
    int32_t kernel;
    cnk_activation activation;
    /// Number of consecutive images in each map; weights are read once for all.
    int32_t images;
    cnk_map input, output;
    /// The second summand. If it has fewer channels than the output, the others count as zero.
    cnk_map other;
    /// Packed by `cnk_pack_convolution`, `cnk_pack_winograd`, `cnk_pack_halves` or
    /// `cnk_pack_depthwise`; for `layer_norm` and `prepend` like `bias`.
    const float *_Nullable weights;
    /// One per output channel, zeros up to a full vector.
    const float *_Nullable bias;
    /// The slopes of `CNK_PRELU`, packed like `bias`.
    const float *_Nullable slopes;
    /// The window, its strides, and the padding above and to the left. The border of a
    /// convolution's input must cover all elements that the windows read.
    int32_t kernel_height, kernel_width, stride_height, stride_width, padding_top, padding_left;
    /// First channel of the output that `copy` writes the input to; the others become zeros.
    int32_t before;
    /// Term added to the variance by `layer_norm`; scale of `normalize_points`.
    float number;
    /// For `winograd`: outputs on a side of a tile, 2 or 4.
    int32_t tile_side;
    /// For `winograd`: whether the weights were packed by `cnk_pack_halves`.
    bool halves;
    /// For `winograd`: memory for `cnk_winograd_scratch` floats.
    float *_Nullable scratch;
} cnk_step;

/// Number of floats of packed weights for `channels` outputs of `terms` products each.
size_t cnk_packed_count(int32_t lanes, int64_t channels, int64_t terms);

/// Packs [channels, terms] to [block][terms][block's channels]: blocks of two vectors, the last one
/// of one to three; missing channels are zeros.
void cnk_pack_convolution(const float *_Nonnull weights, int32_t lanes, int64_t channels,
                          int64_t terms, float *_Nonnull packed);

/// Packs [channels, 3, 3, inputs] for `winograd` to [block][point][inputs][block's channels], with
/// (side + 2)² points: `cnk_packed_count` floats for (side + 2)² · inputs terms.
void cnk_pack_winograd(const float *_Nonnull weights, int32_t lanes, int32_t side, int64_t channels,
                       int64_t inputs, float *_Nonnull packed);

/// Packs half-precision numbers [channels, 3, 3, inputs] (little endian, any alignment) for
/// `winograd` with `halves`, to half-precision numbers [block][inputs][3, 3][block's channels]:
/// half of `cnk_packed_count` floats for 9 · inputs terms.
void cnk_pack_halves(const void *_Nonnull weights, int32_t lanes, int64_t channels,
                     int64_t inputs, float *_Nonnull packed);

/// Number of floats of scratch memory that `winograd` needs for outputs of a given size.
size_t cnk_winograd_scratch(int32_t lanes, int32_t side, int32_t images, int32_t height,
                            int32_t width, int32_t inputs, bool halves);

/// Packs [terms, channels] to [block][terms][lanes]; missing channels are zeros.
void cnk_pack_depthwise(const float *_Nonnull weights, int32_t lanes, int64_t channels,
                        int64_t terms, float *_Nonnull packed);

/// Runs steps in order with the kernels of a supported instruction set.
void cnk_run(cnk_instruction_set set, const cnk_step *_Nonnull steps, size_t count);

#ifdef __cplusplus
}
#endif

#endif
