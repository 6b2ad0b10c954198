/// Options for opening a camera.
package struct CaptureOptions: Hashable, Sendable {
    /// A control that a camera may run by itself.
    package enum Setting: Hashable, Sendable {
        /// The camera does it.
        case automatic
        /// This value.
        case manual(Int)
    }

    /// The wanted width in pixels; the nearest that the camera offers is taken.
    package var width = 640
    /// The wanted height in pixels.
    package var height = 480
    /// The wanted frames a second.
    package var rate = 30.0
    /// The pixel format; nil takes the best one for the size and the rate.
    package var pixelFormat: PixelFormat?
    /// Whether the picture is mirrored, so that users see themselves as in a mirror: by the camera
    /// if it can, otherwise during decoding (``CameraMode/needsMirroring``).
    package var mirrors = false
    /// The exposure, manual in units of 100 µs; nil leaves it as it is.
    package var exposure: Setting?
    /// The white balance, manual in kelvin; nil leaves it as it is.
    package var whiteBalance: Setting?
    /// After so long without a frame the camera counts as stalled.
    package var stallMilliseconds = 2000
    /// Interval of attempts to reconnect.
    package var retryMilliseconds = 250
    /// Whether a camera that is not there at the beginning is waited for, too.
    package var waitsAtStart = false
    /// Number of driver buffers.
    package var buffers = 4

    /// Makes options: 640×480, 30 frames a second, not mirrored.
    package init() {}
}
