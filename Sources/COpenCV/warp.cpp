// See loader.c.
#ifndef FACIALFUN_LOAD_OPENCV

#include "guarded.hpp"

#include <algorithm>
#include <cmath>

using namespace facialfun;

namespace {

/// The part of the source that the target covers, with a margin for interpolation, clipped to the
/// source. If they do not overlap, the edge pixels nearest to the target.
cv::Rect footprint(
    const facialfun_cv_similarity &map, cv::Size target, cv::Size source, double margin) {
    double left = map.tx, right = map.tx, top = map.ty, bottom = map.ty;
    for (int corner = 1; corner < 4; corner++) {
        double x = corner & 1 ? target.width : 0;
        double y = corner & 2 ? target.height : 0;
        double mapped_x = map.a * x - map.b * y + map.tx;
        double mapped_y = map.b * x + map.a * y + map.ty;
        left = std::min(left, mapped_x);
        right = std::max(right, mapped_x);
        top = std::min(top, mapped_y);
        bottom = std::max(bottom, mapped_y);
    }
    auto first = [&](double low, int size) {
        return static_cast<int>(std::clamp(std::floor(low - margin), 0.0, size - 1.0));
    };
    auto end = [&](double high, int size) {
        return static_cast<int>(std::clamp(std::ceil(high + margin), 1.0, double(size)));
    };
    int x = first(left, source.width);
    int y = first(top, source.height);
    return cv::Rect(
        x, y, std::max(1, end(right, source.width) - x), std::max(1, end(bottom, source.height) - y));
}

/// Means over blocks of factor × factor pixels; incomplete blocks are filled by replication. A side
/// shorter than a block becomes a single mean.
cv::Mat shrunk_by(const cv::Mat &source, int factor) {
    auto missing = [&](int size) { return size < factor ? 0 : (factor - size % factor) % factor; };
    int below = missing(source.rows), right = missing(source.cols);
    cv::Mat whole = source;
    if (below > 0 || right > 0) {
        cv::copyMakeBorder(
            source, whole, 0, below, 0, right, cv::BORDER_REPLICATE | cv::BORDER_ISOLATED);
    }
    cv::Mat result;
    cv::Size blocks(std::max(1, whole.cols / factor), std::max(1, whole.rows / factor));
    cv::resize(whole, result, blocks, 0, 0, cv::INTER_AREA);
    return result;
}

/// Warps with linear interpolation. `map` is in corner coordinates, OpenCV's matrix in those of
/// pixel centers, which are shifted by half a pixel.
void warp_linear(const cv::Mat &source, const facialfun_cv_similarity &map, cv::Mat &target) {
    double shift_x = 0.5 * map.a - 0.5 * map.b + map.tx - 0.5;
    double shift_y = 0.5 * map.b + 0.5 * map.a + map.ty - 0.5;
    cv::Matx23d matrix(map.a, -map.b, shift_x, map.b, map.a, shift_y);
    cv::warpAffine(
        source, target, matrix, target.size(), cv::INTER_LINEAR | cv::WARP_INVERSE_MAP,
        cv::BORDER_REPLICATE);
}

} // namespace

// Shrinks by a factor s ≥ 1 in two steps, which together average about the s × s pixels that a
// target pixel covers. First come blocks of whole pixels (⌊s⌋); the remaining factor is below 2 and
// needs four samples for each target pixel, at most one block apart.
facialfun_cv_status facialfun_cv_warp(
    facialfun_cv_source source, facialfun_cv_similarity target_to_source,
    facialfun_cv_target target) {
    return guarded([&] {
        facialfun_cv_similarity map = target_to_source;
        double scale = std::hypot(map.a, map.b);
        if (!std::isfinite(scale) || !std::isfinite(map.tx) || !std::isfinite(map.ty)) {
            CV_Error(cv::Error::StsBadArg, "a transform that is not finite");
        }
        // Up to the longer side: a strip is shrunk to a row, because warpAffine cannot handle its
        // width.
        int block = static_cast<int>(
            std::clamp(std::floor(scale), 1.0, double(std::max(source.width, source.height))));
        cv::Mat to = writable(target);
        cv::Mat whole = readable(source);
        cv::Rect seen = footprint(map, to.size(), whole.size(), 2.0 * block);
        cv::Mat from = whole(seen);
        map.tx -= seen.x;
        map.ty -= seen.y;
        if (block > 1) {
            from = shrunk_by(from, block);
            map = {map.a / block, map.b / block, map.tx / block, map.ty / block};
        }
        // Far outside the source everything is an edge pixel; the limit prevents overflow of
        // OpenCV's fixed-point coordinates.
        map.tx = std::clamp(map.tx, -5e5, 5e5);
        map.ty = std::clamp(map.ty, -5e5, 5e5);
        if (scale / block <= 1) {
            warp_linear(from, map, to);
        } else {
            cv::Mat fine(target.height * 2, target.width * 2, CV_8UC3);
            map.a /= 2;
            map.b /= 2;
            warp_linear(from, map, fine);
            cv::resize(fine, to, to.size(), 0, 0, cv::INTER_AREA);
        }
    });
}

#endif
