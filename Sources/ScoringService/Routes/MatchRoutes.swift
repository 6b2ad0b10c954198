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
            var response = question.response(to: Observation(report.judgement))
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
            ("levels", .array(Level.allCases.map { json($0, levels[$0]) })),
            (
                "emotions",
                .object(
                    Emotion.allCases.map { emotion in
                        (
                            emotion.rawValue,
                            .array(Level.allCases.map { json($0, levels[emotion, $0]) })
                        )
                    })
            ),
        ])
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
