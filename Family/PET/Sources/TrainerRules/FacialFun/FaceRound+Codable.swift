import FacialFunWire
import Foundation

/// The stored format of a round, with a version.
extension FaceRound: Codable {
    /// The version of the written format.
    static let formVersion = 1

    private enum Key: String, CodingKey {
        case version = "v"
        case id, level
        case revision = "n"
        case showing = "at"
        case matched, seen, ended, offered, targets
        case waiting = "wait"
        case now
        case remembered
    }

    /// Encodes the round.
    public func encode(to encoder: any Encoder) throws {
        var form = encoder.container(keyedBy: Key.self)
        try form.encode(Self.formVersion, forKey: .version)
        try form.encode(id, forKey: .id)
        try form.encode(level, forKey: .level)
        try form.encode(revision, forKey: .revision)
        try form.encode(showing, forKey: .showing)
        try form.encode(matched, forKey: .matched)
        try form.encode(seen, forKey: .seen)
        try form.encode(ended, forKey: .ended)
        try form.encode(targets.map { offered[$0.emotion] ?? [] }, forKey: .offered)
        try form.encode(targets, forKey: .targets)
        try form.encode(waiting, forKey: .waiting)
        try form.encode(now, forKey: .now)
        try form.encode(remembered, forKey: .remembered)
    }

    /// Decodes a round.
    ///
    /// - Throws: `DecodingError` for another version or an inconsistent state.
    public init(from decoder: any Decoder) throws {
        let form = try decoder.container(keyedBy: Key.self)
        try form.requireForm(Self.formVersion, forKey: .version)
        id = try form.decode(UUID.self, forKey: .id)
        level = try form.decode(Int.self, forKey: .level)
        revision = try form.decode(Int.self, forKey: .revision)
        showing = try form.decode(Int.self, forKey: .showing)
        matched = try form.decode(Int.self, forKey: .matched)
        seen = try form.decode(Int.self, forKey: .seen)
        ended = try form.decode(Int.self, forKey: .ended)
        targets = try form.decode([Target].self, forKey: .targets)
        waiting = try form.decode([Int].self, forKey: .waiting)
        now = try form.decode(Showing.self, forKey: .now)
        remembered = try form.decode([UUID].self, forKey: .remembered)
        let steps = try form.decode([[Int]].self, forKey: .offered)
        offered = Dictionary(
            zip(targets.map(\.emotion), steps).map { ($0, $1) },
            uniquingKeysWith: { first, _ in first })
        if let contradiction {
            throw DecodingError.dataCorruptedError(
                forKey: .waiting, in: form,
                debugDescription: "The round is damaged: \(contradiction).")
        }
    }

    /// The inconsistency of the state; nil if it is valid.
    var contradiction: String? {
        guard Set(targets.map(\.emotion)).count == targets.count, offered.count == targets.count
        else { return "a target is duplicated" }
        guard (1...5).contains(level), targets.allSatisfy({ (1...level).contains($0.level) }) else {
            return "the level of a target is higher than that of the round"
        }
        guard Set(waiting).count == waiting.count, waiting.allSatisfy(targets.indices.contains)
        else {
            return "a waiting target is unknown or duplicated"
        }
        guard matched >= 0, seen >= 0, ended >= 0, done + waiting.count == targets.count else {
            return "the counts do not add up to the number of targets"
        }
        guard targets.map(\.showings).reduce(0, +) == showing,
            waiting.allSatisfy({ (0..<Self.maximumShowings).contains(targets[$0].showings) })
        else { return "the showings do not add up to \(showing)" }
        guard (0..<Self.triesPerShowing).contains(now.tries) else {
            return "the showing has \(now.tries) tries"
        }
        guard revision >= showing else { return "it has more showings than events" }
        return nil
    }
}
