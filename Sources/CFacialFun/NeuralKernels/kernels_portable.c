// The kernels for any CPU: vectors of four, which compilers map to the available instructions.

#include <math.h>
#include <string.h>

#include "instruction_sets.h"

typedef float vector __attribute__((vector_size(16)));
typedef int32_t vector_bits __attribute__((vector_size(16)));

#define LANES 4
#define TILE_PIXELS_OF_ONE 6
#define TILE_PIXELS_OF_TWO 4
#define TILE_PIXELS_OF_THREE 3
#define ROW_PIXELS 4
#define INLINE static inline __attribute__((always_inline))

INLINE vector v_load(const float *p) {
    vector v;
    memcpy(&v, p, sizeof v);
    return v;
}
INLINE vector v_load_halves(const uint16_t *p) {
    vector v;
    cnk_convert_halves(p, (float *)&v, LANES);
    return v;
}
INLINE void v_store(float *p, vector v) { memcpy(p, &v, sizeof v); }
INLINE vector v_all(float x) { return (vector){x, x, x, x}; }
INLINE vector v_multiply_add(vector a, vector b, vector c) { return a * b + c; }
INLINE vector v_max(vector a, vector b) {
    vector_bits greater = a > b;
    return (vector)(((vector_bits)a & greater) | ((vector_bits)b & ~greater));
}
INLINE vector v_smaller(vector a, vector b) {
    vector_bits less = a < b;
    return (vector)(((vector_bits)a & less) | ((vector_bits)b & ~less));
}
INLINE vector v_load_partial(const float *p, int64_t n) {
    vector v = v_all(0);
    for (int64_t i = 0; i < n; i++) v[i] = p[i];
    return v;
}
INLINE void v_store_partial(float *p, vector v, int64_t n) {
    for (int64_t i = 0; i < n; i++) p[i] = v[i];
}

#define RUN cnk_run_portable
#include "templates/run.h"

int32_t cnk_kernel_named(const char *name) {
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++)
        if (strcmp(kernels[i].name, name) == 0) return (int32_t)i;
    return -1;
}
