public import FacialFunWire

/// A player's history, as far as the choice of the next questions needs it.
public struct PlayHistory: Hashable, Sendable {
    /// The history of a question.
    public struct QuestionRecord: Hashable, Codable, Sendable {
        /// The number of rounds in which it was asked.
        public var asked: Int
        /// The number of rounds in which the first answer was right.
        public var firstRight: Int
        /// The time it was last asked.
        public var lastAsked: Day

        /// Makes a record.
        public init(asked: Int, firstRight: Int, lastAsked: Day) {
            self.asked = asked
            self.firstRight = firstRight
            self.lastAsked = lastAsked
        }
    }

    /// The history of a skill.
    public struct SkillRecord: Hashable, Sendable {
        /// The sittings in which it was asked, in any order.
        public var tallies: [SittingTally]
        /// The degree of help.
        public var help: Help
        /// The number of times each other emotion was chosen first.
        public var confusions: [Emotion: Int]

        /// Makes a record.
        public init(
            tallies: [SittingTally] = [], help: Help = Help(), confusions: [Emotion: Int] = [:]
        ) {
            self.tallies = tallies
            self.help = help
            self.confusions = confusions
        }
    }

    /// The last question, so that the next round does not begin with the same emotion or person.
    public struct Last: Hashable, Sendable {
        /// Its emotion.
        public var emotion: Emotion
        /// Its person; nil if it has none.
        public var person: String?

        /// Makes it.
        public init(emotion: Emotion, person: String?) {
            self.emotion = emotion
            self.person = person
        }
    }

    /// The day of the choice.
    public var today: Day
    /// Questions that were asked before.
    public var questions: [Question.ID: QuestionRecord]
    /// Skills that were asked before.
    public var skills: [Skill: SkillRecord]
    /// The last question of this sitting; nil at its beginning.
    public var last: Last?

    /// Makes a history; a new player's has only the day.
    public init(
        today: Day, questions: [Question.ID: QuestionRecord] = [:],
        skills: [Skill: SkillRecord] = [:], last: Last? = nil
    ) {
        self.today = today
        self.questions = questions
        self.skills = skills
        self.last = last
    }

    /// The player's progress in a skill.
    public func mastery(of skill: Skill) -> Mastery {
        Mastery(skills[skill]?.tallies ?? [])
    }
}
