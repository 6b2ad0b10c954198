import FacialFun
import NIOCore
import NIOHTTP1
import FacialFunWire

/// The problems of all routes, with their codes and statuses.
extension Problem {
    /// No route has this path.
    static let notFound = Problem(
        .notFound, "not_found",
        "Unknown path. POST a picture to /v1/score; GET "
            + "/v1/schemas/openapi.json describes all routes.")

    /// No schema has this name.
    static let unknownSchema = Problem(
        .notFound, "unknown_schema", "Unknown schema; /v1/schemas lists all schemas.")

    /// The path does not support the method.
    static func methodNotAllowed(_ allowed: [String]) -> Problem {
        let list = allowed.joined(separator: ", ")
        return Problem(
            .methodNotAllowed, "method_not_allowed", "This path supports only \(list).",
            headers: [("Allow", list)])
    }

    /// Not an HTTP/1.1 request.
    static let malformedRequest = Problem(
        .badRequest, "malformed_request",
        "Not an HTTP/1.1 request, such as `GET /healthz HTTP/1.1`.")

    /// `Host` is missing, repeated or invalid.
    static let invalidHost = Problem(
        .badRequest, "invalid_host",
        "An HTTP/1.1 request needs exactly one Host header field: send `Host: localhost`.")

    /// Too many header fields, or too long a head.
    static let headersTooLarge = Problem(
        .requestHeaderFieldsTooLarge, "headers_too_large",
        "The request's head exceeds \(ServiceConfiguration.maxHeadBytes) bytes or "
            + "\(ServiceConfiguration.maxHeaderFields) fields.")

    /// Unsupported HTTP version.
    static let versionNotSupported = Problem(
        .httpVersionNotSupported, "version_not_supported",
        "Only HTTP/1.1 and HTTP/1.0 are supported.")

    /// `Expect` with a value other than `100-continue`.
    static let expectationFailed = Problem(
        .expectationFailed, "expectation_failed", "Only `Expect: 100-continue` is supported.")

    /// The body has a `Content-Encoding`.
    static func unsupportedContentEncoding(_ got: String) -> Problem {
        Problem(
            .unsupportedMediaType, "unsupported_media_type",
            "The Content-Encoding \(got.excerpt()) is not supported: send the body unencoded."
        )
    }

    /// A transfer coding other than `chunked`.
    static func unsupportedTransferCoding(_ got: String) -> Problem {
        Problem(
            .notImplemented, "unsupported_transfer_coding",
            "The Transfer-Encoding \(got.excerpt()) is not supported: use chunked, without another "
                + "coding before it.")
    }

    /// The route does not accept this media type.
    static func unsupportedMediaType(_ got: String?, _ accepted: [String]) -> Problem {
        let list = accepted.joined(separator: ", ")
        let found = got.map { $0.excerpt(100) } ?? "missing"
        return Problem(
            .unsupportedMediaType, "unsupported_media_type",
            "The Content-Type is \(found); this path accepts \(list).", headers: [("Accept", list)])
    }

    /// The body exceeds the route's limit.
    static func tooManyBytes(limit: Int) -> Problem {
        Problem(
            .payloadTooLarge, "too_many_bytes",
            "The body has more than \(limit) bytes. Send a smaller picture.")
    }

    /// `Accept` excludes all media types of the route.
    static func notAcceptable(_ offered: [String]) -> Problem {
        Problem(
            .notAcceptable, "not_acceptable",
            "This path responds with \(offered.joined(separator: " or ")); the request's Accept "
                + "excludes it.")
    }

    /// The body is missing.
    static let emptyBody = Problem(
        .badRequest, "empty",
        "The request has no body. Send the bytes of a picture; the file may be empty.")

    /// An error of the HTTP parser.
    init(_ error: HTTPParserError) {
        switch error {
        case .headerOverflow: self = .headersTooLarge
        case .invalidVersion: self = .versionNotSupported
        default: self = .malformedRequest
        }
    }

    /// The body was not received in time.
    static let requestTimeout = Problem(
        .requestTimeout, "request_timeout",
        "The request was not complete in time. Send it faster, or set a longer Deadline-Ms.",
        headers: [])

    /// The work was not finished by the deadline.
    static let deadlineExceeded = Problem(
        .gatewayTimeout, "deadline_exceeded",
        "The response was not ready by the deadline. Try again, send a smaller picture, or "
            + "set a longer Deadline-Ms.")

