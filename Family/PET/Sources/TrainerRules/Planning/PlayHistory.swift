public import FacialFunWire

/// What a player did so far, as far as the choice of the next questions needs it.
public struct PlayHistory: Hashable, Sendable {
    /// What became of a question.
    public struct QuestionRecord: Hashable, Codable, Sendable {
        /// In how many rounds it was asked.
        public var asked: Int
        /// In how many of them the first answer was right.
        public var firstRight: Int
        /// When it was asked last.
        public var lastAsked: Day

        /// Makes a record.
        public init(asked: Int, firstRight: Int, lastAsked: Day) {
            self.asked = asked
            self.firstRight = firstRight
            self.lastAsked = lastAsked
        }
    }

    /// What became of a skill.
    public struct SkillRecord: Hashable, Sendable {
        /// The sittings in which it was asked, in any order.
        public var tallies: [SittingTally]
        /// How much the player is helped with it.
        public var help: Help
        /// How often which other emotion was chosen first.
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

    /// What was asked last, so that the next round does not begin with the same.
    public struct Last: Hashable, Sendable {
        /// Its emotion.
        public var emotion: Emotion
        /// Its person; nil where it has none.
        public var person: String?

        /// Makes it.
        public init(emotion: Emotion, person: String?) {
            self.emotion = emotion
            self.person = person
        }
    }

    /// The day on which the choice is made.
    public var today: Day
    /// Questions that were asked before.
    public var questions: [Question.ID: QuestionRecord]
    /// Skills that were asked before.
    public var skills: [Skill: SkillRecord]
    /// What was asked last in this sitting; nil at its beginning.
    public var last: Last?

    /// Makes a history; that of somebody new by the day alone.
    public init(
        today: Day, questions: [Question.ID: QuestionRecord] = [:],
        skills: [Skill: SkillRecord] = [:], last: Last? = nil
    ) {
        self.today = today
        self.questions = questions
        self.skills = skills
        self.last = last
    }

    /// How far the player has come with a skill.
    public func mastery(of skill: Skill) -> Mastery {
        Mastery(skills[skill]?.tallies ?? [])
    }
}
