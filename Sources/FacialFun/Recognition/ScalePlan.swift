import FacialFunWire

/// The scale at which an image is decoded, for scoring and for the rectangles.
///
/// JPEGs can be decoded at 1/2, 1/4 or 1/8 of their size directly from the coefficients, which
/// saves most of the memory and little time; PNGs are reduced row by row if they would need too
/// much memory. An image is decoded once, at the coarsest scale at which the smallest requested
/// face still fills the networks' input; requested rectangles are cut from a second decode at the
/// finest useful scale.
struct ScalePlan {
    /// The width in pixels that a face must keep.
    ///
    /// The networks read squares of `FaceRectangle.alignedCropSide` pixels that are a little wider
    /// than the face's box; the detector needs less.
    static let faceWidth = Double(FaceRectangle.alignedCropSide) / 1.2

    /// Factor by which the picture is smaller than that in the file: 1, 2, 4 or 8.
    let reduction: Int
    private let bounds: Box

    /// Chooses the scale.
    ///
    /// - Parameters:
    ///   - format: The file's format; PNGs are only reduced if necessary.
    ///   - width: Width of the upright image, in pixels.
    ///   - height: Height of the upright image, in pixels.
    ///   - smallestFace: The width in pixels of the smallest requested face.
    ///   - minReduction: The minimum reduction for the image's size.
    init(
        format: ImageFormat, width: Int, height: Int, smallestFace: Double, minReduction: Int = 1
    ) {
        bounds = Box(x: 0, y: 0, width: Double(width), height: Double(height))
        let coarsest = [8, 4, 2].first { smallestFace / Double($0) >= Self.faceWidth }
        let isReduced = format.isQuickerReduced || minReduction > 1
        reduction = max(isReduced ? coarsest ?? 1 : 1, minReduction)
    }

    /// The second decode for the rectangles, or nil if the scored picture has every pixel that they
    /// need.
    ///
    /// - Parameter rectangles: The transforms from each rectangle's pixels to the full-size image.
    /// - Returns: The scale, and the part of the full-size image.
    func finerDecode(for rectangles: [SimilarityTransform]) -> (reduction: Int, region: Box)? {
        // One pixel of the rectangle covers `scale` full-size pixels.
        guard let finest = rectangles.map(\.scale).min() else { return nil }
        let finer = [8, 4, 2].first { Double($0) <= finest } ?? 1
        guard finer < reduction else { return nil }
        let side = Double(FaceRectangle.side)
        let corners = rectangles.flatMap { toImage in
            [(0, 0), (side, 0), (0, side), (side, side)].map { x, y in
                toImage.apply(Point(x: x, y: y))
            }
        }
        return (finer, Self.region(around: corners, within: bounds))
    }

    /// The bounding box of the points, with a margin for interpolation; never empty.
    private static func region(around points: [Point], within bounds: Box) -> Box {
        let margin = 16.0
        func clamped(_ value: Double, _ limit: Double) -> Double { min(max(value, 0), limit) }
        let xs = points.map(\.x), ys = points.map(\.y)
        let left = clamped((xs.min() ?? 0) - margin, bounds.width - 1)
        let top = clamped((ys.min() ?? 0) - margin, bounds.height - 1)
        let right = clamped((xs.max() ?? 0) + margin, bounds.width)
        let bottom = clamped((ys.max() ?? 0) + margin, bounds.height)
        return Box(
            x: left, y: top, width: max(right - left, 1), height: max(bottom - top, 1))
    }
}
