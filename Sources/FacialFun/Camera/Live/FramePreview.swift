/// A camera's frames as JPEG files that every program shows.
package struct FramePreview {
    /// For looking at, not for scoring.
    private static let quality = 80

    private var decoder = FrameDecoder()
    private let encoder = JPEGEncoder(quality: quality, subsampling: .halfWidth)

    /// Makes one that has seen nothing.
    package init() {}

    /// The JPEG of a frame.
    ///
    /// - Parameter frame: JPEG frames are passed through unless they are mirrored; other frames are
    ///   encoded.
    /// - Returns: The file's bytes.
    /// - Throws: What is wrong with the frame's bytes.
    package mutating func jpeg(of frame: CameraFrame) throws(ImageError) -> [UInt8] {
        if frame.mode.pixelFormat == .mjpeg, !frame.mode.needsMirroring {
            return frame.withBytes { [UInt8]($0) }
        }
        return try encoder.encode(decoder.decode(frame).decoded.image)
    }
}
