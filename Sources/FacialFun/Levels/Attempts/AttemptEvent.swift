package import FacialFunWire

/// An event of an attempt, with its time.
///
/// A verdict depends only on these events.
package struct AttemptEvent: Hashable, Sendable {
    /// Kind of event.
    package enum Kind: Hashable, Sendable {
        /// A frame with a face that can be judged.
        case face(frame: Int, Reading)
        /// A frame that cannot be judged.
        case cannotJudge(frame: Int, CannotJudgeReason)
        /// Time has passed without a frame.
        case tick
        /// The attempt restarts.
        case retry
        /// The attempt is skipped.
        case skip
    }

    /// Time in milliseconds, on any clock that never goes back.
    package var milliseconds: Double
    /// Kind of event.
    package var kind: Kind

    /// Creates an event.
    package init(milliseconds: Double, kind: Kind) {
        self.milliseconds = milliseconds
        self.kind = kind
    }

    /// The event of a frame.
    ///
    /// - Parameters:
    ///   - frame: The caller's number of the frame.
    ///   - milliseconds: Capture time.
    ///   - observation: Observation in the frame.
    ///   - target: The attempt's target.
    ///   - baseline: The person's own neutral face, if known. The event stores the adjusted
    ///     reading, not the baseline, so nothing of a deleted or expired baseline remains.
    ///   - withheld: The emotions that count only as targets; see ``LevelsFile/withheld``.
    package init(
        frame: Int, atMilliseconds milliseconds: Double, _ observation: Observation,
        target: Emotion, baseline: Baseline?, withheld: [Emotion]
    ) {
        self.milliseconds = milliseconds
        switch observation {
        case .face(let scores, let photograph, let features, let movements):
            let reading = Reading(
                scores: scores, photograph: photograph, features: features, movements: movements,
                target: target, baseline: baseline, withheld: withheld)
            kind = .face(frame: frame, reading)
        case .cannotJudge(let reason):
            kind = .cannotJudge(frame: frame, reason)
        }
    }
}
