import FamilyText
import HTTPTypes
package import Hummingbird

/// Wraps the router of every listener: connections take turns, and malicious request heads are
/// rejected before they are parsed as text.
package struct GuardedResponder<Base: HTTPResponder>: HTTPResponder
where Base.Context == FamilyContext {
    package typealias Context = FamilyContext

    private let base: Base
    private let bodies: BodyBudget

    /// Wraps a router's responder.
    package init(base: Base, bodies: BodyBudget) {
        self.base = base
        self.bodies = bodies
    }

    package func respond(to request: Request, context: FamilyContext) async throws -> Response {
        // Pipelined requests never wait for I/O: without a yield, a connection with hundreds of
        // them would occupy its thread until all are answered.
        await Task.yield()
        let lease = BodyLease(bodies)
        defer { lease.release() }
        var context = context
        context.bodies = lease
        var response: Response
        if let refusal = Self.refusal(of: request.head) {
            response = try refusal.response(from: request, context: context)
            HeadersMiddleware.addHeaders(to: &response)
            context.stopReading()
            response.headers[.connection] = "close"
        } else {
            response = try await base.respond(to: request, context: context)
        }
        // HTTP/1.0, CONNECT, an upgrade, or a request to close; see HTTP1Gate.
        if request.headers[.connection] == "close" { response.headers[.connection] = "close" }
        return response
    }

    /// The reason to reject a request head; nil if it is acceptable.
    static func refusal(of head: HTTPRequest) -> WireError? {
        let target = head.path ?? "/"
        guard target.utf8.allSatisfy({ $0 < 0x80 }) else {
            return WireError(
                .badRequest, "refused",
                "The address must be ASCII. Percent-encode other characters."
            )
        }
        guard !CombiningMarks.isLimitExceeded(in: target.utf8, escaping: .percent) else {
            return .tooManyMarks
        }
        for field in head.headerFields
        where CombiningMarks.isLimitExceeded(in: field.value.utf8, escaping: .none) {
            return .tooManyMarks
        }
        if let authority = head.authority,
            CombiningMarks.isLimitExceeded(in: authority.utf8, escaping: .none)
        {
            return .tooManyMarks
        }
        let codings = head.headerFields[values: .transferEncoding]
        guard codings.isEmpty || (codings.count == 1 && isChunked(codings[0])) else {
            return WireError(
                .notImplemented, "refused",
                "The only supported transfer coding is 'chunked'. Remove the others.")
        }
        return nil
    }

    private static func isChunked(_ coding: String) -> Bool {
        coding.utf8.elementsEqual("chunked".utf8) { $0 | 0x20 == $1 }
    }
}
