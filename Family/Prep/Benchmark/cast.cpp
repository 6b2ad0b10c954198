// Casts rays into furnished rooms, as a fast source of rooms for the stitching benchmark: cast FOLDER SEED...
//
//   c++ -std=c++20 -O2 -I/usr/include/opencv4 cast.cpp -o cast -lopencv_core -lopencv_imgcodecs -lopencv_imgproc
//
// Writes the same files as render.py into FOLDER/cast<SEED>: views, photos.json, truth.json and truth.png. Unlike in
// render.py, the truth is seen from the mean position of the cameras, photos have noise, walls have the faint texture
// of paint, and the real field of view differs from the recorded one by up to 3 %.
//
// Axes as in Blender: x right, y forward, z up; in files: x right, y down, z forward.

#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

namespace {

using Vec = cv::Vec3d;
constexpr double degree = CV_PI / 180;
constexpr int view_width = 400, view_height = 300, truth_width = 1024, samples = 2;
constexpr double recorded_fov = 60;

double hash(int x, int y, int z, uint32_t seed) {
    uint32_t h = seed + 0x9e3779b9u * static_cast<uint32_t>(x) + 0x85ebca6bu * static_cast<uint32_t>(y)
        + 0xc2b2ae35u * static_cast<uint32_t>(z);
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    h ^= h >> 12;
    h *= 0x297a2d39u;
    h ^= h >> 15;
    return h / 4294967295.0;
}

double noise(Vec p, uint32_t seed) {
    int x = static_cast<int>(std::floor(p[0])), y = static_cast<int>(std::floor(p[1]));
    int z = static_cast<int>(std::floor(p[2]));
    double fx = p[0] - x, fy = p[1] - y, fz = p[2] - z, sum = 0;
    fx = fx * fx * (3 - 2 * fx);
    fy = fy * fy * (3 - 2 * fy);
    fz = fz * fz * (3 - 2 * fz);
    for (int i = 0; i < 8; i++) {
        double weight = (i & 1 ? fx : 1 - fx) * (i & 2 ? fy : 1 - fy) * (i & 4 ? fz : 1 - fz);
        sum += weight * hash(x + (i & 1), y + (i >> 1 & 1), z + (i >> 2), seed);
    }
    return sum;
}

double clouds(Vec p, uint32_t seed) {
    return 0.5 * noise(p, seed) + 0.3 * noise(p * 2.1, seed + 1) + 0.2 * noise(p * 4.3, seed + 2);
}

enum class Pattern { plain, paint, wood, brick, checker, blobs, stripes, print };

struct Surface {
    Vec color;
    Pattern pattern = Pattern::plain;
    double scale = 1, depth = 0.4;
    bool shines = false;
    uint32_t seed = 0;
};

/// A box turned about the vertical axis.
struct Box {
    Vec center, half;
    Surface surface;
    double cosine = 1, sine = 0;
};

struct Hit {
    double distance = 1e9;
    const Box *box = nullptr;
    Vec local, normal;
};

struct Room {
    std::vector<Box> boxes;
    std::vector<Vec> lights;
    double wide, deep, high;
};

bool slab(const Box &box, Vec from, Vec toward, double limit, double &near, int &axis, Vec &local, Vec &direction) {
    Vec off = from - box.center;
    local = {off[0] * box.cosine + off[1] * box.sine, off[1] * box.cosine - off[0] * box.sine, off[2]};
    direction = {
        toward[0] * box.cosine + toward[1] * box.sine, toward[1] * box.cosine - toward[0] * box.sine, toward[2]};
    near = -1e9;
    double far = limit;
    for (int i = 0; i < 3; i++) {
        double inverse = 1 / (std::abs(direction[i]) > 1e-12 ? direction[i] : 1e-12);
        double a = (-box.half[i] - local[i]) * inverse, b = (box.half[i] - local[i]) * inverse;
        if (a > b) { std::swap(a, b); }
        if (a > near) {
            near = a;
            axis = i;
        }
        far = std::min(far, b);
    }
    return near > 1e-4 && near < far;
}

Hit cast(const Room &room, Vec from, Vec toward) {
    Hit hit;
    for (const Box &box : room.boxes) {
        double near;
        int axis = 0;
        Vec local, direction;
        if (!slab(box, from, toward, hit.distance, near, axis, local, direction)) { continue; }
        hit.distance = near;
        hit.box = &box;
        hit.local = local + direction * near;
        Vec normal(0, 0, 0);
        normal[axis] = direction[axis] > 0 ? -1 : 1;
        hit.normal = {
            normal[0] * box.cosine - normal[1] * box.sine, normal[1] * box.cosine + normal[0] * box.sine, normal[2]};
    }
    return hit;
}

bool lit(const Room &room, Vec from, Vec to) {
    Vec toward = to - from;
    for (const Box &box : room.boxes) {
        double near;
        int axis;
        Vec local, direction;
        if (!box.surface.shines && slab(box, from, toward, 0.999, near, axis, local, direction)) { return false; }
    }
    return true;
}

/// The share of the second, darker color of a surface at a point: 0 to 1.
double pattern_at(const Surface &s, Vec p) {
    Vec q = p * s.scale;
    // The two largest extents of the box span the picture; a sum of axes is different on each side.
    double u = q[0] + q[1], v = q[2] + 0.37 * (q[0] - q[1]);
    switch (s.pattern) {
    case Pattern::plain: return 0;
    case Pattern::paint: return clouds(p * 60, s.seed);
    case Pattern::wood: return 0.5 + 0.5 * std::sin(6 * (q[0] + 0.2 * q[2] + clouds(q * 0.7, s.seed)));
    case Pattern::brick: {
        double row = std::floor(q[2] * 3 + q[1] * 0.001);
        double along = (q[0] + q[1]) * 1.2 + 0.5 * std::fmod(std::abs(row), 2);
        double in_row = q[2] * 3 - row, in_brick = along - std::floor(along);
        if (in_row < 0.12 || in_brick < 0.05) { return 1; }
        return 0.5 * hash(static_cast<int>(row), static_cast<int>(std::floor(along)), 0, s.seed);
    }
    case Pattern::checker:
        return (static_cast<int>(std::floor(q[0])) + static_cast<int>(std::floor(q[1]))
                + static_cast<int>(std::floor(q[2]))) & 1;
    case Pattern::blobs: return clouds(q, s.seed) > 0.5;
    case Pattern::stripes: return std::sin(6.28 * u) > 0;
    case Pattern::print:
        return hash(static_cast<int>(std::floor(u)), static_cast<int>(std::floor(v)), 3, s.seed) > 0.55 ? 1 : 0.1;
    }
    return 0;
}

Vec sky(Vec toward) {
    double up = std::clamp(toward[2], 0.0, 1.0);
    return Vec(1.0, 0.85, 0.75) * (1 - up) + Vec(1.1, 0.7, 0.45) * up;  // BGR
}

Vec radiance(const Room &room, Vec from, Vec toward, int sample) {
    Hit hit = cast(room, from, toward);
    if (!hit.box) { return sky(toward); }
    const Surface &surface = hit.box->surface;
    if (surface.shines) { return surface.color * 1.5; }
    double dark = pattern_at(surface, hit.local);
    Vec color = surface.color * (1 - surface.depth * dark);
    Vec place = from + toward * hit.distance + hit.normal * 1e-3;
    double light = 0.3 + 0.1 * hit.normal[2] + 0.05 * hit.normal[0];
    for (size_t i = 0; i < room.lights.size(); i++) {
        // Each sample sees another point of the lamp: soft shadows.
        double around = (sample + 0.25) * CV_PI;
        Vec lamp = room.lights[i] + Vec(std::cos(around), std::sin(around), 0) * 0.12;
        Vec way = lamp - place;
        double distance = cv::norm(way), slope = way.dot(hit.normal) / distance;
        // The window is large, and its shadows are too soft to matter.
        if (slope > 0 && (i > 0 || lit(room, place, lamp))) { light += 1.1 * slope / (0.6 + distance * distance); }
    }
    return color * light;
}

class Builder {
public:
    Builder(uint32_t seed) : chance(seed), seed(seed) {}

