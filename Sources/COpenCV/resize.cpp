// See loader.c.
#ifndef FACIALFUN_LOAD_OPENCV

#include "guarded.hpp"

#include <algorithm>

using namespace facialfun;

// A program linked with OpenCV does not start without it.
bool facialfun_cv_is_available(void) { return true; }

facialfun_cv_status facialfun_cv_resize(facialfun_cv_source source, facialfun_cv_target target) {
    return guarded([&] {
        cv::Mat from = readable(source);
        cv::Mat to = writable(target);
        cv::Size shrunk(
            std::min(source.width, target.width), std::min(source.height, target.height));
        if (shrunk == to.size()) {
            cv::resize(from, to, shrunk, 0, 0, cv::INTER_AREA);
        } else if (shrunk == from.size()) {
            cv::resize(from, to, to.size(), 0, 0, cv::INTER_LINEAR);
        } else {
            // INTER_AREA does not average if one direction is enlarged, so the directions are
            // resized separately.
            cv::Mat between;
            cv::resize(from, between, shrunk, 0, 0, cv::INTER_AREA);
            cv::resize(between, to, to.size(), 0, 0, cv::INTER_LINEAR);
        }
    });
}

facialfun_cv_status facialfun_cv_gray(facialfun_cv_source source, uint8_t *gray) {
    return guarded([&] {
        cv::Mat to(source.height, source.width, CV_8UC1, gray);
        cv::cvtColor(readable(source), to, cv::COLOR_RGB2GRAY);
    });
}

#endif
