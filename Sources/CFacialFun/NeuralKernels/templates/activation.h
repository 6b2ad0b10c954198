// Activations that are applied to the sums of a tile, and stores that stop at the last channel. The
// kind of activation is selected once for all vectors of a tile.

// Loads up to LANES of the `left` remaining numbers.
INLINE vector load_left(const float *p, int64_t left) {
    if (left >= LANES) return v_load(p);
    return left > 0 ? v_load_partial(p, left) : v_all(0);
}

INLINE void store_left(float *p, vector v, int64_t left) {
    if (left >= LANES)
        v_store(p, v);
    else
        v_store_partial(p, v, left);
}

INLINE vector rectified(vector v) { return v_max(v, v_all(0)); }

// One of the two terms is zero, so the result is exactly v or slope * v.
INLINE vector parametric(vector v, vector slope) {
    return v_multiply_add(v_smaller(v, v_all(0)), slope, rectified(v));
}

// v contains the channels from c on.
INLINE vector activate(vector v, const cnk_step *step, int64_t c) {
    switch (step->activation) {
    case CNK_RELU: return rectified(v);
    case CNK_PRELU: return parametric(v, v_load(step->slopes + c));
    default: return v;
    }
}

// Like `activate`, for `count` vectors of the same channels.
INLINE void activate_all(vector *sums, const int count, const cnk_step *step, int64_t c) {
    if (step->activation == CNK_RELU) {
        UNROLLED for (int i = 0; i < count; i++) sums[i] = rectified(sums[i]);
    } else if (step->activation == CNK_PRELU) {
        const vector slope = v_load(step->slopes + c);
        UNROLLED for (int i = 0; i < count; i++) sums[i] = parametric(sums[i], slope);
    }
}
