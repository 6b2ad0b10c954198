public import FacialFunWire

/// A goal that a therapist sets for a client: one emotion at one level, up to a criterion.
public struct Goal: Hashable, Codable, Identifiable, Sendable {
    /// The kinds of goals.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        /// Recognizing the emotion in questions.
        case reading
        /// Making the face in Facial Fun.
        case making
    }

    /// The criteria that can be chosen, in percent.
    public static let criteria = 50...100
    /// The maximum number of goals of a client.
    public static let mostOfClient = 50

    /// The goal's number; never reused.
    public let id: Int64
    /// The kind.
    public var kind: Kind
    /// The emotion.
    public var emotion: Emotion
    /// The level, 1…5.
    public var level: Int
    /// The share of right first answers to reach, in percent.
    public var criterion: Int
    /// The day on which it was set.
    public var day: Day
    /// The day on which it was closed; nil while it is open.
    public var endedOn: Day?

    /// Makes a goal.
    public init(
        id: Int64, kind: Kind, emotion: Emotion, level: Int, criterion: Int, day: Day,
        endedOn: Day? = nil
    ) {
        self.id = id
        self.kind = kind
        self.emotion = emotion
        self.level = level
        self.criterion = criterion
        self.day = day
        self.endedOn = endedOn
    }
}

/// The first answers without help to one emotion at one level, in a sitting or on a day.
public struct Probe: Hashable, Codable, Sendable {
    /// The day.
    public var day: Day
    /// The number of first answers.
    public var asked: Int
    /// The number of those that were right.
    public var right: Int

    /// Makes a probe.
    public init(day: Day, asked: Int, right: Int) {
        self.day = day
        self.asked = asked
        self.right = right
    }

    /// The share of right answers in percent, rounded down, so that a criterion is never reached
    /// early.
    public var percent: Int { asked > 0 ? right * 100 / asked : 0 }
}
