// Tests whether half-precision arithmetic is accurate enough for the networks. Sums 64 products
// with half-precision FMAs in two ways: entirely in halves, and adding to a single-precision sum
// after every 16 products. Prints the largest errors. Exits with status 1 if one of them is within
// the tolerance of the kernel tests, because half precision could then be used.

#include <arm_neon.h>
#include <math.h>
#include <stdio.h>
#include <sys/auxv.h>

#include "problem.h"

enum { TERMS = 64, ROUNDS = 2000, LANES = 8, RUN = 16 };

static const double tolerance = 2e-5;

// Sums TERMS products in each lane; partial sums of `run` products are added in single precision.
static void sum_halves(const float16_t (*a)[LANES], const float16_t (*b)[LANES], int run,
                       float *sums) {
    float32x4_t low = vdupq_n_f32(0), high = low;
    for (int first = 0; first < TERMS; first += run) {
        float16x8_t part = vdupq_n_f16(0);
        for (int i = first; i < first + run; i++)
            part = vfmaq_f16(part, vld1q_f16(a[i]), vld1q_f16(b[i]));
        low = vaddq_f32(low, vcvt_f32_f16(vget_low_f16(part)));
        high = vaddq_f32(high, vcvt_high_f32_f16(part));
    }
    vst1q_f32(sums, low);
    vst1q_f32(sums + 4, high);
}

// Largest error in units of max(1, |sum|). Only counts errors of the arithmetic, not of rounding
// the factors.
static double error_of(int run) {
    generator random = {7};
    double worst = 0;
    for (int round = 0; round < ROUNDS; round++) {
        float16_t a[TERMS][LANES], b[TERMS][LANES];
        double exact[LANES] = {0};
        float sums[LANES];
        for (int i = 0; i < TERMS; i++)
            for (int lane = 0; lane < LANES; lane++) {
                a[i][lane] = (float16_t)next_float(&random);
                b[i][lane] = (float16_t)(next_float(&random) * sqrtf(3.0f / TERMS));
                exact[lane] += (double)a[i][lane] * (double)b[i][lane];
            }
        sum_halves(a, b, run, sums);
        for (int lane = 0; lane < LANES; lane++)
            worst = fmax(worst, fabs(sums[lane] - exact[lane]) / fmax(1, fabs(exact[lane])));
    }
    return worst;
}

int main(void) {
    const unsigned long features = getauxval(AT_HWCAP);
    printf("half arithmetic (ASIMDHP): %s; dot products (ASIMDDP): %s\n",
           features & HWCAP_ASIMDHP ? "yes" : "no", features & HWCAP_ASIMDDP ? "yes" : "no");
    if (!(features & HWCAP_ASIMDHP)) {
        puts("not measured: this CPU has no arithmetic of halves");
        return 0;
    }
    const double in_halves = error_of(TERMS), in_runs = error_of(RUN);
    printf("largest error of 64 products: %.1e in halves, %.1e in runs of %d; allowed: %.1e\n",
           in_halves, in_runs, RUN, tolerance);
    if (in_halves <= tolerance || in_runs <= tolerance) {
        fputs("half arithmetic is exact enough: the kernels should use it\n", stderr);
        return 1;
    }
    return 0;
}
