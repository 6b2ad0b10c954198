public import FacialFunWire

/// A question of the game: a picture, a prompt, and answers with one right one.
public struct Question: Hashable, Codable, Identifiable, Sendable {
    /// The name of a question: `l1-happiness-01` for a built-in one, `bank-` and a UUID for a
    /// player's own.
    public typealias ID = String

    /// An answer to choose.
    public struct Answer: Hashable, Codable, Identifiable, Sendable {
        /// Unique among the question's answers.
        public var id: String
        /// The emotion that it names; nil for custom words or a picture.
        public var emotion: Emotion?
        /// The path of its picture below the content's folder; nil for words.
        public var picture: String?

        /// Makes an answer.
        public init(id: String, emotion: Emotion? = nil, picture: String? = nil) {
            self.id = id
            self.emotion = emotion
            self.picture = picture
        }
    }

    /// The kind of a picture.
    public enum Form: String, Codable, CaseIterable, Sendable {
        case cartoon, person, situation
        /// A player's own picture.
        case own
    }

    /// The visible part of the face.
    public enum Part: String, Codable, CaseIterable, Sendable {
        case whole, eyes, mouth
    }

    /// The target of a tip, in fractions of the picture's width and height, 0…1.
    public struct Place: Hashable, Codable, Sendable {
        /// Center and radius, as fractions of the picture's side.
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
    /// Its level, 1 (easiest) to 5.
    public var level: Int
    /// The emotion that it teaches.
    public var emotion: Emotion
    /// The kind of its picture.
    public var form: Form
    /// The visible part of the face.
    public var part: Part
    /// The strength of the expression, 0…1.
    public var strength: Double
    /// The depicted person or character; the same name is the same person.
    public var person: String?
    /// Whether it is reserved as a probe, with people never seen in training.
    public var probe: Bool
    /// The picture's path below the content's folder; nil if the answers are pictures.
    public var picture: String?
    /// Its answers, 2 to 5; a round shuffles them by its seed.
    public var answers: [Answer]
    /// The ``Answer/id`` of the right one.
    public var right: String
    /// Other emotions that a person could see in the picture, so never wrong answers; nil for none.
    public var plausible: [Emotion]?
    /// The target of the tip: a region of the question's picture, or the same region of each
    /// picture if the answers are pictures; nil for none.
    public var point: Place?

    /// Makes a question.
    public init(
        id: ID, level: Int, emotion: Emotion, form: Form, part: Part = .whole,
        strength: Double = 1, person: String? = nil, probe: Bool = false, picture: String?,
        answers: [Answer], right: String, plausible: [Emotion]? = nil, point: Place? = nil
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
        self.plausible = plausible
        self.point = point
    }

    /// Whether an emotion would be a second right answer.
    public func isPlausible(_ emotion: Emotion) -> Bool {
        plausible?.contains(emotion) ?? false
    }
}
