package import FacialFunWire

/// Reason why a face is not yet suitable as a baseline.
package enum BaselineProblem: Hashable, Sendable, CustomStringConvertible {
    /// A picture or frame cannot be judged.
    case cannotJudge(CannotJudgeReason)
    /// The face changes too much from frame to frame.
    case notStill
    /// The face smiles.
    case notAtRest

    /// A stable code: that of the reason, `not_still` or `not_at_rest`.
    package var code: String {
        switch self {
        case .cannotJudge(let reason): reason.rawValue
        case .notStill: "not_still"
        case .notAtRest: "not_at_rest"
        }
    }

    /// Remedy in English, for a five-year-old.
    package var sentence: String {
        switch self {
        case .cannotJudge(let reason): reason.sentence
        case .notStill: "Please keep your face still for a moment."
        case .notAtRest: "Please let your face rest, without a smile."
        }
    }

    /// The sentence.
    package var description: String { sentence }
}
