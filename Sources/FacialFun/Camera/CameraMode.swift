/// Current mode of a camera.
package struct CameraMode: Hashable, Sendable {
    /// Pixel format of the frames.
    package var pixelFormat: PixelFormat
    /// The camera's own code; it differs from that of the format if frames are converted.
    package var code: FourCC
    /// Width in pixels.
    package var width: Int
    /// Height in pixels.
    package var height: Int
    /// Distance between rows in bytes; 0 for JPEG.
    package var bytesPerLine: Int
    /// Frames per second according to the driver; 0 if unknown.
    package var rate: Double
    /// Whether Y ranges from 0 to 255 instead of 16 to 235.
    package var isFullRange: Bool
    /// Whether Y has the weights of BT.709 instead of BT.601.
    package var isBT709: Bool
    /// Whether frames must be mirrored during decoding because the camera cannot mirror them.
    package var needsMirroring: Bool

    /// Makes a mode.
    package init(
        pixelFormat: PixelFormat, code: FourCC, width: Int, height: Int, bytesPerLine: Int,
        rate: Double, isFullRange: Bool = false, isBT709: Bool = false, needsMirroring: Bool = false
    ) {
        self.pixelFormat = pixelFormat
        self.code = code
        self.width = width
        self.height = height
        self.bytesPerLine = bytesPerLine
        self.rate = rate
        self.isFullRange = isFullRange
        self.isBT709 = isBT709
        self.needsMirroring = needsMirroring
    }
}
