import FacialFun
import FacialFunWire

/// Whether a face shows the target: what a request asks, and what is answered.
struct MatchRequest: Sendable {
    /// Position of the verdict in a response.
    enum Shape: Sendable {
        /// Its members among the answer's own, as `/v1` has them.
        case flat
        /// An object of its own, as `facialfun match` and attempts have it.
        case object
    }

    private let rules: GameRules
    private let target: Emotion
    private let level: Level
    private let baseline: Baseline?

    /// Reads `target`, `level` and `baseline` of a request's query.
    ///
    /// - Throws: `no_levels`, `unknown_target`, `unknown_level`, `unknown_baseline`.
    init(
        _ request: ServiceRequest, answers: GameResponses, baselines: SharedBaselineStore
    ) throws(Problem) {
        rules = try answers.requireRules()
        target = try GameResponses.target(request.query["target"])
        level = try GameResponses.level(request.query["level"])
        if let name = request.query["baseline"] {
            guard let known = baselines.baseline(name) else { throw Problem.unknownBaseline }
            baseline = known
        } else {
            baseline = nil
        }
    }

    /// The verdict on what a picture shows.
    ///
    /// - Parameters:
    ///   - observation: What it shows.
    ///   - shape: Its position in the response.
    ///   - further: Members before the verdict's.
    /// - Returns: The answer.
    func response(
        to observation: Observation, _ shape: Shape, further: [(String, JSONValue)] = []
    ) -> ServiceResponse {
        let verdict = Matcher(levels: rules.levels, hints: rules.hints)
            .judge(observation, target: target, level: level, baseline: baseline)
        let goal = rules.levels.goal(target, level, withBaseline: baseline != nil)
        var response = ServiceResponse.json(
            .object(
                [
                    ("target", .string(target.rawValue)), ("level", .integer(level.rawValue)),
                    ("offered", .bool(goal.offered)),
                    ("operatingPoint", .string(rules.levels.operatingPoint.rawValue)),
                    ("threshold", .number(goal.threshold)),
                    ("score", score(in: observation)),
                ] + further
                    + (shape == .flat
                        ? verdict.members : [("verdict", verdict.json)])))
        response.outcome = GameResponses.outcome(of: verdict)
        return response
    }

    private func score(in observation: Observation) -> JSONValue {
        switch observation {
        case .face(let scores, _, let features, let movements):
            .float(
                Reading(
                    scores: scores, features: features, movements: movements, target: target,
                    baseline: nil,
                    withheld: rules.levels.withheld
                ).scores[target])
        case .cannotJudge: .null
        }
    }
}
