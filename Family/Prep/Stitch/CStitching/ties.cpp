#include "model.hpp"

#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>

namespace stitching {

namespace {

constexpr int half = 5;  // half the width of a piece, in pixels
constexpr int columns = 14, rows = 10;  // grid of pieces in a photo
constexpr double least_contrast = 1.2, noise = 1.0;  // in gray values
constexpr double largest_shift = 4, search_sigma = 3;  // in pixels
/// Corrections for dependent neighboring pixels and for the coarse relief.
constexpr double dependence = 100, precision_limit = 0.8;
constexpr double least_agreement = 0.6;  // share of the contrast that the other photo explains
constexpr float dark = 4, bright = 250;

/// A photo in gray, with its gradients.
struct Gray {
    cv::Mat value, dx, dy;
    double scale = 1;  // photo pixels per pixel
};

Gray make_gray(const Picture &picture, int width) {
    Gray made;
    cv::Mat gray;
    cv::cvtColor(picture.pixels, gray, cv::COLOR_BGR2GRAY);
    if (gray.cols > width) {
        int height = static_cast<int>(std::lround(1.0 * gray.rows * width / gray.cols));
        cv::resize(gray, gray, {width, height}, 0, 0, cv::INTER_AREA);
    }
    made.scale = static_cast<double>(picture.pixels.cols) / gray.cols;
    gray.convertTo(made.value, CV_32F);
    cv::GaussianBlur(made.value, made.value, {0, 0}, 0.7);
    cv::Scharr(made.value, made.dx, CV_32F, 1, 0, 1 / 32.0);
    cv::Scharr(made.value, made.dy, CV_32F, 0, 1, 1 / 32.0);
    return made;
}

float sample(const cv::Mat &image, double x, double y) {
    int left = static_cast<int>(x), top = static_cast<int>(y);
    auto across = static_cast<float>(x - left), down = static_cast<float>(y - top);
    const float *upper = image.ptr<float>(top) + left, *lower = image.ptr<float>(top + 1) + left;
    return (upper[0] * (1 - across) + upper[1] * across) * (1 - down)
        + (lower[0] * (1 - across) + lower[1] * across) * down;
}

/// The most precisely locatable pixel in each cell of a photo.
std::vector<cv::Point> choose(const Gray &gray) {
    cv::Mat xx = gray.dx.mul(gray.dx), yy = gray.dy.mul(gray.dy), xy = gray.dx.mul(gray.dy);
    cv::Size piece(2 * half + 1, 2 * half + 1);
    for (cv::Mat *one : {&xx, &yy, &xy}) { cv::boxFilter(*one, *one, -1, piece); }
    std::vector<cv::Point> chosen;
    int wide = gray.value.cols - 2 * half - 2, tall = gray.value.rows - 2 * half - 2;
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            cv::Point best(-1, -1);
            float most = 0;
            int top = half + 1 + tall * row / rows, bottom = half + 1 + tall * (row + 1) / rows;
            int left = half + 1 + wide * column / columns;
            int right = half + 1 + wide * (column + 1) / columns;
            for (int y = top; y < bottom; y++) {
                for (int x = left; x < right; x++) {
                    if (gray.value.at<float>(y, x) > bright) { continue; }
                    float a = xx.at<float>(y, x), b = xy.at<float>(y, x), c = yy.at<float>(y, x);
                    float smaller = (a + c - std::hypot(a - c, 2 * b)) / 2;
                    float score = smaller + 0.1f * (a + c);
                    if (score > most) {
                        most = score;
                        best = {x, y};
                    }
                }
            }
            if (best.x >= 0) { chosen.push_back(best); }
        }
    }
    return chosen;
}

/// The plane through a piece's surroundings as an affine map from one photo to the other.
struct Affine {
    cv::Point2d origin, by_x, by_y;
};

/// A piece's shift in the other photo, and the precision in each direction.
struct Alignment {
    cv::Point2d shift;
    cv::Matx22d information;
    bool found = false;
};

