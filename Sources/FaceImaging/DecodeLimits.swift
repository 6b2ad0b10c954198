/// What an image file may cost; checked from its header, before any pixel is decoded.
public struct DecodeLimits: Hashable, Sendable {
    /// The longest side that is read, whatever the limits: a JPEG cannot have a longer one.
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

    /// Makes limits.
    public init(
        maxFileBytes: Int = 50_000_000, maxPixels: Int = 64_000_000, maxProgressiveScans: Int = 100
    ) {
        self.maxFileBytes = maxFileBytes
        self.maxPixels = maxPixels
        self.maxProgressiveScans = maxProgressiveScans
    }

    /// For files that the user names: 50 MB, 64 megapixels.
    public static let commandLine = DecodeLimits()
    /// For pictures that come over a socket: 2 MB, 16 megapixels.
    public static let service = DecodeLimits(maxFileBytes: 2_000_000, maxPixels: 16_000_000)
}
