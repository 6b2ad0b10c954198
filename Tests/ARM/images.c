// Compares the vector code that resamples images with plain code, bit for bit, over random shapes.
// Prints one line per function with a checksum of its results, which is the same on every machine.
// Exits with status 1 if the two differ.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CImageKernels.h"
#include "problem.h"

enum { ROUNDS = 60, MOST_PIXELS = 200 * 200 };

static uint8_t source_pixels[3 * MOST_PIXELS];
static uint8_t bytes[2][3 * MOST_PIXELS];
static float samples[2][3 * MOST_PIXELS];

static cik_source random_source(generator *random) {
    const cik_source source = {source_pixels, next_between(random, 1, 180),
                               next_between(random, 1, 180)};
    // Flat areas and extreme values as well as noise.
    const uint32_t kind = next_number(random) % 4;
    for (int64_t i = 0; i < 3 * MOST_PIXELS; i++) {
        const uint8_t noise = (uint8_t)next_number(random);
        source_pixels[i] = kind == 0 ? 255 : kind == 1 ? (noise & 1 ? 255 : 0) : noise;
    }
    return source;
}

static cik_similarity random_similarity(generator *random, bool is_upright) {
    const double scale = 0.2 + 3 * fabs(next_float(random)) * fabs(next_float(random));
    const double angle = is_upright ? 0 : 3 * next_float(random);
    return (cik_similarity){scale * cos(angle), scale * sin(angle), 90 * next_float(random),
                            90 * next_float(random)};
}

// FNV-1a.
static uint32_t checksum_of(uint32_t sum, const void *data, size_t count) {
    const unsigned char *byte = data;
    for (size_t i = 0; i < count; i++) sum = (sum ^ byte[i]) * 16777619u;
    return sum;
}

// Runs one function on one path in one round. Writes its result to `bytes[side]` and returns
// the size in bytes.
typedef size_t (*trial)(cik_path path, uint64_t seed, int side, cik_scratch *scratch);

static size_t warp(cik_path path, uint64_t seed, int side, cik_scratch *scratch) {
    generator random = {seed};
    const cik_source source = random_source(&random);
    const cik_target target = {bytes[side], next_between(&random, 1, 150),
                               next_between(&random, 1, 150)};
    const cik_similarity map = random_similarity(&random, false);
    if (!cik_warp(path, source, map, target, scratch)) return 0;
    return 3 * (size_t)target.width * (size_t)target.height;
}

static size_t area(cik_path path, uint64_t seed, int side, cik_scratch *scratch) {
    generator random = {seed};
    const cik_source source = random_source(&random);
    cik_target target = {bytes[side], next_between(&random, 1, source.width),
                         next_between(&random, 1, source.height)};
    if (seed % 3 == 0) {
        target.width = (source.width + 1) / 2;
        target.height = (source.height + 1) / 2;
        const cik_source even = {source.pixels, 2 * target.width, 2 * target.height};
        if (!cik_area(path, even, target, scratch)) return 0;
    } else if (!cik_area(path, source, target, scratch)) {
        return 0;
    }
    return 3 * (size_t)target.width * (size_t)target.height;
}

static size_t sample(cik_path path, uint64_t seed, int side, cik_scratch *scratch) {
    (void)scratch;
    generator random = {seed};
    const cik_source source = random_source(&random);
    const int32_t count = next_between(&random, 1, 400);
    const cik_line line = {90 + 90 * next_float(&random), 90 + 90 * next_float(&random),
                           next_float(&random), next_float(&random)};
    cik_sample(path, source, line, 90, 0.5f, -3, samples[side], count);
    return 3 * (size_t)count * sizeof(float);
}

static size_t window(cik_path path, uint64_t seed, int side, cik_scratch *scratch) {
    generator random = {seed};
    const cik_source source = random_source(&random);
    const int32_t width = next_between(&random, 1, 150), height = next_between(&random, 1, 150);
    const cik_window window = {random_similarity(&random, seed % 2 == 0),
                               1 + fabs(next_float(&random)), 1 + fabs(next_float(&random))};
    if (!cik_sample_window(path, source, window, 90, 1 / 127.5f, -1, samples[side], width, height,
                           scratch))
        return 0;
    return 3 * (size_t)width * (size_t)height * sizeof(float);
}

static const struct {
    const char *name;
    trial run;
    void *results[2];
    size_t most;
} functions[] = {
    {"warp", warp, {bytes[0], bytes[1]}, sizeof bytes[0]},
    {"area", area, {bytes[0], bytes[1]}, sizeof bytes[0]},
    {"sample", sample, {samples[0], samples[1]}, sizeof samples[0]},
    {"window", window, {samples[0], samples[1]}, sizeof samples[0]},
};

int main(void) {
    const cik_path fastest = cik_fastest_path();
    cik_scratch *scratch = cik_scratch_make();
    if (scratch == NULL) return 70;
    if (fastest == CIK_PLAIN) {
        fputs("there is no vector code for this CPU\n", stderr);
        return 1;
    }
    int status = 0;
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        uint32_t sum = 2166136261u;
        for (uint64_t seed = 0; seed < ROUNDS; seed++) {
            for (int side = 0; side < 2; side++)
                memset(functions[f].results[side], 0xA5, functions[f].most);
            const size_t count = functions[f].run(CIK_PLAIN, seed, 0, scratch);
            functions[f].run(fastest, seed, 1, scratch);
            // Compares the whole buffer, so writes past the end are found, too.
            if (count == 0 ||
                memcmp(functions[f].results[0], functions[f].results[1], functions[f].most) != 0) {
                fprintf(stderr, "%s, seed %d: not the same bits\n", functions[f].name, (int)seed);
                status = 1;
            }
            sum = checksum_of(sum, functions[f].results[1], count);
        }
        printf("%-8s %08x\n", functions[f].name, (unsigned)sum);
    }
    cik_scratch_free(scratch);
    return status;
}
