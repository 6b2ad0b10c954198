// Pooling: windows are clipped at the input's edges, so padding never counts.

// The part of the window of output (y, x) inside the input; never empty, because the padding is
// smaller than the window.
typedef struct {
    int32_t top, bottom, left, right;
} window_part;

INLINE window_part part_inside(const cnk_step *step, int32_t y, int32_t x) {
    int32_t top = y * step->stride_height - step->padding_top;
    int32_t left = x * step->stride_width - step->padding_left;
    int32_t bottom = top + step->kernel_height, right = left + step->kernel_width;
    return (window_part){
        top < 0 ? 0 : top, bottom > step->input.height ? step->input.height : bottom,
        left < 0 ? 0 : left, right > step->input.width ? step->input.width : right};
}

INLINE void pool(const cnk_step *step, const int mean) {
    const cnk_map *input = &step->input, *output = &step->output;
    const int64_t channels = output->channels;
    for (int32_t y = 0; y < output->height; y++)
        for (int32_t x = 0; x < output->width; x++) {
            const window_part part = part_inside(step, y, x);
            float *to = output->data + y * output->row + x * channels;
            for (int64_t c = 0; c < channels; c += LANES) {
                vector v = mean ? v_all(0) : v_all(-INFINITY);
                for (int32_t iy = part.top; iy < part.bottom; iy++) {
                    const float *from = input->data + iy * input->row + part.left * channels + c;
                    for (int32_t ix = part.left; ix < part.right; ix++, from += channels)
                        v = mean ? v + v_load(from) : v_max(v, v_load(from));
                }
                if (mean)
                    v /= v_all((float)((part.bottom - part.top) * (part.right - part.left)));
                store_left(to + c, v, channels - c);
            }
        }
}

static void max_pool(const cnk_step *step) { pool(step, 0); }

static void average_pool(const cnk_step *step) { pool(step, 1); }

static void global_average(const cnk_step *step) {
    cnk_step whole = *step;
    whole.kernel_height = step->input.height;
    whole.kernel_width = step->input.width;
    whole.stride_height = whole.stride_width = 1;
    whole.padding_top = whole.padding_left = 0;
    pool(&whole, 1);
}

#define POOLING_KERNELS EACH_IMAGE(max_pool) EACH_IMAGE(average_pool) EACH_IMAGE(global_average)
