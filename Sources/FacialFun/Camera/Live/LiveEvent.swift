package import FacialFunWire

/// Event of a watched camera.
package enum LiveEvent: Sendable {
    /// A scored frame.
    case frame(ScoredFrame)
    /// The camera delivers no pictures, for this reason; the stream waits for it.
    case away(FacialFunError)
    /// The camera delivers pictures again.
    case back(CameraMode)
    /// No frame arrived within the timeout. The status of the attempt changes with time, too.
    case quiet(AttemptStatus?)
    /// The stream was closed.
    case closed
}
