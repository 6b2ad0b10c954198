import FacialFun
import NIOCore
import NIOHTTP1
import FacialFunWire

/// All problems that any route can answer; the one place where codes and statuses meet.
extension Problem {
    /// The path leads nowhere.
    static let notFound = Problem(
        .notFound, "not_found",
        "There is nothing at this path. POST a picture to /v1/score; GET "
            + "/v1/schemas/openapi.json describes all routes.")

    /// No schema has this name.
    static let unknownSchema = Problem(
        .notFound, "unknown_schema", "There is no schema of this name: /v1/schemas lists them.")

    /// The path is known, the method is not.
    static func methodNotAllowed(_ allowed: [String]) -> Problem {
        let list = allowed.joined(separator: ", ")
        return Problem(
            .methodNotAllowed, "method_not_allowed", "This path takes \(list) only.",
            headers: [("Allow", list)])
    }

    /// The bytes are no HTTP/1.1 request.
    static let malformedRequest = Problem(
        .badRequest, "malformed_request",
        "This is no HTTP/1.1 request for a path, such as `GET /healthz HTTP/1.1`.")

    /// `Host` is missing, is there twice, or is no host.
    static let invalidHost = Problem(
        .badRequest, "invalid_host",
        "An HTTP/1.1 request has one Host header field: send `Host: localhost`.")

    /// More header fields than are read.
    static let headersTooLarge = Problem(
        .requestHeaderFieldsTooLarge, "headers_too_large",
        "The request's head is too large: at most \(ServiceConfiguration.maxHeadBytes) bytes and "
            + "\(ServiceConfiguration.maxHeaderFields) fields are read.")

    /// A version of HTTP that is not spoken.
    static let versionNotSupported = Problem(
        .httpVersionNotSupported, "version_not_supported",
        "Only HTTP/1.1 and HTTP/1.0 are spoken here.")

    /// `Expect` with something else than `100-continue`.
    static let expectationFailed = Problem(
        .expectationFailed, "expectation_failed", "Only `Expect: 100-continue` is understood.")

    /// A body that is compressed beyond its own format.
    static func unsupportedContentEncoding(_ got: String) -> Problem {
        Problem(
            .unsupportedMediaType, "unsupported_media_type",
            "The body is in the coding \(got.excerpt()): send it as it is, without Content-Encoding."
        )
    }

    /// A body whose transfer coding is not `chunked` alone.
    static func unsupportedTransferCoding(_ got: String) -> Problem {
        Problem(
            .notImplemented, "unsupported_transfer_coding",
            "The Transfer-Encoding is \(got.excerpt()): only chunked is read, without another "
                + "coding before it.")
    }

    /// A body of another type than the route takes.
    static func unsupportedMediaType(_ got: String?, _ accepted: [String]) -> Problem {
        let list = accepted.joined(separator: ", ")
        let found = got.map { $0.excerpt(100) } ?? "missing"
        return Problem(
            .unsupportedMediaType, "unsupported_media_type",
            "The Content-Type is \(found); this path takes \(list).", headers: [("Accept", list)])
    }

    /// More bytes than the route takes.
    static func tooManyBytes(limit: Int) -> Problem {
        Problem(
            .payloadTooLarge, "too_many_bytes",
            "The body has more than \(limit) bytes. Send a smaller picture.")
    }

    /// A client that takes none of the media types that there are.
    static func notAcceptable(_ offered: [String]) -> Problem {
        Problem(
            .notAcceptable, "not_acceptable",
            "This path answers \(offered.joined(separator: " or ")); the Accept of the request "
                + "takes neither.")
    }

    /// No body where one is needed.
    static let emptyBody = Problem(
        .badRequest, "empty",
        "The request has no body: is the file that was sent empty? Send the bytes of a picture.")

    /// Bytes that the parser refuses.
    init(_ error: HTTPParserError) {
        switch error {
        case .headerOverflow: self = .headersTooLarge
        case .invalidVersion: self = .versionNotSupported
        default: self = .malformedRequest
        }
    }

