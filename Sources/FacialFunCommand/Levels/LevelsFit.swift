import CommandSupport
import Evaluation
import FacialFun
import FacialFunWire

/// Thresholds of the levels, measured on labeled faces.
///
/// For each emotion and level, the threshold is the highest score that the required share of the
/// faces with that label reach. If too many other faces or resting faces would reach it, the lowest
/// threshold within their limits is used. Faces that were not found or refused are ignored, because
/// in the game they get another picture instead of a verdict.
struct LevelsFit: Sendable {
    /// Maximum false-accept rate of each level, averaged over the other emotions.
    static let maxFalseAccepts = Contract.shared.levels.maxFalseAccepts
    /// The same limits for judgments with a baseline, which are more reliable.
    static let maxFalseAcceptsWithBaseline = Contract.shared.levels.maxFalseAcceptsWithBaseline
    /// Maximum share of neutral faces that match another emotion, without a baseline.
    ///
    /// Without this limit, a resting face could match without any effort.
    static let maxAtRest = Contract.shared.levels.maxAtRest
    /// Maximum false-accept rate of an offered level.
    static let maxOfferedFalseAccepts = Contract.shared.levels.maxOfferedFalseAccepts
    /// Minimum number of faces; an emotion with fewer keeps its thresholds.
    static let minFaces = 20
    /// Number of bootstrap replicates for the intervals.
    private static let replicates = 1000
    /// The score of a random guess among eight emotions.
    static let minThreshold = Contract.shared.levels.minThreshold
    /// Minimum threshold of emotions that are withheld unless they are the target.
    ///
    /// They are so rarely predicted that chance does not apply.
    private static let minWithheld = 0.001
    /// Minimum threshold with a baseline, with which a resting face scores 0.02.
    private static let minWithBaseline = 0.05

    /// The levels whose other rules are kept.
    let levels: LevelsFile
    /// The faces.
    let trials: [LevelTrial]
    /// The seed of the intervals.
    var seed: UInt64 = 1

    /// Result of the fit.
    struct FitResult: Sendable {
        /// The levels with the new thresholds.
        let levels: LevelsFile
        /// The emotions that keep their old thresholds because of too few faces, with the number of
        /// faces.
        let kept: [(emotion: Emotion, faces: Int)]
        /// The same emotions for the thresholds with a baseline; nil if no person has a baseline.
        let keptWithBaseline: [(emotion: Emotion, faces: Int)]?

        /// Whether any emotion has new thresholds.
        var hasFitted: Bool {
            let all = Emotion.allCases.count
            return kept.count < all || keptWithBaseline.map { $0.count < all } ?? false
        }
    }

    /// Fits all thresholds.
    ///
    /// - Parameter images: Description of the faces, for people.
    /// - Returns: The levels with the new thresholds, and the emotions that keep the old ones.
    func outcome(images: String) -> FitResult {
        let alone = goals(of: trials, withBaseline: false)
        let tied = trials.filter { $0.baseline != nil }
        let tiedGoals = tied.isEmpty ? nil : goals(of: tied, withBaseline: true)
        // If no emotion has enough faces, the goals keep their values and measurements.
        let withBaseline = tiedGoals.flatMap {
            $0.kept.count < Emotion.allCases.count ? $0 : nil
        }
        func measurement(_ trials: [LevelTrial], _ more: String) -> LevelsFile.Measurement {
            let judged = trials.filter(\.isJudged)
            let left = trials.count - judged.count
            return LevelsFile.Measurement(
                images: "\(images)\(more); "
                    + Counted.text(left, "face was", "faces were")
                    + " not found or not judged, and ignored",
                faces: Dictionary(
                    uniqueKeysWithValues: Emotion.allCases.map { emotion in
                        (emotion, judged.count { $0.truth == emotion })
                    }))
        }
        return FitResult(
            levels: levels.replacing(
                goals: alone.goals,
                goalsWithBaseline: withBaseline?.goals ?? kept(withBaseline: true),
                measured: measurement(trials, ""),
                measuredWithBaseline: withBaseline == nil
                    ? levels.measuredWithBaseline
                    : measurement(tied, ", each with the other neutral faces of its person")),
            kept: alone.kept, keptWithBaseline: tiedGoals?.kept)
    }

    /// The file's goals with a baseline, unchanged; nil if it has none.
    private func kept(withBaseline: Bool) -> [Emotion: [EmotionGoal]]? {
        guard levels.hasGoalsWithBaseline else { return nil }
        return Dictionary(
            uniqueKeysWithValues: Emotion.allCases.map { emotion in
                (
                    emotion,
                    Level.allCases.map {
                        levels.goal(emotion, $0, withBaseline: withBaseline)
                    }
                )
            })
    }

    private func goals(
        of trials: [LevelTrial], withBaseline: Bool
    ) -> (goals: [Emotion: [EmotionGoal]], kept: [(emotion: Emotion, faces: Int)]) {
        var goals: [Emotion: [EmotionGoal]] = [:]
        var kept: [(emotion: Emotion, faces: Int)] = []
        for target in Emotion.allCases {
            var scores = [[Double]](repeating: [], count: Emotion.allCases.count)
            for trial in trials {
                guard
                    let reading = trial.reading(
                        of: target, withheld: levels.withheld, withBaseline: withBaseline)
                else { continue }
                // An unchanged face never matches, regardless of its score.
                let hasChanged = (reading.changeShare ?? 1) >= 1
                scores[trial.truth.index].append(
                    hasChanged ? Double(reading.scores[target]) : 0)
            }
            let count = scores[target.index].count
            if count < Self.minFaces {
                kept.append((target, count))
                goals[target] = Level.allCases.map {
                    let old = levels.goal(target, $0, withBaseline: withBaseline)
                    return EmotionGoal(threshold: old.threshold, offered: old.offered)
                }
            } else {
                goals[target] = fitted(
                    target, scores, withBaseline: withBaseline)
            }
        }
        return (goals, kept)
    }

