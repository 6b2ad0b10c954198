#ifndef FACIALFUN_OPENCV_HPP
#define FACIALFUN_OPENCV_HPP

// OpenCV's headers are included through a link in this folder, so the compiler would apply our
// warnings to them.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#pragma clang diagnostic pop

#endif
