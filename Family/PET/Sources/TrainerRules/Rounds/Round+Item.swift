public import FacialFunWire

extension Round {
    /// A question as a round asks it: what is needed to judge and to count an answer.
    public struct Item: Codable, Hashable, Identifiable, Sendable {
        /// The question's name.
        public let id: Question.ID
        /// The level that the question belongs to, 1…5.
        public let level: Int
        /// The emotion that it teaches.
        public let emotion: Emotion
        /// What kind of picture it has.
        public let form: Question.Form
        /// How much of the face is to be seen.
        public let part: Question.Part
        /// Whether it probes what was learnt.
        public let probe: Bool
        /// Whether its answers were made fewer as a help; such answers count for no mastery.
        public let helped: Bool
        /// Whether the tip is offered at once.
        public let tipped: Bool
        /// A similar emotion that is compared with this one before the question; nil for none.
        public let contrast: Emotion?
        /// The answers in the order in which they are shown.
        public let answers: [Question.Answer]
        /// The name of the right one.
        public let right: String

        /// Makes an item of a question.
        ///
        /// - Parameters:
        ///   - question: what is asked.
        ///   - answers: its answers in the order in which they are shown.
        ///   - helped: whether they were made fewer as a help.
        ///   - tipped: whether the tip is offered at once.
        ///   - contrast: a similar emotion to compare with before the question.
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

        /// The answers that are not right, by name.
        var wrongAnswers: Set<String> {
            Set(answers.lazy.map(\.id)).subtracting([right])
        }
    }
}
