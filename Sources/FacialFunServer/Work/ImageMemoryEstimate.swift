import FacialFun

/// Estimate of a picture's memory during scoring, from its first bytes.
///
/// What takes little is always worked on; of the rest as much at a time as fits into what the queue
/// gives them, however many workers there are. Of pictures that take long to read one is worked on at a
/// time: the other workers are there for the others.
enum ImageMemoryEstimate {
    /// Pictures below this size are not counted, such as 640×480 and 800×600.
    static let small = 2_000_000
    /// Maximum total of larger pictures: two of 1920×1080.
    static let together = 17_000_000
    /// Minimum estimate for pictures that take long to decode: more than half of the total.
    static let alone = together / 2 + 1
    /// Pixels from which a PNG, which is decoded whole, or a JPEG in several scans takes long.
    private static let maxPixels = 2_100_000
    /// The same for other JPEGs, of which a reduced picture is decoded.
    private static let maxBaselinePixels = 4_000_000

    /// A pixel in three bytes, and a third of that for the picture's halvings.
    private static let bytesOfAPixel = 4
    /// Maximum number of JPEG segments to examine.
    private static let maxSegments = 200

    /// The most that a picture may take that is not refused by its header.
    static func most(under limits: DecodeLimits) -> Int {
        limits.maxFullSizePixels * bytesOfAPixel + limits.maxCoefficientBytes
    }

    /// About how many bytes a file announces that it takes; 0 for what is no picture, and as much as
    /// anything may take for a JPEG that hides its size, and for other formats.
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
        var place = 2
        for _ in 0..<maxSegments {
            guard place + 10 < bytes.count, bytes[place] == 0xFF else { return 0 }
            let marker = bytes[place + 1]
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                let pixels =
                    side(bytes[place + 5..<place + 7]) * side(bytes[place + 7..<place + 9])
                let isBaseline = marker == 0xC0 || marker == 0xC1
                let components = Int(bytes[place + 9])
                // Two bytes of each of a component's pixels; which are halved is not looked at where
                // there are many.
                let kept = isBaseline ? 0 : pixels * min(components, 4) * 2
                let isLong = pixels > (isBaseline ? maxBaselinePixels : maxPixels)
                return max(
                    decoded(pixels, limits) + min(kept, limits.maxCoefficientBytes),
                    isLong ? alone : 0)
            }
            // Fill bytes before a marker.
            place += marker == 0xFF ? 1 : 2 + number(bytes[place + 2..<place + 4])
        }
        return most(under: limits)
    }

    private static func decoded(_ pixels: Int, _ limits: DecodeLimits) -> Int {
        // More than that are refused by the header.
        let pixels = min(pixels, limits.maxPixels)
        let reduction = limits.minReduction(pixels: pixels)
        return pixels / (reduction * reduction) * bytesOfAPixel
    }

    /// The number of a side's pixels, and no more than is read: two of them are a number still.
    private static func side(_ bytes: ArraySlice<UInt8>) -> Int {
        min(number(bytes), DecodeLimits.maxSide)
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
