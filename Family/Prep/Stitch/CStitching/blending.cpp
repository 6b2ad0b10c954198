#include "model.hpp"

#include <opencv2/imgproc.hpp>
#include <opencv2/stitching/detail/blenders.hpp>

#include <algorithm>
#include <cmath>

namespace stitching {

namespace {

constexpr int bands = 5;
/// Number of columns that are rendered twice to close the circle; larger than the reach of the
/// coarsest band.
constexpr int margin = 8 << bands;

/// The area of a panorama that a label occupies, with columns counted around the circle from its
/// left end.
cv::Rect label_area(const cv::Mat &labels, int label) {
    cv::Mat own = labels == label;
    std::vector<uint8_t> columns, rows;
    cv::reduce(own, columns, 0, cv::REDUCE_MAX);
    cv::Mat by_row;
    cv::reduce(own, by_row, 1, cv::REDUCE_MAX);
    by_row.copyTo(rows);
    int count = labels.cols, start = 0, widest = 0, run = 0;
    for (int i = 0; i < 2 * count; i++) {
        run = columns[i % count] ? 0 : run + 1;
        if (run > widest && run <= count) {
            widest = run;
            start = (i + 1) % count;
        }
    }
    if (widest == count) { return {}; }
    int top = 0, bottom = labels.rows;
    while (!rows[top]) { top++; }
    while (!rows[bottom - 1]) { bottom--; }
    return {start, top, count - widest, bottom - top};
}

/// A picture's colors and label mask over an area of the panorama.
void render(
    const Picture &picture, const Lens &lens, const cv::Mat &relief, const cv::Mat &labels,
    int label, cv::Vec3f gain, int width, cv::Rect area, cv::Mat &color, cv::Mat &mask) {
    cv::Mat map_x, map_y, valid;
    project(picture, lens, relief, width, area, map_x, map_y, valid);
    cv::remap(picture.pixels, color, map_x, map_y, cv::INTER_LINEAR, cv::BORDER_REPLICATE);
    brighten(color, gain);
    color.convertTo(color, CV_16S);
    mask.create(area.size(), CV_8U);
    double scale = static_cast<double>(labels.cols) / width;
    for (int y = 0; y < area.height; y++) {
        int row = std::min(labels.rows - 1, static_cast<int>((area.y + y + 0.5) * scale));
        const int16_t *from = labels.ptr<int16_t>(row);
        for (int x = 0; x < area.width; x++) {
            int column = static_cast<int>((area.x + x + width + 0.5) * scale) % labels.cols;
            mask.at<uint8_t>(y, x) = from[column] == label ? 255 : 0;
        }
    }
    mask &= valid;
}

}  // namespace

void brighten(cv::Mat &color, cv::Vec3f gain) {
    constexpr float knee = 232, clipped = 252;
    cv::parallel_for_(cv::Range(0, color.rows), [&](const cv::Range &rows) {
        for (int y = rows.start; y < rows.end; y++) {
            auto *pixels = color.ptr<cv::Vec3b>(y);
            for (int x = 0; x < color.cols; x++) {
                cv::Vec3b &pixel = pixels[x];
                int least = std::min({pixel[0], pixel[1], pixel[2]});
                float white = std::clamp((least - knee) / (clipped - knee), 0.0f, 1.0f);
                for (int channel = 0; channel < 3; channel++) {
                    float factor = gain[channel] + std::max(0.0f, 1 - gain[channel]) * white;
                    pixel[channel] = cv::saturate_cast<uint8_t>(pixel[channel] * factor);
                }
            }
        }
    });
}

cv::Mat blend(
    const std::vector<Picture> &pictures, const Lens &lens, const cv::Mat &relief,
    const Plan &plan, int width, cv::Mat &covered, const Progress &progress) {
    cv::Rect canvas(-margin, 0, width + 2 * margin, width / 2);
    cv::detail::MultiBandBlender blender(false, bands);
    blender.prepare(canvas);
    int factor = width / plan.labels.cols;
    for (size_t i = 0; i < pictures.size(); i++) {
        progress.report("blending", 0.8 + 0.15 * static_cast<double>(i) / pictures.size());
        cv::Rect small = label_area(plan.labels, static_cast<int>(i));
        if (small.empty()) { continue; }
        int pad = 2 << bands;
        cv::Rect area(
            small.x * factor - pad, small.y * factor - pad, small.width * factor + 2 * pad,
            small.height * factor + 2 * pad);
        bool wide = area.width + 2 * margin > width;
        for (int turn = -1; turn <= 1; turn++) {
            cv::Rect here = area + cv::Point(turn * width, 0);
            if (wide) { here = cv::Rect(canvas.x, area.y, canvas.width, area.height); }
            here &= canvas;
            if (here.empty() || (wide && turn != 0)) { continue; }
            cv::Mat color, mask;
            render(
                pictures[i], lens, relief, plan.labels, static_cast<int>(i), plan.gains[i], width,
                here, color, mask);
            blender.feed(color, mask, here.tl());
        }
    }
    progress.report("blending", 0.95);
    cv::Mat blended, mask;
    blender.blend(blended, mask);
    cv::Rect inner(margin, 0, width, width / 2);
    covered = mask(inner).clone();
    cv::Mat panorama;
    blended(inner).convertTo(panorama, CV_8U);
    return panorama;
}

void fill(cv::Mat &panorama, const cv::Mat &covered) {
    // Push: average the known pixels at half the size, until none is missing.
    std::vector<cv::Mat> colors, weights;
    cv::Mat color, weight;
    panorama.convertTo(color, CV_32FC3);
    covered.convertTo(weight, CV_32F, 1 / 255.0);
    while (true) {
        cv::Mat three;
        cv::merge(std::vector<cv::Mat>(3, weight), three);
        color = color.mul(three);
        colors.push_back(color);
        weights.push_back(weight);
        if (color.rows <= 2 || color.cols % 2 || color.rows % 2) { break; }
        cv::Mat half, half_weight, safe;
        cv::resize(color, half, {color.cols / 2, color.rows / 2}, 0, 0, cv::INTER_AREA);
        cv::resize(weight, half_weight, {color.cols / 2, color.rows / 2}, 0, 0, cv::INTER_AREA);
        safe = cv::max(half_weight, 1e-6);
        cv::merge(std::vector<cv::Mat>(3, safe), three);
        color = half / three;
        weight = cv::min(half_weight * 4, 1.0);
    }
    // Pull: fill missing pixels from the coarser level, with columns continued around the circle.
    cv::Scalar mean = cv::mean(panorama, covered);
    cv::Mat pulled(colors.back().size(), CV_32FC3, mean);
    for (size_t level = colors.size(); level-- > 0;) {
        cv::Mat below = pulled;
        if (below.size() != colors[level].size()) {
            cv::Mat wrapped;
            cv::copyMakeBorder(below, wrapped, 0, 0, 2, 2, cv::BORDER_WRAP);
            cv::resize(wrapped, wrapped, {}, 2, 2, cv::INTER_LINEAR);
            below = wrapped(cv::Rect(4, 0, colors[level].cols, colors[level].rows));
        }
        cv::Mat three;
        cv::merge(std::vector<cv::Mat>(3, 1 - weights[level]), three);
        pulled = colors[level] + below.mul(three);
    }
    cv::Mat filled;
    pulled.convertTo(filled, CV_8U);
    filled.copyTo(panorama, covered == 0);
}

}  // namespace stitching
