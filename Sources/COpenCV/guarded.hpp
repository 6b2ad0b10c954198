#ifndef FACIALFUN_GUARDED_HPP
#define FACIALFUN_GUARDED_HPP

#include "COpenCV.h"

#include "opencv.hpp"

#include <mutex>
#include <new>

namespace facialfun {

/// Turns off OpenCV's own threads, which would compete with ours for the cores, and its error
/// output.
inline void configure() {
    static std::once_flag once;
    std::call_once(once, [] {
        cv::setNumThreads(1);
        cv::redirectError(
            [](int, const char *, const char *, const char *, int, void *) { return 0; });
    });
}

/// Runs the body and converts every exception to a status.
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

/// The picture as a read-only matrix over the caller's memory.
inline cv::Mat readable(facialfun_cv_source source) {
    return cv::Mat(
        source.height, source.width, CV_8UC3, const_cast<uint8_t *>(source.pixels));
}

/// The picture as a matrix over the caller's memory. OpenCV writes into it as long as size and type
/// do not change.
inline cv::Mat writable(facialfun_cv_target target) {
    return cv::Mat(target.height, target.width, CV_8UC3, target.pixels);
}

} // namespace facialfun

#endif
