// 3×3 convolution of stride 1 by Winograd's minimal filtering (S. Winograd, "Arithmetic complexity
// of computations", 1980; A. Lavin and S. Gray, "Fast algorithms for convolutional neural
// networks", 2016): a tile of side × side outputs needs (side + 2)² products instead of 9 · side².
//
// Tiles, weights and sums are transformed to (side + 2)² points. At each point the map's tiles, a
// matrix [tiles, channels], are multiplied by that point's weights. The number of tiles per pass is
// limited by scratch memory, which keeps intermediate data in the second-level cache; each block of
// weights is applied to all tiles of a pass and thus read once. Weights are transformed when
// packed. For few tiles they stay in half precision as in the file, which takes 0.28 (for tiles of
// 2 × 2) or 0.13 of the memory, and are transformed in each run, for some inputs at a time.
//
// The order in which terms are added depends neither on the position of a tile nor on the number of
// tiles or images.

// Position of a tile in the map.
typedef struct {
    int32_t image, y, x;
} tile_place;

INLINE tile_place next_tile(tile_place at, const cnk_step *step, const int side) {
    at.x += side;
    if (at.x >= step->output.width) {
        at.x = 0;
        at.y += side;
        if (at.y >= step->output.height) {
            at.y = 0;
            at.image++;
        }
    }
    return at;
}

// Bᵀ of F(2, 3) applied to four values.
INLINE void spread_two(const vector *d, vector *t) {
    t[0] = d[0] - d[2];
    t[1] = d[1] + d[2];
    t[2] = d[2] - d[1];
    t[3] = d[1] - d[3];
}

// Aᵀ of F(2, 3) applied to four values.
INLINE void gather_two(const vector *m, vector *s) {
    s[0] = m[0] + m[1] + m[2];
    s[1] = m[1] - m[2] - m[3];
}

// Bᵀ of F(4, 3) applied to six values; the points are 0, ±1, ±2 and infinity.
INLINE void spread_four(const vector *d, vector *t) {
    const vector two = v_all(2), four = v_all(4), five = v_all(-5);
    const vector even = v_multiply_add(v_all(-4), d[2], d[4]);
    const vector odd = v_multiply_add(v_all(-4), d[1], d[3]);
    const vector far = d[4] - d[2], near = two * (d[3] - d[1]);
    t[0] = v_multiply_add(four, d[0], v_multiply_add(five, d[2], d[4]));
    t[1] = even + odd;
    t[2] = even - odd;
    t[3] = far + near;
    t[4] = far - near;
    t[5] = v_multiply_add(four, d[1], v_multiply_add(five, d[3], d[5]));
}

// Aᵀ of F(4, 3) applied to six values.
INLINE void gather_four(const vector *m, vector *s) {
    const vector near = m[1] + m[2], nearer = m[1] - m[2];
    const vector far = m[3] + m[4], farther = m[3] - m[4];
    s[0] = m[0] + near + far;
    s[1] = v_multiply_add(v_all(2), farther, nearer);
    s[2] = v_multiply_add(v_all(4), far, near);
    s[3] = v_multiply_add(v_all(8), farther, nearer) + m[5];
}

INLINE void spread(const int side, const vector *d, vector *t) {
    if (side == 2) spread_two(d, t);
    else spread_four(d, t);
}

INLINE void gather(const int side, const vector *m, vector *s) {
    if (side == 2) gather_two(m, s);
    else gather_four(m, s);
}

// Transforms one vector of channels of a tile and its surroundings to all points, `next` floats
// apart.
INLINE void transform_input(const int side, const float *from, int64_t pixel, int64_t row, float *to,
                            int64_t next) {
    const int points = side + 2;
    vector columns[6][6];
    UNROLLED for (int x = 0; x < points; x++) {
        vector d[6], t[6];
        UNROLLED for (int y = 0; y < points; y++) d[y] = v_load(from + y * row + x * pixel);
        spread(side, d, t);
        UNROLLED for (int y = 0; y < points; y++) columns[y][x] = t[y];
    }
    UNROLLED for (int y = 0; y < points; y++) {
        vector t[6];
        spread(side, columns[y], t);
        UNROLLED for (int x = 0; x < points; x++) {
            v_store(to, t[x]);
            to += next;
        }
    }
}

