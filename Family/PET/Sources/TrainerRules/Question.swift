public import FacialFunWire

/// A question of the game: a picture, a prompt, and answers of which one is right.
public struct Question: Hashable, Codable, Identifiable, Sendable {
    /// The name of a question: `l1-happiness-01` for one that ships, `bank-` and a UUID for a
    /// player's own.
    public typealias ID = String

    /// One answer that can be chosen.
    public struct Answer: Hashable, Codable, Identifiable, Sendable {
        /// Unique among the question's answers.
        public var id: String
        /// The emotion that it names; nil where it is words or a picture of its own.
        public var emotion: Emotion?
        /// A picture as the answer: its path below the content's folder; nil where it is words.
        public var picture: String?

        /// Makes an answer.
        public init(id: String, emotion: Emotion? = nil, picture: String? = nil) {
            self.id = id
            self.emotion = emotion
            self.picture = picture
        }
    }

    /// What kind of picture it is.
    public enum Form: String, Codable, CaseIterable, Sendable {
        case cartoon, person, situation
        /// A player's own picture.
        case own
    }

    /// How much of the face is to be seen.
    public enum Part: String, Codable, CaseIterable, Sendable {
        case whole, eyes, mouth
    }

    /// Where a tip points, in fractions of the picture's width and height, 0…1.
    public struct Place: Hashable, Codable, Sendable {
        /// The place's centre and radius, as fractions of the picture's side.
        public var x, y, radius: Double

        /// Makes a place.
        public init(x: Double, y: Double, radius: Double) {
            self.x = x
            self.y = y
            self.radius = radius
        }
    }

    /// The question's name.
    public var id: ID
    /// The level that it belongs to, 1 (easiest) to 5.
    public var level: Int
    /// The emotion that it teaches.
    public var emotion: Emotion
    /// What kind of picture it has.
    public var form: Form
    /// How much of the face is to be seen.
    public var part: Part
    /// How strong the expression is, 0…1.
    public var strength: Double
    /// The depicted person or character; the same name is the same person.
    public var person: String?
    /// Whether it is kept apart to probe what was learnt, with people never seen in training.
    public var probe: Bool
    /// The picture's path below the content's folder; nil where the answers are pictures.
    public var picture: String?
    /// Its answers, 2 to 5; a round orders them by its seed.
    public var answers: [Answer]
    /// The ``Answer/id`` of the right one.
    public var right: String
    /// Where the tip points: a place of its picture, or, where the answers are pictures, the same
    /// place in each of them; nil for nowhere.
    public var point: Place?

    /// Makes a question.
    public init(
        id: ID, level: Int, emotion: Emotion, form: Form, part: Part = .whole,
        strength: Double = 1, person: String? = nil, probe: Bool = false, picture: String?,
        answers: [Answer], right: String, point: Place? = nil
    ) {
        self.id = id
        self.level = level
        self.emotion = emotion
        self.form = form
        self.part = part
        self.strength = strength
        self.person = person
        self.probe = probe
        self.picture = picture
        self.answers = answers
        self.right = right
        self.point = point
    }
}
