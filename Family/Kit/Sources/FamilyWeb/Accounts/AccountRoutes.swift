package import FamilyAccounts
import HTTPTypes
import Hummingbird

/// Creates (A6, A7, A15), changes and deletes accounts (A14).
struct AccountRoutes {
    let store: any AccountStore
    let accounts: Authenticator
    let content: any TextCatalog
    let gate: ParentGate
    /// The apps whose records are deleted with an account.
    let apps: [any FamilyApp]
    let secrets: ShownOnce
    let main: MainApp

    func addOpen(to group: RouteGroup) {
        group.post("accounts", use: create)
    }

    func addMembers(to group: RouteGroup) {
        group.put("account", use: change)
        group.post("account/delete", use: delete)
    }

    // MARK: - Routes

    private func create(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let form = try await WireJSON.read(WireForm.self, from: request, context: context).form
        let created = try await create(form, request: request, context: context)
        return try SessionRoutes.welcome(
            created.signedIn, next: created.next, status: .created)
    }

    /// Creates an account and signs its owner in.
    ///
    /// - Returns: The new session and the next page.
    /// - Throws: `invalid` with the invalid fields, `denied`, `too_many` or `timed_out`.
    func create(
        _ form: AccountForm, request: Request, context: FamilyContext
    ) async throws -> (signedIn: SignedIn, next: String) {
        let outcome = try await accounts.createAccount(
            form, termsVersion: Terms.version, address: context.peer)
        let signedIn = try Self.value(outcome, content)
        if let old = SessionCookie.token(of: request) { try await store.endSession(old.digest) }
        guard let code = signedIn.recoveryCode else {
            return (signedIn, try await main.nextPage(for: signedIn.account, store: store))
        }
        secrets.keep(.recoveryCode(code.text), for: signedIn.token.digest)
        return (signedIn, "/recovery-code")
    }

    private func change(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let form = try await WireJSON.read(WireForm.self, from: request, context: context).form
        try await change(form, request: request, context: context)
        return try WireJSON.response([String: String]())
    }

    /// Changes the signed-in account.
    ///
    /// - Throws: `signed_out`, `parent_needed`, `invalid` with the invalid fields, `denied`,
    ///   `too_many` or `timed_out`.
    func change(
        _ form: AccountForm, request: Request, context: FamilyContext
    ) async throws {
        let session = try context.signedIn()
        let isParent = session.parentUntil != nil
        if session.role != .parent {
            guard form.values[.pin]?.isEmpty ?? true else {
                throw WireError(
                    .forbidden, "parent_needed", content.text("members.parents_only") ?? "")
            }
            // The password of a child or another adult does not replace the PIN.
            if form.agreesToStatistics != nil
                || [.fullName, .birthYear, .gender].contains(where: { form.values[$0] != nil })
            {
                try gate.pass(context)
            }
        }
        // A signed-in child cannot change anything here without an adult's PIN or password.
        if !isParent, !form.isGuardedByPassword { try gate.pass(context) }
        _ = try Self.value(
            try await accounts.changeAccount(
                session.account, login: session.login,
                player: session.hasChild ? session.player : nil, form: form, isParent: isParent,
                keeping: SessionCookie.token(of: request)?.digest, address: context.peer), content)
        try await store.note(
            .changed, .account, of: session.hasChild ? session.player : nil,
            account: session.account,
            by: isParent ? .parent : .member)
    }

    private struct Password: Decodable {
        let password: String
    }

    private func delete(_ request: Request, _ context: FamilyContext) async throws -> Response {
        _ = try context.signedIn()
        let given = try await WireJSON.read(Password.self, from: request, context: context)
        try await delete(password: given.password, context: context)
        var response = try WireJSON.response(["next": "/login?from=deleted"])
        SessionCookie.clear(on: &response)
        return response
    }

    /// Deletes the signed-in account.
    ///
    /// - Throws: `signed_out`, `invalid` for a wrong password, `denied`, `too_many` or `timed_out`.
    func delete(password: String, context: FamilyContext) async throws {
        let session = try context.signedIn()
        guard session.role == .parent else {
            throw WireError(
                .forbidden, "parent_needed", content.text("members.parents_only") ?? "")
        }
        let members = try await store.members(of: session.account).map(\.id.rawValue)
        try Self.value(
            try await accounts.deleteAccount(
                session.account, login: session.login, password: password, address: context.peer),
            content)
        try await apps.deleteRecords(of: members)
    }

    // MARK: - Parts

    /// The session and next page, or an error with the messages of invalid fields.
    @discardableResult
    static func value<Success>(
        _ outcome: AccountOutcome<Success>, _ content: any TextCatalog
    ) throws(WireError) -> Success {
        func sentence(_ key: String) -> String { content.text(key) ?? key }
        switch outcome {
        case .done(let success): return success
        case .invalid(let keys):
            let fields = Dictionary(
                uniqueKeysWithValues: keys.map { ($0.key.rawValue, sentence($0.value)) })
            throw WireError(
                .unprocessableContent, "invalid", sentence("create.mend"), fields: fields)
        case .denied(let seconds): throw WireError.denied(seconds: seconds, content)
        case .tooMany(let seconds): throw WireError.tooMany(seconds: seconds, content)
        case .timedOut: throw WireError.timedOut(content)
        }
    }
}

/// The account form, as sent by the browser.
package struct WireForm: Decodable, Sendable {
    package let form: AccountForm

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: AccountField.Name) { stringValue = name.rawValue }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private enum Box: String, CodingKey {
        case practice
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        var form = AccountForm()
        for name in AccountField.Name.allCases where name != .statistics {
            // A year may be sent as a number.
            if name == .birthYear, let year = try? container.decode(Int.self, forKey: Key(name)) {
                form.values[name] = "\(year)"
            } else {
                form.values[name] = try container.decodeIfPresent(String.self, forKey: Key(name))
            }
        }
        form.agreesToStatistics = try container.decodeIfPresent(
            Bool.self, forKey: Key(.statistics))
        let boxes = try decoder.container(keyedBy: Box.self)
        form.isPractice = try boxes.decodeIfPresent(Bool.self, forKey: .practice) ?? false
        self.form = form
    }
}
