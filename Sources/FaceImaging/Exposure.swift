/// How a face is lit in its picture, measured over the oval from brows to lower lip.
///
/// Luma is BT.601 of the coded values, 0 (black) to 1 (white), not linear light: a stop more or less
/// changes it by a factor of about 1.4. Faces differ in skin: limits on ``meanLuma`` alone would
/// treat them unequally; look at the clipped shares and at ``contrast`` first.
public struct Exposure: Hashable, Codable, Sendable {
    /// Pixels with at most this luma, of 255, hold no detail.
    public static let darkLimit = 10
    /// Pixels with at least this luma, of 255, hold no detail.
    public static let brightLimit = 245

    /// The mean luma, 0…1.
    public let meanLuma: Double
    /// The share of pixels that are clipped dark (``darkLimit``), 0…1.
    public let darkShare: Double
    /// The share of pixels that are clipped bright (``brightLimit``), 0…1.
    public let brightShare: Double
    /// From the 5th to the 95th percentile of luma, 0…1.
    public let contrast: Double

    /// Measures a face rectangle.
    public init(of rectangle: FaceRectangle) { self.init(ofFace: rectangle.image) }

    /// Measures a picture that is framed like a ``FaceRectangle``.
    ///
    /// It is square, with the eyes level at 0.40 of its height. Of large pictures about 150 × 150
    /// pixels are looked at.
    public init(ofFace image: Image) {
        let histogram = Self.histogram(image)
        let count = histogram.reduce(0, +)
        guard count > 0 else {
            // A picture of a pixel or two, none of whose centres is in the oval.
            self.init(meanLuma: 0, darkShare: 0, brightShare: 0, contrast: 0)
            return
        }
        let total = histogram.enumerated().reduce(0) { $0 + $1.offset * $1.element }
        let dark = histogram[...Self.darkLimit].reduce(0, +)
        let bright = histogram[Self.brightLimit...].reduce(0, +)
        let spread =
            Self.percentile(0.95, histogram, count) - Self.percentile(0.05, histogram, count)
        self.init(
            meanLuma: Double(total) / Double(count * 255),
            darkShare: Double(dark) / Double(count), brightShare: Double(bright) / Double(count),
            contrast: Double(spread) / 255)
    }

    private init(meanLuma: Double, darkShare: Double, brightShare: Double, contrast: Double) {
        self.meanLuma = meanLuma
        self.darkShare = darkShare
        self.brightShare = brightShare
        self.contrast = contrast
    }

    /// How many pixels of the oval have each luma.
    private static func histogram(_ image: Image) -> [Int] {
        let grey = image.grey()
        let step = max(1, min(image.width, image.height) / 150)
        var histogram = [Int](repeating: 0, count: 256)
        for y in stride(from: step / 2, to: image.height, by: step) {
            let columns = FaceOval.columns(row: y, width: image.width, height: image.height)
            for x in stride(from: columns.lowerBound, to: columns.upperBound, by: step) {
                histogram[Int(grey[y * image.width + x])] += 1
            }
        }
        return histogram
    }

    /// The least luma that at least this share of the pixels does not exceed.
    private static func percentile(_ share: Double, _ histogram: [Int], _ count: Int) -> Int {
        var seen = 0
        for (luma, pixels) in histogram.enumerated() {
            seen += pixels
            if Double(seen) >= share * Double(count) { return luma }
        }
        return 255
    }
}
