/// Options for scoring live frames.
package struct LiveOptions: Sendable {
    /// Search budget of each frame.
    package var budget = SearchBudget.live
    /// Limits that determine when to search again.
    package var limits = TrackingLimits()
    /// Number of threads that share the work on a frame; the results do not depend on it.
    package var workers = 1
    /// An attempt for which the frames are judged; its clock is that of the frames
    /// (CLOCK_MONOTONIC).
    package var attempt: Attempt?
    /// The person's baseline, for the attempt.
    package var baseline: Baseline?
    /// Whether the events of the attempt are kept until ``LiveScorer/takeAttemptEvents()`` takes
    /// them.
    package var keepsAttemptEvents = false
    /// Called for each frame before any work on it; returns whether to score it.
    package var wantsScore: @Sendable (CameraFrame) -> Bool = { _ in true }

    /// Called for each scored frame; returns the estimator of movements, or nil if they are not
    /// requested.
    package var movements: @Sendable () -> MovementEstimator? = { nil }

    /// Creates the default options: every frame is scored, none is judged.
    package init() {}
}
