#include "model.hpp"

#include <opencv2/imgproc.hpp>
#include <opencv2/imgproc/detail/gcgraph.hpp>

#include <algorithm>
#include <cmath>

namespace stitching {

namespace {

constexpr float never = 1e7f;

/// One picture's contribution to a small panorama.
struct Layer {
    cv::Mat color, valid;
    // Cost of taking a pixel from this picture; grows with the distance from its center.
    cv::Mat cost;
};

Layer make_layer(
    const Picture &picture, const Lens &lens, const cv::Mat &relief, int width) {
    Layer layer;
    cv::Mat map_x, map_y;
    project(
        picture, lens, relief, width, {0, 0, width, width / 2}, map_x, map_y, layer.valid);
    cv::remap(picture.pixels, layer.color, map_x, map_y, cv::INTER_AREA, cv::BORDER_REPLICATE);
    cv::GaussianBlur(layer.color, layer.color, {3, 3}, 0);
    layer.cost = cv::Mat(layer.valid.size(), CV_32F, cv::Scalar(never));
    double half_x = picture.pixels.cols / 2.0, half_y = picture.pixels.rows / 2.0;
    for (int y = 0; y < layer.valid.rows; y++) {
        for (int x = 0; x < layer.valid.cols; x++) {
            if (!layer.valid.at<uint8_t>(y, x)) { continue; }
            double off = std::max(
                std::abs(map_x.at<float>(y, x) + 0.5 - half_x) / half_x,
                std::abs(map_y.at<float>(y, x) + 0.5 - half_y) / half_y);
            layer.cost.at<float>(y, x) = static_cast<float>(6 * off * off);
        }
    }
    return layer;
}

/// Gains that make overlapping pictures equally bright, by least squares over logarithms. The
/// median of each overlap ignores parallax and reflections.
std::vector<cv::Vec3f> find_gains(const std::vector<Layer> &layers) {
    int count = static_cast<int>(layers.size());
    std::vector<cv::Vec3f> gains(count);
    for (int channel = 0; channel < 3; channel++) {
        cv::Mat_<double> matrix = cv::Mat_<double>::eye(count, count) * 0.05;
        cv::Mat_<double> vector = cv::Mat_<double>::zeros(count, 1);
        for (int a = 0; a < count; a++) {
            for (int b = a + 1; b < count; b++) {
                std::vector<float> ratios;
                for (int y = 0; y < layers[a].valid.rows; y++) {
                    const uint8_t *in_a = layers[a].valid.ptr(y), *in_b = layers[b].valid.ptr(y);
                    const auto *color_a = layers[a].color.ptr<cv::Vec3b>(y);
                    const auto *color_b = layers[b].color.ptr<cv::Vec3b>(y);
                    for (int x = 0; x < layers[a].valid.cols; x++) {
                        if (!in_a[x] || !in_b[x]) { continue; }
                        int of_a = color_a[x][channel], of_b = color_b[x][channel];
                        if (std::min(of_a, of_b) < 8 || std::max(of_a, of_b) > 247) { continue; }
                        ratios.push_back(std::log(static_cast<float>(of_a) / of_b));
                    }
                }
                if (ratios.size() < 20) { continue; }
                std::nth_element(ratios.begin(), ratios.begin() + ratios.size() / 2, ratios.end());
                double ratio = ratios[ratios.size() / 2];
                matrix(a, a) += 1;
                matrix(b, b) += 1;
                matrix(a, b) -= 1;
                matrix(b, a) -= 1;
                vector(a) -= ratio;
                vector(b) += ratio;
            }
        }
        cv::Mat_<double> logarithms;
        cv::solve(matrix, vector, logarithms, cv::DECOMP_CHOLESKY);
        for (int i = 0; i < count; i++) {
            gains[i][channel] = static_cast<float>(std::exp(std::clamp(logarithms(i), -1.5, 1.5)));
        }
    }
    return gains;
}

/// Labels of a panorama whose left and right columns are neighbors, improved by alpha expansion
/// (Boykov, Veksler, Zabih 2001) with the seam cost of Kwatra et al. 2003.
class Seams {
public:
    Seams(const std::vector<Layer> &layers, cv::Mat labels) : layers(layers), labels(labels) {}

