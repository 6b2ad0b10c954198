package import FamilyAccounts
import Foundation
import HTTPTypes
import Hummingbird

/// The parent's part of a session: opened with the PIN; closed by hand, by timeout, or when another
/// child plays.
package struct ParentRoutes: Sendable {
    let store: any AccountStore
    let accounts: Authenticator
    let content: any TextCatalog

    func add(to group: RouteGroup) {
        group.get("parent", use: show)
        group.post("parent", use: open)
        group.delete("parent", use: close)
    }

    /// The state of the parent's part.
    private struct State: Encodable {
        let open: Bool
        /// The time for which it stays open, in whole seconds.
        let seconds: Int

        init(_ session: Session?) {
            let left = session?.parentUntil?.timeIntervalSince(Date()) ?? 0
            open = session?.parentUntil != nil
            seconds = max(0, Int(left.rounded(.up)))
        }
    }

    private struct Key: Decodable {
        let pin: String
    }

    private func show(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try WireJSON.response(State(try context.signedIn()))
    }

    private func open(_ request: Request, _ context: FamilyContext) async throws -> Response {
        _ = try context.signedIn()
        let key = try await WireJSON.read(Key.self, from: request, context: context)
        return try WireJSON.response(
            State(try await open(key.pin, request: request, context: context)))
    }

    /// Opens the parent's part of a session with the PIN.
    ///
    /// - Throws: `signed_out`, `wrong_pin`, `denied`, `no_pin`, `invalid` or `timed_out`.
    @discardableResult
    func open(
        _ pin: String, request: Request, context: FamilyContext
    ) async throws -> Session {
        try await check(pin, of: try context.signedIn().account, context)
        guard let token = SessionCookie.token(of: request),
            let opened = try await store.openParentPart(token.digest)
        else { throw WireError.signedOut }
        return opened
    }

    private func close(_ request: Request, _ context: FamilyContext) async throws -> Response {
        _ = try context.signedIn()
        if let token = SessionCookie.token(of: request) {
            try await store.closeParentPart(token.digest)
        }
        return try WireJSON.response(State(nil))
    }

    /// Checks a PIN that is requested again before an irreversible action.
    ///
    /// - Throws: `wrong_pin`, `denied`, `no_pin`, `invalid` or `timed_out`.
    package func check(
        _ pin: String, of account: AccountID, _ context: FamilyContext
    ) async throws {
        func sentence(_ key: String) -> String { content.text(key) ?? key }
        switch try await accounts.checkPIN(pin, of: account, address: context.peer) {
        case .right: return
        case .wrong(let left):
            throw WireError(.forbidden, "wrong_pin", sentence("parent.wrong"), triesLeft: left)
        case .denied(let seconds):
            throw WireError(
                .tooManyRequests, "denied",
                sentence(seconds == 1 ? "parent.wait_one" : "parent.wait")
                    .replacing("{seconds}", with: "\(seconds)"),
                seconds: seconds)
        case .none: throw WireError(.conflict, "no_pin", sentence("parent.none"))
        case .invalid:
            throw WireError(
                .unprocessableContent, "invalid", sentence("field.pin.wanted"),
                fields: ["pin": sentence("field.pin.wanted")])
        case .timedOut:
            throw WireError.timedOut(content)
        }
    }
}
