#pragma once

#include "CStitching.h"

#include <opencv2/core.hpp>

#include <string>
#include <vector>

namespace stitching {

constexpr double degree = CV_PI / 180;

/// Ends the work with a status and, if one picture is the cause, its index.
struct Failure {
    family_stitching_status status;
    int picture = -1;
    int64_t pixels = 0;
};

/// The rectangle of the full panorama that an equirectangular or cylindrical picture covers.
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
    cv::Vec3d position = {0, 0, 0};  // in units of the typical distance; see Relief
    double field_of_view = 0;  // horizontal, radians
    int matches = 0;
    std::vector<cv::Point2f> points;  // of features, in pixels of `pixels`
    cv::Mat descriptors;
};

/// Lens corrections shared by all photos.
struct Lens {
    double focal_scale = 1;
    double distortion = 0;  // r' = r (1 + distortion r²), r in focal lengths
};

/// The same point in two photos.
struct Match {
    int a, b;
    cv::Point2f at_a, at_b;
};

/// A piece of one photo found in another, with the precision of its position. On an edge, only the
/// direction across the edge is known.
struct Tie {
    int a, b;
    cv::Point2f at_a, at_b;
    cv::Matx23d precision;  // rows in b's frame, per radian of deviation
};

/// Inverse distance of the surroundings by direction from the mean camera position; 1 is typical.
///
/// Trilinear between the nodes of a cubic grid around the unit sphere. The inverse distance of a
/// plane is linear in the direction, so walls, floors and ceilings are exact.
class Relief {
public:
    static constexpr int side = 14, nodes = side * side * side;

    struct Weights {
        int node[8];
        double weight[8];
    };
    static Weights weights(cv::Vec3d direction);

    double at(cv::Vec3d direction) const {
        Weights found = weights(direction);
        double sum = 0;
        for (int i = 0; i < 8; i++) { sum += found.weight[i] * values[found.node[i]]; }
        return sum;
    }
    /// The relief as a small panorama, for fast lookups.
    cv::Mat map(int width) const;

    std::vector<double> values = std::vector<double>(nodes, 1.0);
};

/// Reports progress, and ends the work when the caller requests it.
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
cv::Vec3d vector_of(const cv::Matx33d &rotation);
cv::Matx33d rotation_from(double yaw, double pitch, double roll);
/// Yaw, pitch and roll in degrees.
cv::Vec3d angles_of(const cv::Matx33d &rotation);
/// Angle of a rotation in degrees.
double angle_of(const cv::Matx33d &rotation);

/// Reads a picture, reduced to the resolution useful for a panorama of `width` pixels.
Picture load(const family_stitching_picture &source, int index, int width, int64_t max_pixels);

/// Finds features in every photo.
void find_features(std::vector<Picture> &pictures, const Progress &progress);
/// Places photos without a recorded orientation and matches neighbors.
std::vector<Match> match(std::vector<Picture> &pictures, const Progress &progress);

/// Refines all rotations and the lens; returns median errors in degrees before and after.
std::pair<double, double> refine(
    std::vector<Picture> &pictures, std::vector<Match> &matches, Lens &lens);

/// The direction, from the mean camera position, of the point that a photo shows at a pixel.
cv::Vec3d seen_direction(
    const Picture &picture, const Lens &lens, const Relief &relief, cv::Point2f at);
/// The pixel that shows a direction in the camera's frame. Returns whether it is inside the
/// picture.
bool project_ray(const Picture &picture, const Lens &lens, cv::Vec3d toward, float &x, float &y);

/// Finds pieces of every photo in its neighbors, in gray pictures of about `width` pixels.
std::vector<Tie> find_ties(
    const std::vector<Picture> &pictures, const Lens &lens, const Relief &relief, int width);
/// Refines rotations, positions, lens and relief together.
void adjust(
    std::vector<Picture> &pictures, const std::vector<Tie> &ties, Lens &lens, Relief &relief);

/// Maps panorama columns from `left` and rows from `top` to pixels of a picture. `valid` is 255
/// where the picture shows the direction. The whole panorama has `width` columns.
void project(
    const Picture &picture, const Lens &lens, const cv::Mat &relief, int width, cv::Rect area,
    cv::Mat &map_x, cv::Mat &map_y, cv::Mat &valid);

/// The picture chosen for each pixel of a small panorama, and each picture's gains.
struct Plan {
    cv::Mat labels;  // 16-bit signed; -1: no picture
    std::vector<cv::Vec3f> gains;
};
Plan plan_seams(
    const std::vector<Picture> &pictures, const Lens &lens, const cv::Mat &relief, int width,
    const Progress &progress);

/// Applies gains to 8-bit colors. Overexposed pixels stay white.
void brighten(cv::Mat &color, cv::Vec3f gain);
/// Blends the pictures. `covered` is 255 where at least one picture shows the direction.
cv::Mat blend(
    const std::vector<Picture> &pictures, const Lens &lens, const cv::Mat &relief,
    const Plan &plan, int width, cv::Mat &covered, const Progress &progress);
/// Fills pixels outside `covered` smoothly from their surroundings, also across the seam.
void fill(cv::Mat &panorama, const cv::Mat &covered);

}  // namespace stitching
