/// Resource limits of an image file, checked against its header before decoding.
public struct DecodeLimits: Hashable, Sendable {
    /// Maximum side length, independent of other limits; also the maximum of JPEG.
    public static let maxSide = 65_500

    /// Bytes of the file.
    public var maxFileBytes: Int
    /// Pixels of the picture, width times height.
    public var maxPixels: Int
    /// Maximum number of scans of a JPEG.
    ///
    /// An encoder writes about ten; each one costs a pass over the whole picture, even if it has
    /// few bytes.
    public var maxProgressiveScans: Int
    /// Maximum bytes for the coefficients of a JPEG with several scans: 3 per pixel for camera
    /// files, 6 without subsampling, 8 for CMYK.
    public var maxCoefficientBytes: Int
    /// Maximum number of pixels decoded at full size; larger pictures are reduced.
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

    /// For files named by the user: 50 MB, 64 megapixels, 256 MB for several scans.
    public static let commandLine = DecodeLimits()
    /// For pictures received over a socket: 2 MB, 16 megapixels, 16 MB for several scans.
    ///
    /// Pictures above 3 megapixels are decoded at a reduced size. Decoding therefore needs at most
    /// 9 MB, and the narrowest faces are about as large as in a picture of 640×480.
    public static let service = DecodeLimits(
        maxFileBytes: 2_000_000, maxPixels: 16_000_000, maxCoefficientBytes: 16_000_000,
        maxFullSizePixels: 3_000_000)

    /// The minimum reduction for a number of pixels: 1, 2, 4 or 8.
    package func minReduction(pixels: Int) -> Int {
        [1, 2, 4].first { pixels / ($0 * $0) <= maxFullSizePixels } ?? 8
    }
}
