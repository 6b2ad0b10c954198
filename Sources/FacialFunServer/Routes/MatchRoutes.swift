import FacialFun
import FacialFunWire
import NIOHTTP1

/// Thresholds of the levels (`/v1/levels`) and verdicts (`/v2/match`).
struct MatchRoutes: Sendable {
    private let answers: GameResponses
    private let baselines: SharedBaselineStore
    /// Encoded once, because it does not change while the service runs.
    private let levels: ServiceResponse?

    init(answers: GameResponses, baselines: SharedBaselineStore) {
        self.answers = answers
        self.baselines = baselines
        levels = answers.rules.map { .json(Self.json($0.levels)) }
    }

    /// The routes.
    var routes: [Route] {
        [
            Route(.GET, "/v1/levels") { _ throws(Problem) in
                guard let levels else { throw Problem.noLevels }
                return .answer(levels)
            },
            match,
        ]
    }

    private var match: Route {
        Route(
            .POST, "/v2/match", body: .picture(Route.pictureTypes),
            parameters: ["target", "level", "baseline", MovementsQuery.name], needsWarmUp: true
        ) { request throws(Problem) in
            let movements = try MovementsQuery.isAsked(request)
            let question = try MatchRequest(request, answers: answers, baselines: baselines)
            return .work { stop throws(Problem) in
                let report = try answers.scoring.recognize(
                    request.body, movements: movements, stop: stop
                ).report
                var response = question.response(
                    to: Observation(of: report.faces),
                    further: [("rectangle", GameResponses.rectangle(of: report.faces))]
                        + (movements ? [GameResponses.movements(of: report.faces)] : []))
                response.stages = report.milliseconds.stages
                return response
            }
        }
    }

    private static func json(_ levels: LevelsFile) -> JSONValue {
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

    private static func goals(_ levels: LevelsFile, withBaseline: Bool) -> JSONValue {
        .object(
            Emotion.allCases.map { emotion in
                let goals = Level.allCases.map {
                    json($0, levels.goal(emotion, $0, withBaseline: withBaseline))
                }
                return (emotion.rawValue, .array(goals))
            })
    }

    private static func json(_ level: Level, _ rule: LevelRule) -> JSONValue {
        .object([
            ("level", .integer(level.rawValue)), ("passRate", .number(rule.passRate)),
            ("holdMilliseconds", .integer(rule.holdMilliseconds)),
            (
                "hintAfterMilliseconds",
                rule.hintAfterMilliseconds.map { .integer($0) } ?? .null
            ),
        ])
    }

    private static func json(_ level: Level, _ goal: EmotionGoal) -> JSONValue {
        .object([
            ("level", .integer(level.rawValue)), ("threshold", .number(goal.threshold)),
            ("offered", .bool(goal.offered)),
            ("passRate", goal.passRate.map { .number($0) } ?? .null),
            ("falseAcceptRate", goal.falseAcceptRate.map { .number($0) } ?? .null),
        ])
    }
}
