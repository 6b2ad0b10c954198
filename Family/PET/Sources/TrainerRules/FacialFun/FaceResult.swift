public import FacialFunWire

/// How one showing of a target ended.
///
/// It is what is kept of a face: no picture is among it.
public struct FaceResult: Hashable, Codable, Sendable {
    /// How a showing ends.
    public enum End: String, Codable, CaseIterable, Sendable {
        case matched
        /// A grown-up saw it; counted apart from ``matched``.
        case seen
        /// All tries were used; the target comes again, made easier.
        case later
        /// All tries were used, for the last time.
        case goodTrying = "good_trying"
        /// Skipped.
        case skipped
    }

    /// How it was judged, or that a grown-up saw it.
    public enum Mode: String, Codable, CaseIterable, Sendable {
        case tap, hold, saw
        /// Skipped before anything was judged.
        case none
    }

    /// The emotion that was asked for.
    public var target: Emotion
    /// The level that the round is played at, 1…5.
    public var levelAsked: Int
    /// The level whose threshold was held against the face: the same, or an easier one.
    public var levelJudged: Int
    /// How it ended.
    public var end: End
    /// How the last try was judged.
    public var mode: Mode
    /// The target's best score in this showing, 0…1; nil where no score is known.
    public var bestScore: Double?
    /// How near the face came to the threshold, 0…1.
    public var bestProgress: Double
    /// How many tries were judged, the one that matched among them.
    public var tries: Int
    /// How many hints were given.
    public var hints: Int
    /// How long the target was on the screen, in milliseconds.
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

/// What a player did with one emotion at one level on one day: the sum of ``FaceResult`` values.
public struct FaceDay: Hashable, Codable, Sendable {
    /// The day.
    public var day: Day
    /// The emotion that was asked for.
    public var emotion: Emotion
    /// The level that was played at, 1…5.
    public var level: Int
    /// How many showings ended.
    public var shown = 0
    /// How many ended with a match that the machine saw.
    public var matched = 0
    /// How many of those by a touch; the others by holding.
    public var matchedByTap = 0
    /// How many of those at an easier threshold than the level's.
    public var matchedEasier = 0
    /// How many a grown-up saw and the machine had not.
    public var seen = 0
    /// How many ended with all tries used.
    public var triedOut = 0
    /// How many were skipped.
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
