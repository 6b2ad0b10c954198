#include "model.hpp"

#include <opencv2/calib3d.hpp>

#include <algorithm>
#include <cmath>

namespace stitching {

cv::Matx33d rotation_by(cv::Vec3d vector) {
    cv::Matx33d made;
    cv::Rodrigues(vector, made);
    return made;
}

cv::Vec3d vector_of(const cv::Matx33d &rotation) {
    cv::Vec3d vector;
    cv::Rodrigues(rotation, vector);
    return vector;
}

cv::Matx33d rotation_from(double yaw, double pitch, double roll) {
    return rotation_by({0, yaw * degree, 0}) * rotation_by({pitch * degree, 0, 0})
        * rotation_by({0, 0, roll * degree});
}

cv::Vec3d angles_of(const cv::Matx33d &r) {
    return cv::Vec3d(
               std::atan2(r(0, 2), r(2, 2)), std::asin(std::clamp(-r(1, 2), -1.0, 1.0)),
               std::atan2(r(1, 0), r(1, 1)))
        / degree;
}

double angle_of(const cv::Matx33d &rotation) {
    return std::acos(std::clamp((cv::trace(rotation) - 1) / 2, -1.0, 1.0)) / degree;
}

namespace {

/// Standard deviations of recorded orientations, and of features, some of which parallax shifts.
constexpr double prior_sigma = 1.5 * degree, feature_sigma = 0.25 * degree;
constexpr double focal_sigma = 0.05, distortion_sigma = 0.03;

cv::Vec3d residual(
    const std::vector<Picture> &pictures, const Match &match, const Lens &lens) {
    const Picture &a = pictures[match.a], &b = pictures[match.b];
    return a.rotation * ray(a, lens, match.at_a) - b.rotation * ray(b, lens, match.at_b);
}

/// Cauchy's loss keeps pieces at other depths from pulling pictures apart.
double cost(
    const std::vector<Picture> &pictures, const std::vector<Match> &matches, const Lens &lens) {
    double sum = 0;
    for (const auto &match : matches) {
        double error = cv::norm(residual(pictures, match, lens)) / feature_sigma;
        sum += std::log1p(error * error);
    }
    for (const auto &picture : pictures) {
        double error = cv::norm(vector_of(picture.rotation * picture.prior.t())) / prior_sigma;
        sum += error * error;
    }
    double focal = std::log(lens.focal_scale) / focal_sigma;
    double bent = lens.distortion / distortion_sigma;
    return sum + focal * focal + bent * bent;
}

double median_error(
    const std::vector<Picture> &pictures, const std::vector<Match> &matches, const Lens &lens) {
    if (matches.empty()) { return 0; }
    std::vector<double> errors;
    for (const auto &match : matches) {
        errors.push_back(cv::norm(residual(pictures, match, lens)) / degree);
    }
    std::nth_element(errors.begin(), errors.begin() + errors.size() / 2, errors.end());
    return errors[errors.size() / 2];
}

cv::Matx33d cross(cv::Vec3d v) { return {0, -v[2], v[1], v[2], 0, -v[0], -v[1], v[0], 0}; }

/// Adds one residual's blocks to the normal equations.
struct Normal {
    cv::Mat_<double> matrix, vector;

    explicit Normal(int size)
        : matrix(cv::Mat_<double>::zeros(size, size)), vector(cv::Mat_<double>::zeros(size, 1)) {}