    double uniform(double from, double to) { return std::uniform_real_distribution<>(from, to)(chance); }
    double gauss(double sigma) { return std::normal_distribution<>(0, sigma)(chance); }
    int pick(int count) { return static_cast<int>(uniform(0, count - 1e-9)); }

    Surface surface(Pattern pattern, double scale, double depth) {
        return {{uniform(0.1, 0.9), uniform(0.1, 0.9), uniform(0.1, 0.9)}, pattern, scale, depth, false, seed + count++};
    }
    Surface printed() {
        constexpr Pattern kinds[] = {Pattern::checker, Pattern::blobs, Pattern::stripes, Pattern::print, Pattern::wood};
        return surface(kinds[pick(5)], uniform(6, 16), uniform(0.4, 0.8));
    }
    Surface wood() {
        double tone = uniform(0.4, 1.1);
        return {{0.2 * tone, 0.4 * tone, 0.62 * tone}, Pattern::wood, uniform(4, 9), 0.35, false, seed + count++};
    }
    Surface wall(int kind) {
        double tone = uniform(0.6, 0.85);
        Vec color(tone * uniform(0.9, 1.1), tone, tone * uniform(0.95, 1.1));
        if (kind == 1) { return {color, Pattern::brick, uniform(1.5, 3), 0.5, false, seed + count++}; }
        if (kind == 2) { return {color, Pattern::stripes, uniform(2, 4), 0.12, false, seed + count++}; }
        return {color, Pattern::paint, 1, uniform(0.01, 0.06), false, seed + count++};
    }
    void box(Vec center, Vec size, Surface surface, double turn = 0) {
        room.boxes.push_back({center, size * 0.5, surface, std::cos(turn), std::sin(turn)});
    }

