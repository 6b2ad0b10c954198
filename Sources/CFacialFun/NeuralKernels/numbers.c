// Converts numbers of weights files.

#include <string.h>

#include "CNeuralKernels.h"

void cnk_convert_halves(const void *halves, float *singles, size_t count) {
    const unsigned char *source = halves;
    for (size_t i = 0; i < count; i++) {
        uint16_t half;
        memcpy(&half, source + 2 * i, sizeof half);
        // Exponent and mantissa are shifted to their place; the product then corrects the
        // exponent's bias and normalizes subnormal numbers exactly.
        uint32_t magnitude = (uint32_t)(half & 0x7FFF) << 13;
        float value;
        memcpy(&value, &magnitude, sizeof value);
        value *= 0x1p112f;
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        bits |= (uint32_t)(half & 0x8000) << 16;
        memcpy(&singles[i], &bits, sizeof bits);
    }
}

bool cnk_all_finite_singles(const void *singles, size_t count) {
    const unsigned char *source = singles;
    uint32_t found = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, source + 4 * i, sizeof bits);
        found |= (bits & 0x7F800000) == 0x7F800000;
    }
    return found == 0;
}

bool cnk_all_finite_halves(const void *halves, size_t count) {
    const unsigned char *source = halves;
    uint32_t found = 0;
    for (size_t i = 0; i < count; i++) {
        uint16_t bits;
        memcpy(&bits, source + 2 * i, sizeof bits);
        found |= (bits & 0x7C00) == 0x7C00;
    }
    return found == 0;
}
