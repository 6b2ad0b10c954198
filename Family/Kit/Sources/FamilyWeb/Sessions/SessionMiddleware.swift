package import FamilyAccounts
import HTTPTypes
package import Hummingbird

/// Identifies the session and the approved device, and keeps the session alive.
package struct SessionMiddleware: RouterMiddleware {
    package typealias Context = FamilyContext

    private let store: any AccountStore

    /// Makes middleware that finds sessions in a database.
    package init(store: any AccountStore) {
        self.store = store
    }

    package func handle(
        _ request: Request, context: FamilyContext,
        next: (Request, FamilyContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        if let token = SessionCookie.token(of: request),
            let session = try await store.session(token.digest)
        {
            context.identity = session
            context.device = session.approvedDevice
        }
        guard context.device == nil, let token = ApprovedDeviceCookie.token(of: request) else {
            return try await next(request, context)
        }
        if context.identity == nil, let response = try await signIn(token, request, context, next) {
            return response
        }
        if let grant = try await store.grant(token.digest) {
            context.device = ApprovedDevice(
                number: grant.number, household: grant.household.rawValue)
        }
        return try await next(request, context)
    }

    /// Begins a session when a page is opened on an approved device; nil otherwise.
    private func signIn(
        _ device: SessionToken, _ request: Request, _ context: FamilyContext,
        _ next: (Request, FamilyContext) async throws -> Response
    ) async throws -> Response? {
        let path = request.uri.path
        // Pages only: otherwise each file of a page would begin a session.
        let mode = request.headers[.secFetchMode]
        guard request.method == .get, !path.hasPrefix("/api/"), mode == nil || mode == "navigate"
        else { return nil }
        let token = SessionToken()
        guard let session = try await store.createSession(token.digest, device: device.digest)
        else { return nil }
        var context = context
        context.identity = session
        context.device = session.approvedDevice
        var response =
            path == "/login"
            ? Response.redirect(to: "/", type: .normal) : try await next(request, context)
        SessionCookie.set(token, on: &response)
        return response
    }
}
