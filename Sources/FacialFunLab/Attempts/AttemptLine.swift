import CommandSupport
import Emotions
import FacialFunLevels
import FoundationEssentials

/// What is printed; a member that its kind does not have is left out.
struct AttemptLine: Encodable {
    /// `baseline`, `picture` or `attempt`.
    let kind: String
    let person: Int
    var file: String?
    var target: Emotion?
    /// Of a baseline: whether the frames at rest made one, and why not.
    var made: Bool?
    /// See ``made``.
    var problem: String?
    /// Of a picture: whether it matches at each level, without and with the baseline.
    var alone: [Bool]?
    /// See ``alone``.
    var inLightOfBaseline: [Bool]?
    /// Of a picture: why it cannot be judged, or the hint at level 1.
    var reason: CannotJudgeReason?
    /// See ``reason``.
    var hint: HintCode?
    /// Of an attempt: its level, `still` or `rising`, whether with the baseline, and how it ended;
    /// none where it did not.
    var level: Int?
    /// See ``level``.
    var frames: String?
    /// See ``level``.
    var inLight: Bool?
    /// See ``level``.
    var phase: AttemptStatus.Phase?

    init(
        kind: String, person: Int, file: String? = nil, target: Emotion? = nil, made: Bool? = nil,
        problem: String? = nil, alone: [Bool]? = nil, inLightOfBaseline: [Bool]? = nil,
        reason: CannotJudgeReason? = nil, hint: HintCode? = nil, level: Int? = nil,
        frames: String? = nil, inLight: Bool? = nil, phase: AttemptStatus.Phase? = nil
    ) {
        self.kind = kind
        self.person = person
        self.file = file
        self.target = target
        self.made = made
        self.problem = problem
        self.alone = alone
        self.inLightOfBaseline = inLightOfBaseline
        self.reason = reason
        self.hint = hint
        self.level = level
        self.frames = frames
        self.inLight = inLight
        self.phase = phase
    }

    /// Prints it on standard output.
    func print() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try StandardStreams.print(String(decoding: encoder.encode(self), as: UTF8.self) + "\n")
    }
}

extension Verdict {
    var isMatch: Bool { if case .matched = self { true } else { false } }

    /// The hint of a face that does not match yet.
    var namedHint: HintCode? {
        if case .notYet(_, let hint, _) = self { hint } else { nil }
    }
}
