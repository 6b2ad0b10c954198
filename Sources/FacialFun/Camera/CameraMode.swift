/// Mode that a camera was set to.
package struct CameraMode: Hashable, Sendable {
    /// Pixel format of the frames.
    package var pixelFormat: PixelFormat
    /// The camera's own code; another one than the format's where frames are converted.
    package var code: FourCC
    /// Width in pixels.
    package var width: Int
    /// Height in pixels.
    package var height: Int
    /// From one row to the next in bytes; 0 for JPEG.
    package var bytesPerLine: Int
    /// Frames a second that the driver has promised; 0 where it promises nothing.
    package var rate: Double
    /// Whether Y runs from 0 to 255, not from 16 to 235.
    package var isFullRange: Bool
    /// Whether Y is weighed after BT.709, not BT.601.
    package var isBT709: Bool
    /// Whether the frames are to be mirrored when they are decoded, because the camera cannot.
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
