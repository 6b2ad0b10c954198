import EmotionRecognition
import Emotions
import FacialFunLevels
import NIOHTTP1

/// What each level asks (`/v1/levels`), and whether a face shows the target (`/v1/match`).
struct MatchRoutes: Sendable {
    let answers: GameAnswers
    let baselines: BaselineShelf

    /// The routes.
    var routes: [Route] {
        [
            Route(.GET, "/v1/levels") { _ throws(Problem) in
                .answer(.json(Self.json(try answers.requireRules().levels)))
            },
            Route(
                .POST, "/v1/match", body: .picture(Route.pictureTypes),
                parameters: ["target", "level", "baseline"], needsWarmUp: true, handler: match),
        ]
    }

    private func match(_ request: ServiceRequest) throws(Problem) -> Route.Reply {
        let question = try MatchQuestion(request, answers: answers, baselines: baselines)
        return .work { stop throws(Problem) in
            let report = try answers.scoring.recognize(request.body, stop: stop).report
            let judgement = report.judgement
            var response = question.response(
                to: Observation(judgement),
                further: [("rectangle", GameAnswers.rectangle(of: judgement))])
            response.stages = report.milliseconds.stages
            return response
        }
    }

    private static func json(_ levels: LevelsFile) -> JSONText {
        .object([
            (
                "model",
                .object([
                    ("name", .string(levels.model.name)),
                    ("version", .string(levels.model.version)),
                ])
            ),
            ("operatingPoint", .string(levels.operatingPoint.rawValue)),
            ("withheld", .array(levels.withheld.map { .string($0.rawValue) })),
            ("levels", .array(Level.allCases.map { json($0, levels[$0]) })),
            ("emotions", goals(levels, withBaseline: false)),
            (
                "withBaseline",
                levels.hasGoalsWithBaseline ? goals(levels, withBaseline: true) : .null
            ),
        ])
    }

    private static func goals(_ levels: LevelsFile, withBaseline: Bool) -> JSONText {
        .object(
            Emotion.allCases.map { emotion in
                let goals = Level.allCases.map {
                    json($0, levels.goal(emotion, $0, withBaseline: withBaseline))
                }
                return (emotion.rawValue, .array(goals))
            })
    }

    private static func json(_ level: Level, _ rule: LevelRule) -> JSONText {
        .object([
            ("level", .integer(level.rawValue)), ("passRate", .number(rule.passRate)),
            ("holdMilliseconds", .integer(rule.holdMilliseconds)),
            (
                "hintAfterMilliseconds",
                rule.hintAfterMilliseconds.map { .integer($0) } ?? .null
            ),
        ])
    }

    private static func json(_ level: Level, _ goal: EmotionGoal) -> JSONText {
        .object([
            ("level", .integer(level.rawValue)), ("threshold", .number(goal.threshold)),
            ("offered", .boolean(goal.offered)),
            ("passRate", goal.passRate.map { .number($0) } ?? .null),
            ("falseAcceptRate", goal.falseAcceptRate.map { .number($0) } ?? .null),
        ])
    }
}
