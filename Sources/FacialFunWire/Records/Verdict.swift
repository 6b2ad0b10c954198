/// Decision whether a face matches the target.
///
/// There is no "wrong": a face that can be judged matches or does not match yet, and bad light, no
/// face or a turned head is never held against the child.
public enum Verdict: Hashable, Sendable {
    /// The target's score reached the level's threshold (and, over time, was held).
    ///
    /// - Parameter praise: Praise; nil if there is none.
    case matched(praise: PraiseCode?)
    /// The face can be judged, and does not match yet.
    ///
    /// - Parameters:
    ///   - progress: From 0, no nearer than a face at rest, to 1, at the threshold.
    ///   - hint: The one thing to do next; nil where none is sure to help, or none is wanted.
    ///   - praise: Praise; nil if there is none.
    case notYet(progress: Double, hint: HintCode?, praise: PraiseCode?)
    /// The picture cannot be judged.
    case cannotJudge(CannotJudgeReason)

    /// The verdict's word on the wire.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        /// ``Verdict/matched(praise:)``
        case matched
        /// ``Verdict/notYet(progress:hint:praise:)``
        case notYet = "not_yet"
        /// ``Verdict/cannotJudge(_:)``
        case cannotJudge = "cannot_judge"
    }

    /// The verdict's word.
    public var kind: Kind {
        switch self {
        case .matched: .matched
        case .notYet: .notYet
        case .cannotJudge: .cannotJudge
        }
    }

    /// Sentence for the child in English: the praise, then the hint; or the remedy.
    public var sentence: String? {
        switch self {
        case .matched(let praise): praise?.sentence
        case .notYet(_, let hint, let praise):
            [praise?.sentence, hint?.sentence].compactMap { $0 }.joined(separator: " ").nonEmpty
        case .cannotJudge(let reason): reason.sentence
        }
    }
}

extension String {
    /// The text; nil where it has no character.
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
