// Layers that process each pixel separately.

static void add(const cnk_step *step) {
    const cnk_map *a = &step->input, *b = &step->other, *output = &step->output;
    const int64_t channels = output->channels;
    for (int32_t y = 0; y < output->height; y++)
        for (int32_t x = 0; x < output->width; x++) {
            const float *pa = a->data + y * a->row + x * channels;
            const float *pb = b->data + y * b->row + (int64_t)x * b->channels;
            float *po = output->data + y * output->row + x * channels;
            for (int64_t c = 0; c < channels; c += LANES) {
                vector sum = v_load(pa + c) + load_left(pb + c, b->channels - c);
                store_left(po + c, activate(sum, step, c), channels - c);
            }
        }
}

static void activate_alone(const cnk_step *step) {
    const cnk_map *input = &step->input, *output = &step->output;
    const int64_t channels = output->channels;
    for (int32_t y = 0; y < output->height; y++)
        for (int32_t x = 0; x < output->width; x++) {
            const float *from = input->data + y * input->row + x * channels;
            float *to = output->data + y * output->row + x * channels;
            for (int64_t c = 0; c < channels; c += LANES)
                store_left(to + c, activate(v_load(from + c), step, c), channels - c);
        }
}

static void copy(const cnk_step *step) {
    const cnk_map *input = &step->input, *output = &step->output;
    const int64_t after = output->channels - input->channels - step->before;
    for (int32_t y = 0; y < output->height; y++) {
        const float *from = input->data + y * input->row;
        float *to = output->data + y * output->row;
        if (output->channels == input->channels) {
            memcpy(to, from, (size_t)input->width * (size_t)input->channels * sizeof(float));
            continue;
        }
        for (int32_t x = 0; x < output->width; x++) {
            memset(to, 0, (size_t)step->before * sizeof(float));
            memcpy(to + step->before, from, (size_t)input->channels * sizeof(float));
            memset(to + step->before + input->channels, 0, (size_t)after * sizeof(float));
            from += input->channels;
            to += output->channels;
        }
    }
}

static void softmax(const cnk_step *step) {
    const cnk_map *input = &step->input, *output = &step->output;
    const int32_t channels = output->channels;
    for (int32_t y = 0; y < output->height; y++)
        for (int32_t x = 0; x < output->width; x++) {
            const float *from = input->data + y * input->row + (int64_t)x * channels;
            float *to = output->data + y * output->row + (int64_t)x * channels;
            float largest = from[0], sum = 0;
            for (int32_t c = 1; c < channels; c++) largest = from[c] > largest ? from[c] : largest;
            for (int32_t c = 0; c < channels; c++) sum += to[c] = expf(from[c] - largest);
            for (int32_t c = 0; c < channels; c++) to[c] /= sum;
        }
}

#define ELEMENTWISE_KERNELS \
    EACH_IMAGE(add) EACH_IMAGE(activate_alone) EACH_IMAGE(copy) EACH_IMAGE(softmax)
