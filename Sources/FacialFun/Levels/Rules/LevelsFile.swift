package import FacialFunWire

/// The levels of the game as data: from a score to "matched", for each emotion and level.
///
/// `Models/README.md` and `Models/levels.schema.json` describe the file; a family or a clinic can
/// bring its own. What passes a level passes every easier one: the reader refuses a file in which it
/// does not.
package struct LevelsFile: Hashable, Sendable {
    /// The only format that is read.
    package static let format = "facialfun.levels/1"

    /// Data of the measurement.
    package struct Measurement: Hashable, Sendable {
        /// Which images, for people.
        package var images: String
        /// Number of faces of each emotion.
        package var faces: [Emotion: Int]

        /// Makes what a file says of its figures.
        package init(images: String, faces: [Emotion: Int]) {
            self.images = images
            self.faces = faces
        }
    }

    /// The emotion network whose scores the thresholds are for.
    package let model: ModelSummary
    /// The operating point whose scores the thresholds are for.
    package let operatingPoint: OperatingPoint
    /// The operating point whose scores the thresholds with a baseline are for.
    package let operatingPointWithBaseline: OperatingPoint
    /// The emotions that count only where they are the target; of every other target's question they
    /// are no answer, and their share of the scores goes to the rest.
    package let withheld: [Emotion]
    /// Data of the measurement; nil if nothing was measured.
    package let measured: Measurement?
    /// Data of the measurement with a baseline; nil if there is none.
    package let measuredWithBaseline: Measurement?
    /// In the order of `Level.allCases`.
    private let rules: [LevelRule]
    /// In the order of `Emotion.allCases`, in each the order of `Level.allCases`.
    private let goals: [[EmotionGoal]]
    /// The same for faces that are judged with a baseline; nil where ``goals`` serve.
    private let goalsWithBaseline: [[EmotionGoal]]?

    /// Takes what was checked before.
    init(
        model: ModelSummary, operatingPoint: OperatingPoint = .photograph,
        operatingPointWithBaseline: OperatingPoint = .photograph, withheld: [Emotion] = [],
        measured: Measurement?, measuredWithBaseline: Measurement? = nil,
        rules: [LevelRule], goals: [[EmotionGoal]], goalsWithBaseline: [[EmotionGoal]]? = nil
    ) {
        precondition(rules.count == Level.allCases.count, "a rule for each level is wanted")
        for goals in [goals, goalsWithBaseline].compactMap({ $0 }) {
            precondition(
                goals.count == Emotion.allCases.count
                    && goals.allSatisfy { $0.count == Level.allCases.count },
                "a goal for each emotion and level is wanted")
        }
        self.model = model
        self.operatingPoint = operatingPoint
        self.operatingPointWithBaseline = operatingPointWithBaseline
        self.withheld = withheld
        self.measured = measured
        self.measuredWithBaseline = measuredWithBaseline
        self.rules = rules
        self.goals = goals
        self.goalsWithBaseline = goalsWithBaseline
    }

    /// Parameters of a level that are common to all emotions.
    package subscript(level: Level) -> LevelRule { rules[level.index] }

    /// Threshold of an emotion at a level.
    package subscript(emotion: Emotion, level: Level) -> EmotionGoal {
        goals[emotion.index][level.index]
    }

    /// Threshold of an emotion at a level with the person's own neutral face.
    package func goal(
        _ emotion: Emotion, _ level: Level, withBaseline: Bool
    ) -> EmotionGoal {
        guard withBaseline, let goalsWithBaseline else { return self[emotion, level] }
        return goalsWithBaseline[emotion.index][level.index]
    }

    /// Whether faces that are judged with a baseline have thresholds of their own.
    package var hasGoalsWithBaseline: Bool { goalsWithBaseline != nil }

    /// The emotions that a level offers, in the order of `Emotion.allCases`.
    package func offered(at level: Level) -> [Emotion] {
        Emotion.allCases.filter { self[$0, level].offered }
    }

    /// The same rules for the same network, with goals that were measured on other faces.
    ///
    /// - Parameters:
    ///   - goals: For each emotion five goals, from the easiest level, whose thresholds never fall.
    ///   - goalsWithBaseline: The same for faces that are judged with a baseline; nil for none.
    ///   - measured: What they were measured on.
    ///   - measuredWithBaseline: The same of the goals with a baseline.
    /// - Returns: The levels with these goals.
    package func replacing(
        goals: [Emotion: [EmotionGoal]], goalsWithBaseline: [Emotion: [EmotionGoal]]?,
        measured: Measurement?, measuredWithBaseline: Measurement?
    ) -> LevelsFile {
        func ordered(_ goals: [Emotion: [EmotionGoal]]) -> [[EmotionGoal]] {
            Emotion.allCases.map { emotion in
                let five = goals[emotion] ?? []
                precondition(
                    zip(five, five.dropFirst()).allSatisfy { $0.threshold <= $1.threshold },
                    "what passes a level passes every easier one")
                return five
            }
        }
        return LevelsFile(
            model: model, operatingPoint: operatingPoint,
            operatingPointWithBaseline: operatingPointWithBaseline, withheld: withheld,
            measured: measured, measuredWithBaseline: measuredWithBaseline, rules: rules,
            goals: ordered(goals),
            goalsWithBaseline: goalsWithBaseline.map(ordered))
    }

    /// Sees that the thresholds are for a network's scores.
    ///
    /// - Parameters:
    ///   - loaded: The network.
    ///   - point: The operating point at which it judges.
    ///   - file: What error messages call the file.
    /// - Throws: `wrongModel`, with both networks and the remedy; `wrongOperatingPoint` likewise.
    package func check(
        model loaded: ModelSummary, judgingAt point: OperatingPoint, file: String
    ) throws(LevelsError) {
        guard loaded == model else {
            throw .wrongModel(file: file, made: model, loaded: loaded)
        }
        guard point == operatingPoint else {
            throw LevelsError(
                code: .wrongOperatingPoint,
                message: """
                    \(file): its thresholds are for scores at the operating point \
                    \(operatingPoint.rawValue), and \(loaded.name) \(loaded.version) judges at \
                    \(point.rawValue). Measure them anew, by `facialfun levels --fit FOLDER`.
                    """)
        }
        guard !hasGoalsWithBaseline || operatingPointWithBaseline == .photograph else {
            throw LevelsError(
                code: .wrongOperatingPoint,
                message: """
                    \(file): its thresholds with a baseline are for scores at the operating point \
                    \(operatingPointWithBaseline.rawValue), and faces are judged with a baseline at \
                    \(OperatingPoint.photograph.rawValue). Take those of the shipped levels.json, or leave out \
                    `withBaseline`.
                    """)
        }
    }
}
