import FacialFun
import FacialFunWire
import NIOHTTP1

/// `/v1/score` and `/v1/rectangle`: a picture in, its scores or a face out.
struct ScoreRoutes: Sendable {
    let scoring: ImageScoring
    /// Limits of scored pictures, if higher than on other routes.
    let limits: DecodeLimits?

    /// The routes.
    var routes: [Route] {
        [
            Route(
                .POST, "/v1/score", body: .picture(Route.pictureTypes, mayBeLarger: true),
                parameters: [MovementsQuery.name, MovementsQuery.landmarks], needsWarmUp: true,
                handler: score),
            Route(
                .POST, "/v1/rectangle", body: .picture(Route.pictureTypes),
                parameters: ["face", "format"], needsWarmUp: true, handler: rectangle),
        ]
    }

    private func score(_ request: ServiceRequest) throws(Problem) -> Route.Reply {
        let movements = try MovementsQuery.isAsked(request)
        let landmarks = try MovementsQuery.isAsked(request, MovementsQuery.landmarks)
        return .work { stop throws(Problem) in
            let report = try scoring.recognize(
                request.body, movements: movements, landmarks: landmarks, limits: limits, stop: stop
            ).report
            var response = ServiceResponse.json(report.json)
            response.stages = report.milliseconds.stages
            response.outcome = report.outcome
            return response
        }
    }

    private func rectangle(_ request: ServiceRequest) throws(Problem) -> Route.Reply {
        let text = request.query["face"] ?? "0"
        guard let index = Int(text), index >= 0 else {
            throw Problem.invalidQuery(
                "face must be a whole number from 0, not \(text.prefix(20)).")
        }
        let format = try RectangleFormat(request)
        return .work { stop throws(Problem) in
            let recognition = try scoring.recognize(
                request.body, rectangle: index, stop: stop)
            let report = recognition.report
            guard index < report.faces.count, let face = recognition.rectangle(ofFace: index)
            else {
                throw Problem(
                    .unprocessableEntity, "no_face",
                    "There is no face \(index), counted from 0: the picture has "
                        + "\(Counted.text(report.faces.count, "face")).")
            }
            if stop.isStopped { throw Problem.deadlineExceeded }
            do throws(FacialFunError) {
                var response = ServiceResponse(
                    contentType: format.mediaType, body: try format.encode(face.image))
                response.stages = report.milliseconds.stages
                response.outcome = report.outcome
                return response
            } catch {
                throw Problem(error)
            }
        }
    }
}
