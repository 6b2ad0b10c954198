package import FacialFun

/// Pixel formats of the emulated camera, and their file names.
package enum CameraPixels: String, CaseIterable, Sendable {
    /// A JPEG for each frame, 4:2:2.
    case mjpeg = "MJPG"
    /// Y, U, Y, V for two pixels.
    case yuyv = "YUYV"
    /// A luma plane, then U and V alternating, one pair per two by two pixels.
    case nv12 = "NV12"
    /// Luma only.
    case gray = "GREY"

    /// File name extension, without the dot.
    package var suffix: String {
        switch self {
        case .mjpeg: "jpg"
        case .yuyv: "yuyv"
        case .nv12: "nv12"
        case .gray: "grey"
        }
    }

    /// The bytes of a frame.
    ///
    /// Colors are those of BT.601, 16…235 in the raw formats, but 0…255 in gray.
    ///
    /// - Parameter image: The picture; of even width, and for NV12 also of even height.
    /// - Returns: The bytes that a camera would deliver.
    /// - Throws: Errors of the JPEG encoder.
    package func bytes(of image: Image) throws -> [UInt8] {
        switch self {
        case .mjpeg: try JPEGEncoder(quality: 85, subsampling: .halfWidth).encode(image)
        case .yuyv: image.yuyv()
        case .nv12: image.nv12()
        case .gray: image.gray()
        }
    }
}

extension Image {
    fileprivate func yuyv() -> [UInt8] {
        withPixels { pixels in
            [UInt8](unsafeUninitializedCapacity: width * height * 2) { bytes, count in
                for pair in 0..<width * height / 2 {
                    let (left, right) = (Color(pixels, 2 * pair), Color(pixels, 2 * pair + 1))
                    let mean = (left + right) / 2
                    bytes[4 * pair] = left.light
                    bytes[4 * pair + 1] = mean.blueness
                    bytes[4 * pair + 2] = right.light
                    bytes[4 * pair + 3] = mean.redness
                }
                count = width * height * 2
            }
        }
    }

    fileprivate func nv12() -> [UInt8] {
        let size = width * height
        return withPixels { pixels in
            [UInt8](unsafeUninitializedCapacity: size * 3 / 2) { bytes, count in
                for index in 0..<size { bytes[index] = Color(pixels, index).light }
                for y in 0..<height / 2 {
                    for x in 0..<width / 2 {
                        let first = 2 * y * width + 2 * x
                        let sum = [first, first + 1, first + width, first + width + 1]
                            .map { Color(pixels, $0) }.reduce(Color(), +)
                        bytes[size + y * width + 2 * x] = (sum / 4).blueness
                        bytes[size + y * width + 2 * x + 1] = (sum / 4).redness
                    }
                }
                count = size * 3 / 2
            }
        }
    }
}

/// A pixel in floating point, 0…255, and its BT.601 values.
private struct Color {
    var red = 0.0
    var green = 0.0
    var blue = 0.0

    init() {}

    init(_ pixels: UnsafeBufferPointer<UInt8>, _ index: Int) {
        red = Double(pixels[3 * index])
        green = Double(pixels[3 * index + 1])
        blue = Double(pixels[3 * index + 2])
    }

    var light: UInt8 { Self.byte(16 + (65.481 * red + 128.553 * green + 24.966 * blue) / 255) }
    var blueness: UInt8 { Self.byte(128 + (-37.797 * red - 74.203 * green + 112 * blue) / 255) }
    var redness: UInt8 { Self.byte(128 + (112 * red - 93.786 * green - 18.214 * blue) / 255) }

    private static func byte(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }

    static func + (a: Color, b: Color) -> Color {
        var sum = Color()
        sum.red = a.red + b.red
        sum.green = a.green + b.green
        sum.blue = a.blue + b.blue
        return sum
    }

    static func / (a: Color, divisor: Double) -> Color {
        var quotient = Color()
        quotient.red = a.red / divisor
        quotient.green = a.green / divisor
        quotient.blue = a.blue / divisor
        return quotient
    }
}
