/// Decision whether a face matches the target.
///
/// There is no "wrong": a judgeable face matches or does not match yet. Bad light, a missing face
/// or a turned head never count against the child.
public enum Verdict: Hashable, Sendable {
    /// The target's score reached the level's threshold (and, over time, was held).
    ///
    /// - Parameter praise: Praise; nil if there is none.
    case matched(praise: PraiseCode?)
    /// The face can be judged, and does not match yet.
    ///
    /// - Parameters:
    ///   - progress: From 0, like a resting face or farther from the target, to 1, at the
    ///     threshold.
    ///   - hint: The next step; nil if none would certainly help, or if hints are off.
    ///   - praise: Praise; nil if there is none.
    case notYet(progress: Double, hint: HintCode?, praise: PraiseCode?)
    /// The picture cannot be judged.
    case cannotJudge(CannotJudgeReason)

    /// The verdict's word in the wire format.
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
    /// The text; nil if it is empty.
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
