import FamilyWeb
import FamilyText
import HTTPTypes
import Hummingbird
import TrainerRules

/// Stands before the router of every listener: gives each connection its turn, and refuses heads that
/// nobody sends in good faith before anything of them is compared as text.
struct GuardedResponder<Base: HTTPResponder>: HTTPResponder where Base.Context == TrainerContext {
    typealias Context = TrainerContext

    let base: Base
    let bodies: BodyBudget

    func respond(to request: Request, context: TrainerContext) async throws -> Response {
        // A connection that has sent hundreds of requests ahead never waits for anything: without this
        // it would keep its thread until all are answered.
        await Task.yield()
        let lease = BodyLease(bodies)
        defer { lease.release() }
        var context = context
        context.bodies = lease
        var response: Response
        if let refusal = Self.refusal(of: request.head) {
            response = try refusal.response(from: request, context: context)
            HeadersMiddleware.addHeaders(to: &response)
            context.readNoMore()
            response.headers[.connection] = "close"
        } else {
            response = try await base.respond(to: request, context: context)
        }
        // HTTP/1.0, CONNECT, an upgrade, or the client's own wish: see HTTP1Gate.
        if request.headers[.connection] == "close" { response.headers[.connection] = "close" }
        return response
    }

    /// Why a head is refused; nil where it is not.
    static func refusal(of head: HTTPRequest) -> WireError? {
        let target = head.path ?? "/"
        guard target.utf8.allSatisfy({ $0 < 0x80 }) else {
            return WireError(
                .badRequest, "refused",
                "An address is written in ASCII. Encode other characters as percent signs and digits."
            )
        }
        guard !CombiningMarks.exceedLimit(in: target.utf8, escaping: .percent) else {
            return .tooManyMarks
        }
        for field in head.headerFields
        where CombiningMarks.exceedLimit(in: field.value.utf8, escaping: .none) {
            return .tooManyMarks
        }
        if let authority = head.authority,
            CombiningMarks.exceedLimit(in: authority.utf8, escaping: .none)
        {
            return .tooManyMarks
        }
        let codings = head.headerFields[values: .transferEncoding]
        guard codings.isEmpty || (codings.count == 1 && isChunked(codings[0])) else {
            return WireError(
                .notImplemented, "refused",
                "Only the transfer coding 'chunked' is understood. Send the body without another.")
        }
        return nil
    }

    private static func isChunked(_ coding: String) -> Bool {
        coding.utf8.elementsEqual("chunked".utf8) { $0 | 0x20 == $1 }
    }
}
