import FacialFun
import NIOHTTP1

/// Handler of one method at one path.
struct Route: Sendable {
    /// Accepted kinds of body.
    enum Body: Sendable, Hashable {
        /// No body; one that is sent is discarded, up to the limit of JSON.
        case none
        /// A picture of one of these media types; `mayBeLarger` applies the operator's limits for
        /// scoring.
        case picture([String], mayBeLarger: Bool = false)
        /// JSON; it may be omitted unless `isRequired`.
        case json(isRequired: Bool)
    }

    /// Format of errors.
    enum ErrorStyle: Sendable, Hashable {
        /// RFC 9457.
        case problem
        /// Format of the retired Azure services.
        case azure
    }

    /// Reply of a handler.
    enum Reply: Sendable {
        /// An immediate response.
        case answer(ServiceResponse)
        /// Response computed by a worker.
        case work(@Sendable (CancellationCheck) throws(Problem) -> ServiceResponse)
        /// Response delivered by a callback, now or later, from any thread, unless it is canceled
        /// before.
        case later(@Sendable (@escaping Answering) -> EventSubscription)
        /// Events until the client disconnects.
        case events(@Sendable (EventSink) -> EventSubscription)
        /// Pictures, each replacing the previous one, until the client disconnects.
        case parts(@Sendable (EventSink) -> EventSubscription)
    }

    /// Delivers the response; to be called once.
    typealias Answering = @Sendable (Result<ServiceResponse, Problem>) -> Void

    /// Answers a request; called on the event loop, so it must be fast.
    typealias Handler = @Sendable (ServiceRequest) throws(Problem) -> Reply

    /// The method.
    let method: HTTPMethod
    /// The path with its variable parts in braces: `/v1/attempts/{id}`.
    let template: String
    /// The template, parsed.
    let pattern: PathPattern
    /// Accepted kind of body.
    let body: Body
    /// The known query parameters; others are errors.
    ///
    /// Nil ignores all parameters.
    let parameters: Set<String>?
    /// Format of errors.
    let errorStyle: ErrorStyle
    /// Whether it needs the warm-up to be finished.
    let needsWarmUp: Bool
    /// Whether it shows the camera's pictures, which requires a token over TCP.
    let needsToken: Bool
    /// Whether it is a page of the service or a part of one, which browsers display.
    let isPage: Bool
    /// Handler of the requests.
    let handler: Handler

    init(
        _ method: HTTPMethod, _ template: String, body: Body = .none,
        parameters: Set<String>? = [], errorStyle: ErrorStyle = .problem,
        needsWarmUp: Bool = false, needsToken: Bool = false, isPage: Bool = false,
        handler: @escaping Handler
    ) {
        self.method = method
        self.template = template
        pattern = PathPattern(template)
        self.body = body
        self.parameters = parameters
        self.errorStyle = errorStyle
        self.needsWarmUp = needsWarmUp
        self.needsToken = needsToken
        self.isPage = isPage
        self.handler = handler
    }

    /// Whether a worker runs it, like everything that processes pictures.
    var needsWorker: Bool {
        if case .picture = body { true } else { false }
    }

    /// The media types of pictures: arbitrary bytes, or a named format.
    ///
    /// Many generated clients cannot name a format. The picture's first bytes decide in any case.
    static let pictureTypes =
        ["application/octet-stream"] + ImageFormat.allCases.map(\.mediaType)
}
