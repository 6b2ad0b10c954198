public import Foundation

/// Something that happens in a round of Facial Fun.
public struct FaceEvent: Hashable, Sendable {
    /// How a face was judged.
    public enum Mode: String, Codable, CaseIterable, Sendable {
        /// One picture, at a touch (F2).
        case tap
        /// Over time: the face was held.
        case hold
    }

    /// What the judge said of a try.
    public enum Verdict: String, Codable, CaseIterable, Sendable {
        case matched
        case notYet = "not_yet"
        /// Never held against the child: nothing is counted.
        case cannotJudge = "cannot_judge"
    }

    /// One try that was judged.
    public struct Judgement: Hashable, Sendable {
        /// What was said.
        public var verdict: Verdict
        /// How it was judged.
        public var mode: Mode
        /// How near the face came to the threshold, 0…1.
        public var progress: Double
        /// The target's score, 0…1; nil where only the progress is known.
        public var score: Double?
        /// How many hints were given.
        public var hints: Int

        /// Makes a judgement; what is out of range counts as the range's end.
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

    /// What happens.
    public enum Action: Hashable, Sendable {
        /// A try was judged.
        case judged(Judgement)
        /// The child goes on to the next face (F3).
        case skip
        /// A grown-up beside the child saw the face: their eye outranks the machine's.
        case seen
    }

    /// The event's name: one that comes again counts once.
    public var id: UUID
    /// Which showing of a target it belongs to: ``FaceRound/showing``.
    public var showing: Int
    /// What happens.
    public var action: Action
    /// How long the target has been on the screen, in milliseconds.
    public var elapsedMilliseconds: Int

    /// Makes an event.
    public init(id: UUID, showing: Int, action: Action, elapsedMilliseconds: Int) {
        self.id = id
        self.showing = showing
        self.action = action
        self.elapsedMilliseconds = elapsedMilliseconds
    }
}

/// What becomes of an event of Facial Fun.
public enum FaceOutcome: Hashable, Sendable {
    /// Why an event changes nothing.
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
    /// A grown-up saw it.
    case seen
    /// Not yet; so many tries are left in this showing, 1 or more.
    case notYet(triesLeft: Int)
    /// The last try of this showing: the target comes again, made easier.
    case later
    /// To the back of the order (D7).
    case skipped
    /// The target comes no more, and the child tried: never failed.
    case goodTrying
    /// The target comes no more; it was only ever skipped.
    case setAside
    /// The picture could not be judged: nothing counted.
    case unjudged
    /// Nothing changed.
    case ignored(Reason)
}
