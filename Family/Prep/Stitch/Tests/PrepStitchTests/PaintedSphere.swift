import Foundation

/// A sphere of colored squares in several sizes, which has features everywhere, and photos of it.
struct PaintedSphere {
    private static let width = 1024, height = 512
    private let pixels: [UInt8]

    init(seed: UInt64) {
        func value(_ x: Int, _ y: Int, _ octave: Int, _ channel: Int) -> Int {
            var hash = seed &+ UInt64(x) &* 0x9E37_79B9_7F4A_7C15
            hash ^= UInt64(y &* 8 &+ octave) &* 0xBF58_476D_1CE4_E5B9
            hash = (hash ^ (hash >> 31)) &* 0x94D0_49BB_1331_11EB &+ UInt64(channel)
            hash = (hash ^ (hash >> 29)) &* 0x9E37_79B9_7F4A_7C15
            return Int(hash >> 56) / 4
        }
        var pixels = [UInt8](repeating: 0, count: Self.width * Self.height * 3)
        var at = 0
        for y in 0..<Self.height {
            for x in 0..<Self.width {
                for channel in 0..<3 {
                    let large = value(x >> 6, y >> 6, 0, channel)
                    let medium = value(x >> 5, y >> 5, 1, channel)
                    let small = value(x >> 3, y >> 3, 2, channel)
                    pixels[at] = UInt8(20 + large + medium + small)
                    at += 1
                }
            }
        }
        self.pixels = Self.smooth(pixels)
    }

    /// Vertical stripes, each `degrees` wide.
    init(stripes degrees: Int) {
        var pixels: [UInt8] = []
        for _ in 0..<Self.height {
            for x in 0..<Self.width {
                let stripe = x * 360 / Self.width / degrees
                pixels += [UInt8](repeating: stripe % 2 == 0 ? 150 : 110, count: 3)
            }
        }
        self.pixels = Self.smooth(pixels)
    }

    /// Averages five columns, continued around the circle, so that no tile edge is a seam.
    private static func smooth(_ pixels: [UInt8]) -> [UInt8] {
        var smooth = pixels
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<3 {
                    let sum = (x - 2...x + 2).reduce(0) { sum, column in
                        let at = (y * width + (column + width) % width) * 3 + channel
                        return sum + Int(pixels[at])
                    }
                    smooth[(y * width + x) * 3 + channel] = UInt8(sum / 5)
                }
            }
        }
        return smooth
    }

    /// A photo of 320×240 pixels with a horizontal field of view of 75°, as PNG.
    func photo(yaw: Double, pitch: Double, gain: Double = 1) -> Data {
        let (width, height) = (320, 240)
        let focal = Double(width) / 2 / tan(37.5 * .pi / 180)
        let (sinYaw, cosYaw) = (sin(yaw * .pi / 180), cos(yaw * .pi / 180))
        let (sinPitch, cosPitch) = (sin(pitch * .pi / 180), cos(pitch * .pi / 180))
        var photo = [UInt8](repeating: 0, count: width * height * 3)
        var at = 0
        for row in 0..<height {
            let v = (Double(row) + 0.5 - Double(height) / 2) / focal
            let y = cosPitch * v - sinPitch
            let z = sinPitch * v + cosPitch
            for column in 0..<width {
                let u = (Double(column) + 0.5 - Double(width) / 2) / focal
                let longitude = atan2(cosYaw * u + sinYaw * z, cosYaw * z - sinYaw * u)
                let latitude = atan2(y, (u * u + z * z).squareRoot())
                let x = Int((longitude / (2 * .pi) + 0.5) * Double(Self.width)) % Self.width
                let line = min(Self.height - 1, Int((latitude / .pi + 0.5) * Double(Self.height)))
                let from = (line * Self.width + x) * 3
                for channel in 0..<3 {
                    photo[at] = UInt8(min(255, Double(pixels[from + channel]) * gain))
                    at += 1
                }
            }
        }
        return png(photo, width: width, height: height)
    }

    /// A blank wall, as PNG.
    static func blank() -> Data {
        png([UInt8](repeating: 150, count: 320 * 240 * 3), width: 320, height: 240)
    }

    /// The whole sphere, as PNG.
    func equirectangular() -> Data { png(pixels, width: Self.width, height: Self.height) }
}

/// Encodes RGB bytes without compression.
func png(_ pixels: [UInt8], width: Int, height: Int) -> Data {
    var raw: [UInt8] = []
    raw.reserveCapacity(pixels.count + height)
    for row in 0..<height {
        raw.append(0)
        raw += pixels[row * width * 3..<(row + 1) * width * 3]
    }
    var stream: [UInt8] = [0x78, 0x01]
    var (a, b): (UInt32, UInt32) = (1, 0)
    for start in stride(from: 0, to: raw.count, by: 65535) {
        let end = min(raw.count, start + 65535)
        let size = UInt16(end - start)
        stream.append(end == raw.count ? 1 : 0)
        stream += [UInt8(size & 255), UInt8(size >> 8), UInt8(~size & 255), UInt8(~size >> 8)]
        stream += raw[start..<end]
    }
    for byte in raw {
        a = (a + UInt32(byte)) % 65521
        b = (b + a) % 65521
    }
    stream += bigEndian(b << 16 | a)
    var file = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    let size = bigEndian(UInt32(width)) + bigEndian(UInt32(height))
    file += chunk("IHDR", size + [8, 2, 0, 0, 0])
    file += chunk("IDAT", stream)
    file += chunk("IEND", [])
    return file
}

private func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

private let checksums: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { sum, _ in
        sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1
    }
}

private func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in body { sum = checksums[Int((sum ^ UInt32(byte)) & 255)] ^ (sum >> 8) }
    return bigEndian(UInt32(content.count)) + body + bigEndian(~sum)
}
