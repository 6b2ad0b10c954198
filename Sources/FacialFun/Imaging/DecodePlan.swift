import CFacialFun
import FacialFunWire

/// Stored pixels that a decode reads, and their destinations.
struct DecodePlan {
    /// The part to read, in stored pixels after the reduction.
    let region: facialfun_pixel_region
    /// Size of the upright result.
    let width: Int
    let height: Int
    /// Map from the result's pixels to those of the whole upright picture at full size.
    let toFull: SimilarityTransform

    private let orientation: Orientation

    /// Plans the decode of a picture, or of the part that `box` (in upright full-size pixels)
    /// touches; at least one pixel.
    init(header: ImageHeader, reduction: Int, box: Box?, mirrored: Bool = false) {
        let upright = Orientation(exif: header.orientation)
        orientation = mirrored ? upright.mirrored : upright
        let x = Axis(full: header.width, reduction: reduction, isFlipped: orientation.flipsX)
        let y = Axis(full: header.height, reduction: reduction, isFlipped: orientation.flipsY)
        let columns = x.pixels(from: box?.x, length: box?.width)
        let rows = y.pixels(from: box?.y, length: box?.height)
        width = columns.count
        height = rows.count
        let scale = Double(reduction)
        toFull = SimilarityTransform(
            a: scale, b: 0, tx: x.full(columns.lowerBound), ty: y.full(rows.lowerBound))
        let (storedX, storedY) =
            orientation.swapsSides
            ? (y.stored(rows), x.stored(columns)) : (x.stored(columns), y.stored(rows))
        region = facialfun_pixel_region(
            x: UInt32(storedX.lowerBound), y: UInt32(storedY.lowerBound),
            width: UInt32(storedX.count), height: UInt32(storedY.count))
    }

    /// Destination of the stored pixels that makes the result upright.
    func sink(_ base: UnsafeMutablePointer<UInt8>) -> facialfun_pixel_sink {
        let stepX = orientation.flipsX ? -3 : 3
        let stepY = (orientation.flipsY ? -3 : 3) * width
        let first =
            (orientation.flipsX ? width - 1 : 0)
            + (orientation.flipsY ? height - 1 : 0) * width
        return facialfun_pixel_sink(
            origin: base + 3 * first,
            pixel_step: orientation.swapsSides ? stepY : stepX,
            row_step: orientation.swapsSides ? stepX : stepY)
    }

    /// One direction of the upright picture.
    ///
    /// The reduced pixel i covers `reduction` stored pixels from reduction · i on; the last reduced
    /// pixel may extend beyond the picture. On a flipped axis it becomes the first pixel of the
    /// upright picture and starts before the picture's edge.
    private struct Axis {
        let full: Int
        let reduction: Int
        let isFlipped: Bool

        /// Pixels after the reduction.
        var reduced: Int { (full + reduction - 1) / reduction }

        /// The full-size coordinate at which a reduced pixel starts.
        func full(_ pixel: Int) -> Double {
            Double(pixel * reduction - (isFlipped ? reduced * reduction - full : 0))
        }

        /// The reduced pixels that an interval of full-size ones touches, at least one.
        func pixels(from start: Double?, length: Double?) -> Range<Int> {
            guard let start, let length else { return 0..<reduced }
            precondition(start.isFinite && length.isFinite, "the region must be finite")
            func position(_ coordinate: Double) -> Double {
                (coordinate - full(0)) / Double(reduction)
            }
            let first = min(max(position(start).rounded(.down), 0), Double(reduced - 1))
            let end = min(position(start + length).rounded(.up), Double(reduced))
            return Int(first)..<Int(max(end, first + 1))
        }

        /// The interval of reduced pixels, counted along the stored axis.
        func stored(_ pixels: Range<Int>) -> Range<Int> {
            isFlipped ? (reduced - pixels.upperBound)..<(reduced - pixels.lowerBound) : pixels
        }
    }
}