    /// A place on the floor along a wall (0 left, 1 right, 2 back), away from it by `off`.
    Vec along(int side, double off) {
        double w = room.wide / 2, d = room.deep / 2;
        if (side == 2) { return {uniform(-w + 0.6, w - 0.6), -d + off, 0}; }
        return {(side == 0 ? -1 : 1) * (w - off), uniform(-d + 0.6, d - 0.6), 0};
    }
    Vec sized(int side, double across, double along_wall, double tall) {
        return side == 2 ? Vec(along_wall, across, tall) : Vec(across, along_wall, tall);
    }

    void furnish(int side) {
        switch (pick(6)) {
        case 0: {  // A shelf with books.
            Vec at = along(side, 0.18);
            Surface board = wood();
            for (int level = 0; level < 4; level++) {
                box(at + Vec(0, 0, 0.4 + 0.45 * level), sized(side, 0.32, 1.2, 0.03), board);
                for (int book = 0; book < 9; book++) {
                    double tall = uniform(0.18, 0.36), place = -0.5 + 0.12 * book;
                    Vec shift = side == 2 ? Vec(place, 0, 0) : Vec(0, place, 0);
                    box(at + shift + Vec(0, 0, 0.42 + 0.45 * level + tall / 2), sized(side, 0.2, 0.08, tall),
                        surface(Pattern::print, 25, 0.3));
                }
            }
            break;
        }
        case 1: {  // A sideboard with things on it.
            Vec at = along(side, 0.25);
            box(at + Vec(0, 0, 0.4), sized(side, 0.45, 1.3, 0.8), wood());
            for (int thing = 0; thing < 5; thing++) {
                double tall = uniform(0.08, 0.35), place = -0.5 + 0.25 * thing;
                Vec shift = side == 2 ? Vec(place, 0, 0) : Vec(0, place, 0);
                box(at + shift + Vec(0, 0, 0.8 + tall / 2), {0.12, 0.12, tall}, printed(), uniform(0, 1.5));
            }
            break;
        }
        case 2: {  // A sofa.
            Vec at = along(side, 0.45);
            Surface cloth = surface(Pattern::checker, uniform(6, 14), 0.25);
            box(at + Vec(0, 0, 0.22), sized(side, 0.8, 1.7, 0.44), cloth);
            Vec back = side == 2 ? Vec(0, -0.32, 0) : Vec(side == 0 ? -0.32 : 0.32, 0, 0);
            box(at + back + Vec(0, 0, 0.55), sized(side, 0.16, 1.7, 0.6), cloth);
            break;
        }
        case 3: {  // A wardrobe.
            Vec at = along(side, 0.32);
            box(at + Vec(0, 0, 1.0), sized(side, 0.6, 1.2, 2.0), wood());
            Vec front = side == 2 ? Vec(0, 0.305, 0) : Vec(side == 0 ? 0.305 : -0.305, 0, 0);
            box(at + front + Vec(0, 0, 1.0), sized(side, 0.01, 0.02, 2.0), {{0.1, 0.1, 0.1}});
            break;
        }
        case 4: {  // A door.
            Vec at = along(side, 0.02);
            box(at + Vec(0, 0, 1.0), sized(side, 0.05, 0.95, 2.0), wood());
            box(at + Vec(0, 0, 1.03), sized(side, 0.03, 1.08, 2.07), {{0.85, 0.85, 0.85}});
            break;
        }
        default: {  // Two chairs.
            for (int chair = 0; chair < 2; chair++) {
                Vec at = along(side, 0.4);
                Surface seat = surface(Pattern::checker, 14, 0.5);
                box(at + Vec(0, 0, 0.45), {0.45, 0.45, 0.05}, seat);
                Vec back = side == 2 ? Vec(0, -0.2, 0.75) : Vec(side == 0 ? -0.2 : 0.2, 0, 0.75);
                box(at + back, sized(side, 0.05, 0.45, 0.5), seat);
                for (int leg = 0; leg < 4; leg++) {
                    box(at + Vec(leg & 1 ? 0.18 : -0.18, leg & 2 ? 0.18 : -0.18, 0.21), {0.04, 0.04, 0.42},
                        {{0.3, 0.3, 0.3}});
                }
            }
        }
        }
    }

