#include "CCalibration.h"

#include <stdbool.h>
#include <string.h>

// Multiplies matrices of 48 × 256 and 256 × 512. A tile of 12 rows by two vectors fits the
// registers of AVX-512; a tile of 6 rows fits those of AVX2.
#define ROWS 48
#define DEPTH 256
#define COLUMNS 512

static float left[DEPTH][ROWS];
static float right[DEPTH][COLUMNS];

#define PRODUCT(NAME, TARGET, LANES, HEIGHT, TIMES) \
    TARGET static float NAME(void) { \
        typedef float vector __attribute__((vector_size(LANES * sizeof(float)))); \
        float sum = 0; \
        for (int time = 0; time < TIMES; time++) \
            for (int column = 0; column < COLUMNS; column += 2 * LANES) \
                for (int row = 0; row < ROWS; row += HEIGHT) { \
                    vector sums[HEIGHT][2]; \
                    memset(sums, 0, sizeof sums); \
                    for (int k = 0; k < DEPTH; k++) { \
                        vector first, second; \
                        memcpy(&first, &right[k][column], sizeof first); \
                        memcpy(&second, &right[k][column + LANES], sizeof second); \
                        _Pragma("clang loop unroll(full)") for (int r = 0; r < HEIGHT; r++) { \
                            sums[r][0] += left[k][row + r] * first; \
                            sums[r][1] += left[k][row + r] * second; \
                        } \
                    } \
                    sum += sums[0][0][0] + sums[HEIGHT - 1][1][LANES - 1]; \
                } \
        return sum; \
    }

#if defined(__x86_64__)
PRODUCT(product_avx512, __attribute__((target("avx512f"))), 16, 12, 25)
PRODUCT(product_avx2, __attribute__((target("avx2,fma"))), 8, 6, 12)
#endif
PRODUCT(product_plain, , 4, 3, 11)

// A dependent chain: each step's result is the next step's index.
static uint16_t table[4096];

static uint32_t chain(void) {
    uint32_t state = 1, sum = 0;
    for (int step = 0; step < 90000; step++) {
        uint32_t found = table[(state ^ (uint32_t)step) & 4095];
        if (found & 1) sum += found >> 3;
        else sum ^= found << 2;
        state = found + (state >> 5);
    }
    return sum;
}

static void fill(void) {
    uint32_t random = 12345;
    for (int i = 0; i < 4096; i++) {
        random = random * 1664525u + 1013904223u;
        table[i] = (uint16_t)(random >> 16);
    }
    for (int k = 0; k < DEPTH; k++) {
        for (int row = 0; row < ROWS; row++) left[k][row] = (float)((k * 7 + row) % 17) / 17;
        for (int c = 0; c < COLUMNS; c++) right[k][c] = (float)((k * 5 + c) % 13) / 13;
    }
}

uint32_t ccal_run(ccal_path path) {
    static bool is_filled = false;
    if (!is_filled) fill();
    is_filled = true;
    float product;
#if defined(__x86_64__)
    if (path == CCAL_AVX512) product = product_avx512();
    else if (path == CCAL_AVX2) product = product_avx2();
    else product = product_plain();
#else
    (void)path;
    product = product_plain();
#endif
    return chain() ^ (uint32_t)product;
}
