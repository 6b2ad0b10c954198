import EmotionRecognition
import Emotions
import FaceGeometry
import FaceImaging
import NIOHTTP1

/// What the service says of itself: `/v1/emotions`, `/v1/model`, `/healthz`, `/readyz`, `/metrics`.
struct InformationRoutes: Sendable {
    let configuration: ServiceConfiguration
    let recognizer: EmotionRecognizer
    /// The state of the service at the moment of the question.
    let phase: @Sendable () -> ServiceCore.Phase
    /// The text of the metrics at the moment of the question.
    let metrics: @Sendable () -> String

    /// The routes.
    var routes: [Route] {
        [
            Route(.GET, "/v1/emotions") { _ in .answer(.json(emotions)) },
            Route(.GET, "/v1/model") { _ in .answer(.json(model)) },
            Route(.GET, "/healthz") { _ in .answer(.json(.object([("status", .string("ok"))]))) },
            Route(.GET, "/readyz", handler: readiness),
            Route(.GET, "/metrics") { _ in
                .answer(
                    ServiceResponse(
                        contentType: "text/plain; version=0.0.4; charset=utf-8",
                        body: Array(metrics().utf8)))
            },
        ]
    }

    private var emotions: JSONText {
        .object([("emotions", .array(Emotion.allCases.map { .string($0.rawValue) }))])
    }

    private var model: JSONText {
        let framing = recognizer.framing
        return .object([
            ("service", .object([("version", .string(configuration.version))])),
            (
                "model",
                .object([
                    ("name", .string(recognizer.model.name)),
                    ("version", .string(recognizer.model.version)),
                ])
            ),
            ("emotions", .array(Emotion.allCases.map { .string($0.rawValue) })),
            (
                "rectangle",
                .object([
                    ("side", .integer(FaceRectangle.side)),
                    ("sideOverBoxWidth", .number(framing.sideOverBoxWidth)),
                    ("centreBelowEyes", .number(framing.centreBelowEyes)),
                ])
            ),
            (
                "limits",
                .object([
                    ("maxBytes", .integer(configuration.maxPictureBytes)),
                    ("maxPixels", .integer(DecodeLimits.service.maxPixels)),
                    ("maxProgressiveScans", .integer(DecodeLimits.service.maxProgressiveScans)),
                    ("deadlineMilliseconds", .integer(configuration.deadlineMilliseconds)),
                ])
            ),
        ])
    }

    private func readiness(_ request: ServiceRequest) throws(Problem) -> Route.Reply {
        switch phase() {
        case .ready: return .answer(.json(.object([("status", .string("ready"))])))
        case .warmingUp: throw Problem.notReady("The service is still warming up.")
        case .stopping: throw Problem.notReady("The service is stopping.")
        }
    }
}
