import FamilyAccounts
import FamilyStore
import HTTPTypes
package import Hummingbird
import Logging

/// Renders errors as pages.
package protocol ErrorPages: Sendable {
    /// The page of an error.
    func message(_ error: WireError, path: String) throws -> Response
}

/// Converts errors to responses: JSON for scripts, a friendly page for people.
package struct ErrorMiddleware: RouterMiddleware {
    package typealias Context = FamilyContext

    private let pages: any ErrorPages

    /// Makes middleware that renders pages.
    package init(pages: any ErrorPages) {
        self.pages = pages
    }

    package func handle(
        _ request: Request, context: FamilyContext,
        next: (Request, FamilyContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let refusal = wireError(error, context: context)
            if isResource(request) {
                return try refusal.response(from: request, context: context)
            }
            if refusal.code == WireError.signedOut.code {
                // A visitor without a cookie was never signed in, so "signed out" would be wrong.
                let wasSignedIn = request.cookies[SessionCookie.name] != nil
                return .redirect(
                    to: wasSignedIn ? "/login?from=idle" : "/login", type: .normal)
            }
            return try pages.message(refusal, path: request.uri.path)
        }
    }

    private func isResource(_ request: Request) -> Bool {
        let path = request.uri.path
        let parts = path.split(separator: "/").prefix(2)
        return path.hasPrefix("/assets/") || path.hasPrefix("/content/")
            || parts.contains("api") || parts.contains("media")
            || (request.method != .get && request.method != .head
                && !FormBody.isSent(by: request))
    }

    private func wireError(_ error: any Error, context: FamilyContext) -> WireError {
        switch error {
        case let error as WireError: return error
        case let error as StoreError: return notStored(error, context)
        case let error as AccountsError:
            if let store = error.storeError { return notStored(store, context) }
            context.logger.error(
                "an account operation failed",
                metadata: ["code": "\(error.code.rawValue)", "what": "\(error.message)"])
            return Self.busy
        case let error as any HTTPResponseError where error.status == .notFound: return .notFound
        case let error as any HTTPResponseError where error.status.code < 500:
            return WireError(
                error.status, "refused", "The server does not understand this request.")
        default:
            context.logger.error(
                "a request failed", metadata: ["type": "\(type(of: error))", "what": "\(error)"])
            return WireError(
                .internalServerError, "internal",
                "The server made a mistake. All stored answers are safe.")
        }
    }

    private static let busy = WireError(
        .serviceUnavailable, "not_stored",
        "This could not be saved just now. Please try again in a moment.", seconds: 2)

    /// The public message of a database error.
    ///
    /// The database's own message mentions files and is meant for the operator.
    private func notStored(_ error: StoreError, _ context: FamilyContext) -> WireError {
        if error.code == .notFound { return .notFound }
        context.logger.error(
            "a database operation failed",
            metadata: ["code": "\(error.code.rawValue)", "what": "\(error.message)"])
        return Self.busy
    }
}
