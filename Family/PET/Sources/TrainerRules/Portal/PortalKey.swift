public import FacialFunWire

/// The key of a player's sums for the portal: the finest groups, from which every published table
/// is made.
public enum PortalKey: Hashable, Sendable, CustomStringConvertible {
    /// Answers to questions of one kind.
    case answers(AnswerGroup)
    /// First answers that named an emotion.
    case confusion(shown: Emotion, chosen: Emotion)
    /// A player's questions in steps of ``stepLength``, from 0; ``stepsBeyond`` for all later ones.
    case learning(step: Int)
    /// Showings of Facial Fun.
    case faces(level: Int, emotion: Emotion, age: AgeBand)

    /// Questions of the same kind.
    public struct AnswerGroup: Hashable, Sendable {
        /// The level that the question belongs to, 1…5.
        public var level: Int
        /// The emotion that it teaches.
        public var emotion: Emotion
        /// The kind of its picture.
        public var form: Question.Form
        /// The visible part of the face.
        public var part: Question.Part
        /// Whether it is reserved as a probe.
        public var probe: Bool
        /// The player's age band.
        public var age: AgeBand

        /// Makes a group.
        public init(
            level: Int, emotion: Emotion, form: Question.Form, part: Question.Part, probe: Bool,
            age: AgeBand
        ) {
            self.level = level
            self.emotion = emotion
            self.form = form
            self.part = part
            self.probe = probe
            self.age = age
        }
    }

    /// The number of questions in a step of ``learning(step:)``.
    public static let stepLength = 50
    /// The step of all questions after the five hundredth.
    public static let stepsBeyond = 10

    /// The step of a player's question, counted from 1.
    public static func step(ofQuestion number: Int) -> PortalKey {
        .learning(step: min(max(0, number - 1) / stepLength, stepsBeyond))
    }

    /// The form in the database: `answers/1/fear/person/eyes/seen/7-8`.
    public var description: String {
        switch self {
        case .answers(let group):
            [
                "answers", "\(group.level)", group.emotion.rawValue, group.form.rawValue,
                group.part.rawValue, group.probe ? "new" : "practised", group.age.rawValue,
            ].joined(separator: "/")
        case .confusion(let shown, let chosen): "confusion/\(shown.rawValue)/\(chosen.rawValue)"
        case .learning(let step): "learning/\(step)"
        case .faces(let level, let emotion, let age):
            "faces/\(level)/\(emotion.rawValue)/\(age.rawValue)"
        }
    }

    /// Parses ``description``; nil if it is invalid.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        switch (parts.first, parts.count) {
        case ("answers", 7):
            guard let level = Int(parts[1]), let emotion = Emotion(rawValue: parts[2]),
                let form = Question.Form(rawValue: parts[3]),
                let part = Question.Part(rawValue: parts[4]), let age = AgeBand(rawValue: parts[6])
            else { return nil }
            self = .answers(
                AnswerGroup(
                    level: level, emotion: emotion, form: form, part: part,
                    probe: parts[5] == "new", age: age))
        case ("confusion", 3):
            guard let shown = Emotion(rawValue: parts[1]), let chosen = Emotion(rawValue: parts[2])
            else { return nil }
            self = .confusion(shown: shown, chosen: chosen)
        case ("learning", 2):
            guard let step = Int(parts[1]), (0...Self.stepsBeyond).contains(step) else {
                return nil
            }
            self = .learning(step: step)
        case ("faces", 4):
            guard let level = Int(parts[1]), let emotion = Emotion(rawValue: parts[2]),
                let age = AgeBand(rawValue: parts[3])
            else { return nil }
            self = .faces(level: level, emotion: emotion, age: age)
        default: return nil
        }
    }
}
