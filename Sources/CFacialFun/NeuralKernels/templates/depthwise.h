// Depthwise convolution over a padded NHWC map: one vector of channels and several pixels of a row
// at a time, so that an input element is read once for all pixels that use it.

// Computes `pixels` neighbors of a row, with a filter of compile-time size and step.
INLINE void depthwise_tile(const cnk_step *step, const int height, const int width,
                           const int stride, const int pixels, const float *input,
                           const float *weights, float *output, int64_t c) {
    const int64_t channels = step->input.channels, next = step->input.row;
    vector sums[ROW_PIXELS];
    UNROLLED for (int p = 0; p < pixels; p++) sums[p] = v_load(step->bias + c);
    UNROLLED for (int ky = 0; ky < height; ky++) {
        vector w[5];
        UNROLLED for (int kx = 0; kx < width; kx++) w[kx] = v_load(weights + kx * LANES);
        const float *at = input;
        UNROLLED for (int x = 0; x < (pixels - 1) * stride + width; x++) {
            const vector value = v_load(at);
            at += channels;
            UNROLLED for (int p = 0; p < pixels; p++) {
                const int kx = x - p * stride;
                if (kx >= 0 && kx < width) sums[p] = v_multiply_add(value, w[kx], sums[p]);
            }
        }
        weights += width * LANES;
        input += next;
    }
    activate_all(sums, pixels, step, c);
    store_row(sums, pixels, output, channels, channels - c);
}

// One pixel, with any filter.
INLINE void depthwise_pixel(const cnk_step *step, const float *input, const float *weights,
                            float *output, int64_t c) {
    vector sum = v_load(step->bias + c);
    for (int32_t ky = 0; ky < step->kernel_height; ky++)
        for (int32_t kx = 0; kx < step->kernel_width; kx++) {
            vector value =
                v_load(input + ky * step->input.row + (int64_t)kx * step->input.channels);
            sum = v_multiply_add(value, v_load(weights), sum);
            weights += LANES;
        }
    store_left(output, activate(sum, step, c), step->output.channels - c);
}

#define TILE_CASE(n) \
    case n: \
        for (; count > 0; count--, input += n * next, output += n * channels) \
            depthwise_tile(step, height, width, stride, n, input, weights, output, c); \
        break;

// One row of one vector of channels, with a filter of compile-time size (0: any): tiles of nearly
// the same size, the larger ones first.
INLINE void depthwise_row(const cnk_step *step, const int height, const int width,
                          const int stride, const float *input, const float *weights,
                          float *output, int64_t c) {
    const int64_t pixels = step->output.width, channels = step->output.channels;
    const int64_t next = (int64_t)step->stride_width * channels;
    if (height == 0) {
        for (int64_t x = 0; x < pixels; x++)
            depthwise_pixel(step, input + x * next, weights, output + x * channels, c);
        return;
    }
    const int64_t tiles = (pixels + ROW_PIXELS - 1) / ROW_PIXELS;
    const int64_t larger = pixels % tiles, size = pixels / tiles;
    for (int part = 0; part < 2; part++) {
        int64_t count = part == 0 ? larger : tiles - larger;
        switch (part == 0 ? size + 1 : size) {
            TILE_CASE(1)
            TILE_CASE(2)
            TILE_CASE(3)
            TILE_CASE(4)
#if ROW_PIXELS > 4
            TILE_CASE(5)
            TILE_CASE(6)
            TILE_CASE(7)
            TILE_CASE(8)
#endif
        }
    }
}

#undef TILE_CASE

static void depthwise(const cnk_step *step) {
    const cnk_map *input = &step->input, *output = &step->output;
    const int64_t terms = (int64_t)step->kernel_height * step->kernel_width;
    const int64_t channels = output->channels;
    const int square = step->kernel_height == step->kernel_width ? step->kernel_height : 0;
    const int shape = square * 10 + step->stride_width;
    for (int32_t y = 0; y < output->height; y++) {
        const float *window = input->data +
                              ((int64_t)y * step->stride_height - step->padding_top) * input->row -
                              step->padding_left * channels;
        for (int64_t c = 0; c < channels; c += LANES) {
            const float *in = window + c, *weights = step->weights + c * terms;
            float *out = output->data + y * output->row + c;
            switch (shape) {
            case 31: depthwise_row(step, 3, 3, 1, in, weights, out, c); break;
            case 32: depthwise_row(step, 3, 3, 2, in, weights, out, c); break;
            case 51: depthwise_row(step, 5, 5, 1, in, weights, out, c); break;
            case 52: depthwise_row(step, 5, 5, 2, in, weights, out, c); break;
            default: depthwise_row(step, 0, 0, 0, in, weights, out, c);
            }
        }
    }
}

#define DEPTHWISE_KERNELS EACH_IMAGE(depthwise)
