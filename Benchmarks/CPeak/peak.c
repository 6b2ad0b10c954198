#include "CPeak.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// Results are stored here, so the compiler cannot remove the work.
static volatile float sink;

// Twelve independent sums: enough to fill two units with a latency of four to five cycles each, and
// few enough for the sixteen registers of AVX2.
#define SUMS 12

#if defined(__x86_64__)

__attribute__((target("avx512f"))) static uint64_t run_avx512(uint64_t rounds) {
    __m512 sums[SUMS];
    for (int i = 0; i < SUMS; i++) sums[i] = _mm512_set1_ps((float)i);
    const __m512 factor = _mm512_set1_ps(0.999f), summand = _mm512_set1_ps(0.001f);
    for (uint64_t round = 0; round < rounds; round++) {
#pragma clang loop unroll(full)
        for (int i = 0; i < SUMS; i++) sums[i] = _mm512_fmadd_ps(sums[i], factor, summand);
    }
    for (int i = 1; i < SUMS; i++) sums[0] = _mm512_add_ps(sums[0], sums[i]);
    sink = _mm512_reduce_add_ps(sums[0]);
    return rounds * SUMS * 16 * 2;
}

__attribute__((target("avx2,fma"))) static uint64_t run_avx2(uint64_t rounds) {
    __m256 sums[SUMS];
    for (int i = 0; i < SUMS; i++) sums[i] = _mm256_set1_ps((float)i);
    const __m256 factor = _mm256_set1_ps(0.999f), summand = _mm256_set1_ps(0.001f);
    for (uint64_t round = 0; round < rounds; round++) {
#pragma clang loop unroll(full)
        for (int i = 0; i < SUMS; i++) sums[i] = _mm256_fmadd_ps(sums[i], factor, summand);
    }
    for (int i = 1; i < SUMS; i++) sums[0] = _mm256_add_ps(sums[0], sums[i]);
    float lanes[8];
    _mm256_storeu_ps(lanes, sums[0]);
    sink = lanes[0] + lanes[7];
    return rounds * SUMS * 8 * 2;
}

#endif

typedef float lanes4 __attribute__((vector_size(16)));

static uint64_t run_plain(uint64_t rounds) {
    lanes4 sums[SUMS];
    for (int i = 0; i < SUMS; i++) sums[i] = (lanes4){0, 1, 2, (float)i};
    const lanes4 factor = {0.999f, 0.999f, 0.999f, 0.999f};
    const lanes4 summand = {0.001f, 0.001f, 0.001f, 0.001f};
    for (uint64_t round = 0; round < rounds; round++) {
#pragma clang loop unroll(full)
        for (int i = 0; i < SUMS; i++) sums[i] = sums[i] * factor + summand;
    }
    for (int i = 1; i < SUMS; i++) sums[0] += sums[i];
    sink = sums[0][0] + sums[0][3];
    return rounds * SUMS * 4 * 2;
}

uint64_t cpeak_run(cpeak_path path, uint64_t rounds) {
#if defined(__x86_64__)
    if (path == CPEAK_AVX512) return run_avx512(rounds);
    if (path == CPEAK_AVX2) return run_avx2(rounds);
#else
    (void)path;
#endif
    return run_plain(rounds);
}