    Room build() {
        room.wide = uniform(3.4, 5.8);
        room.deep = uniform(3.4, 5.4);
        room.high = uniform(2.4, 2.9);
        double w = room.wide / 2, d = room.deep / 2, h = room.high;
        constexpr Pattern floors[] = {Pattern::wood, Pattern::checker, Pattern::blobs, Pattern::paint};
        Pattern kind = floors[pick(4)];
        Surface ground = surface(kind, kind == Pattern::checker ? 3 : uniform(2, 6), kind == Pattern::paint ? 0.15 : 0.3);
        box({0, 0, -0.05}, {room.wide, room.deep, 0.1}, ground);
        box({0, 0, h + 0.05}, {room.wide, room.deep, 0.1},
            {{0.85, 0.87, 0.88}, Pattern::paint, 1, uniform(0.01, 0.04), false, seed});
        Surface plain = wall(0);
        box({0, -d - 0.05, h / 2}, {room.wide, 0.1, h}, plain);
        box({-w - 0.05, 0, h / 2}, {0.1, room.deep, h}, wall(pick(4)));
        box({w + 0.05, 0, h / 2}, {0.1, room.deep, h}, wall(pick(4)));
        // The wall in front has a window, with a hedge outside.
        double half = uniform(0.5, 0.9), middle = uniform(-0.4, 0.4);
        box({0, d + 0.05, 0.45}, {room.wide, 0.1, 0.9}, plain);
        box({0, d + 0.05, (2.1 + h) / 2}, {room.wide, 0.1, h - 2.1}, plain);
        box({(-w + middle - half) / 2, d + 0.05, 1.5}, {w + middle - half, 0.1, 1.2}, plain);
        box({(w + middle + half) / 2, d + 0.05, 1.5}, {w - middle - half, 0.1, 1.2}, plain);
        Surface frame{{0.85, 0.85, 0.85}};
        box({middle, d + 0.05, 1.5}, {0.05, 0.08, 1.2}, frame);
        box({middle, d + 0.05, 1.5}, {2 * half, 0.08, 0.05}, frame);
        box({0, d + 4, 0.2}, {16, 0.1, uniform(1.5, 3)}, {{0.2, 0.5, 0.3}, Pattern::blobs, 5, 0.5, false, seed + 7});
        for (int side = 0; side < 3; side++) {
            int pieces = 1 + pick(2);
            for (int piece = 0; piece < pieces; piece++) { furnish(side); }
        }
        int pictures = 1 + pick(4);
        for (int i = 0; i < pictures; i++) {
            int side = pick(3);
            Vec at = along(side, 0.015);
            box(at + Vec(0, 0, uniform(1.4, 1.7)), sized(side, 0.02, uniform(0.4, 0.8), uniform(0.3, 0.7)), printed());
        }
        if (pick(2)) {  // A table near the camera.
            Vec at(uniform(0.8, 1.2) * (pick(2) ? 1 : -1), uniform(0.7, 1.2), 0);
            Surface board = wood();
            box(at + Vec(0, 0, 0.72), {1.1, 0.7, 0.05}, board);
            for (int leg = 0; leg < 4; leg++) {
                box(at + Vec(leg & 1 ? 0.48 : -0.48, leg & 2 ? 0.3 : -0.3, 0.35), {0.05, 0.05, 0.7}, board);
            }
            for (int thing = 0; thing < 6; thing++) {
                double tall = uniform(0.05, 0.25);
                box(at + Vec(-0.45 + 0.18 * thing, uniform(-0.2, 0.2), 0.745 + tall / 2), {0.1, 0.12, tall}, printed(),
                    uniform(0, 1.5));
            }
        }
        if (pick(3)) { box({0, 0, 0.005}, {1.7, 1.3, 0.01}, printed()); }
        int toys = pick(6);
        for (int i = 0; i < toys; i++) {
            double size = uniform(0.1, 0.3);
            box({uniform(-1, 1), uniform(-1, 1), size / 2}, {size, size, size}, printed(), uniform(0, 1.5));
        }
        Vec lamp(uniform(-0.8, 0.8), uniform(-0.8, 0.8), h);
        box(lamp - Vec(0, 0, 0.03), {0.5, 0.5, 0.04}, {{0.9, 0.97, 1}, Pattern::plain, 1, 0, true});
        room.lights = {lamp - Vec(0, 0, 0.3), {middle, d - 0.1, 1.6}};
        return room;
    }

private:
    std::mt19937 chance;
    uint32_t seed, count = 100;
    Room room{};
};

cv::Matx33d about(int axis, double angle) {
    double c = std::cos(angle), s = std::sin(angle);
    if (axis == 0) { return {1, 0, 0, 0, c, -s, 0, s, c}; }
    if (axis == 1) { return {c, 0, s, 0, 1, 0, -s, 0, c}; }
    return {c, -s, 0, s, c, 0, 0, 0, 1};
}

/// From the camera (x right, y down, z forward) to the world of the files.
cv::Matx33d rotation(Vec angles) {
    return about(1, angles[0] * degree) * about(0, angles[1] * degree) * about(2, angles[2] * degree);
}

Vec to_room(Vec v) { return {v[0], v[2], -v[1]}; }
Vec from_room(Vec v) { return {v[0], -v[2], v[1]}; }

cv::Vec3b encoded(Vec linear, double stops) {
    cv::Vec3b made;
    for (int i = 0; i < 3; i++) {
        made[i] = cv::saturate_cast<uint8_t>(255 * std::pow(std::clamp(linear[i] * std::exp2(stops), 0.0, 1.0), 1 / 2.2));
    }
    return made;
}

std::string entry(const std::string &file, Vec angles, double fov) {
    char text[200];
    std::snprintf(
        text, sizeof text, "{\"file\": \"%s\", \"yaw\": %.6f, \"pitch\": %.6f, \"roll\": %.6f, \"fov\": %.4f",
        file.c_str(), angles[0], angles[1], angles[2], fov);
    return text;
}

void make(const std::filesystem::path &folder, uint32_t seed) {
    std::filesystem::create_directories(folder / "views");
    Builder chance(seed);
    Room room = chance.build();
    Vec eye(0, 0, 1.4), mean(0, 0, 0);
    constexpr double rings[][2] = {{0, 12}, {42, 8}, {-42, 8}, {80, 2}, {-80, 2}};
    std::vector<Vec> angles, errors, places;
    for (auto [pitch, count] : rings) {
        for (int i = 0; i < count; i++) {
            double yaw = std::remainder(i * 360.0 / count + std::abs(pitch) / 2, 360);
            angles.push_back({yaw + chance.gauss(1), pitch + chance.gauss(1), chance.gauss(1.5)});
            Vec error(chance.gauss(1), chance.gauss(1), chance.gauss(1));
            errors.push_back(error * (chance.uniform(1, 3) / cv::norm(error)));
            Vec shift(chance.gauss(1), chance.gauss(1), chance.gauss(1));
            places.push_back(eye + shift * (chance.uniform(0.02, 0.05) / cv::norm(shift)));
            mean += places.back();
        }
    }
    mean *= 1.0 / places.size();
    double half = std::tan(recorded_fov * chance.uniform(0.97, 1.03) * degree / 2);
    std::string recorded, real;
    for (size_t view = 0; view < angles.size(); view++) {
        cv::Matx33d turn = rotation(angles[view]);
        double stops = chance.gauss(0.25);
        auto ray = [&](double u, double v) {  // From -1 to 1 across and down.
            return to_room(cv::normalize(turn * Vec(u * half, v * half * view_height / view_width, 1)));
        };
        cv::Mat picture(view_height, view_width, CV_8UC3);
        for (int y = 0; y < view_height; y++) {
            for (int x = 0; x < view_width; x++) {
                Vec sum(0, 0, 0);
                for (int sample = 0; sample < samples; sample++) {
                    double dx = sample * 0.5 + 0.25, dy = dx;
                    sum += radiance(
                        room, places[view], ray(2 * (x + dx) / view_width - 1, 2 * (y + dy) / view_height - 1), sample);
                }
                cv::Vec3b color = encoded(sum * (1.0 / samples), stops);
                for (int i = 0; i < 3; i++) { color[i] = cv::saturate_cast<uint8_t>(color[i] + chance.gauss(1.5)); }
                picture.at<cv::Vec3b>(y, x) = color;
            }
        }
        char name[32];
        std::snprintf(name, sizeof name, "views/%02zu.jpg", view);
        cv::imwrite(folder / name, picture, {cv::IMWRITE_JPEG_QUALITY, 92});
        std::string comma = view ? ",\n" : "";
        recorded += comma + entry(name, angles[view] + errors[view], recorded_fov) + "}";
        real += comma + entry(name, angles[view], std::atan(half) / degree * 2) + ", \"seen\": [";
        for (int row = 0; row < 5; row++) {
            for (int column = 0; column < 7; column++) {
                Vec toward = ray(0.9 * (column / 3.0 - 1), 0.9 * (row / 2.0 - 1));
                Hit hit = cast(room, places[view], toward);
                Vec seen = from_room(
                    cv::normalize(hit.box ? places[view] + toward * hit.distance - mean : toward));
                char text[80];
                std::snprintf(
                    text, sizeof text, "%s[%.6f, %.6f, %.6f]", row + column ? ", " : "", seen[0], seen[1], seen[2]);
                real += text;
            }
        }
        real += "]}";
    }
    std::ofstream(folder / "photos.json") << "{\"pictures\": [\n" << recorded << "\n]}\n";
    std::ofstream(folder / "truth.json") << "{\"pictures\": [\n" << real << "\n]}\n";

    cv::Mat truth(truth_width / 2, truth_width, CV_8UC3);
    for (int y = 0; y < truth.rows; y++) {
        for (int x = 0; x < truth.cols; x++) {
            Vec sum(0, 0, 0);
            for (int sample = 0; sample < samples; sample++) {
                double yaw = ((x + sample * 0.5 + 0.25) / truth.cols - 0.5) * 2 * CV_PI;
                double pitch = (0.5 - (y + sample * 0.5 + 0.25) / truth.rows) * CV_PI;
                sum += radiance(
                    room, mean,
                    {std::sin(yaw) * std::cos(pitch), std::cos(yaw) * std::cos(pitch), std::sin(pitch)}, sample);
            }
            truth.at<cv::Vec3b>(y, x) = encoded(sum * (1.0 / samples), 0);
        }
    }
    cv::imwrite(folder / "truth.png", truth);
}

}  // namespace

int main(int count, char **arguments) {
    if (count < 3) {
        std::fprintf(stderr, "usage: cast FOLDER SEED...\n");
        return 2;
    }
    for (int i = 2; i < count; i++) {
        make(std::filesystem::path(arguments[1]) / (std::string("cast") + arguments[i]), std::strtoul(arguments[i], nullptr, 10));
    }
}
