import FacialFun

/// Estimate of a picture's memory during scoring, from its first bytes.
///
/// Pictures that need little memory are always processed; of larger ones as many at a time as fit
/// into the queue's limit, regardless of the number of workers. Only one picture that takes long to
/// decode is processed at a time, so that other workers stay available.
enum ImageMemoryEstimate {
    /// Pictures below this size are not counted, such as 640×480 and 800×600.
    static let small = 2_000_000
    /// Maximum total of larger pictures: two of 1920×1080.
    static let together = 17_000_000
    /// Minimum estimate for pictures that take long to decode: more than half of the total.
    static let alone = together / 2 + 1
    /// Number of pixels from which a PNG, which is decoded completely, or a JPEG with several scans
    /// takes long.
    private static let maxPixels = 2_100_000
    /// The same for other JPEGs, which are decoded at a reduced size.
    private static let maxBaselinePixels = 4_000_000

    /// Three bytes per pixel, and a third of that for the picture's halved copies.
    private static let bytesOfAPixel = 4
    /// Maximum number of JPEG segments to examine.
    private static let maxSegments = 200

    /// Maximum memory of a picture that its header does not exclude.
    static func most(under limits: DecodeLimits) -> Int {
        limits.maxFullSizePixels * bytesOfAPixel + limits.maxCoefficientBytes
    }

    /// Estimated memory of a file in bytes; 0 if it is not a picture, and the maximum for JPEGs
    /// that hide their size and for other formats.
    static func bytes(
        announcedBy bytes: [UInt8], under limits: DecodeLimits = .service
    ) -> Int {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
            guard bytes.count >= 24 else { return 0 }
            let pixels = side(bytes[16..<20]) * side(bytes[20..<24])
            return max(decoded(pixels, limits), pixels > maxPixels ? alone : 0)
        }
        guard bytes.starts(with: [0xFF, 0xD8]) else {
            return ImageFormat(firstBytes: bytes) == nil ? 0 : most(under: limits)
        }
        var offset = 2
        for _ in 0..<maxSegments {
            guard offset + 10 < bytes.count, bytes[offset] == 0xFF else { return 0 }
            let marker = bytes[offset + 1]
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                let pixels =
                    side(bytes[offset + 5..<offset + 7]) * side(bytes[offset + 7..<offset + 9])
                let isBaseline = marker == 0xC0 || marker == 0xC1
                let components = Int(bytes[offset + 9])
                // Two bytes per pixel of each component; subsampling is ignored if there are many
                // pixels.
                let kept = isBaseline ? 0 : pixels * min(components, 4) * 2
                let isLong = pixels > (isBaseline ? maxBaselinePixels : maxPixels)
                return max(
                    decoded(pixels, limits) + min(kept, limits.maxCoefficientBytes),
                    isLong ? alone : 0)
            }
            // Fill bytes before a marker.
            offset += marker == 0xFF ? 1 : 2 + number(bytes[offset + 2..<offset + 4])
        }
        return most(under: limits)
    }

    private static func decoded(_ pixels: Int, _ limits: DecodeLimits) -> Int {
        // Larger pictures are rejected by their header.
        let pixels = min(pixels, limits.maxPixels)
        let reduction = limits.minReduction(pixels: pixels)
        return pixels / (reduction * reduction) * bytesOfAPixel
    }

    /// The number of pixels of a side, limited so that the product of two does not overflow.
    private static func side(_ bytes: ArraySlice<UInt8>) -> Int {
        min(number(bytes), DecodeLimits.maxSide)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
