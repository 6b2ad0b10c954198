// Convolution whose output has one vector of channels, such as the first one of a network. It has
// few terms per pixel, so the overhead around the sums matters. With a compile-time window, step
// and number of channels, the pixels of a row have fixed offsets from one address. Terms are added
// in the same order as in other tiles. For two or more vectors the other tiles are as fast.

// One row of the output, `pixels` pixels at a time; the last tile ends with the row and may repeat
// some pixels.
INLINE void stem_row(const cnk_step *step, const int pixels, const int side, const int channels,
                     const int stride, const float *input, const float *weights, float *output,
                     int64_t c) {
    const int32_t width = step->output.width;
    const int64_t apart = step->output.channels;
    const vector bias = v_load(step->bias + c);
    for (int32_t done = 0; done < width; done += pixels) {
        const int32_t x = done + pixels <= width ? done : width - pixels;
        const float *window = input + (int64_t)x * stride * channels, *w = weights;
        vector sums[MOST_TILE_PIXELS];
        UNROLLED for (int p = 0; p < pixels; p++) sums[p] = bias;
        for (int ky = 0; ky < side; ky++, window += step->input.row) {
            int i = 0;
#ifdef V_MULTIPLY_ADD_LANE
            UNROLLED for (; i + LANES <= side * channels; i += LANES, w += LANES * LANES) {
                vector x[MOST_TILE_PIXELS];
                UNROLLED for (int p = 0; p < pixels; p++)
                    x[p] = v_load(window + p * stride * channels + i);
                add_lanes(pixels, 1, x, w, &sums);
            }
#endif
            UNROLLED for (; i < side * channels; i++, w += LANES) {
                const vector weight = v_load(w);
                UNROLLED for (int p = 0; p < pixels; p++) {
                    const vector value = v_all(window[p * stride * channels + i]);
                    sums[p] = v_multiply_add(value, weight, sums[p]);
                }
            }
        }
        activate_all(sums, pixels, step, c);
        store_row(sums, pixels, output + x * apart + c, apart, apart - c);
    }
}

// Computes one block of channels; returns false for shapes without special code. Not inlined,
// because the other tiles would get fewer registers.
__attribute__((noinline)) static bool stem(const cnk_step *step, int64_t vectors, place at,
                                           const float *weights, int64_t c) {
    const bool known = step->kernel_height == 3 && step->kernel_width == 3 &&
                       step->stride_height == 2 && step->stride_width == 2 &&
                       step->input.channels == 3;
    if (!known || vectors != 1 || at.other != NULL || step->output.width < TILE_PIXELS_OF_ONE)
        return false;
    for (int32_t y = 0; y < step->output.height; y++) {
        stem_row(step, TILE_PIXELS_OF_ONE, 3, 3, 2, at.input, weights, at.output, c);
        at.input += 2 * step->input.row;
        at.output += step->output.row;
    }
    return true;
}