    void add(const int *columns, const cv::Vec3d *parts, int count, cv::Vec3d r, double weight) {
        for (int i = 0; i < count; i++) {
            vector(columns[i]) -= weight * parts[i].dot(r);
            for (int j = 0; j < count; j++) {
                matrix(columns[i], columns[j]) += weight * parts[i].dot(parts[j]);
            }
        }
    }
};

Normal linearize(
    const std::vector<Picture> &pictures, const std::vector<Match> &matches, const Lens &lens) {
    int lens_at = static_cast<int>(pictures.size()) * 3;
    Normal normal(lens_at + 2);
    Lens longer = lens, bent = lens;
    const double step = 1e-5;
    longer.focal_scale *= 1 + step;
    bent.distortion += step;
    for (const auto &match : matches) {
        const Picture &a = pictures[match.a], &b = pictures[match.b];
        cv::Vec3d r = residual(pictures, match, lens);
        cv::Matx33d by_a = cross(a.rotation * ray(a, lens, match.at_a)) * -1.0;
        cv::Matx33d by_b = cross(b.rotation * ray(b, lens, match.at_b));
        int columns[8];
        cv::Vec3d parts[8];
        for (int axis = 0; axis < 3; axis++) {
            columns[axis] = match.a * 3 + axis;
            columns[3 + axis] = match.b * 3 + axis;
            parts[axis] = column(by_a, axis);
            parts[3 + axis] = column(by_b, axis);
        }
        columns[6] = lens_at;
        columns[7] = lens_at + 1;
        parts[6] = (residual(pictures, match, longer) - r) / step;
        parts[7] = (residual(pictures, match, bent) - r) / step;
        double error = cv::norm(r) / feature_sigma;
        normal.add(columns, parts, 8, r, 1 / (1 + error * error) / (feature_sigma * feature_sigma));
    }
    double weight = 1 / (prior_sigma * prior_sigma);
    for (size_t i = 0; i < pictures.size(); i++) {
        cv::Vec3d off = vector_of(pictures[i].rotation * pictures[i].prior.t());
        for (int axis = 0; axis < 3; axis++) {
            int at = static_cast<int>(i) * 3 + axis;
            normal.matrix(at, at) += weight;
            normal.vector(at) -= weight * off[axis];
        }
    }
    normal.matrix(lens_at, lens_at) += 1 / (focal_sigma * focal_sigma);
    normal.vector(lens_at) -= std::log(lens.focal_scale) / (focal_sigma * focal_sigma);
    normal.matrix(lens_at + 1, lens_at + 1) += 1 / (distortion_sigma * distortion_sigma);
    normal.vector(lens_at + 1) -= lens.distortion / (distortion_sigma * distortion_sigma);
    return normal;
}

}  // namespace

std::pair<double, double> refine(
    std::vector<Picture> &pictures, std::vector<Match> &matches, Lens &lens) {
    double before = median_error(pictures, matches, lens);
    double best = cost(pictures, matches, lens), damping = 1e-4;
    int lens_at = static_cast<int>(pictures.size()) * 3;
    for (int round = 0; round < 40 && !matches.empty() && damping < 1e6; round++) {
        Normal normal = linearize(pictures, matches, lens);
        bool improved = false;
        while (!improved && damping < 1e6) {
            cv::Mat_<double> damped = normal.matrix.clone(), step;
            for (int i = 0; i < damped.rows; i++) { damped(i, i) *= 1 + damping; }
            if (!cv::solve(damped, normal.vector, step, cv::DECOMP_CHOLESKY)) {
                damping *= 10;
                continue;
            }
            std::vector<cv::Matx33d> kept;
            Lens kept_lens = lens;
            for (size_t i = 0; i < pictures.size(); i++) {
                kept.push_back(pictures[i].rotation);
                int at = static_cast<int>(i) * 3;
                pictures[i].rotation =
                    rotation_by({step(at), step(at + 1), step(at + 2)}) * pictures[i].rotation;
            }
            lens.focal_scale *= std::exp(std::clamp(step(lens_at), -0.1, 0.1));
            lens.distortion = std::clamp(lens.distortion + step(lens_at + 1), -0.15, 0.15);
            double now = cost(pictures, matches, lens);
            if (now < best) {
                improved = true;
                damping = std::max(1e-9, damping / 10);
                if (best - now < 1e-7 * best) { round = 1000; }
                best = now;
            } else {
                for (size_t i = 0; i < pictures.size(); i++) { pictures[i].rotation = kept[i]; }
                lens = kept_lens;
                damping *= 10;
            }
        }
    }
    return {before, median_error(pictures, matches, lens)};
}

}  // namespace stitching
