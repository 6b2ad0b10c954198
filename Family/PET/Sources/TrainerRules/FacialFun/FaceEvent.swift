public import Foundation

/// An event of a round of Facial Fun.
public struct FaceEvent: Hashable, Sendable {
    /// The way a face was judged.
    public enum Mode: String, Codable, CaseIterable, Sendable {
        /// One picture, at a tap (F2).
        case tap
        /// Over time, by holding the face.
        case hold
    }

    /// The result of a try.
    public enum Verdict: String, Codable, CaseIterable, Sendable {
        case matched
        case notYet = "not_yet"
        /// Never counted against the child.
        case cannotJudge = "cannot_judge"
    }

    /// A judged try.
    public struct Judgement: Hashable, Sendable {
        /// The result.
        public var verdict: Verdict
        /// The way it was judged.
        public var mode: Mode
        /// Closeness to the threshold, 0…1.
        public var progress: Double
        /// The target's score, 0…1; nil if only the progress is known.
        public var score: Double?
        /// The number of hints given.
        public var hints: Int

        /// Makes a judgment; values out of range are clamped.
        public init(
            _ verdict: Verdict, mode: Mode, progress: Double, score: Double? = nil, hints: Int = 0
        ) {
            self.verdict = verdict
            self.mode = mode
            self.progress = Self.share(progress)
            self.score = score.map(Self.share)
            self.hints = max(0, hints)
        }

        private static func share(_ value: Double) -> Double {
            value.isFinite ? min(max(value, 0), 1) : 0
        }
    }

    /// The kind of event.
    public enum Action: Hashable, Sendable {
        /// A try was judged.
        case judged(Judgement)
        /// The child skips the face (F3).
        case skip
        /// An adult next to the child saw the face; this overrules the camera.
        case seen
    }

    /// The event's name; a repeated one counts once.
    public var id: UUID
    /// The showing that it belongs to: ``FaceRound/showing``.
    public var showing: Int
    /// The kind of event.
    public var action: Action
    /// The time the target has been on the screen, in milliseconds.
    public var elapsedMilliseconds: Int

    /// Makes an event.
    public init(id: UUID, showing: Int, action: Action, elapsedMilliseconds: Int) {
        self.id = id
        self.showing = showing
        self.action = action
        self.elapsedMilliseconds = elapsedMilliseconds
    }
}

/// The result of an event of Facial Fun.
public enum FaceOutcome: Hashable, Sendable {
    /// The reason that an event was ignored.
    public enum Reason: String, Codable, Sendable {
        /// It counted before.
        case duplicate
        /// It belongs to a showing that is over.
        case stale
        /// The round is over.
        case finished
    }

    /// The face matched.
    case matched
    /// An adult saw it.
    case seen
    /// No match yet; the number of tries left in this showing, at least 1.
    case notYet(triesLeft: Int)
    /// The last try of this showing: the target returns later, made easier.
    case later
    /// Moved to the end of the order (D7).
    case skipped
    /// The target does not return. The child tried, so it is never called failed.
    case goodTrying
    /// The target does not return; it was only skipped.
    case setAside
    /// The picture could not be judged; nothing was counted.
    case unjudged
    /// Nothing changed.
    case ignored(Reason)
}
