/// How live frames are scored.
package struct LiveOptions: Sendable {
    /// How hard to search each frame.
    package var budget = SearchBudget.live
    /// When to search again.
    package var limits = TrackingLimits()
    /// How many threads share the work on one frame; the results are the same.
    package var workers = 1
    /// An attempt that the frames are judged for; its clock is that of the frames
    /// (CLOCK_MONOTONIC).
    package var attempt: Attempt?
    /// The person's own neutral face, for the attempt.
    package var baseline: Baseline?
    /// Whether what happens to the attempt is kept until ``LiveScorer/takeAttemptEvents()`` asks for it.
    package var keepsAttemptEvents = false
    /// Asked for each frame that is taken, before any work is done on it: whether to score it.
    package var wantsScore: @Sendable (CameraFrame) -> Bool = { _ in true }

    /// Asked for each frame that is scored: what measures its faces' movements; nil where nobody wants
    /// them.
    package var movements: @Sendable () -> MovementEstimator? = { nil }

    /// Makes options: every frame is scored, none is judged.
    package init() {}
}
