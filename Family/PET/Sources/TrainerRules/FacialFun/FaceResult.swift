public import FacialFunWire

/// The end of one showing of a target.
///
/// This is all that is stored of a face; pictures are not.
public struct FaceResult: Hashable, Codable, Sendable {
    /// The way a showing ends.
    public enum End: String, Codable, CaseIterable, Sendable {
        case matched
        /// An adult saw it; counted separately from ``matched``.
        case seen
        /// All tries were used; the target returns later, made easier.
        case later
        /// All tries were used, for the last time.
        case goodTrying = "good_trying"
        /// Skipped.
        case skipped
    }

    /// The way it was judged, or that an adult saw it.
    public enum Mode: String, Codable, CaseIterable, Sendable {
        case tap, hold, saw
        /// Skipped before anything was judged.
        case none
    }

    /// The target emotion.
    public var target: Emotion
    /// The level of the round, 1…5.
    public var levelAsked: Int
    /// The level whose threshold was applied: the same or an easier one.
    public var levelJudged: Int
    /// The end of the showing.
    public var end: End
    /// The way the last try was judged.
    public var mode: Mode
    /// The target's best score in this showing, 0…1; nil if no score is known.
    public var bestScore: Double?
    /// Closeness to the threshold, 0…1.
    public var bestProgress: Double
    /// The number of judged tries, including the one that matched.
    public var tries: Int
    /// The number of hints given.
    public var hints: Int
    /// The time the target was on the screen, in milliseconds.
    public var milliseconds: Int

    /// Makes a result.
    public init(
        target: Emotion, levelAsked: Int, levelJudged: Int, end: End, mode: Mode,
        bestScore: Double?, bestProgress: Double, tries: Int, hints: Int, milliseconds: Int
    ) {
        self.target = target
        self.levelAsked = levelAsked
        self.levelJudged = levelJudged
        self.end = end
        self.mode = mode
        self.bestScore = bestScore
        self.bestProgress = bestProgress
        self.tries = tries
        self.hints = hints
        self.milliseconds = milliseconds
    }
}

/// A player's results for one emotion at one level on one day: the sum of ``FaceResult`` values.
public struct FaceDay: Hashable, Codable, Sendable {
    /// The day.
    public var day: Day
    /// The target emotion.
    public var emotion: Emotion
    /// The level of the round, 1…5.
    public var level: Int
    /// The number of showings.
    public var shown = 0
    /// The number that the camera matched.
    public var matched = 0
    /// The number of matches by a tap; the others were held.
    public var matchedByTap = 0
    /// The number of matches at an easier threshold than the level's.
    public var matchedEasier = 0
    /// The number that only an adult saw.
    public var seen = 0
    /// The number that ended with all tries used.
    public var triedOut = 0
    /// The number skipped.
    public var skipped = 0
    /// Tries that were judged.
    public var tries = 0
    /// Hints that were given.
    public var hints = 0
    /// Time on the screen, in milliseconds.
    public var milliseconds = 0

    /// Makes a row of zeros.
    public init(day: Day, emotion: Emotion, level: Int) {
        self.day = day
        self.emotion = emotion
        self.level = level
    }

    /// The counts, in the order of the database's columns.
    public static var counts: [WritableKeyPath<FaceDay, Int>] {
        [
            \.shown, \.matched, \.matchedByTap, \.matchedEasier, \.seen, \.triedOut, \.skipped,
            \.tries, \.hints, \.milliseconds,
        ]
    }

    /// Adds a result.
    public mutating func count(_ result: FaceResult) {
        shown += 1
        tries += result.tries
        hints += result.hints
        milliseconds += result.milliseconds
        switch result.end {
        case .matched:
            matched += 1
            if result.mode == .tap { matchedByTap += 1 }
            if result.levelJudged < result.levelAsked { matchedEasier += 1 }
        case .seen: seen += 1
        case .later, .goodTrying: triedOut += 1
        case .skipped: skipped += 1
        }
    }
}
