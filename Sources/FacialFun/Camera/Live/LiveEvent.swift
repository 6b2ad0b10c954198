package import FacialFunWire

/// Event of a watched camera.
package enum LiveEvent: Sendable {
    /// A scored frame.
    case frame(ScoredFrame)
    /// The camera delivers no pictures, for this reason; the stream waits for it.
    case away(FacialFunError)
    /// The camera delivers pictures again.
    case back(CameraMode)
    /// Nothing arrived within the timeout; the status of the attempt, for which time passes.
    case quiet(AttemptStatus?)
    /// The stream was closed.
    case closed
}
