/// Decodes a camera's frames to pictures, in reused memory.
///
/// Large frames are reduced during decoding: a face covers the same part of a smaller picture, and
/// a network sees at most 192×192 pixels of it.
struct FrameDecoder {
    /// Minimum width in pixels of a reduced frame.
    static let minWidth = 640
    /// Minimum height in pixels of a reduced frame.
    static let minHeight = 360

    private let decoder = ImageDecoder(limits: .commandLine)
    private var memory = ReusableImage()

    /// Decodes a frame.
    ///
    /// - Throws: The fault in the frame's bytes.
    mutating func decode(_ frame: CameraFrame) throws(FacialFunError) -> DecodedImage {
        let mode = frame.mode
        return try frame.withBytes { bytes throws(FacialFunError) in
            guard let layout = Self.layout(of: mode.pixelFormat) else {
                return try decodeFile(bytes, mode)
            }
            let raw = RawFrame(
                layout: layout, width: mode.width, height: mode.height,
                bytesPerLine: mode.bytesPerLine, isFullRange: mode.isFullRange,
                isBT709: mode.isBT709)
            return try raw.picture(
                of: bytes, reduction: Self.reduction(mode, [2]), mirrored: mode.needsMirroring,
                into: &memory)
        }
    }

    private mutating func decodeFile(
        _ bytes: UnsafeRawBufferPointer, _ mode: CameraMode
    ) throws(FacialFunError) -> DecodedImage {
        var options = DecodeOptions(reduction: Self.reduction(mode, [8, 4, 2]))
        options.isMirrored = mode.needsMirroring
        return try decoder.decode(bytes, options: options, into: &memory)
    }

    /// The largest reduction that keeps the minimum size; 1 if there is none.
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
