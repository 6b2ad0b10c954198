package import FacialFunWire

/// Something that happens in an attempt, at a time: all that an attempt's verdict depends on.
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
        /// The attempt is given up.
        case skip
    }

    /// When, in milliseconds, on any clock that only goes forward.
    package var milliseconds: Double
    /// Kind of event.
    package var kind: Kind

    /// Makes an event.
    package init(milliseconds: Double, kind: Kind) {
        self.milliseconds = milliseconds
        self.kind = kind
    }

    /// The event of a frame.
    ///
    /// - Parameters:
    ///   - frame: The frame's number, as the caller counts.
    ///   - milliseconds: When it was taken.
    ///   - observation: What it shows.
    ///   - target: The attempt's target.
    ///   - baseline: The person's own neutral face, where there is one. The event holds the frame in
    ///     its light, not the baseline; so it takes effect at once when one is deleted or expires.
    ///   - withheld: The emotions that count only as targets: ``LevelsFile/withheld``.
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
