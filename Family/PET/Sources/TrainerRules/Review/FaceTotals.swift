public import FacialFunWire

/// Making the face of an emotion at a level of Facial Fun.
public struct FaceSkill: Hashable, Sendable {
    /// The emotion that is asked for.
    public var emotion: Emotion
    /// The level, 1…5.
    public var level: Int

    /// Makes it.
    public init(_ emotion: Emotion, level: Int) {
        self.emotion = emotion
        self.level = level
    }
}

/// What rows of ``FaceDay`` sum to.
public struct FaceTotals: Hashable, Sendable {
    /// How many showings ended.
    public var shown = 0
    /// How many the machine saw.
    public var matched = 0
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

    /// Sums rows; of none, nothing.
    public init(_ rows: some Sequence<FaceDay> = []) {
        for row in rows {
            shown += row.shown
            matched += row.matched
            matchedEasier += row.matchedEasier
            seen += row.seen
            triedOut += row.triedOut
            skipped += row.skipped
            tries += row.tries
            hints += row.hints
        }
    }

    /// Faces that the game or an adult recognized.
    public var made: Int { matched + seen }
    /// Showings that neither the machine nor a grown-up saw, the skipped ones among them.
    public var notYet: Int { max(0, shown - made) }

    /// Rows by emotion and level.
    public static func bySkill(_ rows: [FaceDay]) -> [FaceSkill: FaceTotals] {
        Dictionary(grouping: rows) { FaceSkill($0.emotion, level: $0.level) }
            .mapValues { FaceTotals($0) }.filter { $0.value.shown > 0 }
    }
}