// Sums over some channels at one point, for some tiles and vectors of output channels, starting
// from 0 or from the sums of the previous channels.
INLINE void multiply_tiles(const int tiles, const int vectors, const float *input, int64_t row,
                           int64_t channels, const float *weights, float *sums_out, bool begins) {
    vector sums[3][MOST_TILE_PIXELS];
    if (begins) {
        UNROLLED for (int v = 0; v < vectors; v++)
            UNROLLED for (int t = 0; t < tiles; t++) sums[v][t] = v_all(0);
    } else {
        UNROLLED for (int t = 0; t < tiles; t++)
            UNROLLED for (int v = 0; v < vectors; v++)
                sums[v][t] = v_load(sums_out + (t * vectors + v) * LANES);
    }
    int64_t c = 0;
#ifdef V_MULTIPLY_ADD_LANE
    for (; c + LANES <= channels; c += LANES) {
        vector x[MOST_TILE_PIXELS];
        UNROLLED for (int t = 0; t < tiles; t++) x[t] = v_load(input + t * row + c);
        prefetch_lanes(vectors, weights);
        add_lanes(tiles, vectors, x, weights, sums);
        weights += LANES * vectors * LANES;
    }
#endif
    for (; c < channels; c++) {
        vector w[3];
        UNROLLED for (int v = 0; v < vectors; v++) {
            w[v] = v_load(weights + v * LANES);
            __builtin_prefetch(weights + (TERMS_AHEAD * vectors + v) * LANES);
        }
        weights += vectors * LANES;
        UNROLLED for (int t = 0; t < tiles; t++) {
            const vector x = v_all(input[t * row + c]);
            UNROLLED for (int v = 0; v < vectors; v++)
                sums[v][t] = v_multiply_add(x, w[v], sums[v][t]);
        }
    }
    UNROLLED for (int t = 0; t < tiles; t++)
        UNROLLED for (int v = 0; v < vectors; v++)
            v_store(sums_out + (t * vectors + v) * LANES, sums[v][t]);
}

#define TILE_CASE(n) \
    case n: \
        if (n <= most) \
            for (; count > 0; count--, input += n * row, sums += n * vectors * LANES) \
                multiply_tiles(n, vectors, input, row, channels, weights, sums, begins); \
        break;

// Processes all tiles at one point, in groups of nearly the same size.
INLINE void multiply_point(const int vectors, const int most, const float *input, int64_t tiles,
                           int64_t row, int64_t channels, const float *weights, float *sums,
                           bool begins) {
    const int64_t groups = (tiles + most - 1) / most;
    const int64_t larger = tiles % groups, size = tiles / groups;
    for (int part = 0; part < 2; part++) {
        int64_t count = part == 0 ? larger : groups - larger;
        switch (part == 0 ? size + 1 : size) {
            TILE_CASE(1)
            TILE_CASE(2)
            TILE_CASE(3)
            TILE_CASE(4)
            TILE_CASE(5)
            TILE_CASE(6)
            TILE_CASE(7)
            TILE_CASE(8)
            TILE_CASE(9)
            TILE_CASE(10)
            TILE_CASE(11)
            TILE_CASE(12)
        }
    }
}

#undef TILE_CASE

// Processes all tiles at all points, with the weights of a block and some channels.
INLINE void multiply_points(const int side, const float *input, const cnk_winograd *size,
                            int64_t tiles, int64_t vectors, int64_t channels, const float *weights,
                            int64_t next, float *sums, bool begins) {
    const int points = (side + 2) * (side + 2);
    for (int p = 0; p < points; p++) {
        if (vectors == 3)
            multiply_point(3, TILE_PIXELS_OF_THREE, input, tiles, size->row, channels, weights, sums,
                           begins);
        else if (vectors == 2)
            multiply_point(2, TILE_PIXELS_OF_TWO, input, tiles, size->row, channels, weights, sums,
                           begins);
        else
            multiply_point(1, TILE_PIXELS_OF_ONE, input, tiles, size->row, channels, weights, sums,
                           begins);
        input += size->input;
        sums += size->output;
        weights += next;
    }
}

// Processes all tiles at all points, with a block of half-precision weights from channel c on. The
// weights are transformed for some inputs at a time, so that they are still in the nearest caches
// when used.
INLINE void multiply_halves(const int side, const cnk_step *step, const cnk_winograd *size,
                            int64_t tiles, int64_t vectors, int64_t c, float *sums) {
    const int points = (side + 2) * (side + 2);
    const int64_t block = vectors * LANES, inputs = step->input.channels;
    const uint16_t *halves = (const uint16_t *)step->weights + c * 9 * inputs;
    float *const filters = step->scratch + points * (size->input + size->output);
    // Also avoids a multiple of the page size.
    const int64_t next = CNK_FILTER_INPUTS * block + 16;
    for (int64_t i = 0; i < inputs; i += CNK_FILTER_INPUTS) {
        const int64_t some = inputs - i < CNK_FILTER_INPUTS ? inputs - i : CNK_FILTER_INPUTS;
        transform_filters(side, halves + 9 * i * block, some, vectors, filters, next);
        multiply_points(side, step->scratch + i, size, tiles, vectors, some, filters, next, sums,
                        i == 0);
    }
}

