// Direct convolution over a padded NHWC map. A tile of pixels by two vectors of channels is summed
// up in registers; a window's row is one contiguous run of kernel_width * channels floats for each
// pixel. Tiles run over all pixels of the map in one sequence, across rows, so that small maps fill
// them as well as large ones. The order of the sum is the same in every tile: a result does not
// depend on where a tile begins.

// Where the pixels of a tile lie.
typedef struct {
    const float *input[TILE_PIXELS];
    float *output[TILE_PIXELS];
    const float *other[TILE_PIXELS];
} tile_pixels;

INLINE void finish(const cnk_step *step, vector v, float *output, const float *other, int64_t c) {
    if (other != NULL) v += load_left(other + c, step->other.channels - c);
    store_left(output + c, activate(v, step, c), step->output.channels - c);
}

// The sums of `pixels` pixels and `vectors` vectors of channels from c on.
INLINE void tile(const cnk_step *step, const int pixels, const int vectors, const tile_pixels *at,
                 const float *weights, int64_t c) {
    const float *input[TILE_PIXELS];
    vector sums[TILE_PIXELS][2];
    UNROLLED for (int p = 0; p < pixels; p++) {
        input[p] = at->input[p];
        UNROLLED for (int v = 0; v < vectors; v++)
            sums[p][v] = v_load(step->bias + c + v * LANES);
    }
    const int64_t run = (int64_t)step->kernel_width * step->input.channels;
    for (int32_t ky = 0; ky < step->kernel_height; ky++) {
        const int64_t first = ky * step->input.row;
        for (int64_t i = first; i < first + run; i++) {
            vector w[2];
            UNROLLED for (int v = 0; v < vectors; v++) w[v] = v_load(weights + v * LANES);
            weights += vectors * LANES;
            UNROLLED for (int p = 0; p < pixels; p++) {
                vector x = v_all(input[p][i]);
                UNROLLED for (int v = 0; v < vectors; v++)
                    sums[p][v] = v_multiply_add(x, w[v], sums[p][v]);
            }
        }
    }
    UNROLLED for (int p = 0; p < pixels; p++) UNROLLED for (int v = 0; v < vectors; v++)
        finish(step, sums[p][v], at->output[p], at->other[p], c + v * LANES);
}

// A single pixel (a dense layer): four sums in turn, because one alone would wait for each add.
INLINE void single(const cnk_step *step, const int vectors, const tile_pixels *at,
                   const float *weights, int64_t c) {
    vector sums[4][2];
    UNROLLED for (int s = 0; s < 4; s++) UNROLLED for (int v = 0; v < vectors; v++)
        sums[s][v] = s == 0 ? v_load(step->bias + c + v * LANES) : v_all(0);
    const int64_t run = (int64_t)step->kernel_width * step->input.channels;
    for (int32_t ky = 0; ky < step->kernel_height; ky++) {
        const float *input = at->input[0] + ky * step->input.row;
        int64_t i = 0;
        for (; i + 4 <= run; i += 4) {
            UNROLLED for (int s = 0; s < 4; s++) UNROLLED for (int v = 0; v < vectors; v++)
                sums[s][v] = v_multiply_add(v_all(input[i + s]),
                                            v_load(weights + (s * vectors + v) * LANES), sums[s][v]);
            weights += 4 * vectors * LANES;
        }
        for (; i < run; i++) {
            UNROLLED for (int v = 0; v < vectors; v++)
                sums[0][v] = v_multiply_add(v_all(input[i]), v_load(weights + v * LANES), sums[0][v]);
            weights += vectors * LANES;
        }
    }
    UNROLLED for (int v = 0; v < vectors; v++)
        finish(step, (sums[0][v] + sums[1][v]) + (sums[2][v] + sums[3][v]), at->output[0],
               at->other[0], c + v * LANES);
}

#define TILE_CASE(n) \
    case n: \
        if (vectors == 2) \
            tile(step, n, 2, at, weights, c); \
        else \
            tile(step, n, 1, at, weights, c); \
        break;

static void tile_of(const cnk_step *step, int pixels, int vectors, const tile_pixels *at,
                    const float *weights, int64_t c) {
    switch (pixels) {
        TILE_CASE(2)
        TILE_CASE(3)
        TILE_CASE(4)
#if TILE_PIXELS > 4
        TILE_CASE(5)
        TILE_CASE(6)
#endif
#if TILE_PIXELS > 6
        TILE_CASE(7)
        TILE_CASE(8)
        TILE_CASE(9)
        TILE_CASE(10)
        TILE_CASE(11)
        TILE_CASE(12)
#endif
    default:
        if (vectors == 2)
            single(step, 2, at, weights, c);
        else
            single(step, 1, at, weights, c);
    }
}

#undef TILE_CASE

// The places of `count` pixels from number `first` on.
static void find_pixels(const cnk_step *step, int64_t first, int count, tile_pixels *at) {
    const cnk_map *input = &step->input, *output = &step->output, *other = &step->other;
    const float *window = input->data - step->padding_top * input->row -
                          (int64_t)step->padding_left * input->channels;
    int64_t y = first / output->width, x = first % output->width;
    for (int p = 0; p < count; p++) {
        at->input[p] = window + y * step->stride_height * input->row +
                       x * step->stride_width * input->channels;
        at->output[p] = output->data + y * output->row + x * output->channels;
        at->other[p] =
            other->data == NULL ? NULL : other->data + y * other->row + x * other->channels;
        if (++x == output->width) {
            x = 0;
            y++;
        }
    }
}

static void convolution(const cnk_step *step) {
    const int64_t channels = step->output.channels;
    const int64_t terms =
        (int64_t)step->kernel_height * step->kernel_width * step->input.channels;
    const int64_t pixels = (int64_t)step->output.height * step->output.width;
    const int64_t tiles = (pixels + TILE_PIXELS - 1) / TILE_PIXELS;
    // Weights that stay in the second cache are read again for each tile, whose pixels then stay in
    // the first; larger ones are read once, a block at a time.
    const int tiles_outside = channels * terms * (int64_t)sizeof(float) <= 256 * 1024;
    const int64_t blocks = (channels + 2 * LANES - 1) / (2 * LANES);
    for (int64_t i = 0; i < tiles * blocks; i++) {
        int64_t t = tiles_outside ? i / blocks : i % tiles;
        int64_t b = tiles_outside ? i % blocks : i / tiles;
        // Tiles of nearly one size: 256 pixels are better 22 tiles of 11 or 12 than 21 of 12 and
        // one of 4.
        int64_t first = pixels * t / tiles;
        int count = (int)(pixels * (t + 1) / tiles - first);
        tile_pixels at;
        find_pixels(step, first, count, &at);
        int64_t c = b * 2 * LANES;
        tile_of(step, count, channels - c > LANES ? 2 : 1, &at, step->weights + c * terms, c);
    }
}
