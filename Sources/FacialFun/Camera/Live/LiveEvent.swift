package import FacialFunWire

/// What happens while a camera is watched.
package enum LiveEvent: Sendable {
    /// A frame was scored.
    case frame(ScoredFrame)
    /// The camera gives no pictures at the moment, and why; it is waited for.
    case away(CameraError)
    /// The camera gives pictures again.
    case back(CameraMode)
    /// Nothing came in the time; where the attempt stands, for which time passes all the same.
    case quiet(AttemptStatus?)
    /// The stream was closed.
    case closed
}