    void expand(int alpha) {
        const Layer &grown = layers[alpha];
        cv::Mat node(labels.size(), CV_32S, cv::Scalar(-1));
        int count = 0;
        for (int y = 0; y < labels.rows; y++) {
            for (int x = 0; x < labels.cols; x++) {
                if (grown.valid.at<uint8_t>(y, x) && label(y, x) != alpha) { count++; }
            }
        }
        if (count == 0) { return; }
        cv::detail::GCGraph<float> graph(count, count * 4);
        for (int y = 0; y < labels.rows; y++) {
            for (int x = 0; x < labels.cols; x++) {
                if (!grown.valid.at<uint8_t>(y, x) || label(y, x) == alpha) { continue; }
                int made = graph.addVtx();
                node.at<int>(y, x) = made;
                // A pixel on the sink's side becomes alpha.
                graph.addTermWeights(
                    made, grown.cost.at<float>(y, x), layers[label(y, x)].cost.at<float>(y, x));
            }
        }
        for (int y = 0; y < labels.rows; y++) {
            for (int x = 0; x < labels.cols; x++) {
                link(graph, node, alpha, {x, y}, {(x + 1) % labels.cols, y});
                if (y + 1 < labels.rows) { link(graph, node, alpha, {x, y}, {x, y + 1}); }
            }
        }
        graph.maxFlow();
        for (int y = 0; y < labels.rows; y++) {
            for (int x = 0; x < labels.cols; x++) {
                int here = node.at<int>(y, x);
                if (here >= 0 && !graph.inSourceSegment(here)) {
                    labels.at<int16_t>(y, x) = static_cast<int16_t>(alpha);
                }
            }
        }
    }

private:
    int label(int y, int x) const { return labels.at<int16_t>(y, x); }
    int label(cv::Point at) const { return labels.at<int16_t>(at); }

    float difference(int a, int b, cv::Point at) const {
        if (!layers[a].valid.at<uint8_t>(at) || !layers[b].valid.at<uint8_t>(at)) { return 80; }
        cv::Vec3i off = cv::Vec3i(layers[a].color.at<cv::Vec3b>(at))
            - cv::Vec3i(layers[b].color.at<cv::Vec3b>(at));
        return static_cast<float>(std::abs(off[0]) + std::abs(off[1]) + std::abs(off[2])) / 3;
    }

    float seam(int a, int b, cv::Point p, cv::Point q) const {
        return a == b ? 0 : 1 + difference(a, b, p) + difference(a, b, q);
    }

    void link(
        cv::detail::GCGraph<float> &graph, const cv::Mat &node, int alpha, cv::Point p,
        cv::Point q) const {
        int at_p = node.at<int>(p), at_q = node.at<int>(q);
        if ((at_p < 0 && at_q < 0) || label(p) < 0 || label(q) < 0) { return; }
        if (at_q < 0) {
            graph.addTermWeights(at_p, seam(alpha, label(q), p, q), seam(label(p), label(q), p, q));
            return;
        }
        if (at_p < 0) {
            graph.addTermWeights(at_q, seam(label(p), alpha, p, q), seam(label(p), label(q), p, q));
            return;
        }
        float both_stay = seam(label(p), label(q), p, q);
        float only_q = seam(label(p), alpha, p, q), only_p = seam(alpha, label(q), p, q);
        // E(p, q) = both_stay + p (only_p - both_stay) - q only_p + (only_q + only_p - both_stay)
        // where p stays and q changes.
        float cut = std::max(0.0f, only_q + only_p - both_stay);
        add_cost_of_change(graph, at_p, only_p - both_stay);
        add_cost_of_change(graph, at_q, -only_p);
        graph.addEdges(at_p, at_q, cut, 0);
    }

    static void add_cost_of_change(cv::detail::GCGraph<float> &graph, int node, float cost) {
        graph.addTermWeights(node, std::max(0.0f, cost), std::max(0.0f, -cost));
    }

