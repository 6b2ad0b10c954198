#ifndef FACIALFUN_OPENCV_HPP
#define FACIALFUN_OPENCV_HPP

// OpenCV's headers are found through a link in this folder, so the compiler takes them for ours; their
// warnings are not.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#pragma clang diagnostic pop

#endif
