public import CameraCapture
public import FaceAnalysis
public import FacialFunLevels

/// How live frames are scored.
public struct LiveOptions: Sendable {
    /// How hard to search each frame.
    public var budget = SearchBudget.live
    /// When to search again.
    public var limits = TrackingLimits()
    /// How many threads share the work on one frame; the results are the same.
    public var workers = 1
    /// An attempt that the frames are judged for; its clock is that of the frames
    /// (CLOCK_MONOTONIC).
    public var attempt: Attempt?
    /// The person's own neutral face, for the attempt.
    public var baseline: Baseline?
    /// Whether what happens to the attempt is kept until ``LiveScorer/takeAttemptEvents()`` asks for it.
    public var keepsAttemptEvents = false
    /// Asked for each frame that is taken, before any work is done on it: whether to score it.
    public var wantsScore: @Sendable (CameraFrame) -> Bool = { _ in true }

    /// Asked for each frame that is scored: what measures its faces' movements; nil where nobody wants
    /// them.
    public var movements: @Sendable () -> MovementEstimator? = { nil }

    /// Makes options: every frame is scored, none is judged.
    public init() {}
}
