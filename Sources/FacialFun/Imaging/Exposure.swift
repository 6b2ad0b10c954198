/// Lighting of a face, measured over the oval from brows to lower lip.
///
/// Luma is BT.601 of the coded values, 0 (black) to 1 (white), not linear light: one stop changes
/// it by a factor of about 1.4. Faces differ in skin color, so limits on ``meanLuma`` alone would
/// treat them unequally; use the clipped shares and ``contrast`` first.
package struct Exposure: Hashable, Codable, Sendable {
    /// Pixels with at most this luma, of 255, contain no detail.
    package static let darkLimit = 10
    /// Pixels with at least this luma, of 255, contain no detail.
    package static let brightLimit = 245

    /// The mean luma, 0…1.
    package let meanLuma: Double
    /// The share of pixels that are clipped dark (``darkLimit``), 0…1.
    package let darkShare: Double
    /// The share of pixels that are clipped bright (``brightLimit``), 0…1.
    package let brightShare: Double
    /// Difference between the 95th and the 5th percentile of luma, 0…1.
    package let contrast: Double

    /// Measures a picture framed like a ``FaceRectangle``.
    ///
    /// In large pictures about 150 × 150 pixels are sampled.
    ///
    /// - Parameters:
    ///   - image: A square.
    ///   - oval: Position of the face in it.
    package init(ofFace image: Image, in oval: FaceOval) {
        // 256 counts of four bytes, on the stack.
        self = withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 256) { histogram in
            histogram.initialize(repeating: 0)
            Self.count(image, in: oval, histogram)
            return Exposure(histogram)
        }
    }

    /// Measures a histogram of luma.
    private init(_ histogram: UnsafeMutableBufferPointer<UInt32>) {
        var (count, total, dark, bright) = (0, 0, 0, 0)
        for luma in 0..<histogram.count {
            let pixels = histogram[luma]
            count += Int(pixels)
            total += luma * Int(pixels)
            if luma <= Self.darkLimit { dark += Int(pixels) }
            if luma >= Self.brightLimit { bright += Int(pixels) }
        }
        guard count > 0 else {
            // A picture of one or two pixels may have no pixel center in the oval.
            self.init(meanLuma: 0, darkShare: 0, brightShare: 0, contrast: 0)
            return
        }
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

    /// Counts how many pixels of the oval have each luma.
    private static func count(
        _ image: Image, in oval: FaceOval, _ histogram: UnsafeMutableBufferPointer<UInt32>
    ) {
        let (width, height) = (image.width, image.height)
        let step = max(1, min(width, height) / 150)
        image.withPixels { pixels in
            for y in stride(from: step / 2, to: height, by: step) {
                let columns = oval.columns(row: y, width: width, height: height)
                for x in stride(from: columns.lowerBound, to: columns.upperBound, by: step) {
                    let offset = (y * width + x) * 3
                    histogram[Image.luma(pixels[offset], pixels[offset + 1], pixels[offset + 2])] +=
                        1
                }
            }
        }
    }

    /// The smallest luma that at least this share of the pixels does not exceed.
    private static func percentile(
        _ share: Double, _ histogram: UnsafeMutableBufferPointer<UInt32>, _ count: Int
    ) -> Int {
        var seen = 0
        for luma in 0..<histogram.count {
            seen += Int(histogram[luma])
            if Double(seen) >= share * Double(count) { return luma }
        }
        return 255
    }
}
