/// Resource limits of an image file, checked against its header before decoding.
public struct DecodeLimits: Hashable, Sendable {
    /// Maximum side length, independent of other limits; also the maximum of JPEG.
    public static let maxSide = 65_500

    /// Bytes of the file.
    public var maxFileBytes: Int
    /// Pixels of the picture, width times height.
    public var maxPixels: Int
    /// Scans of a JPEG.
    ///
    /// An encoder writes about ten; each one costs a pass over the whole picture, however few bytes
    /// it has.
    public var maxProgressiveScans: Int
    /// Maximum bytes for the coefficients of a JPEG with several scans: 3 per pixel for camera
    /// files, 6 without subsampling, 8 for CMYK.
    public var maxCoefficientBytes: Int
    /// Pixels that are decoded at their full size; of a larger picture a reduced one is enough.
    public var maxFullSizePixels: Int

    /// Makes limits.
    public init(
        maxFileBytes: Int = 50_000_000, maxPixels: Int = 64_000_000, maxProgressiveScans: Int = 100,
        maxCoefficientBytes: Int = 256_000_000, maxFullSizePixels: Int = .max
    ) {
        self.maxFileBytes = maxFileBytes
        self.maxPixels = maxPixels
        self.maxProgressiveScans = maxProgressiveScans
        self.maxCoefficientBytes = maxCoefficientBytes
        self.maxFullSizePixels = maxFullSizePixels
    }

    /// For files that the user names: 50 MB, 64 megapixels, 256 MB for several scans.
    public static let commandLine = DecodeLimits()
    /// For pictures that come over a socket: 2 MB, 16 megapixels, 16 MB for several scans.
    ///
    /// Beyond 3 megapixels they are read at a reduced size: then none takes more than 9 MB as it is read,
    /// and the narrowest faces that are looked for are seen about as large as in 640×480.
    public static let service = DecodeLimits(
        maxFileBytes: 2_000_000, maxPixels: 16_000_000, maxCoefficientBytes: 16_000_000,
        maxFullSizePixels: 3_000_000)

    /// The minimum reduction at which a picture of so many pixels is decoded: 1, 2, 4 or 8.
    package func minReduction(pixels: Int) -> Int {
        [1, 2, 4].first { pixels / ($0 * $0) <= maxFullSizePixels } ?? 8
    }
}
