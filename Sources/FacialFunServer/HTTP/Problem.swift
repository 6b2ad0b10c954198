import FacialFunWire
import NIOHTTP1

/// An error response: problem details by RFC 9457.
struct Problem: Error, Sendable {
    /// The status code.
    let status: HTTPResponseStatus
    /// Stable snake_case name for programs.
    let code: String
    /// Cause and remedy in English.
    let detail: String
    /// Additional header fields such as `Retry-After`.
    let headers: [(name: String, value: String)]
    /// Pre-encoded bodies of the responses, if any.
    var bodies: Bodies?

    /// Pre-encoded bodies of the responses.
    struct Bodies: Sendable {
        /// The body by RFC 9457.
        let problem: [UInt8]
        /// The body in the format of the retired Azure services.
        let azure: [UInt8]
    }

    init(
        _ status: HTTPResponseStatus, _ code: String, _ detail: String,
        headers: [(name: String, value: String)] = []
    ) {
        self.status = status
        self.code = code
        self.detail = detail
        self.headers = headers
    }

    /// The type URI of a code, an identifier that need not resolve.
    static func type(of code: String) -> String { "urn:facialfun:problem:" + code }

    /// The response in this service's own format.
    var response: ServiceResponse {
        var response = ServiceResponse(status: status, body: bodies?.problem ?? body)
        response.contentType = "application/problem+json"
        response.headers = headers
        return response
    }

    private var body: [UInt8] {
        ServiceResponse.json(
            .object([
                ("type", .string(Self.type(of: code))),
                ("title", .string(status.reasonPhrase)),
                ("status", .integer(Int(status.code))),
                ("code", .string(code)),
                ("detail", .string(detail)),
            ])
        ).body
    }
}
