package import FacialFunWire

/// The levels of the game as data: from a score to "matched", for each emotion and level.
///
/// `Models/README.md` and `Models/levels.schema.json` describe the file; a family or a clinic can
/// use its own. A face that passes a level passes every easier one: files that violate this are
/// rejected.
package struct LevelsFile: Hashable, Sendable {
    /// The only supported format.
    package static let format = "facialfun.levels/1"

    /// Data of the measurement.
    package struct Measurement: Hashable, Sendable {
        /// Description of the images, for people.
        package var images: String
        /// Number of faces of each emotion.
        package var faces: [Emotion: Int]

        /// Creates the data of a measurement.
        package init(images: String, faces: [Emotion: Int]) {
            self.images = images
            self.faces = faces
        }
    }

    /// The emotion network that the thresholds belong to.
    package let model: ModelSummary
    /// The operating point that the thresholds belong to.
    package let operatingPoint: OperatingPoint
    /// The operating point that the thresholds with a baseline belong to.
    package let operatingPointWithBaseline: OperatingPoint
    /// The emotions that count only if they are the target.
    ///
    /// For other targets, their scores are distributed to the remaining emotions.
    package let withheld: [Emotion]
    /// Data of the measurement; nil if nothing was measured.
    package let measured: Measurement?
    /// Data of the measurement with a baseline; nil if there is none.
    package let measuredWithBaseline: Measurement?
    /// Rules in the order of `Level.allCases`.
    private let rules: [LevelRule]
    /// Goals in the order of `Emotion.allCases`, and within each of `Level.allCases`.
    private let goals: [[EmotionGoal]]
    /// Goals with a baseline, in the same order; nil if ``goals`` apply.
    private let goalsWithBaseline: [[EmotionGoal]]?

    /// Creates levels from checked values.
    init(
        model: ModelSummary, operatingPoint: OperatingPoint = .photograph,
        operatingPointWithBaseline: OperatingPoint = .photograph, withheld: [Emotion] = [],
        measured: Measurement?, measuredWithBaseline: Measurement? = nil,
        rules: [LevelRule], goals: [[EmotionGoal]], goalsWithBaseline: [[EmotionGoal]]? = nil
    ) {
        precondition(rules.count == Level.allCases.count, "a rule for each level is required")
        for goals in [goals, goalsWithBaseline].compactMap({ $0 }) {
            precondition(
                goals.count == Emotion.allCases.count
                    && goals.allSatisfy { $0.count == Level.allCases.count },
                "a goal for each emotion and level is required")
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

    /// Whether there are separate thresholds with a baseline.
    package var hasGoalsWithBaseline: Bool { goalsWithBaseline != nil }

    /// The emotions that a level offers, in the order of `Emotion.allCases`.
    package func offered(at level: Level) -> [Emotion] {
        Emotion.allCases.filter { self[$0, level].offered }
    }

    /// The same rules for the same network, with other goals.
    ///
    /// - Parameters:
    ///   - goals: Five goals for each emotion, easiest first; their thresholds never fall.
    ///   - goalsWithBaseline: Goals with a baseline; nil for none.
    ///   - measured: Data of the measurement of the goals.
    ///   - measuredWithBaseline: Data of the measurement of the goals with a baseline.
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
                    "a face that passes a level must pass every easier one")
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

    /// Checks that the thresholds are for a network's scores.
    ///
    /// - Parameters:
    ///   - loaded: The network.
    ///   - point: The operating point of its verdicts.
    ///   - file: File name for error messages.
    /// - Throws: `wrongModel` or `wrongOperatingPoint`, with both sides and the remedy.
    package func check(
        model loaded: ModelSummary, judgingAt point: OperatingPoint, file: String
    ) throws(FacialFunError) {
        guard loaded == model else {
            throw .wrongModel(file: file, made: model, loaded: loaded)
        }
        guard point == operatingPoint else {
            throw FacialFunError(
                code: .wrongOperatingPoint,
                message: """
                    \(file): its thresholds are for scores at the operating point \
                    \(operatingPoint.rawValue), but \(loaded.name) \(loaded.version) judges at \
                    \(point.rawValue). Measure them again with `facialfun levels --fit FOLDER`.
                    """)
        }
        guard !hasGoalsWithBaseline || operatingPointWithBaseline == .photograph else {
            throw FacialFunError(
                code: .wrongOperatingPoint,
                message: """
                    \(file): its thresholds with a baseline are for scores at the operating point \
                    \(operatingPointWithBaseline.rawValue); required is \
                    \(OperatingPoint.photograph.rawValue). Use those of the shipped levels.json, or omit \
                    `withBaseline`.
                    """)
        }
    }
}
