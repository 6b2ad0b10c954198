// Operations of an MLP mixer besides matrix products, on the pixels of a row or on all points.

INLINE float sum_of(vector v) {
    float lanes[LANES], sum = 0;
    v_store(lanes, v);
    for (int i = 0; i < LANES; i++) sum += lanes[i];
    return sum;
}

// The sum of n numbers, or of their squared distances from a mean.
INLINE float sum_of_all(const float *p, int64_t n) {
    vector sums = v_all(0);
    int64_t i = 0;
    for (; i + LANES <= n; i += LANES) sums += v_load(p + i);
    float sum = sum_of(sums);
    for (; i < n; i++) sum += p[i];
    return sum;
}

INLINE float squares_about(const float *p, int64_t n, float mean) {
    vector sums = v_all(0);
    int64_t i = 0;
    for (; i + LANES <= n; i += LANES) {
        const vector apart = v_load(p + i) - v_all(mean);
        sums = v_multiply_add(apart, apart, sums);
    }
    float sum = sum_of(sums);
    for (; i < n; i++) sum += (p[i] - mean) * (p[i] - mean);
    return sum;
}

// Normalizes each pixel's channels to mean 0 and variance 1, then multiplies by weights and adds
// the bias.
static void layer_norm(const cnk_step *step) {
    const cnk_map *input = &step->input, *output = &step->output;
    const int64_t channels = output->channels;
    for (int32_t y = 0; y < output->height; y++)
        for (int32_t x = 0; x < output->width; x++) {
            const float *from = input->data + y * input->row + x * channels;
            float *to = output->data + y * output->row + x * channels;
            const float mean = sum_of_all(from, channels) / (float)channels;
            const float variance = squares_about(from, channels, mean) / (float)channels;
            const vector gain = v_all(1 / sqrtf(variance + step->number)), less = v_all(mean);
            for (int64_t c = 0; c < channels; c += LANES) {
                const vector v = (v_load(from + c) - less) * gain;
                store_left(to + c, v_multiply_add(v, v_load(step->weights + c), v_load(step->bias + c)),
                           channels - c);
            }
        }
}

// Columns become channels. Works in blocks, so that accesses to both sides stay local.
static void transpose(const cnk_step *step) {
    enum { BLOCK = 16 };
    const cnk_map *input = &step->input, *output = &step->output;
    const int64_t columns = input->width, channels = input->channels;
    for (int32_t y = 0; y < input->height; y++) {
        const float *from = input->data + y * input->row;
        float *to = output->data + y * output->row;
        for (int64_t c0 = 0; c0 < channels; c0 += BLOCK)
            for (int64_t x0 = 0; x0 < columns; x0 += BLOCK) {
                const int64_t c1 = c0 + BLOCK < channels ? c0 + BLOCK : channels;
                const int64_t x1 = x0 + BLOCK < columns ? x0 + BLOCK : columns;
                for (int64_t c = c0; c < c1; c++)
                    for (int64_t x = x0; x < x1; x++) to[c * columns + x] = from[x * channels + c];
            }
    }
}

// Inserts the weights as a pixel at the beginning of each row.
static void prepend(const cnk_step *step) {
    const cnk_map *input = &step->input, *output = &step->output;
    const size_t pixel = (size_t)input->channels * sizeof(float);
    for (int32_t y = 0; y < output->height; y++) {
        float *to = output->data + y * output->row;
        memcpy(to, step->weights, pixel);
        memcpy(to + input->channels, input->data + y * input->row, (size_t)input->width * pixel);
    }
}

// Subtracts the mean point from all points, and divides them by their mean distance from it.
// Identical points become zero.
static void normalize_points(const cnk_step *step) {
    const cnk_map *input = &step->input, *output = &step->output;
    const int32_t channels = input->channels;
    const float count = (float)input->height * (float)input->width;
    for (int32_t c = 0; c < channels; c++) {
        float sum = 0;
        for (int32_t y = 0; y < input->height; y++)
            for (int32_t x = 0; x < input->width; x++)
                sum += input->data[y * input->row + (int64_t)x * channels + c];
        for (int32_t y = 0; y < input->height; y++)
            for (int32_t x = 0; x < input->width; x++)
                output->data[y * output->row + (int64_t)x * channels + c] =
                    input->data[y * input->row + (int64_t)x * channels + c] - sum / count;
    }
    float lengths = 0;
    for (int32_t y = 0; y < input->height; y++)
        for (int32_t x = 0; x < input->width; x++) {
            const float *point = output->data + y * output->row + (int64_t)x * channels;
            float squares = 0;
            for (int32_t c = 0; c < channels; c++) squares += point[c] * point[c];
            lengths += sqrtf(squares);
        }
    const float factor = lengths > 0 ? step->number * count / lengths : 0;
    for (int32_t y = 0; y < input->height; y++)
        for (int64_t i = 0; i < (int64_t)input->width * channels; i++)
            output->data[y * output->row + i] *= factor;
}

static void sigmoid(const cnk_step *step) {
    const cnk_map *input = &step->input, *output = &step->output;
    const int64_t numbers = (int64_t)input->width * input->channels;
    for (int32_t y = 0; y < output->height; y++)
        for (int64_t i = 0; i < numbers; i++)
            output->data[y * output->row + i] = 1 / (1 + expf(-input->data[y * input->row + i]));
}

#define MIXER_KERNELS \
    EACH_IMAGE(layer_norm) EACH_IMAGE(transpose) EACH_IMAGE(prepend) \
    EACH_IMAGE(normalize_points) EACH_IMAGE(sigmoid)
