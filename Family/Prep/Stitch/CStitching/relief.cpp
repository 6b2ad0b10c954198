#include "model.hpp"

#include <algorithm>
#include <cmath>

namespace stitching {

namespace {

/// Standard deviations of positions, of inverse distances around the typical one, and of their
/// second differences, which vanish on planes.
constexpr double position_sigma = 0.01, relief_sigma = 0.7, bend_sigma = 0.05;
constexpr double prior_sigma = 1.5 * degree, focal_sigma = 0.02, distortion_sigma = 0.02;
/// Distance in standard deviations from which ties count less (Cauchy's loss).
constexpr double tolerance = 2;
constexpr int rounds = 4, most_iterations = 120;

/// One row of the linearized problem: a few unknowns with their coefficients.
struct Row {
    int count = 0;
    int unknown[22];
    double factor[22];
    double residual = 0;

    void add(int at, double value) {
        unknown[count] = at;
        factor[count++] = value;
    }
    void add(int at, cv::Vec3d values) {
        for (int axis = 0; axis < 3; axis++) { add(at + axis, values[axis]); }
    }
};

/// Least squares over sparse rows, solved by conjugate gradients.
class System {
public:
    explicit System(size_t unknowns) : unknowns(unknowns) {}

    void add(const Row &row) { rows.push_back(row); }

    /// The unknowns that minimize the residuals.
    std::vector<double> solve() const {
        std::vector<double> x(unknowns), r(unknowns), scale(unknowns, 1e-9), p, z, q;
        for (const Row &row : rows) {
            for (int i = 0; i < row.count; i++) {
                r[row.unknown[i]] -= row.factor[i] * row.residual;
                scale[row.unknown[i]] += row.factor[i] * row.factor[i];
            }
        }
        z = r;
        for (size_t i = 0; i < unknowns; i++) { z[i] /= scale[i]; }
        p = z;
        double energy = dot(r, z), first = energy;
        for (int round = 0; round < most_iterations && energy > 1e-8 * first; round++) {
            q.assign(unknowns, 0);
            for (const Row &row : rows) {
                double along = 0;
                for (int i = 0; i < row.count; i++) { along += row.factor[i] * p[row.unknown[i]]; }
                for (int i = 0; i < row.count; i++) { q[row.unknown[i]] += row.factor[i] * along; }
            }
            double step = energy / dot(p, q);
            for (size_t i = 0; i < unknowns; i++) {
                x[i] += step * p[i];
                r[i] -= step * q[i];
                z[i] = r[i] / scale[i];
            }
            double next = dot(r, z);
            for (size_t i = 0; i < unknowns; i++) { p[i] = z[i] + next / energy * p[i]; }
            energy = next;
        }
        return x;
    }

private:
    static double dot(const std::vector<double> &a, const std::vector<double> &b) {
        double sum = 0;
        for (size_t i = 0; i < a.size(); i++) { sum += a[i] * b[i]; }
        return sum;
    }

    size_t unknowns;
    std::vector<Row> rows;
};

/// The factor that makes `position * inverse_distance + factor * ray` a unit vector.
double factor_along(cv::Vec3d ray, cv::Vec3d position, double inverse_distance) {
    cv::Vec3d shift = position * inverse_distance;
    double along = shift.dot(ray);
    return std::sqrt(std::max(0.0, 1 - shift.dot(shift) + along * along)) - along;
}

/// Index of the first unknown of each kind.
struct Layout {
    int positions, lens, relief, all;

