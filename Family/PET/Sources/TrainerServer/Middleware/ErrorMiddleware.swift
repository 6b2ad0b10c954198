import FamilyWeb
import HTTPTypes
import Hummingbird
import Logging
import TrainerAccounts
import TrainerStore

/// Turns what went wrong into an answer: JSON for modules, a friendly page for people.
struct ErrorMiddleware: RouterMiddleware {
    typealias Context = TrainerContext

    let pages: PageRenderer

    func handle(
        _ request: Request, context: TrainerContext,
        next: (Request, TrainerContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let refusal = wireError(error, context: context)
            if isResource(request) {
                return try refusal.response(from: request, context: context)
            }
            if refusal.code == WireError.signedOut.code {
                return .redirect(to: "/login?from=idle", type: .normal)
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

    private func wireError(_ error: any Error, context: TrainerContext) -> WireError {
        switch error {
        case let error as WireError: return error
        case let error as StoreError: return notStored(error, context)
        case let error as AccountsError:
            if let store = error.storeError { return notStored(store, context) }
            context.logger.error(
                "an account could not be looked at",
                metadata: ["code": "\(error.code.rawValue)", "what": "\(error.message)"])
            return Self.busy
        case let error as any HTTPResponseError where error.status == .notFound: return .notFound
        case let error as any HTTPResponseError where error.status.code < 500:
            return WireError(
                error.status, "refused", "The server could not make sense of this request.")
        default:
            context.logger.error(
                "a request failed", metadata: ["type": "\(type(of: error))", "what": "\(error)"])
            return WireError(
                .internalServerError, "internal",
                "Something went wrong on our side. Nothing that was answered is lost.")
        }
    }

    private static let busy = WireError(
        .serviceUnavailable, "not_stored",
        "This could not be saved just now. Please try again in a moment.", seconds: 2)

    /// The database's message speaks of files, for whoever runs the server; the player gets a kind
    /// word.
    private func notStored(_ error: StoreError, _ context: TrainerContext) -> WireError {
        if error.code == .notFound { return .notFound }
        context.logger.error(
            "the database refused",
            metadata: ["code": "\(error.code.rawValue)", "what": "\(error.message)"])
        return Self.busy
    }
}
