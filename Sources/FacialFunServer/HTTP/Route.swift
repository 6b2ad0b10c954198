import FacialFun
import NIOHTTP1
import FacialFunWire

/// Handler of one method at one path.
struct Route: Sendable {
    /// Accepted kinds of body.
    enum Body: Sendable, Hashable {
        /// There is none; one that is sent is passed over, up to the limit of JSON.
        case none
        /// A picture of one of these media types; whether it may be as large as the operator lets
        /// those be that are scored.
        case picture([String], mayBeLarger: Bool = false)
        /// JSON; without `isRequired` it may be left out.
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
        /// This, at once.
        case answer(ServiceResponse)
        /// Response computed by a worker.
        case work(@Sendable (CancellationCheck) throws(Problem) -> ServiceResponse)
        /// Response delivered by a callback, now or later, from any thread, unless it is canceled
        /// before.
        case later(@Sendable (@escaping Answering) -> EventSubscription)
        /// Events, as long as the client stays.
        case events(@Sendable (EventSink) -> EventSubscription)
        /// Pictures, each in the place of the one before, as long as the client stays.
        case parts(@Sendable (EventSink) -> EventSubscription)
    }

    /// Takes what was found out; to be called once.
    typealias Answering = @Sendable (Result<ServiceResponse, Problem>) -> Void

    /// Answers a request; called on the event loop, so it must be quick.
    typealias Handler = @Sendable (ServiceRequest) throws(Problem) -> Reply

    /// The method.
    let method: HTTPMethod
    /// The path with its variable parts in braces: `/v1/attempts/{id}`.
    let template: String
    /// Accepted kind of body.
    let body: Body
    /// The query's parameters that are known, another one being an error; nil passes all over.
    let parameters: Set<String>?
    /// Format of errors.
    let errorStyle: ErrorStyle
    /// Whether it works before the warm-up has ended.
    let needsWarmUp: Bool
    /// Whether it shows what the camera sees, which over TCP takes a token.
    let needsToken: Bool
    /// Whether it is a page of the service's own, or a part of one, which browsers show.
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
        self.body = body
        self.parameters = parameters
        self.errorStyle = errorStyle
        self.needsWarmUp = needsWarmUp
        self.needsToken = needsToken
        self.isPage = isPage
        self.handler = handler
    }

    /// Whether it is done by a worker, as all is that looks at a picture.
    var needsWorker: Bool {
        if case .picture = body { true } else { false }
    }

    /// The media types of pictures: any bytes, or a format by name.
    ///
    /// Many generated clients can name no format. A picture's first bytes decide in any case.
    static let pictureTypes =
        ["application/octet-stream"] + ImageFormat.allCases.map(\.mediaType)

    /// The values of the path's variable parts; nil where the path is another.
    func parameters(of path: String) -> [String: String]? {
        let parts = path.splitUTF8(separator: "/", omittingEmptySubsequences: false)
        let pattern = template.splitUTF8(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == pattern.count else { return nil }
        var values: [String: String] = [:]
        for (part, expected) in zip(parts, pattern) {
            if expected.hasUTF8Prefix("{") {
                guard !part.isEmpty else { return nil }
                values[String(expected.dropFirst().dropLast())] = String(part)
            } else if !part.hasSameUTF8(as: expected) {
                return nil
            }
        }
        return values
    }
}
