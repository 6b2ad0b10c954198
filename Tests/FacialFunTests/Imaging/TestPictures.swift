import FacialFun
import TestSupport

/// Pictures for tests, and access to their pixels.
enum TestPictures {
    /// Seeded noise.
    static func noise(width: Int, height: Int, seed: UInt64 = 1) -> Image {
        var random = SeededGenerator(seed: seed)
        return Image(width: width, height: height) { pixels in
            for i in pixels.indices { pixels[i] = UInt8(truncatingIfNeeded: random.next()) }
        }
    }
}

extension Image {
    /// Red, green and blue of a pixel.
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        withPixels { Array($0[((y * width + x) * 3)..<((y * width + x) * 3 + 3)]) }
    }
}
