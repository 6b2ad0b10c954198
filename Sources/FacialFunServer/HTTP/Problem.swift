import FacialFunWire
import NIOHTTP1

/// An answer that says what is wrong with a request: problem details by RFC 9457.
struct Problem: Error, Sendable {
    /// The status code.
    let status: HTTPResponseStatus
    /// A stable name in lower case with underscores, for programs.
    let code: String
    /// What is wrong and what to do about it, in English, for people.
    let detail: String
    /// Further header fields, as `Retry-After`.
    let headers: [(name: String, value: String)]
    /// Its answers' bodies, where they were made before.
    var bodies: Bodies?

    /// The bodies of a problem's answers.
    struct Bodies: Sendable {
        /// By RFC 9457.
        let problem: [UInt8]
        /// As the retired cloud services told it.
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

    /// The type URI of a code; it names, and need not be fetched.
    static func type(of code: String) -> String { "urn:facialfun:problem:" + code }

    /// The answer in this service's own form.
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
