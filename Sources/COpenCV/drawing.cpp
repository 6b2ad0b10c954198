// See loader.c.
#ifndef FACIALFUN_LOAD_OPENCV

#include "guarded.hpp"

#include <algorithm>
#include <cmath>

using namespace facialfun;

namespace {

/// Number of fractional bits in the coordinates of OpenCV's drawing functions.
constexpr int fraction_bits = 4;
constexpr double fraction = 1 << fraction_bits;

cv::Scalar scalar(facialfun_cv_color color) {
    return cv::Scalar(color.red, color.green, color.blue);
}

/// Rounds to a whole pixel, clamped to a range in which OpenCV's arithmetic does not overflow.
int whole(double value) {
    return static_cast<int>(std::lround(std::clamp(value, -1e6, 1e6)));
}

/// Converts a point in continuous coordinates to OpenCV's fixed-point position of pixel centers.
cv::Point fixed(double x, double y) {
    double limit = 1e6;
    return cv::Point(
        static_cast<int>(std::lround(std::clamp(x - 0.5, -limit, limit) * fraction)),
        static_cast<int>(std::lround(std::clamp(y - 0.5, -limit, limit) * fraction)));
}

constexpr int font = cv::FONT_HERSHEY_SIMPLEX;

struct FontSize {
    double scale;
    int thickness;
};

FontSize font_size(double height) {
    double clamped = std::clamp(height, 1.0, 1000.0);
    int thickness = std::max(1, static_cast<int>(std::lround(clamped / 10)));
    return {cv::getFontScaleFromHeight(font, static_cast<int>(std::lround(clamped)), thickness),
            thickness};
}

} // namespace

facialfun_cv_status facialfun_cv_draw_box(
    facialfun_cv_target picture, double x, double y, double width, double height,
    facialfun_cv_color color, int32_t thickness) {
    return guarded([&] {
        cv::Mat canvas = writable(picture);
        cv::Rect frame(0, 0, picture.width, picture.height);
        int left = whole(x), top = whole(y), right = whole(x + width), bottom = whole(y + height);
        auto fill = [&](int x1, int y1, int x2, int y2) {
            if (x1 >= x2 || y1 >= y2) { return; }
            canvas(cv::Rect(x1, y1, x2 - x1, y2 - y1) & frame).setTo(scalar(color));
        };
        if (thickness < 0 || thickness >= std::min(right - left, bottom - top) / 2) {
            fill(left, top, right, bottom);
            return;
        }
        fill(left, top, right, top + thickness);
        fill(left, bottom - thickness, right, bottom);
        fill(left, top, left + thickness, bottom);
        fill(right - thickness, top, right, bottom);
    });
}

facialfun_cv_status facialfun_cv_draw_dot(
    facialfun_cv_target picture, double x, double y, double radius, facialfun_cv_color color) {
    return guarded([&] {
        cv::Mat canvas = writable(picture);
        cv::circle(
            canvas, fixed(x, y), whole(std::clamp(radius, 0.0, 1e4) * fraction), scalar(color),
            cv::FILLED, cv::LINE_AA, fraction_bits);
    });
}

facialfun_cv_status facialfun_cv_draw_text(
    facialfun_cv_target picture, const char *text, double x, double y, double height,
    facialfun_cv_color color) {
    return guarded([&] {
        cv::Mat canvas = writable(picture);
        FontSize size = font_size(height);
        cv::putText(
            canvas, text, cv::Point(whole(x), whole(y)), font, size.scale, scalar(color),
            size.thickness, cv::LINE_AA);
    });
}

int32_t facialfun_cv_text_width(const char *text, double height) {
    int32_t width = 0;
    facialfun_cv_status status = guarded([&] {
        FontSize size = font_size(height);
        int baseline = 0;
        width = cv::getTextSize(text, font, size.scale, size.thickness, &baseline).width;
    });
    return status == facialfun_cv_ok ? width : 0;
}

#endif
