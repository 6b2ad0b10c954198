/// Options for opening a camera.
package struct CaptureOptions: Hashable, Sendable {
    /// Setting of a control that a camera may also adjust automatically.
    package enum Setting: Hashable, Sendable {
        /// Automatic adjustment by the camera.
        case automatic
        /// A fixed value.
        case manual(Int)
    }

    /// The requested width in pixels; the nearest offered one is used.
    package var width = 640
    /// The requested height in pixels.
    package var height = 480
    /// The requested frames per second.
    package var rate = 30.0
    /// The pixel format; nil for the best one at this size and rate.
    package var pixelFormat: PixelFormat?
    /// Whether the picture is mirrored, so that users see themselves as in a mirror: by the camera
    /// if it can, otherwise during decoding (``CameraMode/needsMirroring``).
    package var mirrors = false
    /// The exposure, if manual in units of 100 µs; nil leaves it unchanged.
    package var exposure: Setting?
    /// The white balance, if manual in kelvin; nil leaves it unchanged.
    package var whiteBalance: Setting?
    /// Time without a frame after which the camera counts as stalled.
    package var stallMilliseconds = 2000
    /// Interval of attempts to reconnect.
    package var retryMilliseconds = 250
    /// Whether to wait for a camera that is not connected at the start.
    package var waitsAtStart = false
    /// Number of driver buffers.
    package var buffers = 4

    /// Creates the default options: 640×480, 30 frames per second, not mirrored.
    package init() {}
}
