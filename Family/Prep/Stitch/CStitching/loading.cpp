#include "model.hpp"

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>

namespace stitching {

namespace {

using Bytes = std::vector<uint8_t>;

int64_t big_endian(const Bytes &bytes, size_t at, int count) {
    int64_t value = 0;
    for (int i = 0; i < count; i++) { value = value << 8 | bytes.at(at + i); }
    return value;
}

int64_t little_endian(const Bytes &bytes, size_t at, int count) {
    int64_t value = 0;
    for (int i = count - 1; i >= 0; i--) { value = value << 8 | bytes.at(at + i); }
    return value;
}

bool has(const Bytes &bytes, size_t at, const char *text) {
    size_t length = std::strlen(text);
    return bytes.size() >= at + length && std::memcmp(bytes.data() + at, text, length) == 0;
}

/// A picture's size, read from its header before decoding.
struct Header {
    int64_t width, height;
    bool complete;
};

Header read_jpeg_header(const Bytes &bytes) {
    int64_t width = 0, height = 0;
    for (size_t at = 2; at + 4 <= bytes.size();) {
        if (bytes[at] != 0xff) { break; }
        int marker = bytes[at + 1];
        if (marker == 0xff) {
            at++;
            continue;
        }
        bool frame = marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8
            && marker != 0xcc;
        if (frame && at + 9 <= bytes.size()) {
            height = big_endian(bytes, at + 5, 2);
            width = big_endian(bytes, at + 7, 2);
        }
        // The scan's end marker follows it; earlier ones belong to thumbnails.
        if (marker == 0xda) {
            const uint8_t end[2] = {0xff, 0xd9};
            bool complete = std::search(bytes.begin() + at, bytes.end(), end, end + 2)
                != bytes.end();
            return {width, height, complete};
        }
        at += 2 + big_endian(bytes, at + 2, 2);
    }
    return {width, height, false};
}

Header read_webp_header(const Bytes &bytes) {
    bool complete = little_endian(bytes, 4, 4) + 8 <= static_cast<int64_t>(bytes.size());
    if (has(bytes, 12, "VP8X")) {
        return {little_endian(bytes, 24, 3) + 1, little_endian(bytes, 27, 3) + 1, complete};
    }
    if (has(bytes, 12, "VP8L")) {
        int64_t bits = little_endian(bytes, 21, 4);
        return {(bits & 0x3fff) + 1, (bits >> 14 & 0x3fff) + 1, complete};
    }
    return {little_endian(bytes, 26, 2) & 0x3fff, little_endian(bytes, 28, 2) & 0x3fff, complete};
}

Header read_header(const Bytes &bytes, int index) {
    Failure unknown{family_stitching_not_a_picture, index};
    if (bytes.size() < 32) { throw unknown; }
    if (has(bytes, 0, "\xff\xd8\xff")) { return read_jpeg_header(bytes); }
    if (has(bytes, 0, "\x89PNG\r\n\x1a\n")) {
        const char *end = "IEND";
        bool complete = std::search(bytes.begin(), bytes.end(), end, end + 4) != bytes.end();
        return {big_endian(bytes, 16, 4), big_endian(bytes, 20, 4), complete};
    }
    if (has(bytes, 0, "RIFF") && has(bytes, 8, "WEBP")) { return read_webp_header(bytes); }
    throw unknown;
}

/// A number of the GPano schema, as attribute or element; NaN if absent.
double gpano(const std::string &xmp, const char *name) {
    std::string key = std::string("GPano:") + name;
    size_t at = xmp.find(key);
    if (at == std::string::npos) { return NAN; }
    at += key.size();
    while (at < xmp.size() && std::strchr("=\"'> \n", xmp[at])) { at++; }
    return std::atof(xmp.substr(at, 16).c_str());
}

/// The crop that XMP describes, in pixels of the file.
Crop read_crop(const Bytes &bytes) {
    const std::string begin = "<x:xmpmeta", end = "</x:xmpmeta>";
    auto from = std::search(bytes.begin(), bytes.end(), begin.begin(), begin.end());
    auto to = std::search(from, bytes.end(), end.begin(), end.end());
    if (to == bytes.end()) { return {}; }
    std::string xmp(from, to);
    double width = gpano(xmp, "FullPanoWidthPixels"), height = gpano(xmp, "FullPanoHeightPixels");
    double left = gpano(xmp, "CroppedAreaLeftPixels"), top = gpano(xmp, "CroppedAreaTopPixels");
    if (!(width >= 64 && height >= 32)) { return {}; }
    return {width, height, std::isfinite(left) ? left : 0, std::isfinite(top) ? top : 0};
}

}  // namespace

Picture load(const family_stitching_picture &source, int index, int width, int64_t max_pixels) {
    std::ifstream file(source.path, std::ios::binary);
    if (!file) { throw Failure{family_stitching_unreadable, index}; }
    Bytes bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (file.bad()) { throw Failure{family_stitching_unreadable, index}; }
    Header header{};
    try {
        header = read_header(bytes, index);
    } catch (const std::out_of_range &) {
        throw Failure{family_stitching_truncated, index};
    }
    int64_t pixels = header.width * header.height;
    if (pixels > max_pixels) { throw Failure{family_stitching_too_large, index, pixels}; }
    if (!header.complete) { throw Failure{family_stitching_truncated, index}; }
    if (std::min(header.width, header.height) < 64) {
        throw Failure{family_stitching_too_small, index};
    }

    Picture picture;
    picture.projection = source.projection;
    bool photo = source.projection == family_stitching_perspective;
    Crop crop = read_crop(bytes);
    if (photo && crop.full_width > 0) {
        picture.projection = family_stitching_equirectangular;
        photo = false;
    }
    picture.field_of_view = source.field_of_view * degree;
    if (photo && !(picture.field_of_view > 0)) { picture.field_of_view = 62 * degree; }
    double wide = photo ? picture.field_of_view : 2 * CV_PI;
    if (!photo && source.field_of_view > 0) { wide = picture.field_of_view; }
    bool measured = crop.full_width > 0 || source.field_of_view > 0;
    if (!photo && !measured && std::abs(header.width - 2 * header.height) > header.width / 50) {
        throw Failure{family_stitching_not_a_sphere, index};
    }
    // A third more than the panorama's density, so that resampling does not lose detail.
    double useful = std::max(320.0, 1.33 * width * wide / (2 * CV_PI));
    int flags = cv::IMREAD_COLOR;
    if (header.width > 4 * useful) {
        flags = cv::IMREAD_REDUCED_COLOR_4;
    } else if (header.width > 2 * useful) {
        flags = cv::IMREAD_REDUCED_COLOR_2;
    }
    cv::Mat decoded = cv::imdecode(bytes, flags);
    if (decoded.empty()) { throw Failure{family_stitching_not_a_picture, index}; }
    if (decoded.cols > useful) {
        double scale = useful / decoded.cols;
        cv::resize(decoded, picture.pixels, {}, scale, scale, cv::INTER_AREA);
    } else {
        picture.pixels = decoded;
    }

    if (!photo) {
        double scale = static_cast<double>(picture.pixels.cols) / header.width;
        if (crop.full_width > 0) {
            picture.crop = {
                crop.full_width * scale, crop.full_height * scale, crop.left * scale,
                crop.top * scale};
        } else {
            double full = picture.pixels.cols * 2 * CV_PI / wide;
            picture.crop = {
                full, full / 2, (full - picture.pixels.cols) / 2,
                (full / 2 - picture.pixels.rows) / 2};
        }
    }
    picture.placed = source.has_orientation || !photo;
    if (source.has_orientation) {
        picture.prior = rotation_from(source.yaw, source.pitch, source.roll);
    }
    picture.rotation = picture.prior;
    return picture;
}

}  // namespace stitching
