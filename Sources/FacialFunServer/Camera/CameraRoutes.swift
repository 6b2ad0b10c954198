import FacialFun
import FacialFunWire
import NIOCore
import NIOHTTP1

/// `/v1/camera`: the game with the service's own camera.
struct CameraRoutes: Sendable {
    let answers: GameResponses
    let baselines: SharedBaselineStore
    let attempts: AttemptRoutes
    /// The camera; nil without one.
    let camera: LiveCamera?

    /// The routes.
    var routes: [Route] {
        [
            match,
            Route(
                .POST, "/v1/camera/attempts", body: .json(isRequired: true),
                parameters: ["token", MovementsQuery.name], needsWarmUp: true, needsToken: true,
                handler: begin),
            Route(
                .GET, "/v1/camera/scores", parameters: ["token"], needsWarmUp: true,
                needsToken: true
            ) { _ throws(Problem) in
                let camera = try requireStream(.scores)
                return .events { camera.subscribe(.scores, $0) }
            },
            Route(
                .GET, "/v1/camera/preview.mjpeg", parameters: ["token"], needsWarmUp: true,
                needsToken: true
            ) { _ throws(Problem) in
                let camera = try requireStream(.previews)
                return .parts { camera.subscribe(.previews, $0) }
            },
        ]
    }

    /// The camera, checked to deliver pictures.
    private func requireCamera() throws(Problem) -> LiveCamera {
        guard let camera else { throw Problem.noCamera }
        try camera.check()
        return camera
    }

    private func requireStream(_ stream: LiveCamera.Stream) throws(Problem) -> LiveCamera {
        let camera = try requireCamera()
        guard camera.mayBeSubscribed(stream) else { throw Problem.tooManyCameraStreams }
        return camera
    }

    /// The player makes the face and starts the request; then a picture is taken and judged.
    private var match: Route {
        Route(
            .POST, "/v2/camera/match", parameters: ["target", "level", "baseline", "token"],
            needsWarmUp: true, needsToken: true
        ) { request throws(Problem) in
            let camera = try requireCamera()
            let question = try MatchRequest(request, answers: answers, baselines: baselines)
            let tap = Double(request.arrival.uptimeNanoseconds) / 1e6
            // The camera's thread scores it, so no worker is needed.
            return .later { answer in
                camera.takeSnapshot(after: tap) { snapshot in
                    answer(snapshot.map { Self.response(to: question, $0) })
                }
            }
        }
    }

    private static func response(
        to question: MatchRequest, _ snapshot: LiveCamera.Snapshot
    ) -> ServiceResponse {
        let latency = (snapshot.latencyMilliseconds * 1000).rounded() / 1000
        var response = question.response(
            to: Observation(of: snapshot.faces),
            further: [
                ("frame", .integer(snapshot.frame)), ("sequence", .integer(snapshot.sequence)),
                ("latencyMilliseconds", .number(latency)),
                ("rectangle", GameResponses.rectangle(of: snapshot.faces)),
            ])
        response.stages = snapshot.milliseconds.stages
        return response
    }

    /// An attempt that judges the camera's frames.
    private func begin(_ request: ServiceRequest) throws(Problem) -> Route.Reply {
        let camera = try requireCamera()
        let movements =
            try MovementsQuery.isAsked(request) ? try answers.scoring.movementEstimator() : nil
        let begun = try attempts.begin(request)
        camera.feed(begun.name, movements: movements)
        return .answer(begun.response)
    }
}
