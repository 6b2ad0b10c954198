public import FacialFunWire

extension Round {
    /// A question of a round: the data for judging and counting an answer.
    public struct Item: Codable, Hashable, Identifiable, Sendable {
        /// The question's name.
        public let id: Question.ID
        /// The level that the question belongs to, 1…5.
        public let level: Int
        /// The emotion that it teaches.
        public let emotion: Emotion
        /// The kind of picture.
        public let form: Question.Form
        /// The visible part of the face.
        public let part: Question.Part
        /// Whether it is a probe.
        public let probe: Bool
        /// Whether it has fewer answers as a help; such answers do not count for mastery.
        public let helped: Bool
        /// Whether the tip is offered at once.
        public let tipped: Bool
        /// A similar emotion to compare with this one before the question; nil for none.
        public let contrast: Emotion?
        /// The answers in the order in which they are shown.
        public let answers: [Question.Answer]
        /// The name of the right one.
        public let right: String

        /// Makes an item from a question.
        ///
        /// - Parameters:
        ///   - question: The question.
        ///   - answers: Its answers, in the order in which they are shown.
        ///   - helped: Whether it has fewer answers as a help.
        ///   - tipped: Whether the tip is offered at once.
        ///   - contrast: A similar emotion for a comparison before the question.
        public init(
            _ question: Question, answers: [Question.Answer], helped: Bool = false,
            tipped: Bool = false, contrast: Emotion? = nil
        ) {
            id = question.id
            level = question.level
            emotion = question.emotion
            form = question.form
            part = question.part
            probe = question.probe
            right = question.right
            self.answers = answers
            self.helped = helped
            self.tipped = tipped
            self.contrast = contrast
        }

        /// The names of the wrong answers.
        var wrongAnswers: Set<String> {
            Set(answers.lazy.map(\.id)).subtracting([right])
        }
    }
}