    /// The work cannot be finished by the deadline.
    static func overloaded(retryAfter: TimeAmount) -> Problem {
        let seconds = RefusalThrottle.retryAfter(retryAfter).nanoseconds / 1_000_000_000
        var problem = overloaded(headers: [("Retry-After", "\(seconds)")])
        problem.bodies = overloadedBodies
        return problem
    }

    private static func overloaded(headers: [(name: String, value: String)]) -> Problem {
        Problem(
            .serviceUnavailable, "overloaded",
            "The service cannot finish the request by its deadline. Try again later.",
            headers: headers)
    }

    /// Encoded once: rejections under load must be cheap.
    private static let overloadedBodies: Bodies = {
        let problem = overloaded(headers: [])
        return Bodies(problem: problem.response.body, azure: problem.azureResponse.body)
    }()

    /// Whether the service is overloaded.
    var isOverload: Bool { code == "overloaded" }

    /// The service has no room for another connection.
    static let tooManyConnections = Problem(
        .serviceUnavailable, "too_many_connections",
        "There are too many connections. Close some, and try again.",
        headers: [("Retry-After", "1")])

    /// The service is still starting, or is stopping.
    static func notReady(_ reason: String) -> Problem {
        Problem(
            .serviceUnavailable, "not_ready", reason, headers: [("Retry-After", "1")])
    }

    /// `Deadline-Ms` is not a number of milliseconds in the allowed range.
    static let invalidDeadline = Problem(
        .badRequest, "invalid_deadline",
        "Deadline-Ms must be a whole number from 1 to "
            + "\(ServiceConfiguration.maxDeadlineMilliseconds).")

    /// The query is malformed, or has a parameter that the route does not know.
    static func invalidQuery(_ detail: String) -> Problem {
        Problem(.badRequest, "invalid_query", detail)
    }

    /// The JSON body is malformed, or does not match the route's schema.
    static func invalidBody(_ detail: String) -> Problem {
        Problem(.badRequest, "invalid_body", detail)
    }

    /// A request from a web page whose origin is not allowed.
    static let forbiddenOrigin = Problem(
        .forbidden, "forbidden_origin",
        "Web pages may call this service only if it was started with --allow-origin for them.")

    /// A web page opens or embeds a response: as a document, in a frame, or from another site.
    static let forbiddenEmbedding = Problem(
        .forbidden, "forbidden_embedding",
        "Web pages may not open or embed responses of this service. Pages whose origin is allowed by "
            + "--allow-origin may fetch them.")

    /// A camera request over TCP without the token.
    static let tokenRequired = Problem(
        .unauthorized, "token_required",
        "Over TCP the camera requires a token: send "
            + "`Authorization: Bearer TOKEN`, or ?token=TOKEN. The service prints the token at startup, or "
            + "reads it from the file given by --camera-token.",
        headers: [("WWW-Authenticate", "Bearer")])

    /// `Host` does not name the loopback interface (DNS rebinding).
    static let forbiddenHost = Problem(
        .forbidden, "forbidden_host",
        "The Host must be 127.0.0.1, [::1] or localhost, with the port of this service.")

    /// An error of the library: of a picture, a network or the camera.
    init(_ error: FacialFunError) {
        let detail = error.description
        switch error.code {
        case .empty: self = .emptyBody
        case .truncated: self.init(.unprocessableEntity, "truncated", detail)
        case .corrupt: self.init(.unprocessableEntity, "corrupt", detail)
        case .unsupportedFormat: self.init(.unsupportedMediaType, "unsupported_format", detail)
        case .tooManyBytes: self.init(.payloadTooLarge, "too_many_bytes", detail)
        case .tooManyPixels: self.init(.unprocessableEntity, "too_many_pixels", detail)
        case .tooManyScans: self.init(.unprocessableEntity, "too_many_scans", detail)
        case .outOfMemory:
            self.init(
                .serviceUnavailable, "out_of_memory", detail, headers: [("Retry-After", "1")])
        case .unsoundModel: self.init(.internalServerError, "unsound_model", detail)
        case .stopped: self = .deadlineExceeded
        case let code where FacialFunError.Code.ofCameras.contains(code):
            // Errors of the camera: it may become available again.
            self.init(
                .serviceUnavailable, code.rawValue, detail, headers: [("Retry-After", "1")])
        // No route expects another error, and a repetition would fail in the same way.
        default: self.init(.internalServerError, error.code.rawValue, detail)
        }
    }
}
