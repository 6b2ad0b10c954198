#include "model.hpp"

#include <opencv2/calib3d.hpp>
#include <opencv2/features2d.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>

namespace stitching {

namespace {

constexpr int features_per_photo = 1200;
constexpr double feature_width = 640;
/// Maximum disagreement of two recorded orientations.
constexpr double search_radius = 7 * degree, largest_correction = 5 * degree;
constexpr double inlier_angle = 0.9 * degree;
/// With fewer matches, agreement by chance is too likely. Ties of pieces place such pictures
/// better.
constexpr size_t fewest_matches = 15;

/// The rotation that turns `from` into `to` with the least squared error.
cv::Matx33d align(const std::vector<cv::Vec3d> &from, const std::vector<cv::Vec3d> &to) {
    cv::Matx33d sum = cv::Matx33d::zeros();
    for (size_t i = 0; i < from.size(); i++) { sum += to[i] * from[i].t(); }
    cv::Matx33d u, vt;
    cv::Vec3d w;
    cv::SVD::compute(sum, w, u, vt);
    cv::Matx33d sign = cv::Matx33d::eye();
    sign(2, 2) = cv::determinant(u * vt);
    return u * sign * vt;
}

/// A pair's matches, and the rotation of b's rays into a's frame.
struct Pair {
    std::vector<Match> matches;
    cv::Matx33d rotation = cv::Matx33d::eye();
};

/// Matches features of two photos. A known `expected` rotation limits the search.
Pair match_pair(
    const std::vector<Picture> &pictures, int a, int b, const cv::Matx33d *expected) {
    const Picture &first = pictures[a], &second = pictures[b];
    Pair found;
    if (first.points.size() < 2 || second.points.size() < 2) { return found; }
    Lens lens;
    std::vector<cv::Vec3d> rays_a, rays_b;
    for (auto point : first.points) { rays_a.push_back(ray(first, lens, point)); }
    for (auto point : second.points) { rays_b.push_back(ray(second, lens, point)); }
    cv::Mat similar = second.descriptors * first.descriptors.t();  // Unit vectors: the cosine.
    double near = std::cos(search_radius);
    std::vector<int> best_of_a(rays_a.size(), -1);
    std::vector<float> score_of_a(rays_a.size(), -1);
    std::vector<int> choice(rays_b.size(), -1);
    for (size_t j = 0; j < rays_b.size(); j++) {
        cv::Vec3d at = expected ? *expected * rays_b[j] : rays_b[j];
        const float *row = similar.ptr<float>(static_cast<int>(j));
        float best = -1, second_best = -1;
        int index = -1;
        for (size_t i = 0; i < rays_a.size(); i++) {
            if (expected && at.dot(rays_a[i]) < near) { continue; }
            if (row[i] > best) {
                second_best = best;
                best = row[i];
                index = static_cast<int>(i);
            } else if (row[i] > second_best) {
                second_best = row[i];
            }
        }
        double distance = std::sqrt(std::max(0.0f, 2 - 2 * best));
        double next = std::sqrt(std::max(0.0f, 2 - 2 * second_best));
        if (index < 0 || distance > (expected ? 0.85 : 0.8) * next || distance > 0.8) { continue; }
        choice[j] = index;
        if (best > score_of_a[index]) {
            score_of_a[index] = best;
            best_of_a[index] = static_cast<int>(j);
        }
    }
    std::vector<std::pair<int, int>> candidates;
    for (size_t j = 0; j < choice.size(); j++) {
        if (choice[j] >= 0 && best_of_a[choice[j]] == static_cast<int>(j)) {
            candidates.emplace_back(choice[j], static_cast<int>(j));
        }
    }
    if (candidates.size() < fewest_matches) { return found; }

    // Two correspondences determine a rotation. Choose the one with which most others agree.
    cv::RNG chance(a * 1000 + b);
    double agree = std::cos(inlier_angle);
    std::vector<int> inliers;
    for (int round = 0; round < 200; round++) {
        int i = chance.uniform(0, static_cast<int>(candidates.size()));
        int j = chance.uniform(0, static_cast<int>(candidates.size()));
        if (i == j) { continue; }
        cv::Vec3d a1 = rays_a[candidates[i].first], a2 = rays_a[candidates[j].first];
        cv::Vec3d b1 = rays_b[candidates[i].second], b2 = rays_b[candidates[j].second];
        if (a1.dot(a2) > std::cos(2 * degree)) { continue; }
        cv::Matx33d rotation = align({b1, b2}, {a1, a2});
        if (expected && angle_of(rotation * expected->t()) > largest_correction / degree) { continue; }
        std::vector<int> here;
        for (size_t k = 0; k < candidates.size(); k++) {
            auto [ia, ib] = candidates[k];
            if ((rotation * rays_b[ib]).dot(rays_a[ia]) > agree) {
                here.push_back(static_cast<int>(k));
            }
        }
        if (here.size() > inliers.size()) { inliers = here; }
    }
    if (inliers.size() < fewest_matches) { return found; }
    std::vector<cv::Vec3d> from, to;
    for (int k : inliers) {
        auto [ia, ib] = candidates[k];
        to.push_back(rays_a[ia]);
        from.push_back(rays_b[ib]);
        found.matches.push_back({a, b, first.points[ia], second.points[ib]});
    }
    found.rotation = align(from, to);
    return found;
}

double diagonal(const Picture &picture) {
    double half = std::tan(picture.field_of_view / 2);
    double tall = half * picture.pixels.rows / picture.pixels.cols;
    return 2 * std::atan(std::hypot(half, tall));
}

/// Places photos without orientation one by one, starting with the strongest connection.
void place_unoriented(std::vector<Picture> &pictures, const Progress &progress) {
    auto photo = [](const Picture &picture) {
        return picture.projection == family_stitching_perspective;
    };
    size_t waiting = std::count_if(pictures.begin(), pictures.end(), [](const Picture &picture) {
        return !picture.placed;
    });
    if (waiting == 0) { return; }
    if (waiting == pictures.size()) {
        pictures[0].placed = true;
        waiting--;
    }
    int count = static_cast<int>(pictures.size());
    std::vector<std::vector<Pair>> tried(count, std::vector<Pair>(count));
    std::vector<std::vector<bool>> known(count, std::vector<bool>(count));
    for (size_t left = waiting; left > 0; left--) {
        int from = -1, to = -1;
        for (int a = 0; a < count; a++) {
            if (!pictures[a].placed || !photo(pictures[a])) { continue; }
            for (int b = 0; b < count; b++) {
                if (pictures[b].placed) { continue; }
                if (!known[a][b]) {
                    progress.report("matching", 0.25);
                    tried[a][b] = match_pair(pictures, a, b, nullptr);
                    known[a][b] = true;
                }
                if (from < 0 || tried[a][b].matches.size() > tried[from][to].matches.size()) {
                    from = a;
                    to = b;
                }
            }
        }
        if (from < 0 || tried[from][to].matches.empty()) {
            auto lost = std::find_if(pictures.begin(), pictures.end(), [](const Picture &picture) {
                return !picture.placed;
            });
            throw Failure{
                family_stitching_no_overlap, static_cast<int>(lost - pictures.begin())};
        }
        pictures[to].prior = pictures[from].rotation * tried[from][to].rotation;
        pictures[to].rotation = pictures[to].prior;
        pictures[to].placed = true;
    }
}

}  // namespace

void find_features(std::vector<Picture> &pictures, const Progress &progress) {
    for (size_t i = 0; i < pictures.size(); i++) {
        Picture &picture = pictures[i];
        if (picture.projection != family_stitching_perspective) { continue; }
        progress.report("features", 0.15 + 0.25 * static_cast<double>(i) / pictures.size());
        cv::Mat gray;
        cv::cvtColor(picture.pixels, gray, cv::COLOR_BGR2GRAY);
        double scale = std::min(1.0, feature_width / std::max(gray.cols, gray.rows));
        if (scale < 1) { cv::resize(gray, gray, {}, scale, scale, cv::INTER_AREA); }
        // SIFT ignores brightness, but not low contrast as in dark pictures.
        auto sift = cv::SIFT::create(features_per_photo, 3, 0.008);
        std::vector<cv::KeyPoint> keys;
        sift->detectAndCompute(gray, cv::noArray(), keys, picture.descriptors);
        for (int row = 0; row < picture.descriptors.rows; row++) {  // RootSIFT
            cv::Mat one = picture.descriptors.row(row);
            cv::normalize(one, one, 1, 0, cv::NORM_L1);
            cv::sqrt(one, one);
        }
        for (const auto &key : keys) {
            picture.points.push_back(
                (key.pt + cv::Point2f(0.5f, 0.5f)) * (1 / scale) - cv::Point2f(0.5f, 0.5f));
        }
    }
}

std::vector<Match> match(std::vector<Picture> &pictures, const Progress &progress) {
    place_unoriented(pictures, progress);
    std::vector<Match> all;
    int count = static_cast<int>(pictures.size());
    for (int a = 0; a < count; a++) {
        progress.report("matching", 0.4 + 0.15 * a / count);
        for (int b = a + 1; b < count; b++) {
            const Picture &first = pictures[a], &second = pictures[b];
            if (first.points.empty() || second.points.empty()) { continue; }
            double reach = (diagonal(first) + diagonal(second)) / 2;
            cv::Vec3d axis_a = column(first.rotation, 2), axis_b = column(second.rotation, 2);
            if (std::acos(std::clamp(axis_a.dot(axis_b), -1.0, 1.0)) > reach) { continue; }
            cv::Matx33d expected = first.rotation.t() * second.rotation;
            Pair pair = match_pair(pictures, a, b, &expected);
            // One corner with many features must not outweigh the rest of the room.
            size_t step = std::max<size_t>(1, pair.matches.size() / 60);
            for (size_t i = 0; i < pair.matches.size(); i += step) {
                all.push_back(pair.matches[i]);
                pictures[a].matches++;
                pictures[b].matches++;
            }
        }
    }
    return all;
}

}  // namespace stitching
