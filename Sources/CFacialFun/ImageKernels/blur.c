// Separable blurring; see CImageKernels.h.

#include <string.h>

#include "CImageKernels.h"

// Bit-identical results on all processors: no fused multiply-add.
#pragma clang fp contract(off)

static int32_t clamped(int32_t value, int32_t end) {
    return value < 0 ? 0 : value < end ? value : end - 1;
}

void cik_blur(
    const float *values, int32_t width, int32_t height, const float *kernel, int32_t radius,
    float *rows, float *blurred) {
    const size_t size = (size_t)width * (size_t)height * sizeof(float);
    memset(rows, 0, size);
    memset(blurred, 0, size);
    for (int32_t y = 0; y < height; y++) {
        const float *from = values + (int64_t)y * width;
        float *to = rows + (int64_t)y * width;
        for (int32_t k = -radius; k <= radius; k++) {
            const float weight = kernel[k + radius];
            const int32_t first = k < 0 ? (-k < width ? -k : width) : 0;
            const int32_t end = k > 0 ? (width > k ? width - k : 0) : width;
            for (int32_t x = 0; x < first; x++) to[x] += weight * from[clamped(x + k, width)];
            for (int32_t x = first; x < end; x++) to[x] += weight * from[x + k];
            for (int32_t x = end > first ? end : first; x < width; x++)
                to[x] += weight * from[clamped(x + k, width)];
        }
    }
    for (int32_t y = 0; y < height; y++) {
        float *to = blurred + (int64_t)y * width;
        for (int32_t k = -radius; k <= radius; k++) {
            const float weight = kernel[k + radius];
            const float *from = rows + (int64_t)clamped(y + k, height) * width;
            for (int32_t x = 0; x < width; x++) to[x] += weight * from[x];
        }
    }
}
