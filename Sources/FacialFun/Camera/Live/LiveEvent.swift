package import FacialFunWire

/// Event of a watched camera.
package enum LiveEvent: Sendable {
    /// A frame was scored.
    case frame(ScoredFrame)
    /// The camera gives no pictures at the moment, and why; it is waited for.
    case away(CameraError)
    /// The camera gives pictures again.
    case back(CameraMode)
    /// Nothing arrived within the timeout; the status of the attempt, for which time passes.
    case quiet(AttemptStatus?)
    /// The stream was closed.
    case closed
}
