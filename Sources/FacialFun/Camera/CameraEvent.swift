/// Event of a camera stream.
package enum CameraEvent: Sendable {
    /// The newest frame.
    case frame(CameraFrame)
    /// The camera gives no pictures at the moment, and why; it is waited for.
    case away(CameraError)
    /// The camera gives pictures again.
    case back(CameraMode)
}
