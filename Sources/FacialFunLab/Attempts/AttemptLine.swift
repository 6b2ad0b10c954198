import CommandSupport
import FacialFun
import FacialFunWire

/// Output line for a baseline, a picture or an attempt.
struct AttemptLine {
    private let text: String

    /// Whether the frames of a person at rest made a baseline, or the reason why not.
    init(baselineOf person: Int, isMade: Bool, problem: String?) {
        self.init([
            ("kind", .string("baseline")), ("made", .bool(isMade)), ("person", .integer(person)),
            ("problem", problem.map { .string($0) }),
        ])
    }

    /// Result for a picture: whether it matches at each level, without a baseline and, if there is
    /// one, with it.
    ///
    /// Also the hint at level 1, or the reason if the picture cannot be judged.
    init(_ picture: PersonPicture, target: Emotion, alone: [Verdict], inLightOfBaseline: [Verdict]?)
    {
        let entry = picture.entry
        let reason = picture.reason?.rawValue
        let hint = (inLightOfBaseline ?? alone).first?.namedHint?.rawValue
        self.init([
            ("kind", .string("picture")), ("alone", Self.matches(alone)),
            ("file", .string(entry.file)), ("hint", hint.map { .string($0) }),
            ("inLightOfBaseline", inLightOfBaseline.map { Self.matches($0) }),
            ("person", .integer(entry.person)), ("reason", reason.map { .string($0) }),
            ("target", .string(target.rawValue)),
        ])
    }

    /// Result of an attempt over frames, named `still` or `rising`.
    ///
    /// The phase is missing if the attempt did not end.
    init(
        attemptOf person: Int, target: Emotion, level: Level, frames: String, inLight: Bool,
        phase: AttemptStatus.Phase?
    ) {
        self.init([
            ("kind", .string("attempt")), ("frames", .string(frames)), ("inLight", .bool(inLight)),
            ("level", .integer(level.rawValue)), ("person", .integer(person)),
            ("phase", phase.map { .string($0.rawValue) }), ("target", .string(target.rawValue)),
        ])
    }

    /// Omits members without a value.
    private init(_ members: [(String, JSONValue?)]) {
        text =
            JSONValue.object(members.compactMap { name, value in value.map { (name, $0) } })
            .compactText
    }

    private static func matches(_ verdicts: [Verdict]) -> JSONValue {
        .array(verdicts.map { .bool($0.isMatch) })
    }

    /// Prints the line on standard output.
    func print() throws { try StandardStreams.print(text + "\n") }
}

extension Verdict {
    var isMatch: Bool { if case .matched = self { true } else { false } }

    /// The hint of a face that does not match yet.
    var namedHint: HintCode? {
        if case .notYet(_, let hint, _) = self { hint } else { nil }
    }
}
