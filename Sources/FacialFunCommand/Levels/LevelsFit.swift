import CommandSupport
import Evaluation
import FacialFun
import FacialFunWire

/// Thresholds of the levels, measured on labelled faces.
///
/// For each emotion and level the greatest score that the level's share of the faces with that label
/// reaches, or, where that would let too many other faces pass, or too many faces at rest, the least that lets
/// no more of them.
/// Faces that were not found or refused are left out: they get another picture, and no verdict.
struct LevelsFit: Sendable {
    /// The most false accepts of a level, as shares of the other emotions, each counted alike.
    ///
    /// `training/measure/levels.py` reads them here.
    static let maxFalseAccepts = [0.18, 0.115, 0.08, 0.055, 0.035]
    /// The same where the person's rest is known, which leaves less to doubt.
    static let maxFalseAcceptsWithBaseline = [0.10, 0.075, 0.05, 0.03, 0.015]
    /// The most of the neutral faces that pass for another emotion, where nothing is known of the person's rest.
    ///
    /// What a face at rest passes for nobody has to make. `training/measure/levels.py` reads them here.
    static let maxAtRest = [0.5, 0.45, 0.4, 0.3, 0.2]
    /// A level with more is not offered.
    static let maxOfferedFalseAccepts = 0.20
    /// An emotion with fewer faces keeps the thresholds that it had.
    static let minFaces = 20
    /// How often the faces are drawn anew for the intervals.
    private static let replicates = 1000
    /// Chance: a face below it is less likely to show the target than any of the eight emotions.
    ///
    /// `training/measure/levels.py` reads it here.
    static let minThreshold = 0.125
    /// The minimum of what is on offer only where it is the target: so seldom named that chance says nothing.
    private static let minWithheld = 0.001
    /// The minimum threshold with a baseline, in whose light a face at rest scores 0.02.
    private static let minWithBaseline = 0.05

    /// The levels whose rules are kept.
    let levels: LevelsFile
    /// The faces.
    let trials: [LevelTrial]
    /// The seed of the intervals.
    var seed: UInt64 = 1

    /// What came out.
    struct Outcome: Sendable {
        /// The levels with the new thresholds.
        let levels: LevelsFile
        /// The emotions that keep their old thresholds for want of faces, and how many there were.
        let kept: [(emotion: Emotion, faces: Int)]
        /// The same of the thresholds with a baseline; nil where no person has one.
        let keptWithBaseline: [(emotion: Emotion, faces: Int)]?

        /// Whether any emotion has new thresholds.
        var hasFitted: Bool {
            let all = Emotion.allCases.count
            return kept.count < all || keptWithBaseline.map { $0.count < all } ?? false
        }
    }

    /// Fits all thresholds.
    ///
    /// - Parameter images: What the faces are, for people.
    /// - Returns: The levels with the new thresholds, and what kept the old ones.
    func outcome(images: String) -> Outcome {
        let alone = goals(of: trials, withBaseline: false)
        let tied = trials.filter { $0.baseline != nil }
        let tiedGoals = tied.isEmpty ? nil : goals(of: tied, withBaseline: true)
        // Where no emotion has enough of them the goals stay as they are, with what was measured on whom.
        let withBaseline = tiedGoals.flatMap {
            $0.kept.count < Emotion.allCases.count ? $0 : nil
        }
        func measurement(_ trials: [LevelTrial], _ more: String) -> LevelsFile.Measurement {
            let judged = trials.filter(\.isJudged)
            let left = trials.count - judged.count
            return LevelsFile.Measurement(
                images: "\(images)\(more); "
                    + Counted.text(left, "face was", "faces were")
                    + " not found or not judged and left out",
                faces: Dictionary(
                    uniqueKeysWithValues: Emotion.allCases.map { emotion in
                        (emotion, judged.count { $0.truth == emotion })
                    }))
        }
        return Outcome(
            levels: levels.replacing(
                goals: alone.goals,
                goalsWithBaseline: withBaseline?.goals ?? kept(withBaseline: true),
                measured: measurement(trials, ""),
                measuredWithBaseline: withBaseline == nil
                    ? levels.measuredWithBaseline
                    : measurement(tied, ", each with the other neutral faces of its person")),
            kept: alone.kept, keptWithBaseline: tiedGoals?.kept)
    }

    /// The goals of the file with a baseline, as they are; nil where it has none.
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
                // A face that has not changed passes nothing, whatever its score.
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
        func place(_ level: Level, _ count: Int) -> Int {
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
                // Whoever rests before the own baseline passes at any level, and nothing is asked
                // of a face at rest but that: the others set the limit as far as that allows.
                if withBaseline, target == .neutral {
                    let resting = sorted[max(0, place(.one, sorted.count) - 1)]
                    last = max(last, (min(floor, resting) * 1e4).rounded(.down) / 1e4)
                    return min(last, 1)
                }
                let place = place(level, sorted.count)
                // Whoever has not changed from rest does not pass by any threshold.
                let reached = sorted.count { $0 > 0 }
                var passes = sorted[max(0, min(place, reached) - 1)]
                // The easiest level asks for no more than chance: the change from rest is checked, too.
                if withBaseline, level == .one { passes = min(passes, Self.minThreshold) }
                // Down to four decimals, so that whoever passes before rounding passes after it.
                last = max(last, ((max(passes, floor) * 1e4).rounded(.down)) / 1e4)
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

    /// The minimum score that at most a share of the other faces reach, each emotion counted alike;
    /// a ten-thousandth above the last that more reach.
    private static func floor(_ falling: [[Double]], most: Double) -> Double {
        let all = falling.joined().sorted(by: >)
        var passed = [Int](repeating: 0, count: falling.count)
        for (place, score) in all.enumerated()
        where place + 1 == all.count || all[place + 1] < score {
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

    /// The 95 % intervals of the thresholds, by drawing the true faces anew.
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
