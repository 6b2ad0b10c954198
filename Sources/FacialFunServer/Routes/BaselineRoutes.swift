import FacialFun
import FacialFunWire
import NIOHTTP1

/// `/v1/baselines`: a person's neutral face, kept for half an hour.
struct BaselineRoutes: Sendable {
    let answers: GameResponses
    let baselines: SharedBaselineStore

    /// The routes.
    var routes: [Route] {
        [
            Route(
                .POST, "/v1/baselines", body: .picture(Route.pictureTypes),
                parameters: [MovementsQuery.name], needsWarmUp: true, handler: create),
            Route(
                .POST, "/v1/baselines/{id}/pictures", body: .picture(Route.pictureTypes),
                parameters: [MovementsQuery.name], needsWarmUp: true, handler: add),
            Route(.DELETE, "/v1/baselines/{id}") { request throws(Problem) in
                guard baselines.remove(request.parameters["id"] ?? "") else {
                    throw Problem.unknownBaseline
                }
                return .answer(.empty(.noContent))
            },
        ]
    }

    private func create(_ request: ServiceRequest) throws(Problem) -> Route.Reply {
        let movements = try MovementsQuery.isAsked(request)
        return .work { stop throws(Problem) in
            let report = try answers.scoring.recognize(
                request.body, movements: movements, stop: stop
            ).report
            let name = try baselines.add(Observation(of: report.faces), of: request.holder)
            var response = Self.answer(name, pictures: 1, status: .created)
            response.headers = [("Location", "/v1/baselines/\(name)")]
            response.stages = report.milliseconds.stages
            return response
        }
    }

    private func add(_ request: ServiceRequest) throws(Problem) -> Route.Reply {
        let name = request.parameters["id"] ?? ""
        guard baselines.baseline(name) != nil else { throw Problem.unknownBaseline }
        let movements = try MovementsQuery.isAsked(request)
        return .work { stop throws(Problem) in
            let report = try answers.scoring.recognize(
                request.body, movements: movements, stop: stop
            ).report
            guard let count = try baselines.add(Observation(of: report.faces), to: name) else {
                throw Problem.unknownBaseline
            }
            var response = Self.answer(name, pictures: count, status: .ok)
            response.stages = report.milliseconds.stages
            return response
        }
    }

    private static func answer(
        _ name: String, pictures: Int, status: HTTPResponseStatus
    ) -> ServiceResponse {
        .json(
            .object([
                ("id", .string(name)), ("pictures", .integer(pictures)),
                ("expiresInMilliseconds", .number(BaselineStore.lifetimeMilliseconds)),
            ]), status: status)
    }
}
