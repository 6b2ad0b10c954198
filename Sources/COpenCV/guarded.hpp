#ifndef FACIALFUN_GUARDED_HPP
#define FACIALFUN_GUARDED_HPP

#include "COpenCV.h"

#include "opencv.hpp"

#include <mutex>
#include <new>

namespace facialfun {

/// OpenCV's own threads off (they would fight with ours over the cores) and its errors unprinted.
inline void configure() {
    static std::once_flag once;
    std::call_once(once, [] {
        cv::setNumThreads(1);
        cv::redirectError(
            [](int, const char *, const char *, const char *, int, void *) { return 0; });
    });
}

/// Runs the body; every exception becomes a status.
template <typename Body> facialfun_cv_status guarded(Body body) noexcept {
    try {
        configure();
        body();
        return facialfun_cv_ok;
    } catch (const std::bad_alloc &) {
        return facialfun_cv_out_of_memory;
    } catch (const cv::Exception &error) {
        return error.code == cv::Error::StsNoMem ? facialfun_cv_out_of_memory
                                                 : facialfun_cv_failed;
    } catch (...) {
        return facialfun_cv_failed;
    }
}

/// The picture as a matrix over the caller's memory, to be read only.
inline cv::Mat readable(facialfun_cv_source source) {
    return cv::Mat(
        source.height, source.width, CV_8UC3, const_cast<uint8_t *>(source.pixels));
}

/// The picture as a matrix over the caller's memory. OpenCV writes into it as long as size and type
/// stay as they are.
inline cv::Mat writable(facialfun_cv_target target) {
    return cv::Mat(target.height, target.width, CV_8UC3, target.pixels);
}

} // namespace facialfun

#endif
