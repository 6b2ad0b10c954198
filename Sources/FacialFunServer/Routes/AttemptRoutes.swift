import FacialFun
import FacialFunWire
import FoundationEssentials
import NIOCore
import NIOHTTP1

/// `/v1/attempts`: attempts at an expression over several frames.
struct AttemptRoutes: Sendable {
    let answers: GameResponses
    let baselines: SharedBaselineStore
    let attempts: AttemptStore

    /// The routes.
    var routes: [Route] {
        [
            Route(.POST, "/v1/attempts", body: .json(isRequired: true), handler: create),
            Route(.GET, "/v1/attempts/{id}") { request throws(Problem) in
                .answer(try answer(request, attempts.status(of: Self.name(request))))
            },
            Route(
                .POST, "/v1/attempts/{id}/frames", body: .picture(Route.pictureTypes),
                parameters: [MovementsQuery.name], needsWarmUp: true, handler: frame),
            Route(.GET, "/v1/attempts/{id}/events", handler: events),
            Route(.POST, "/v1/attempts/{id}/retry") { request throws(Problem) in
                .answer(try answer(request, attempts.apply(.retry, to: Self.name(request))))
            },
            Route(.POST, "/v1/attempts/{id}/skip") { request throws(Problem) in
                .answer(try answer(request, attempts.apply(.skip, to: Self.name(request))))
            },
            Route(.DELETE, "/v1/attempts/{id}") { request throws(Problem) in
                guard attempts.remove(Self.name(request)) else { throw Problem.unknownAttempt }
                return .answer(.empty(.noContent))
            },
        ]
    }

    /// A new attempt.
    struct Begun: Sendable {
        /// Its name.
        let name: String
        /// The response.
        let response: ServiceResponse
    }

    private func create(_ request: ServiceRequest) throws(Problem) -> Route.Reply {
        .answer(try begin(request).response)
    }

    /// Creates the attempt described by a request's body.
    ///
    /// - Throws: The problem of the request.
    func begin(_ request: ServiceRequest) throws(Problem) -> Begun {
        let rules = try answers.requireRules()
        let order = try AttemptRequest(request.body)
        let target = try GameResponses.target(order.target)
        guard let level = order.level.flatMap({ Level(rawValue: $0) }) else {
            throw Problem.unknownLevel(order.level.map { "\($0)" })
        }
        let baseline = try order.baseline.map { name throws(Problem) in
            guard let known = baselines.baseline(name) else { throw Problem.unknownBaseline }
            return (name: name, value: known)
        }
        let attempt = Attempt(
            plan: AttemptPlan(
                target: target, level: level, timeLimitMilliseconds: order.timeLimitMilliseconds),
            levels: rules.levels, hints: rules.hints, startMilliseconds: SharedBaselineStore.now)
        let name = try attempts.add(attempt, baseline: baseline, of: request.holder)
        var response = Self.response(
            name, attempt.plan, attempt.status, further: [("evidence", .null)], status: .created)
        response.headers = [("Location", "/v1/attempts/\(name)")]
        return Begun(name: name, response: response)
    }

    private func frame(_ request: ServiceRequest) throws(Problem) -> Route.Reply {
        let name = Self.name(request)
        guard let plan = attempts.plan(of: name) else { throw Problem.unknownAttempt }
        let movements = try MovementsQuery.isAsked(request)
        // A frame counts at its time of arrival, not after its wait for a worker.
        let arrival = Double(request.arrival.uptimeNanoseconds) / 1e6
        let expected = attempts.expected(
            frameAt: arrival, until: Double(request.deadline.uptimeNanoseconds) / 1e6, for: name)
        return .work { stop throws(Problem) in
            defer { withExtendedLifetime(expected) {} }
            let report = try answers.scoring.recognize(
                request.body, movements: movements, stop: stop
            ).report
            if stop.isStopped { throw Problem.deadlineExceeded }
            guard
                let taken = attempts.take(
                    Observation(of: report.faces), atMilliseconds: arrival, for: name,
                    baselines: baselines)
            else { throw Problem.unknownAttempt }
            var response = Self.response(
                name, plan, taken.status, frame: taken.frame,
                rectangle: GameResponses.rectangle(of: report.faces),
                further: (movements ? [GameResponses.movements(of: report.faces)] : [])
                    + [evidence(of: taken.reading, plan)])
            response.stages = report.milliseconds.stages
            response.outcome = GameResponses.outcome(of: taken.status.verdict)
            return response
        }
    }

    private func events(_ request: ServiceRequest) throws(Problem) -> Route.Reply {
        let name = Self.name(request)
        guard attempts.status(of: name) != nil else { throw Problem.unknownAttempt }
        guard attempts.mayBeSubscribed(name) else { throw Problem.tooManyStreams }
        let attempts = attempts
        return .events { sink in
            attempts.subscribe(name, sink) ?? EventSubscription {}
        }
    }

    private static func name(_ request: ServiceRequest) -> String {
        request.parameters["id"] ?? ""
    }

    private func answer(
        _ request: ServiceRequest, _ status: AttemptStatus?
    ) throws(Problem) -> ServiceResponse {
        let name = Self.name(request)
        guard let status, let plan = attempts.plan(of: name) else {
            throw Problem.unknownAttempt
        }
        return Self.response(
            name, plan, status,
            further: attempts.movements(of: name) + [
                evidence(of: attempts.reading(of: name), plan)
            ])
    }

    /// The member with the evidence of a frame; null if there is none.
    private func evidence(
        of reading: Reading?, _ plan: AttemptPlan
    ) -> (String, JSONValue) {
        guard let reading, let rules = answers.rules else { return ("evidence", .null) }
        let matcher = Matcher(levels: rules.levels, hints: rules.hints)
        return (
            "evidence", matcher.evidence(in: reading, target: plan.target, level: plan.level).json
        )
    }

    private static func response(
        _ name: String, _ plan: AttemptPlan, _ attempt: AttemptStatus, frame: Int? = nil,
        rectangle: JSONValue = .null, further: [(String, JSONValue)] = [],
        status: HTTPResponseStatus = .ok
    ) -> ServiceResponse {
        .json(
            .object(
                [
                    ("id", .string(name)), ("target", .string(plan.target.rawValue)),
                    ("level", .integer(plan.level.rawValue)),
                    ("frame", frame.map { .integer($0) } ?? .null), ("rectangle", rectangle),
                ] + further + attempt.members), status: status)
    }
}
