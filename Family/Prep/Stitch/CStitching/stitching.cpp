#include "model.hpp"

#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgcodecs.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace stitching {

namespace {

constexpr int seam_width = 512, relief_width = 512;
/// Successive widths at which pieces of photos are tied. Small widths have a long reach.
constexpr int tie_widths[] = {50, 100, 100, 200, 400, 400};

void measure(const cv::Mat &covered, family_stitching_result &result) {
    double all = 0, seen = 0;
    int top = covered.rows, bottom = -1;
    for (int y = 0; y < covered.rows; y++) {
        double area = std::cos(((y + 0.5) / covered.rows - 0.5) * CV_PI);
        int count = cv::countNonZero(covered.row(y));
        all += area * covered.cols;
        seen += area * count;
        if (count > covered.cols / 2) {
            top = std::min(top, y);
            bottom = std::max(bottom, y);
        }
    }
    result.coverage = seen / all;
    result.highest_pitch = 90 - 180.0 * top / covered.rows;
    result.lowest_pitch = 90 - 180.0 * (bottom + 1) / covered.rows;
}

void run(
    const family_stitching_picture *sources, size_t count,
    const family_stitching_options &options, const Progress &progress,
    family_stitching_placement *placements, family_stitching_result &result) {
    std::vector<Picture> pictures;
    for (size_t i = 0; i < count; i++) {
        progress.report("reading", 0.15 * static_cast<double>(i) / count);
        result.picture = static_cast<int>(i);  // In case the decoder fails.
        pictures.push_back(
            load(sources[i], static_cast<int>(i), options.width, options.max_pixels));
    }
    result.picture = -1;
    find_features(pictures, progress);
    auto matches = match(pictures, progress);
    progress.report("refining", 0.56);
    Lens lens;
    std::tie(result.median_error_before, result.median_error_after) =
        refine(pictures, matches, lens);
    Relief shape;
    for (int width : tie_widths) {
        progress.report("refining", 0.56);
        auto ties = find_ties(pictures, lens, shape, width);
        adjust(pictures, ties, lens, shape);
    }
    cv::Mat relief = shape.map(relief_width);
    for (size_t i = 0; i < count; i++) {
        const Picture &picture = pictures[i];
        cv::Vec3d angles = angles_of(picture.rotation);
        placements[i] = {
            angles[0], angles[1], angles[2], angle_of(picture.rotation * picture.prior.t()),
            picture.matches, {}};
        family_stitching_direction *to = placements[i].grid;
        for (int row = 0; row < 5; row++) {
            for (int column = 0; column < 7; column++) {
                cv::Point2f at(
                    (1 + 0.9f * (column / 3.0f - 1)) * picture.pixels.cols / 2 - 0.5f,
                    (1 + 0.9f * (row / 2.0f - 1)) * picture.pixels.rows / 2 - 0.5f);
                cv::Vec3d seen = seen_direction(picture, lens, shape, at);
                *to++ = {seen[0], seen[1], seen[2]};
            }
        }
        if (picture.projection == family_stitching_perspective && result.field_of_view == 0) {
            double focal = focal_length(picture, lens);
            result.field_of_view = 2 * std::atan(picture.pixels.cols / 2 / focal) / degree;
        }
    }
    Plan plan = plan_seams(pictures, lens, relief, std::min(seam_width, options.width), progress);
    cv::Mat covered;
    cv::Mat panorama = blend(pictures, lens, relief, plan, options.width, covered, progress);
    measure(covered, result);
    fill(panorama, covered);
    progress.report("encoding", 0.98);
    std::vector<uint8_t> bytes;
    cv::imencode(".jpg", panorama, bytes, {cv::IMWRITE_JPEG_QUALITY, options.jpeg_quality});
    result.jpeg = static_cast<uint8_t *>(std::malloc(bytes.size()));
    if (!result.jpeg) { throw std::bad_alloc(); }
    std::memcpy(result.jpeg, bytes.data(), bytes.size());
    result.jpeg_size = bytes.size();
    progress.report("done", 1);
}

}  // namespace

}  // namespace stitching

family_stitching_status family_stitching_run(
    const family_stitching_picture *pictures, size_t count, family_stitching_options options,
    family_stitching_progress progress, void *context, family_stitching_placement *placements,
    family_stitching_result *result) {
    *result = {};
    result->picture = -1;
    auto describe = [&](const char *text) {
        std::snprintf(result->message, sizeof result->message, "%s", text);
    };
    try {
        cv::setNumThreads(2);
        cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
        stitching::run(
            pictures, count, options, stitching::Progress(progress, context), placements, *result);
        return family_stitching_ok;
    } catch (const stitching::Failure &failure) {
        family_stitching_free(result);
        result->picture = failure.picture;
        result->pixels = failure.pixels;
        return failure.status;
    } catch (const std::bad_alloc &) {
        return family_stitching_out_of_memory;
    } catch (const cv::Exception &error) {
        describe(error.what());
        return error.code == cv::Error::StsNoMem ? family_stitching_out_of_memory
                                                 : family_stitching_failed;
    } catch (const std::exception &error) {
        describe(error.what());
        return family_stitching_failed;
    }
}