// Adds the second summand to a row of a tile.
INLINE void add_row(const cnk_map *other, tile_place at, int y, int wide, vector *s, int64_t c) {
    const float *from = other->data + at.image * other->image + (at.y + y) * other->row +
                        (int64_t)at.x * other->channels + c;
    for (int x = 0; x < wide; x++, from += other->channels)
        s[x] += load_left(from, other->channels - c);
}

// Computes the outputs of one vector of channels of a tile from the sums at all points, `next`
// floats apart.
INLINE void transform_output(const int side, const cnk_step *step, tile_place at, const float *sums,
                             int64_t next, int64_t c) {
    const int points = side + 2;
    vector rows[4][6];
    UNROLLED for (int x = 0; x < points; x++) {
        vector m[6], s[4];
        UNROLLED for (int y = 0; y < points; y++) m[y] = v_load(sums + (y * points + x) * next);
        gather(side, m, s);
        UNROLLED for (int y = 0; y < side; y++) rows[y][x] = s[y];
    }
    const cnk_map *output = &step->output;
    const vector bias = v_load(step->bias + c);
    const int64_t left = output->channels - c;
    // Tiles at the lower and right edge may extend beyond the map.
    const int high = output->height - at.y < side ? output->height - at.y : side;
    const int wide = output->width - at.x < side ? output->width - at.x : side;
    UNROLLED for (int y = 0; y < side; y++) {
        vector s[4];
        gather(side, rows[y], s);
        UNROLLED for (int x = 0; x < side; x++) s[x] += bias;
        if (y < high && step->other.data != NULL)
            add_row(&step->other, at, y, wide, s, c);
        activate_all(s, side, step, c);
        float *to = output->data + at.image * output->image + (at.y + y) * output->row +
                    (int64_t)at.x * output->channels + c;
        if (y < high)
            for (int x = 0; x < wide; x++, to += output->channels) store_left(to, s[x], left);
    }
}

INLINE void winograd_of(const cnk_step *step, const int side) {
    const cnk_map *input = &step->input;
    const int points = (side + 2) * (side + 2);
    const cnk_winograd size = cnk_winograd_of(LANES, side, step->images, step->output.height,
                                              step->output.width, input->channels);
    float *const sums = step->scratch + points * size.input;
    tile_place first = {0, 0, 0};
    for (int64_t done = 0; done < size.tiles; done += size.most) {
        const int64_t tiles = size.tiles - done < size.most ? size.tiles - done : size.most;
        tile_place at = first;
        for (int64_t t = 0; t < tiles; t++, at = next_tile(at, step, side)) {
            const float *from = input->data + at.image * input->image +
                                (int64_t)(at.y - step->padding_top) * input->row +
                                (int64_t)(at.x - step->padding_left) * input->channels;
            for (int64_t c = 0; c < input->channels; c += LANES)
                transform_input(side, from + c, input->channels, input->row,
                                step->scratch + t * size.row + c, size.input);
        }
        const float *weights = step->weights;
        for (int64_t c = 0; c < step->output.channels;) {
            const int64_t vectors = cnk_block_vectors(LANES, step->output.channels - c);
            if (step->halves) {
                multiply_halves(side, step, &size, tiles, vectors, c, sums);
            } else {
                multiply_points(side, step->scratch, &size, tiles, vectors, input->channels, weights,
                                vectors * LANES * input->channels, sums, true);
                weights += points * vectors * LANES * input->channels;
            }
            at = first;
            for (int64_t t = 0; t < tiles; t++, at = next_tile(at, step, side))
                for (int64_t v = 0; v < vectors; v++)
                    transform_output(side, step, at, sums + (t * vectors + v) * LANES, size.output,
                                     c + v * LANES);
            c += vectors * LANES;
        }
        first = at;
    }
}

static void winograd(const cnk_step *step) {
    if (step->tile_side == 2) winograd_of(step, 2);
    else winograd_of(step, 4);
}

#define WINOGRAD_KERNELS ALL_IMAGES(winograd)
