// What follows a sum: the activation, and a store that stops at the last channel.

// v holds the channels from c on.
INLINE vector activate(vector v, const cnk_step *step, int64_t c) {
    vector zero = v_all(0);
    switch (step->activation) {
    case CNK_RELU: return v_larger(v, zero);
    case CNK_PRELU:
        // One of the two terms is zero: this is v or slope * v, exactly.
        return v_multiply_add(v_smaller(v, zero), v_load(step->slopes + c), v_larger(v, zero));
    default: return v;
    }
}

// At most LANES of the `left` numbers that remain.
INLINE vector load_left(const float *p, int64_t left) {
    if (left >= LANES) return v_load(p);
    return left > 0 ? v_load_first(p, left) : v_all(0);
}

INLINE void store_left(float *p, vector v, int64_t left) {
    if (left >= LANES)
        v_store(p, v);
    else
        v_store_first(p, v, left);
}
