/// Converts a camera's frames to JPEG files for display.
package struct FramePreview {
    /// For display, not for scoring.
    private static let quality = 80

    private var decoder = FrameDecoder()
    private let encoder = JPEGEncoder(quality: quality, subsampling: .halfWidth)

    /// Creates a preview.
    package init() {}

    /// The JPEG of a frame.
    ///
    /// - Parameter frame: JPEG frames are passed through unless they are mirrored; other frames are
    ///   encoded.
    /// - Returns: The file's bytes.
    /// - Throws: The fault in the frame's bytes.
    package mutating func jpeg(of frame: CameraFrame) throws(FacialFunError) -> [UInt8] {
        if frame.mode.pixelFormat == .mjpeg, !frame.mode.needsMirroring {
            return frame.withBytes { [UInt8]($0) }
        }
        return try encoder.encode(decoder.decode(frame).image)
    }
}
