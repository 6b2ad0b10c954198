import FacialFun
import FacialFunWire

/// A request to judge whether a face shows the target, and its response.
struct MatchRequest: Sendable {
    private let rules: GameRules
    private let target: Emotion
    private let level: Level
    private let baseline: Baseline?

    /// Parses `target`, `level` and `baseline` in a request's query.
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

    /// The verdict for a picture.
    ///
    /// - Parameters:
    ///   - observation: The face of the picture, or the reason why it cannot be judged.
    ///   - further: Members before `verdict`.
    /// - Returns: The response.
    func response(
        to observation: Observation, further: [(String, JSONValue)] = []
    ) -> ServiceResponse {
        let matcher = Matcher(levels: rules.levels, hints: rules.hints)
        let verdict = matcher.judge(
            observation, target: target, level: level, baseline: baseline)
        let goal = rules.levels.goal(target, level, withBaseline: baseline != nil)
        var response = ServiceResponse.json(
            .object(
                [
                    ("target", .string(target.rawValue)), ("level", .integer(level.rawValue)),
                    ("offered", .bool(goal.offered)),
                    ("operatingPoint", .string(rules.levels.operatingPoint.rawValue)),
                    ("threshold", .number(goal.threshold)),
                    ("score", score(in: observation)),
                ] + further + [
                    (
                        "evidence",
                        matcher.evidence(
                            in: observation, target: target, level: level, baseline: baseline)?
                            .json ?? .null
                    ),
                    ("verdict", verdict.json),
                ]))
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