    /// The five goals of an emotion.
    ///
    /// - Parameters:
    ///   - target: The emotion.
    ///   - scores: The target's scores of the faces of each label.
    ///   - withBaseline: Whether they were judged with one.
    /// - Returns: The goals, from the easiest level; their thresholds never fall.
    private func fitted(
        _ target: Emotion, _ scores: [[Double]], withBaseline: Bool
    ) -> [EmotionGoal] {
        let others = Emotion.allCases.filter { $0 != target && !scores[$0.index].isEmpty }
        let falling = others.map { scores[$0.index].sorted(by: >) }
        let most = withBaseline ? Self.maxFalseAcceptsWithBaseline : Self.maxFalseAccepts
        var floors = most.map { Self.floor(falling, most: $0) }
        let atRest = scores[Emotion.neutral.index].sorted(by: >)
        if !withBaseline, target != .neutral, atRest.count >= Self.minFaces {
            floors = zip(floors, Self.maxAtRest).map { max($0, Self.floor([atRest], most: $1)) }
        }
        func rank(_ level: Level, _ count: Int) -> Int {
            Int((levels[level].passRate * Double(count) - 1e-9).rounded(.up))
        }
        func thresholds(_ true: [Double]) -> [Double] {
            let sorted = `true`.sorted(by: >)
            var last =
                if withBaseline {
                    Self.minWithBaseline
                } else if levels.withheld.contains(target) {
                    Self.minWithheld
                } else {
                    Self.minThreshold
                }
            return zip(Level.allCases, floors).map { level, floor in
                // With a baseline, a resting face must match neutral at every level. The other
                // faces determine the threshold, but it never exceeds the score that resting faces
                // reach.
                if withBaseline, target == .neutral {
                    let resting = sorted[max(0, rank(.one, sorted.count) - 1)]
                    last = max(last, (min(floor, resting) * 1e4).rounded(.down) / 1e4)
                    return min(last, 1)
                }
                let rank = rank(level, sorted.count)
                // A face without a change from rest matches at no threshold.
                let reached = sorted.count { $0 > 0 }
                var passing = sorted[max(0, min(rank, reached) - 1)]
                // At the easiest level a score above chance suffices, because the change from rest
                // is checked, too.
                if withBaseline, level == .one { passing = min(passing, Self.minThreshold) }
                // Thresholds are rounded down to four decimals, so faces that match before rounding
                // also match after it.
                last = max(last, ((max(passing, floor) * 1e4).rounded(.down)) / 1e4)
                return min(last, 1)
            }
        }
        let own = scores[target.index]
        let found = thresholds(own)
        let intervals = intervals(own, thresholds)
        return Level.allCases.map { level in
            let threshold = found[level.index]
            func share(_ emotion: Emotion) -> Double {
                let all = scores[emotion.index]
                return Double(all.count { $0 >= threshold }) / Double(all.count)
            }
            let accepts = Dictionary(uniqueKeysWithValues: others.map { ($0, share($0)) })
            let rate = others.isEmpty ? nil : accepts.values.reduce(0, +) / Double(others.count)
            return EmotionGoal(
                threshold: threshold, offered: (rate ?? 0) <= Self.maxOfferedFalseAccepts,
                interval: intervals[level.index], passRate: share(target),
                falseAcceptRate: rate, falseAccepts: accepts)
        }
    }

    /// The minimum threshold that at most a share of the other faces reach, averaged over emotions;
    /// 1e-4 above the last score that more of them reach.
    private static func floor(_ falling: [[Double]], most: Double) -> Double {
        let all = falling.joined().sorted(by: >)
        var passed = [Int](repeating: 0, count: falling.count)
        for (rank, score) in all.enumerated()
        where rank + 1 == all.count || all[rank + 1] < score {
            var rate = 0.0
            for (emotion, scores) in falling.enumerated() {
                while passed[emotion] < scores.count, scores[passed[emotion]] >= score {
                    passed[emotion] += 1
                }
                rate += Double(passed[emotion]) / Double(scores.count)
            }
            if rate / Double(falling.count) > most { return score + 1e-4 }
        }
        return 0
    }

    /// The 95 % intervals of the thresholds, by bootstrap over the true faces.
    private func intervals(
        _ own: [Double], _ thresholds: ([Double]) -> [Double]
    ) -> [ClosedRange<Double>] {
        var generator = SeededGenerator(seed: seed, stream: 0)
        let drawn = (0..<Self.replicates).map { _ in
            thresholds(own.indices.map { _ in own[generator.next(below: own.count)] })
        }
        return Level.allCases.map { level in
            let sorted = drawn.map { $0[level.index] }.sorted()
            return sorted[
                Int(0.025 * Double(sorted.count))]...sorted[
                    Int(0.975 * Double(sorted.count))]
        }
    }
}

extension LevelTrial {
    /// Whether the face can be judged.
    var isJudged: Bool {
        if case .face = observation { true } else { false }
    }
}
