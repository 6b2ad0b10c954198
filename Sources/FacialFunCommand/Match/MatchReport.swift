import CommandSupport
import FacialFun
import FacialFunWire

/// Result of `facialfun match` for one picture; `match-report.schema.json` describes its JSON.
struct MatchReport: Sendable {
    /// The name and version of the JSON format.
    static let schemaName = "facialfun.match/2"

    /// The picture's path as it was given.
    let path: InputPath
    /// The target.
    let target: Emotion
    /// The level.
    let level: Level
    /// Whether the game offers it.
    let isOffered: Bool
    /// The operating point of the scores.
    let operatingPoint: OperatingPoint
    /// The minimum score for a match.
    let threshold: Double
    /// Number of pictures in the baseline; nil without one.
    let baselinePictures: Int?
    /// The scores of the network; nil for an unjudgeable picture.
    let scores: EmotionScores?
    /// The judged face, relative to the baseline if there is one; nil for an unjudgeable picture.
    let reading: Reading?
    /// Strength of each movement; nil if not requested or not measured.
    let movements: FaceMovements?
    /// The scores of the model's own classes; nil if it has none, or for an unjudgeable picture.
    var classes: ClassScores?
    /// The verdict.
    let verdict: Verdict
    /// The network of the scores.
    let model: ModelSummary

    /// Judges a recognized picture.
    init(
        path: InputPath, _ observation: Observation, target: Emotion, level: Level,
        matcher: Matcher, baseline: Baseline?, model: ModelSummary
    ) {
        self.path = path
        self.target = target
        self.level = level
        self.model = model
        let goal = matcher.levels.goal(target, level, withBaseline: baseline != nil)
        isOffered = goal.offered
        operatingPoint = matcher.levels.operatingPoint
        threshold = goal.threshold
        baselinePictures = baseline?.frames
        verdict = matcher.judge(observation, target: target, level: level, baseline: baseline)
        switch observation {
        case .face(let scores, let photograph, let features, let movements):
            self.scores = scores
            self.movements = movements
            reading = Reading(
                scores: scores, photograph: photograph, features: features, movements: movements,
                target: target, baseline: baseline, withheld: matcher.levels.withheld)
        case .cannotJudge:
            scores = nil
            movements = nil
            reading = nil
        }
    }
}
