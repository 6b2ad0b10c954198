/// From a camera's frames to pictures, in memory that is used again.
///
/// Large frames are reduced while they are decoded: a face that fills a part of the picture fills the
/// same part of a smaller one, and a network sees no more than 192×192 pixels of it.
struct FrameDecoder {
    /// A decoded frame.
    struct Picture {
        /// The pixels, with the way to full size.
        var decoded: DecodedImage
        /// Width of the full-size frame in pixels.
        var width: Int
        /// Height of the full-size frame in pixels.
        var height: Int
    }

    /// A frame is reduced no further than to this width and height in pixels.
    static let minWidth = 640
    /// See ``minWidth``.
    static let minHeight = 360

    private let decoder = ImageDecoder(limits: .commandLine)
    private var memory = ReusableImage()

    /// Decodes a frame.
    ///
    /// - Throws: What is wrong with the frame's bytes.
    mutating func decode(_ frame: CameraFrame) throws(ImageError) -> Picture {
        let mode = frame.mode
        return try frame.withBytes { bytes throws(ImageError) in
            guard let layout = Self.layout(of: mode.pixelFormat) else {
                return try decodeFile(bytes, mode)
            }
            let raw = RawFrame(
                layout: layout, width: mode.width, height: mode.height,
                bytesPerLine: mode.bytesPerLine, isFullRange: mode.isFullRange,
                isBT709: mode.isBT709)
            let decoded = try raw.picture(
                of: bytes, reduction: Self.reduction(mode, [2]), mirrored: mode.needsMirroring,
                into: &memory)
            return Picture(decoded: decoded, width: mode.width, height: mode.height)
        }
    }

    private mutating func decodeFile(
        _ bytes: UnsafeRawBufferPointer, _ mode: CameraMode
    ) throws(ImageError) -> Picture {
        let (decoded, width, height) = try decoder.decode(
            bytes, reduction: Self.reduction(mode, [8, 4, 2]), mirrored: mode.needsMirroring,
            into: &memory)
        return Picture(decoded: decoded, width: width, height: height)
    }

    /// The largest of some reductions that leaves enough; 1 where none does.
    static func reduction(_ mode: CameraMode, _ reductions: [Int]) -> Int {
        reductions.first { mode.width / $0 >= minWidth && mode.height / $0 >= minHeight } ?? 1
    }

    /// Memory layout of the pixels; nil for compressed formats.
    private static func layout(of format: PixelFormat) -> RawFrame.Layout? {
        switch format {
        case .yuyv: .yuyv
        case .nv12: .nv12
        case .gray: .gray
        case .rgb: .rgb
        case .mjpeg: nil
        }
    }
}
