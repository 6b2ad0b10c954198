/// Event of a camera stream.
package enum CameraEvent: Sendable {
    /// The newest frame.
    case frame(CameraFrame)
    /// The camera delivers no pictures for this reason; the stream waits until it does.
    case away(FacialFunError)
    /// The camera delivers pictures again.
    case back(CameraMode)
}
