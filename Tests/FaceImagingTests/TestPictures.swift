import FaceImaging

/// Pictures that tests make, and a way to look at them.
enum TestPictures {
    /// Seeded noise.
    static func noise(width: Int, height: Int, seed: UInt64 = 1) -> Image {
        var random = SeededGenerator(seed: seed)
        return Image(width: width, height: height) { pixels in
            for i in pixels.indices { pixels[i] = UInt8(truncatingIfNeeded: random.next()) }
        }
    }
}

/// SplitMix64 (Steele, Lea and Flood, 2014).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension Image {
    /// Red, green and blue of a pixel.
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
        withPixels { Array($0[((y * width + x) * 3)..<((y * width + x) * 3 + 3)]) }
    }
}
