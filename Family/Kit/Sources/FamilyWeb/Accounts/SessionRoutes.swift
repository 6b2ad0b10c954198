import FamilyAccounts
import HTTPTypes
import Hummingbird

/// Logging in and out (A1 to A4, A8 to A10), and the heartbeat of an open page.
struct SessionRoutes {
    let store: any AccountStore
    let accounts: Authenticator
    let content: any TextCatalog
    let main: MainApp

    func add(to group: RouteGroup, members: RouteGroup) {
        group.post("login", use: login)
        group.post("logout", use: logout)
        members.post("activity", use: activity)
    }

    private struct Credentials: Decodable {
        let name: String
        let password: String
    }

    private func login(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let given = try await WireJSON.read(Credentials.self, from: request, context: context)
        let signedIn = try await signIn(
            name: given.name, password: given.password, request: request, context: context)
        return try Self.welcome(signedIn.signedIn, next: signedIn.next)
    }

    /// Signs a user in.
    ///
    /// - Returns: The new session and the next page.
    /// - Throws: `wrong_password`, `unknown_name`, `denied`, `too_many` or `timed_out`.
    func signIn(
        name: String, password: String, request: Request, context: FamilyContext
    ) async throws -> (signedIn: SignedIn, next: String) {
        let result = try await accounts.signIn(
            name: name, password: password, address: context.peer,
            device: DeviceCookie.device(of: request))
        switch result {
        case .signedIn(let signedIn):
            // Signing in again ends the old session.
            if let old = SessionCookie.token(of: request) {
                try await store.endSession(old.digest)
            }
            let isAgreed = signedIn.account.termsVersion == Terms.version
            let next =
                isAgreed
                ? try await main.nextPage(for: signedIn.account, store: store)
                : TermsMiddleware.page
            return (signedIn, next)
        case .wrongPassword(let left):
            throw WireError(
                .unauthorized, "wrong_password", sentence("login.wrong_password"), triesLeft: left)
        case .unknownName:
            throw WireError(
                .unauthorized, "unknown_name",
                sentence("login.unknown_name")
                    .replacing("{username}", with: String(name.prefix(254))))
        case .denied(let seconds): throw WireError.denied(seconds: seconds, content)
        case .tooMany(let seconds): throw WireError.tooMany(seconds: seconds, content)
        case .timedOut: throw WireError.timedOut(content)
        }
    }

    /// The response after signing in.
    static func welcome(
        _ signedIn: SignedIn, next: String, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        var response = try WireJSON.response(["next": next], status: status)
        SessionCookie.set(signedIn.token, on: &response)
        DeviceCookie.set(signedIn.device, on: &response)
        return response
    }

    private func logout(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try await WireJSON.readNothing(from: request, context: context)
        if let token = SessionCookie.token(of: request) {
            try await store.endSession(token.digest)
        }
        var response = try WireJSON.response(["next": "/login?from=signed_out"])
        SessionCookie.clear(on: &response)
        // Clears the family's pages from the browser's caches, but not unsent answers and the
        // device cookie.
        response.headers[.clearSiteData] = "\"cache\""
        // An approved device would sign in again immediately, so logging out by hand revokes the
        // approval.
        if let device = ApprovedDeviceCookie.token(of: request) {
            try await store.forgetDevice(device.digest)
            ApprovedDeviceCookie.clear(on: &response)
        }
        return response
    }

    private struct Activity: Decodable {
        let hidden: Bool?
    }

    private func activity(_ request: Request, _ context: FamilyContext) async throws -> Response {
        _ = try context.signedIn()
        let told = try await WireJSON.read(Activity.self, from: request, context: context)
        if let token = SessionCookie.token(of: request) {
            _ = try await store.session(
                token.digest, activity: told.hidden == true ? .hidden : .active)
        }
        return Response(status: .noContent)
    }

    private func sentence(_ key: String) -> String { content.text(key) ?? key }
}
