import FacialFun
import FacialFunWire
import NIOCore
import NIOHTTP1
import Synchronization

/// Routes with information about the service: `/v1/emotions`, `/v1/model`, `/healthz`, `/readyz`,
/// `/metrics`.
///
/// Constant responses are encoded once, and the metrics at most once per ``metricsAge``, so
/// frequent requests cost no more than their bytes.
struct InformationRoutes: Sendable {
    /// Maximum age of the metrics text.
    static let metricsAge = TimeAmount.milliseconds(10)

    let core: ServiceCore
    let recognizer: EmotionRecognizer
    /// Values measured when the metrics are requested.
    let gauges: @Sendable () -> ServiceMetrics.Gauges

    /// The routes.
    var routes: [Route] {
        [
            Self.prepared("/v1/emotions", .json(emotions)),
            Self.prepared("/v1/model", .json(model)),
            Self.prepared("/healthz", .json(.object([("status", .string("ok"))]))),
            Route(.GET, "/readyz", handler: readiness), metricsRoute,
        ]
    }

    private static func prepared(_ path: String, _ response: ServiceResponse) -> Route {
        Route(.GET, path) { _ in .answer(response) }
    }

    private var metricsRoute: Route {
        let last = Mutex<(response: ServiceResponse, time: NIODeadline)?>(nil)
        return Route(.GET, "/metrics") { request in
            .answer(
                last.withLock { last in
                    if let last, request.arrival - last.time < Self.metricsAge {
                        return last.response
                    }
                    let response = ServiceResponse(
                        contentType: "text/plain; version=0.0.4; charset=utf-8",
                        body: Array(core.metrics.text(gauges(), process: .now()).utf8))
                    last = (response, request.arrival)
                    return response
                })
        }
    }

    private var emotions: JSONValue {
        .object([("emotions", .array(Emotion.allCases.map { .string($0.rawValue) }))])
    }

    private var model: JSONValue {
        let framing = recognizer.framing
        let score = core.configuration.pictureLimits(.picture([], mayBeLarger: true))
        return .object([
            ("service", .object([("version", .string(core.configuration.version))])),
            (
                "model",
                .object([
                    ("name", .string(recognizer.model.name)),
                    ("version", .string(recognizer.model.version)),
                ])
            ),
            ("emotions", .array(Emotion.allCases.map { .string($0.rawValue) })),
            ("classes", .array(recognizer.classNames.map { .string($0) })),
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
                    ("maxBytes", .integer(core.configuration.maxPictureBytes)),
                    ("maxPixels", .integer(DecodeLimits.service.maxPixels)),
                    ("maxScoreBytes", .integer(score.maxFileBytes)),
                    ("maxScorePixels", .integer(score.maxPixels)),
                    ("maxProgressiveScans", .integer(DecodeLimits.service.maxProgressiveScans)),
                    ("deadlineMilliseconds", .integer(core.configuration.deadlineMilliseconds)),
                ])
            ),
        ])
    }

    private func readiness(_ request: ServiceRequest) throws(Problem) -> Route.Reply {
        switch core.currentPhase {
        case .ready: return .answer(.json(.object([("status", .string("ready"))])))
        case .warmingUp: throw Problem.notReady("The service is still warming up.")
        case .stopping: throw Problem.notReady("The service is stopping.")
        }
    }
}
