import FacialFunWire
import Testing

@testable import FacialFun

/// Compares pictures from camera frames with the definition in floating point.
struct RawFrameTests {
    /// A layout of a frame and its color model.
    struct Kind: CustomStringConvertible, Sendable {
        var layout: RawFrame.Layout
        var isFullRange: Bool
        var isBT709: Bool
        var description: String {
            "\(layout)\(isFullRange ? " full" : "")\(isBT709 ? " 709" : "")"
        }
    }

    static let kinds: [Kind] =
        [.yuyv, .nv12, .gray].flatMap { layout in
            [(false, false), (true, false), (false, true), (true, true)].map {
                Kind(layout: layout, isFullRange: $0.0, isBT709: $0.1)
            }
        } + [Kind(layout: .rgb, isFullRange: true, isBT709: false)]

    /// Noise with all values, the same in every run.
    private static func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    /// Y, U and V of a pixel, at full size.
    private static func sample(
        _ frame: RawFrame, _ bytes: [UInt8], _ x: Int, _ y: Int
    ) -> [Double] {
        let row = y * frame.bytesPerLine
        switch frame.layout {
        case .yuyv:
            let pair = row + x / 2 * 4
            return [bytes[row + 2 * x], bytes[pair + 1], bytes[pair + 3]].map(Double.init)
        case .nv12:
            let pair = (frame.height + y / 2) * frame.bytesPerLine + x / 2 * 2
            return [bytes[row + x], bytes[pair], bytes[pair + 1]].map(Double.init)
        case .gray: return [Double(bytes[row + x]), 128, 128]
        case .rgb: return (0..<3).map { Double(bytes[row + 3 * x + $0]) }
        }
    }

    /// The definition: ITU-R BT.601 and BT.709.
    private static func rgb(_ sample: [Double], _ frame: RawFrame) -> [Double] {
        if frame.layout == .rgb { return sample }
        let (kr, kb) = frame.isBT709 ? (0.2126, 0.0722) : (0.299, 0.114)
        let y = frame.isFullRange ? sample[0] : (sample[0] - 16) * 255 / 219
        let chroma = frame.isFullRange ? 1 : 255.0 / 224
        let (u, v) = ((sample[1] - 128) * chroma, (sample[2] - 128) * chroma)
        let red = y + 2 * (1 - kr) * v
        let blue = y + 2 * (1 - kb) * u
        let green = (y - kr * (y + 2 * (1 - kr) * v) - kb * (y + 2 * (1 - kb) * u)) / (1 - kr - kb)
        return [red, green, blue].map { min(max($0, 0), 255) }
    }

    /// The largest difference between a picture and the definition.
    private static func error(
        _ frame: RawFrame, _ bytes: [UInt8], reduction: Int, mirrored: Bool
    ) throws -> Double {
        var memory = ReusableImage()
        let image = try bytes.withUnsafeBytes {
            try frame.picture(of: $0, reduction: reduction, mirrored: mirrored, into: &memory).image
        }
        #expect(image.width == (frame.width + reduction - 1) / reduction)
        #expect(image.height == (frame.height + reduction - 1) / reduction)
        return image.withPixels { pixels in
            var worst = 0.0
            for y in 0..<image.height {
                for x in 0..<image.width {
                    // The mean of the pixels that are combined into one; edges are repeated.
                    var mean = [0.0, 0.0, 0.0]
                    for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                        let part = sample(
                            frame, bytes,
                            min(x * reduction + dx * (reduction - 1), frame.width - 1),
                            min(y * reduction + dy * (reduction - 1), frame.height - 1))
                        for c in 0..<3 { mean[c] += part[c] / 4 }
                    }
                    let exact = rgb(mean, frame)
                    let column = mirrored ? image.width - 1 - x : x
                    for c in 0..<3 {
                        let got = Double(pixels[(y * image.width + column) * 3 + c])
                        worst = max(worst, abs(got - exact[c]))
                    }
                }
            }
            return worst
        }
    }

    @Test("every layout and color model is within 1 of the definition", arguments: kinds)
    func conversion(kind: Kind) throws {
        // The width exceeds a block of the kernel and is not a multiple of it, and rows are padded.
        for (width, height, padding) in [(134, 6, 0), (2, 2, 6), (66, 5, 14)] {
            var frame = RawFrame(
                layout: kind.layout, width: width, height: height, bytesPerLine: 0,
                isFullRange: kind.isFullRange, isBT709: kind.isBT709)
            let bytesPerPixel = kind.layout == .yuyv ? 2 : kind.layout == .rgb ? 3 : 1
            frame.bytesPerLine = width * bytesPerPixel + padding
            let bytes = Self.noise(frame.bytesPerLine * height * 2)
            for mirrored in [false, true] {
                let whole = try Self.error(frame, bytes, reduction: 1, mirrored: mirrored)
                #expect(whole <= 1, "\(width)×\(height)")
                // Means are rounded before color conversion, which multiplies the error by up to
                // 2.1.
                let half = try Self.error(frame, bytes, reduction: 2, mirrored: mirrored)
                #expect(half <= 2.5, "\(width)×\(height) halved")
            }
        }
    }

    @Test(
        "the transform to full size is exact for a mirrored frame of odd width"
    )
    func places() throws {
        let frame = RawFrame(layout: .gray, width: 5, height: 3, bytesPerLine: 5)
        var memory = ReusableImage()
        let picture = try Self.noise(15).withUnsafeBytes {
            try frame.picture(of: $0, reduction: 2, mirrored: true, into: &memory)
        }
        let corner = picture.toFull.apply(Point(x: 3, y: 0))
        #expect(corner == Point(x: 5, y: 0))
    }

    @Test("a frame with too few bytes is rejected without reading past its end", arguments: kinds)
    func truncated(kind: Kind) {
        let frame = RawFrame(layout: kind.layout, width: 4, height: 4, bytesPerLine: 12)
        var memory = ReusableImage()
        for count in [0, 1, frame.byteCount - 1] {
            let error = #expect(throws: FacialFunError.self) {
                try Self.noise(count).withUnsafeBytes {
                    _ = try frame.picture(of: $0, into: &memory)
                }
            }
            #expect(error?.message.hasPrefix("The frame has \(count) bytes;") == true)
        }
    }
}
