public import Emotions

/// The levels of the game as data: from a score to "matched", for each emotion and level.
///
/// `Models/README.md` and `Models/levels.schema.json` describe the file; a family or a clinic can
/// bring its own. What passes a level passes every easier one: the reader refuses a file in which it
/// does not.
public struct LevelsFile: Hashable, Sendable {
    /// The only format that is read.
    public static let format = "facialfun.levels/1"

    /// What the figures were measured on.
    public struct Measurement: Hashable, Sendable {
        /// Which images, for people.
        public var images: String
        /// How many faces of each emotion.
        public var faces: [Emotion: Int]
    }

    /// The emotion network whose scores the thresholds are for.
    public let model: ModelSummary
    /// What the figures were measured on; nil where nobody measured.
    public let measured: Measurement?
    /// In the order of `Level.allCases`.
    private let rules: [LevelRule]
    /// In the order of `Emotion.allCases`, in each the order of `Level.allCases`.
    private let goals: [[EmotionGoal]]

    /// Takes what was checked before.
    init(
        model: ModelSummary, measured: Measurement?, rules: [LevelRule], goals: [[EmotionGoal]]
    ) {
        precondition(rules.count == Level.allCases.count, "a rule for each level is wanted")
        precondition(
            goals.count == Emotion.allCases.count
                && goals.allSatisfy { $0.count == Level.allCases.count },
            "a goal for each emotion and level is wanted")
        self.model = model
        self.measured = measured
        self.rules = rules
        self.goals = goals
    }

    /// What a level asks of every emotion alike.
    public subscript(level: Level) -> LevelRule { rules[level.index] }

    /// What a level asks of one emotion.
    public subscript(emotion: Emotion, level: Level) -> EmotionGoal {
        goals[emotion.index][level.index]
    }

    /// The emotions that a level offers, in the order of `Emotion.allCases`.
    public func offered(at level: Level) -> [Emotion] {
        Emotion.allCases.filter { self[$0, level].offered }
    }

    /// Sees that the thresholds are for a network's scores.
    ///
    /// - Throws: `wrongModel`, with both networks and the remedy.
    public func check(model loaded: ModelSummary, file: String) throws(LevelsError) {
        guard loaded == model else {
            throw .wrongModel(file: file, made: model, loaded: loaded)
        }
    }
}
