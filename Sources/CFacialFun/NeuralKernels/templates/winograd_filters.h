// Transforms filters of Winograd convolutions from half precision to the points; see winograd.h.

// Prefetch distance of half-precision weights, in numbers.
#define HALVES_AHEAD 2048

// G of F(2, 3) applied to three weights.
INLINE void spread_filter_two(const vector *g, vector *t) {
    const vector half = v_all(0.5f), even = half * (g[0] + g[2]);
    t[0] = g[0];
    t[1] = v_multiply_add(half, g[1], even);
    t[2] = v_multiply_add(v_all(-0.5f), g[1], even);
    t[3] = g[2];
}

// G of F(4, 3) applied to three weights.
INLINE void spread_filter_four(const vector *g, vector *t) {
    const vector near = g[0] + g[2], sixth = v_all(-1.0f / 6), twelfth = v_all(1.0f / 12);
    const vector far = v_multiply_add(v_all(1.0f / 6), g[2], v_all(1.0f / 24) * g[0]);
    t[0] = v_all(0.25f) * g[0];
    t[1] = sixth * (near + g[1]);
    t[2] = sixth * (near - g[1]);
    t[3] = v_multiply_add(twelfth, g[1], far);
    t[4] = far - twelfth * g[1];
    t[5] = g[2];
}

INLINE void spread_filter(const int side, const vector *g, vector *t) {
    if (side == 2) spread_filter_two(g, t);
    else spread_filter_four(g, t);
}

// Transforms the half-precision filters of some inputs of a block of channels to all points, `next`
// floats apart.
INLINE void transform_filters(const int side, const uint16_t *halves, int64_t inputs,
                              int64_t vectors, float *to, int64_t next) {
    const int points = side + 2;
    const int64_t block = vectors * LANES;
    for (int64_t i = 0; i < inputs; i++, halves += 8 * block) {
        for (int64_t v = 0; v < vectors; v++, halves += LANES, to += LANES) {
            vector rows[6][3];
            UNROLLED for (int x = 0; x < 3; x++) {
                vector g[3], t[6];
                UNROLLED for (int y = 0; y < 3; y++) {
                    g[y] = v_load_halves(halves + (3 * y + x) * block);
                    __builtin_prefetch(halves + (3 * y + x) * block + HALVES_AHEAD);
                }
                spread_filter(side, g, t);
                UNROLLED for (int y = 0; y < points; y++) rows[y][x] = t[y];
            }
            UNROLLED for (int y = 0; y < points; y++) {
                vector t[6];
                spread_filter(side, rows[y], t);
                UNROLLED for (int x = 0; x < points; x++)
                    v_store(to + (y * points + x) * next, t[x]);
            }
        }
    }
}
