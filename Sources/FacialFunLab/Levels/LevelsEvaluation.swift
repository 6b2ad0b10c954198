import CommandSupport
import Evaluation
import FacialFun
import FacialFunWire

/// True and false match rates of labeled faces at each level, compared with those of the levels
/// file.
struct LevelsEvaluation: Sendable {
    /// Counts of one emotion at one level.
    struct Cell: Sendable {
        /// Threshold and expected rates.
        let goal: EmotionGoal
        /// Number of faces with the target's label.
        let faces: Int
        /// Number of these faces that match.
        let matches: Int
        /// For each other emotion among the labels: the number of faces with its label, and the
        /// number that match.
        let others: [(emotion: Emotion, count: Int, faces: Int)]

        /// The share of faces with the target's label that match; nil without faces.
        var passRate: Double? { faces > 0 ? Double(matches) / Double(faces) : nil }

        /// Pass rate of other faces, averaged over the emotions; nil without faces.
        var falseAcceptRate: Double? {
            guard !others.isEmpty else { return nil }
            return others.map { Double($0.count) / Double($0.faces) }.reduce(0, +)
                / Double(others.count)
        }

        /// The 95 % interval of ``passRate``.
        var passInterval: Interval? { ProportionInterval.wilson(matches, of: faces) }
        /// The 95 % interval of ``falseAcceptRate``.
        var falseAcceptInterval: Interval? {
            ProportionInterval.ofMean(others.map { ($0.count, $0.faces) })
        }
    }

    /// Counts with or without baselines.
    struct Counted: Sendable {
        /// Number of pictures judged this way.
        let pictures: Int
        /// Number of faces that were not found or were refused; they never match.
        let notJudged: Int
        /// By emotion in the order of `Emotion.allCases`, then by level in the order of
        /// `Level.allCases`.
        let cells: [[Cell]]

        /// Counts of an emotion at a level.
        subscript(emotion: Emotion, level: Level) -> Cell { cells[emotion.index][level.index] }
    }

    /// The levels.
    let levels: LevelsFile
    /// Every picture, judged without a baseline.
    let alone: Counted
    /// Pictures of people with other neutral pictures, judged with these as a baseline; nil without
    /// any.
    let withBaseline: Counted?

    /// Judges all pictures for all targets at all levels.
    init(_ trials: [LevelTrial], levels: LevelsFile) {
        self.levels = levels
        alone = Self.counted(trials, levels, withBaseline: false)
        let tied = trials.filter { $0.baseline != nil }
        withBaseline = tied.isEmpty ? nil : Self.counted(tied, levels, withBaseline: true)
    }

    private static func counted(
        _ trials: [LevelTrial], _ levels: LevelsFile, withBaseline: Bool
    ) -> Counted {
        let matcher = Matcher(levels: levels, hints: nil)
        let cells = Emotion.allCases.map { target in
            let readings = trials.map {
                $0.reading(of: target, withheld: levels.withheld, withBaseline: withBaseline)
            }
            return Level.allCases.map { level in
                var (faces, matches) = ([Int](), [Int]())
                faces = Emotion.allCases.map { emotion in trials.count { $0.truth == emotion } }
                matches = Emotion.allCases.map { _ in 0 }
                for (trial, reading) in zip(trials, readings) {
                    guard let reading else { continue }
                    let verdict = matcher.judge(reading, target: target, level: level)
                    if verdict.kind == .matched { matches[trial.truth.index] += 1 }
                }
                return Cell(
                    goal: levels.goal(target, level, withBaseline: withBaseline),
                    faces: faces[target.index], matches: matches[target.index],
                    others: Emotion.allCases.filter { $0 != target && faces[$0.index] > 0 }
                        .map { ($0, matches[$0.index], faces[$0.index]) })
            }
        }
        let notJudged = trials.count { trial in
            if case .cannotJudge = trial.observation { true } else { false }
        }
        return Counted(pictures: trials.count, notJudged: notJudged, cells: cells)
    }
}