    const std::vector<Layer> &layers;
    cv::Mat labels;
};

/// Bilinear value of a panorama, in columns and rows from its upper left corner.
double look_up(const cv::Mat &panorama, double column, double row) {
    double x = column - 0.5, y = std::clamp(row - 0.5, 0.0, panorama.rows - 1.001);
    int left = static_cast<int>(std::floor(x)), top = static_cast<int>(y);
    double across = x - left, down = y - top;
    left = (left % panorama.cols + panorama.cols) % panorama.cols;
    int right = left + 1 == panorama.cols ? 0 : left + 1;
    const float *upper = panorama.ptr<float>(top), *lower = panorama.ptr<float>(top + 1);
    return (upper[left] * (1 - across) + upper[right] * across) * (1 - down)
        + (lower[left] * (1 - across) + lower[right] * across) * down;
}

}  // namespace

bool project_ray(
    const Picture &picture, const Lens &lens, cv::Vec3d toward, float &x, float &y) {
    const cv::Mat &pixels = picture.pixels;
    if (picture.projection == family_stitching_perspective) {
        double focal = focal_length(picture, lens);
        double z = std::max(toward[2], 1e-3);
        double u = toward[0] / z, v = toward[1] / z;
        double undone = std::min(1.0, u * u + v * v);
        double scale = 1 + lens.distortion * undone;
        x = static_cast<float>(u * scale * focal + pixels.cols / 2.0 - 0.5);
        y = static_cast<float>(v * scale * focal + pixels.rows / 2.0 - 0.5);
        return toward[2] > 0.05 && x >= 0 && y >= 0 && x <= pixels.cols - 1
            && y <= pixels.rows - 1;
    }
    const Crop &crop = picture.crop;
    double yaw = std::atan2(toward[0], toward[2]);
    double column = (yaw / (2 * CV_PI) + 0.5) * crop.full_width - crop.left;
    // A strip may begin behind the viewer and continue past the panorama's edge.
    if (column < 0) { column += crop.full_width; }
    double level = std::hypot(toward[0], toward[2]), row;
    if (picture.projection == family_stitching_cylindrical) {
        double radius = crop.full_width / (2 * CV_PI);
        row = crop.full_height / 2 + radius * toward[1] / std::max(level, 1e-3) - crop.top;
    } else {
        row = (std::atan2(toward[1], level) / CV_PI + 0.5) * crop.full_height - crop.top;
    }
    x = static_cast<float>(column - 0.5);
    y = static_cast<float>(row - 0.5);
    return column >= 0 && row >= 0 && column <= pixels.cols && row <= pixels.rows;
}

void project(
    const Picture &picture, const Lens &lens, const cv::Mat &relief, int width, cv::Rect area,
    cv::Mat &map_x, cv::Mat &map_y, cv::Mat &valid) {
    map_x.create(area.size(), CV_32F);
    map_y.create(area.size(), CV_32F);
    valid.create(area.size(), CV_8U);
    cv::Matx33d inverse = picture.rotation.t();
    double scale = static_cast<double>(relief.cols) / width;
    std::vector<cv::Vec2d> around(area.width);
    for (int x = 0; x < area.width; x++) {
        double yaw = ((area.x + x + 0.5) / width - 0.5) * 2 * CV_PI;
        around[x] = {std::sin(yaw), std::cos(yaw)};
    }
    cv::parallel_for_(cv::Range(0, area.height), [&](const cv::Range &rows) {
        for (int y = rows.start; y < rows.end; y++) {
            double pitch = (0.5 - (area.y + y + 0.5) * 2 / width) * CV_PI;
            double level = std::cos(pitch), down = -std::sin(pitch);
            float *to_x = map_x.ptr<float>(y), *to_y = map_y.ptr<float>(y);
            uint8_t *inside = valid.ptr(y);
            for (int x = 0; x < area.width; x++) {
                cv::Vec3d toward(around[x][0] * level, down, around[x][1] * level);
                double near =
                    look_up(relief, (area.x + x + 0.5) * scale, (area.y + y + 0.5) * scale);
                toward = inverse * (toward - picture.position * near);
                inside[x] = project_ray(picture, lens, toward, to_x[x], to_y[x]) ? 255 : 0;
            }
        }
    });
}

Plan plan_seams(
    const std::vector<Picture> &pictures, const Lens &lens, const cv::Mat &relief, int width,
    const Progress &progress) {
    std::vector<Layer> layers;
    for (const auto &picture : pictures) {
        layers.push_back(make_layer(picture, lens, relief, width));
    }
    progress.report("exposure", 0.6);
    Plan plan;
    plan.gains = find_gains(layers);
    plan.labels = cv::Mat(width / 2, width, CV_16S, cv::Scalar(-1));
    for (size_t i = 0; i < layers.size(); i++) {
        brighten(layers[i].color, plan.gains[i]);
    }
    for (int y = 0; y < width / 2; y++) {
        for (int x = 0; x < width; x++) {
            float best = never;
            for (size_t i = 0; i < layers.size(); i++) {
                float cost = layers[i].cost.at<float>(y, x);
                if (cost < best) {
                    best = cost;
                    plan.labels.at<int16_t>(y, x) = static_cast<int16_t>(i);
                }
            }
        }
    }
    Seams seams(layers, plan.labels);
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < layers.size() && layers.size() > 1; i++) {
            progress.report("seams", 0.62 + 0.09 * (round + 1.0 * i / layers.size()));
            seams.expand(static_cast<int>(i));
        }
    }
    return plan;
}

}  // namespace stitching