    explicit Layout(size_t pictures)
        : positions(static_cast<int>(pictures) * 3), lens(positions * 2), relief(lens + 2),
          all(relief + Relief::nodes) {}
};

void add_ties(
    System &system, const Layout &layout, const std::vector<Picture> &pictures,
    const std::vector<Tie> &ties, const Lens &lens, const Relief &relief) {
    const double step = 1e-5;
    Lens longer = lens, bent = lens;
    longer.focal_scale *= 1 + step;
    bent.distortion += step;
    for (const Tie &tie : ties) {
        const Picture &a = pictures[tie.a], &b = pictures[tie.b];
        cv::Vec3d ray_a = ray(a, lens, tie.at_a), ray_b = ray(b, lens, tie.at_b);
        cv::Vec3d from_a = a.rotation * ray_a, from_b = b.rotation * ray_b;
        cv::Vec3d seen = seen_direction(a, lens, relief, tie.at_a);
        double near = relief.at(seen);
        double along_a = factor_along(from_a, a.position, near);
        double along_b = factor_along(from_b, b.position, near);
        cv::Vec3d baseline = a.position - b.position;
        cv::Vec3d off = from_a * along_a - from_b * along_b + baseline * near;
        cv::Vec3d by_focal = a.rotation * (ray(a, longer, tie.at_a) - ray_a)
            - b.rotation * (ray(b, longer, tie.at_b) - ray_b);
        cv::Vec3d by_bend = a.rotation * (ray(a, bent, tie.at_a) - ray_a)
            - b.rotation * (ray(b, bent, tie.at_b) - ray_b);
        Relief::Weights weights = Relief::weights(seen);
        cv::Vec3d across[2];
        double error = 0;
        for (int k = 0; k < 2; k++) {
            across[k] = b.rotation
                * cv::Vec3d(tie.precision(k, 0), tie.precision(k, 1), tie.precision(k, 2));
            error += std::pow(across[k].dot(off) / tolerance, 2);
        }
        double trust = 1 / std::sqrt(1 + error);
        for (const cv::Vec3d &direction : across) {
            cv::Vec3d w = direction * trust;
            Row row;
            row.residual = w.dot(off);
            row.add(tie.a * 3, from_a.cross(w) * along_a);
            row.add(tie.b * 3, from_b.cross(w) * -along_b);
            row.add(layout.positions + tie.a * 3, w * near);
            row.add(layout.positions + tie.b * 3, w * -near);
            row.add(layout.lens, w.dot(by_focal) / step);
            row.add(layout.lens + 1, w.dot(by_bend) / step);
            for (int i = 0; i < 8; i++) {
                row.add(layout.relief + weights.node[i], weights.weight[i] * w.dot(baseline));
            }
            system.add(row);
        }
    }
}

void add_priors(
    System &system, const Layout &layout, const std::vector<Picture> &pictures, const Lens &lens,
    const Relief &relief) {
    auto expect = [&](int unknown, double deviation, double sigma) {
        Row row;
        row.residual = deviation / sigma;
        row.add(unknown, 1 / sigma);
        system.add(row);
    };
    for (size_t i = 0; i < pictures.size(); i++) {
        cv::Vec3d turned = vector_of(pictures[i].rotation * pictures[i].prior.t());
        int at = static_cast<int>(i) * 3;
        for (int axis = 0; axis < 3; axis++) {
            expect(at + axis, turned[axis], prior_sigma);
            expect(layout.positions + at + axis, pictures[i].position[axis], position_sigma);
        }
    }
    expect(layout.lens, std::log(lens.focal_scale), focal_sigma);
    expect(layout.lens + 1, lens.distortion, distortion_sigma);
    const int side = Relief::side, strides[] = {side * side, side, 1};
    for (int node = 0; node < Relief::nodes; node++) {
        expect(layout.relief + node, relief.values[node] - 1, relief_sigma);
        for (int stride : strides) {
            int place = node / stride % side;
            if (place == 0 || place == side - 1) { continue; }
            Row row;
            row.residual = (relief.values[node - stride] - 2 * relief.values[node]
                            + relief.values[node + stride])
                / bend_sigma;
            row.add(layout.relief + node - stride, 1 / bend_sigma);
            row.add(layout.relief + node, -2 / bend_sigma);
            row.add(layout.relief + node + stride, 1 / bend_sigma);
            system.add(row);
        }
    }
}

}  // namespace

Relief::Weights Relief::weights(cv::Vec3d direction) {
    int first[3];
    double part[3];
    for (int axis = 0; axis < 3; axis++) {
        double at = (direction[axis] + 1) * (side - 2) / 2 + 0.5;
        first[axis] = std::clamp(static_cast<int>(at), 0, side - 2);
        part[axis] = at - first[axis];
    }
    Weights made;
    for (int i = 0; i < 8; i++) {
        int dx = i >> 2, dy = i >> 1 & 1, dz = i & 1;
        made.node[i] = ((first[0] + dx) * side + first[1] + dy) * side + first[2] + dz;
        made.weight[i] = (dx ? part[0] : 1 - part[0]) * (dy ? part[1] : 1 - part[1])
            * (dz ? part[2] : 1 - part[2]);
    }
    return made;
}

cv::Mat Relief::map(int width) const {
    cv::Mat made(width / 2, width, CV_32F);
    for (int y = 0; y < made.rows; y++) {
        double pitch = (0.5 - (y + 0.5) * 2 / width) * CV_PI;
        for (int x = 0; x < width; x++) {
            double yaw = ((x + 0.5) / width - 0.5) * 2 * CV_PI;
            made.at<float>(y, x) = static_cast<float>(
                at({std::sin(yaw) * std::cos(pitch), -std::sin(pitch),
                    std::cos(yaw) * std::cos(pitch)}));
        }
    }
    return made;
}

cv::Vec3d seen_direction(
    const Picture &picture, const Lens &lens, const Relief &relief, cv::Point2f at) {
    cv::Vec3d from = picture.rotation * ray(picture, lens, at), seen = from;
    for (int round = 0; round < 4; round++) {
        double near = relief.at(seen);
        seen = picture.position * near + from * factor_along(from, picture.position, near);
    }
    return cv::normalize(seen);
}

void adjust(
    std::vector<Picture> &pictures, const std::vector<Tie> &ties, Lens &lens, Relief &relief) {
    if (ties.empty()) { return; }
    Layout layout(pictures.size());
    for (int round = 0; round < rounds; round++) {
        System system(layout.all);
        add_ties(system, layout, pictures, ties, lens, relief);
        add_priors(system, layout, pictures, lens, relief);
        std::vector<double> step = system.solve();
        for (size_t i = 0; i < pictures.size(); i++) {
            const double *turn = &step[i * 3], *move = &step[layout.positions + i * 3];
            pictures[i].rotation =
                rotation_by({turn[0], turn[1], turn[2]}) * pictures[i].rotation;
            pictures[i].position += cv::Vec3d(move[0], move[1], move[2]);
        }
        lens.focal_scale *= std::exp(std::clamp(step[layout.lens], -0.1, 0.1));
        lens.distortion = std::clamp(lens.distortion + step[layout.lens + 1], -0.15, 0.15);
        for (int i = 0; i < Relief::nodes; i++) {
            double &value = relief.values[i];
            value = std::clamp(value + step[layout.relief + i], 0.0, 5.0);
        }
    }
}

}  // namespace stitching
