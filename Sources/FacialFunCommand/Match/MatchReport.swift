import CommandSupport
import FacialFun
import FacialFunWire

/// What `facialfun match` says of one picture: `match-report.schema.json` describes its JSON.
struct MatchReport: Sendable {
    /// The name and version of the JSON shape.
    static let schemaName = "facialfun.match/2"

    /// The picture's path as it was given.
    let path: InputPath
    /// What was asked for.
    let target: Emotion
    /// How much of it.
    let level: Level
    /// Whether the game may ask for it.
    let isOffered: Bool
    /// The operating point of the scores.
    let operatingPoint: OperatingPoint
    /// The score from which a face matches.
    let threshold: Double
    /// How many pictures the baseline was made of; nil without one.
    let baselinePictures: Int?
    /// The scores as the network gives them; nil for a picture that cannot be judged.
    let scores: EmotionScores?
    /// The face as it was judged, shifted where there is a baseline; nil as before.
    let reading: Reading?
    /// How strongly the face makes each movement; nil where that was not asked for or measured.
    let movements: FaceMovements?
    /// The scores of the model's own classes; nil where it has none, and as before.
    var classes: ClassScores?
    /// The verdict.
    let verdict: Verdict
    /// The network that gave the scores.
    let model: ModelSummary

    /// Judges what a picture shows.
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
