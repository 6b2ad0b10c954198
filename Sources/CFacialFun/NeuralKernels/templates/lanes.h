// Sums over LANES terms at a time, for instruction sets whose multiply-add takes one lane of a
// vector (V_MULTIPLY_ADD_LANE): one load provides the inputs of LANES terms. Terms are added in the
// same order as without lanes.

#ifdef V_MULTIPLY_ADD_LANE

_Static_assert(LANES == 4, "the code below handles four lanes");

#define ADD_LANE(k) \
    { \
        vector w[3]; \
        UNROLLED for (int v = 0; v < vectors; v++) w[v] = v_load(weights + (k * vectors + v) * LANES); \
        UNROLLED for (int p = 0; p < count; p++) { \
            UNROLLED for (int v = 0; v < vectors; v++) \
                sums[v][p] = V_MULTIPLY_ADD_LANE(w[v], inputs[p], k, sums[v][p]); \
        } \
    }

// Adds LANES terms to `count` sums of some vectors of channels.
INLINE void add_lanes(const int count, const int vectors, const vector *inputs,
                      const float *weights, vector (*sums)[MOST_TILE_PIXELS]) {
    ADD_LANE(0)
    ADD_LANE(1)
    ADD_LANE(2)
    ADD_LANE(3)
}

#undef ADD_LANE

#define ADD_LANE(k) \
    UNROLLED for (int v = 0; v < vectors; v++) \
        sums[k][v] = V_MULTIPLY_ADD_LANE(v_load(weights + (k * vectors + v) * LANES), inputs, k, \
                                         sums[k][v]);

// Adds LANES terms of one pixel, each to a separate sum.
INLINE void add_lanes_apart(const int vectors, vector inputs, const float *weights,
                            vector (*sums)[3]) {
    ADD_LANE(0)
    ADD_LANE(1)
    ADD_LANE(2)
    ADD_LANE(3)
}

#undef ADD_LANE

// Prefetches the weights of LANES terms, with one instruction per cache line.
INLINE void prefetch_lanes(const int vectors, const float *weights) {
    UNROLLED for (int v = 0; v < vectors; v++)
        __builtin_prefetch(weights + TERMS_AHEAD * vectors * LANES + v * LANES * LANES);
}

#endif