/// Aligns a piece by least squares over shift, gain and brightness (Lucas and Kanade 1981).
Alignment align(const Gray &from, cv::Point at, const Gray &to, const Affine &map) {
    Alignment made;
    for (int round = 0; round < 12; round++) {
        cv::Matx44d normal = cv::Matx44d::zeros();
        cv::Vec4d vector(0, 0, 0, 0);
        double squares = 0, sum = 0;
        int count = 0;
        for (int y = -half; y <= half; y++) {
            for (int x = -half; x <= half; x++) {
                cv::Point2d there = map.origin + map.by_x * x + map.by_y * y + made.shift;
                if (there.x < 0 || there.y < 0 || there.x >= to.value.cols - 1
                    || there.y >= to.value.rows - 1) {
                    continue;
                }
                float own = from.value.at<float>(at.y + y, at.x + x);
                float other = sample(to.value, there.x, there.y);
                if (own < dark || own > bright || other < dark || other > bright) { continue; }
                cv::Vec4d j(
                    sample(to.dx, there.x, there.y), sample(to.dy, there.x, there.y), -own / 64.0,
                    -1);
                for (int i = 0; i < 4; i++) {
                    for (int k = i; k < 4; k++) { normal(i, k) += j[i] * j[k]; }
                    vector[i] -= j[i] * other;
                }
                squares += other * other;
                sum += other;
                count++;
            }
        }
        if (count < (2 * half + 1) * (2 * half + 1) * 3 / 5) { return made; }
        for (int i = 0; i < 4; i++) {
            for (int k = 0; k < i; k++) { normal(i, k) = normal(k, i); }
        }
        normal(2, 2) += 1e-6;
        // The shift's information after gain and brightness are eliminated.
        cv::Matx22d shift(normal(0, 0), normal(0, 1), normal(1, 0), normal(1, 1));
        cv::Matx22d mixed(normal(0, 2), normal(0, 3), normal(1, 2), normal(1, 3));
        cv::Matx22d light(normal(2, 2), normal(2, 3), normal(3, 2), normal(3, 3));
        cv::Matx22d light_inverse = light.inv();
        cv::Matx22d reduced = shift - mixed * light_inverse * mixed.t();
        cv::Vec2d right(vector[0], vector[1]), right_light(vector[2], vector[3]);
        cv::Vec2d reduced_right = right - mixed * (light_inverse * right_light);
        double contrast = squares - sum * sum / count;
        double left_over = squares - right_light.dot(light_inverse * right_light);
        if (contrast < count * least_contrast * least_contrast) { return made; }
        double variance = left_over / count + noise * noise;
        double damping = variance / (search_sigma * search_sigma);
        cv::Matx22d damped = reduced + cv::Matx22d::eye() * damping;
        cv::Vec2d step = damped.inv() * reduced_right;
        double length = cv::norm(step);
        if (length > 1) { step *= 1 / length; }
        if (length < 0.03 || round == 11) {
            made.information = reduced * (1 / variance);
            cv::Vec2d light_now = light_inverse * right_light;
            // With a negative gain, the wrong edge of a stripe would match.
            made.found = length < 0.3 && left_over < (1 - least_agreement) * contrast
                && light_now[0] < 3 * 64 && light_now[0] > 64 / 3.0;
            return made;
        }
        made.shift += cv::Point2d(step[0], step[1]);
        if (cv::norm(made.shift) > largest_shift) { return made; }
    }
    return made;
}

/// The rows that weight a deviation in b's frame, from the information in pixels.
cv::Matx23d precision(
    const Picture &b, const Lens &lens, cv::Vec3d toward, const cv::Matx22d &information,
    double scale) {
    cv::Matx23d jacobian;
    float x, y, moved_x, moved_y;
    project_ray(b, lens, toward, x, y);
    const double step = 1e-3;
    for (int axis = 0; axis < 3; axis++) {
        cv::Vec3d moved = toward;
        moved[axis] += step;
        project_ray(b, lens, moved, moved_x, moved_y);
        jacobian(0, axis) = (moved_x - x) / step / scale;
        jacobian(1, axis) = (moved_y - y) / step / scale;
    }
    cv::Vec2d values;
    cv::Matx22d vectors;
    cv::eigen(information, values, vectors);
    for (int k = 0; k < 2; k++) {
        double variance =
            dependence / std::max(values[k], 1e-9) + precision_limit * precision_limit;
        double weight = 1 / std::sqrt(variance);
        vectors(k, 0) *= weight;
        vectors(k, 1) *= weight;
    }
    return vectors * jacobian;
}

}  // namespace

std::vector<Tie> find_ties(
    const std::vector<Picture> &pictures, const Lens &lens, const Relief &relief, int width) {
    std::vector<Gray> grays;
    for (const Picture &picture : pictures) {
        bool photo = picture.projection == family_stitching_perspective;
        grays.push_back(photo ? make_gray(picture, width) : Gray());
    }
    std::vector<Tie> ties;
    for (size_t a = 0; a < pictures.size(); a++) {
        if (grays[a].value.empty()) { continue; }
        const Picture &first = pictures[a];
        for (cv::Point at : choose(grays[a])) {
            auto seen = [&](double dx, double dy) {
                cv::Point2d pixel =
                    (cv::Point2d(at) + cv::Point2d(dx + 0.5, dy + 0.5)) * grays[a].scale;
                return seen_direction(
                    first, lens, relief, cv::Point2f(pixel - cv::Point2d(0.5, 0.5)));
            };
            cv::Vec3d middle = seen(0, 0), right = seen(half, 0), below = seen(0, half);
            for (size_t b = 0; b < pictures.size(); b++) {
                if (b == a || grays[b].value.empty()) { continue; }
                const Picture &second = pictures[b];
                double scale = grays[b].scale;
                auto project = [&](cv::Vec3d direction, cv::Point2d &to) {
                    cv::Vec3d toward = second.rotation.t()
                        * (direction - second.position * relief.at(direction));
                    float x, y;
                    bool inside = project_ray(second, lens, toward, x, y);
                    to = {(x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5};
                    return inside;
                };
                Affine map;
                cv::Point2d to_right, to_below;
                if (!project(middle, map.origin)) { continue; }
                project(right, to_right);
                project(below, to_below);
                map.by_x = (to_right - map.origin) * (1.0 / half);
                map.by_y = (to_below - map.origin) * (1.0 / half);
                Alignment found = align(grays[a], at, grays[b], map);
                if (!found.found) { continue; }
                cv::Point2d there = (map.origin + found.shift + cv::Point2d(0.5, 0.5)) * scale;
                cv::Point2d here = (cv::Point2d(at) + cv::Point2d(0.5, 0.5)) * grays[a].scale;
                Tie made{
                    static_cast<int>(a), static_cast<int>(b),
                    cv::Point2f(here - cv::Point2d(0.5, 0.5)),
                    cv::Point2f(there - cv::Point2d(0.5, 0.5)), {}};
                made.precision = precision(
                    second, lens, ray(second, lens, made.at_b), found.information, scale);
                ties.push_back(made);
            }
        }
    }
    return ties;
}

}  // namespace stitching
