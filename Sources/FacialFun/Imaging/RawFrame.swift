import CFacialFun
import FacialFunWire

/// Interpretation of the bytes of an uncompressed camera frame.
package struct RawFrame: Hashable, Sendable {
    /// Memory layout of pixels.
    package enum Layout: Hashable, Sendable {
        /// Y, U, Y, V for two pixels; the width is even.
        case yuyv
        /// A plane of Y, then one of U and V alternating, one pair per two by two pixels.
        case nv12
        /// Y alone.
        case gray
        /// R, G, B.
        case rgb
    }

    /// Memory layout of the pixels.
    package var layout: Layout
    /// Width in pixels.
    package var width: Int
    /// Height in pixels.
    package var height: Int
    /// Distance between rows in bytes.
    package var bytesPerLine: Int
    /// Whether Y ranges from 0 to 255 instead of 16 to 235.
    package var isFullRange: Bool
    /// Whether Y has the weights of BT.709 instead of BT.601.
    package var isBT709: Bool

    /// Creates a description of frames.
    package init(
        layout: Layout, width: Int, height: Int, bytesPerLine: Int, isFullRange: Bool = false,
        isBT709: Bool = false
    ) {
        self.layout = layout
        self.width = width
        self.height = height
        self.bytesPerLine = bytesPerLine
        self.isFullRange = isFullRange
        self.isBT709 = isBT709
    }

    /// Minimum number of bytes of a frame.
    package var byteCount: Int {
        switch layout {
        case .yuyv: bytesPerLine * (height - 1) + (width + 1) / 2 * 4
        case .nv12:
            bytesPerLine * (height + (height + 1) / 2 - 1) + (width + 1) / 2 * 2
        case .gray: bytesPerLine * (height - 1) + width
        case .rgb: bytesPerLine * (height - 1) + width * 3
        }
    }

    /// Converts a frame to a picture.
    ///
    /// - Parameters:
    ///   - bytes: The frame.
    ///   - reduction: 1 or 2: number of pixels in each direction that become one, their mean.
    ///   - mirrored: Whether to swap left and right.
    ///   - memory: Destination of the pixels.
    /// - Returns: The picture, with the map to full size. Chroma is repeated, not interpolated.
    /// - Throws: `truncated` if there are too few bytes.
    package func picture(
        of bytes: UnsafeRawBufferPointer, reduction: Int = 1, mirrored: Bool = false,
        into memory: inout ReusableImage
    ) throws(FacialFunError) -> DecodedImage {
        precondition([1, 2].contains(reduction), "the reduction must be 1 or 2")
        guard width > 0, height > 0, layout != .yuyv || width.isMultiple(of: 2),
            bytes.count >= byteCount, let base = bytes.bindMemory(to: UInt8.self).baseAddress
        else {
            throw FacialFunError(
                code: .truncated,
                message: """
                    The frame has \(bytes.count) bytes; \(width)×\(height) pixels need \(byteCount).
                    """)
        }
        let frame = cik_frame(
            bytes: base, width: Int32(width), height: Int32(height), row: Int64(bytesPerLine),
            layout: kernelLayout, is_full_range: isFullRange, is_bt709: isBT709)
        let image = memory.make(
            width: (width + reduction - 1) / reduction, height: (height + reduction - 1) / reduction
        ) { pixels in
            guard let target = pixels.baseAddress else { return }
            cik_rgb_of_frame(frame, Int32(reduction), mirrored, target)
        }
        // A mirrored picture starts with the last pixel of the row, which may be half a pixel.
        let beyond = mirrored ? Double(image.width * reduction - width) : 0
        return DecodedImage(
            image: image,
            toFull: SimilarityTransform(a: Double(reduction), b: 0, tx: -beyond, ty: 0),
            width: width, height: height)
    }

    private var kernelLayout: cik_layout {
        switch layout {
        case .yuyv: CIK_YUYV
        case .nv12: CIK_NV12
        case .gray: CIK_GRAY
        case .rgb: CIK_RGB
        }
    }
}
