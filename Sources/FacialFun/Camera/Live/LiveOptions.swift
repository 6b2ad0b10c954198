/// Options for scoring live frames.
package struct LiveOptions: Sendable {
    /// Search budget of each frame.
    package var budget = SearchBudget.live
    /// When to search again.
    package var limits = TrackingLimits()
    /// Number of threads that share the work on a frame; the results do not depend on it.
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

    /// Called for each scored frame; returns the estimator of movements, or nil if they are not
    /// requested.
    package var movements: @Sendable () -> MovementEstimator? = { nil }

    /// Makes options: every frame is scored, none is judged.
    package init() {}
}