    /// The body did not come in time.
    static let requestTimeout = Problem(
        .requestTimeout, "request_timeout",
        "The request was not complete in time. Send it faster, or give it a longer Deadline-Ms.",
        headers: [])

    /// The work did not end in time.
    static let deadlineExceeded = Problem(
        .gatewayTimeout, "deadline_exceeded",
        "The answer was not ready by the request's deadline. Try again, send a smaller picture, or "
            + "give it a longer Deadline-Ms.")

    /// The work would not end in time.
    static func overloaded(retryAfter: TimeAmount) -> Problem {
        let seconds = RefusalThrottle.retryAfter(retryAfter).nanoseconds / 1_000_000_000
        var problem = overloaded(headers: [("Retry-After", "\(seconds)")])
        problem.bodies = overloadedBodies
        return problem
    }

    private static func overloaded(headers: [(name: String, value: String)]) -> Problem {
        Problem(
            .serviceUnavailable, "overloaded",
            "There is more to do than can be done by the request's deadline. Try again later.",
            headers: headers)
    }

    /// Made once: where there is too much to do, each refusal must cost little.
    private static let overloadedBodies: Bodies = {
        let problem = overloaded(headers: [])
        return Bodies(problem: problem.response.body, azure: problem.azureResponse.body)
    }()

    /// Whether there was too much to do, whatever the request.
    var isOverload: Bool { code == "overloaded" }

    /// More connections than are served.
    static let tooManyConnections = Problem(
        .serviceUnavailable, "too_many_connections",
        "There are too many connections. Close some, and try again.",
        headers: [("Retry-After", "1")])

    /// Before the warm-up has ended, and after the order to stop.
    static func notReady(_ reason: String) -> Problem {
        Problem(
            .serviceUnavailable, "not_ready", reason, headers: [("Retry-After", "1")])
    }

    /// `Deadline-Ms` that is no number of milliseconds in its range.
    static let invalidDeadline = Problem(
        .badRequest, "invalid_deadline",
        "Deadline-Ms must be a whole number from 1 to "
            + "\(ServiceConfiguration.maxDeadlineMilliseconds).")

    /// A query that cannot be read, or names what the route does not know.
    static func invalidQuery(_ detail: String) -> Problem {
        Problem(.badRequest, "invalid_query", detail)
    }

    /// A JSON body that is none, or not the one that the route takes.
    static func invalidBody(_ detail: String) -> Problem {
        Problem(.badRequest, "invalid_body", detail)
    }

    /// A web page that nobody named calls.
    static let forbiddenOrigin = Problem(
        .forbidden, "forbidden_origin",
        "Web pages may call this service only if it was started with --allow-origin for them.")

    /// A page that shows this service's answers: as a document of its own, in a frame, or on a page of
    /// another site.
    static let forbiddenEmbedding = Problem(
        .forbidden, "forbidden_embedding",
        "Web pages may not open or embed what this service answers. A page whose origin was named by "
            + "--allow-origin may fetch it.")

    /// The camera over TCP without its token.
    static let tokenRequired = Problem(
        .unauthorized, "token_required",
        "Over TCP the camera is shown only to those who know its token: send "
            + "`Authorization: Bearer TOKEN`, or ?token=TOKEN. The service said it at its start, or "
            + "reads it from the file of --camera-token.",
        headers: [("WWW-Authenticate", "Bearer")])

    /// A name that is not this machine's loopback: DNS rebinding.
    static let forbiddenHost = Problem(
        .forbidden, "forbidden_host",
        "The Host must be 127.0.0.1, [::1] or localhost, with the port of this service.")

    /// The bug that nobody thought of; nothing of it is told.
    static let internalError = Problem(
        .internalServerError, "internal_error", "The service failed. Its log says more.")

    /// A picture that the decoder refuses.
    init(_ error: ImageError) {
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
        }
    }
}
