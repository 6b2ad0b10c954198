#pragma once

#include "CStitching.h"

#include <opencv2/core.hpp>

#include <string>
#include <vector>

namespace stitching {

constexpr double degree = CV_PI / 180;

/// Ends the work with a status, about one picture where there is one.
struct Failure {
    family_stitching_status status;
    int picture = -1;
    int64_t pixels = 0;
};

/// The rectangle of a whole panorama that an equirectangular or cylindrical picture shows.
struct Crop {
    double full_width = 0, full_height = 0, left = 0, top = 0;
};

/// A picture with its camera. Directions are x right, y down, z forward.
struct Picture {
    cv::Mat pixels;  // 8-bit BGR
    family_stitching_projection projection = family_stitching_perspective;
    Crop crop;
    bool placed = false;
    cv::Matx33d prior = cv::Matx33d::eye(), rotation = cv::Matx33d::eye();  // camera to world
    double field_of_view = 0;  // horizontal, radians
    int matches = 0;
    std::vector<cv::Point2f> points;  // of features, in pixels of `pixels`
    cv::Mat descriptors;
};

/// Corrections to the lens that all photos share.
struct Lens {
    double focal_scale = 1;
    double distortion = 0;  // r' = r (1 + distortion r²), r in focal lengths
};

/// The same point in two photos.
struct Match {
    int a, b;
    cv::Point2f at_a, at_b;
};

/// Reports progress and ends the work when the caller asks for it.
class Progress {
public:
    Progress(family_stitching_progress call, void *context) : call(call), context(context) {}
    void report(const char *stage, double done) const {
        if (!call(context, stage, done)) { throw Failure{family_stitching_cancelled}; }
    }

private:
    family_stitching_progress call;
    void *context;
};

inline double focal_length(const Picture &picture, const Lens &lens) {
    return lens.focal_scale * picture.pixels.cols / 2 / std::tan(picture.field_of_view / 2);
}

/// Unit vector of a pixel of a photo, in the camera's frame.
inline cv::Vec3d ray(const Picture &picture, const Lens &lens, cv::Point2f at) {
    double focal = focal_length(picture, lens);
    double x = (at.x + 0.5 - picture.pixels.cols / 2.0) / focal;
    double y = (at.y + 0.5 - picture.pixels.rows / 2.0) / focal;
    double scale = 1 - lens.distortion * (x * x + y * y);
    return cv::normalize(cv::Vec3d(x * scale, y * scale, 1));
}

/// A column as a vector.
inline cv::Vec3d column(const cv::Matx33d &matrix, int index) {
    return {matrix(0, index), matrix(1, index), matrix(2, index)};
}

/// Rotation by a vector's length about its direction.
cv::Matx33d rotation_by(cv::Vec3d vector);
cv::Matx33d rotation_from(double yaw, double pitch, double roll);
/// Yaw, pitch and roll in degrees.
cv::Vec3d angles_of(const cv::Matx33d &rotation);
/// Angle of a rotation in degrees.
double angle_of(const cv::Matx33d &rotation);

/// Reads a picture, reduced to what a panorama of `width` pixels can show.
Picture load(const family_stitching_picture &source, int index, int width, int64_t max_pixels);

/// Finds features in every photo.
void find_features(std::vector<Picture> &pictures, const Progress &progress);
/// Places photos without a recorded orientation and matches neighbors.
std::vector<Match> match(std::vector<Picture> &pictures, const Progress &progress);

/// Refines all rotations and the lens; returns median errors in degrees before and after.
std::pair<double, double> refine(
    std::vector<Picture> &pictures, std::vector<Match> &matches, Lens &lens);

/// Maps panorama columns from `left` and rows from `top` to pixels of a picture; `valid` is 255
/// where the picture shows the direction. A panorama has `width` columns around.
void project(
    const Picture &picture, const Lens &lens, int width, cv::Rect area, cv::Mat &map_x,
    cv::Mat &map_y, cv::Mat &valid);

/// Which picture every pixel of a small panorama is taken from, and each picture's gains.
struct Plan {
    cv::Mat labels;  // 16-bit signed; -1: no picture
    std::vector<cv::Vec3f> gains;
};
Plan plan_seams(
    const std::vector<Picture> &pictures, const Lens &lens, int width, const Progress &progress);

/// Blends the pictures; `covered` is 255 where some picture shows the direction.
cv::Mat blend(
    const std::vector<Picture> &pictures, const Lens &lens, const Plan &plan, int width,
    cv::Mat &covered, const Progress &progress);
/// Fills pixels outside `covered` softly from their surroundings, around the sphere.
void fill(cv::Mat &panorama, const cv::Mat &covered);

}  // namespace stitching
