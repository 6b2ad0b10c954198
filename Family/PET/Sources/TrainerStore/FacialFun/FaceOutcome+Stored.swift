import TrainerRules

extension FaceOutcome {
    /// The word in the database; nil for what is not stored.
    var word: String? {
        switch self {
        case .matched: "matched"
        case .seen: "seen"
        case .notYet: "not_yet"
        case .later: "later"
        case .skipped: "skipped"
        case .goodTrying: "good_trying"
        case .setAside: "set_aside"
        case .unjudged, .ignored: nil
        }
    }

    /// How many tries are left, where that is told.
    var triesLeft: Int? {
        if case .notYet(let left) = self { left } else { nil }
    }

    /// Reads ``word`` and ``triesLeft``; nil where they are none.
    init?(word: String, triesLeft: Int?) {
        switch word {
        case "matched": self = .matched
        case "seen": self = .seen
        case "not_yet": self = .notYet(triesLeft: triesLeft ?? 1)
        case "later": self = .later
        case "skipped": self = .skipped
        case "good_trying": self = .goodTrying
        case "set_aside": self = .setAside
        default: return nil
        }
    }
}
