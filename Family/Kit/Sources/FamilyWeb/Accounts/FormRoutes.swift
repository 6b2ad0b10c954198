package import FamilyAccounts
import HTTPTypes
import Hummingbird

/// Forms with a password or a PIN that work without scripts.
///
/// A successful form gets a redirect (303). A refused one gets its page again, with the error's
/// status (422 for invalid fields) and messages at the fields. Passwords and PINs are never written
/// back into a page.
struct FormRoutes {
    let pages: any SitePages
    let store: any AccountStore
    let content: any TextCatalog
    let sessions: SessionRoutes
    let accounts: AccountRoutes
    let parent: ParentRoutes
    let terms: TermsRoutes
    let children: ChildSignInRoutes
    /// The app to which a child returns when the parent's part is closed.
    let main: MainApp
    /// The pages that a PIN form may redirect to; the first is the default.
    let parentPages: [String]

    func addOpen(to group: RouteGroup) {
        group.post("login", use: login)
        group.post("create-account", use: create)
    }

    /// Routes that are open before the account agrees to the current terms.
    func addMembers(to group: RouteGroup) {
        group.get("parent", use: showParent)
        group.post("parent", use: openParent)
        group.post("parent/close", use: closeParent)
        group.post("edit-account", use: change)
        group.get("edit-account/delete") { request, context in
            try await deletionPage(request, context, nil)
        }
        group.post("edit-account/delete", use: delete)
        group.post("agree", use: agree)
    }

    // MARK: - Signing in

    private func login(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let form = try await FormBody.read(from: request, context: context)
        let name = form["name"].trimmingWhitespace()
        let password = form["password"]
        var values: [String: Any] = ["name": String(name.prefix(254))]
        values.merge(try await children.loginValues(request)) { first, _ in first }
        if name.isEmpty { values["nameFault"] = words("login.name_wanted") }
        if password.isEmpty { values["passwordFault"] = words("login.password_wanted") }
        guard !name.isEmpty, !password.isEmpty else {
            return try await page("login", request, context, values, .unprocessableContent)
        }
        do {
            let signedIn = try await sessions.signIn(
                name: name, password: password, request: request, context: context)
            return Self.redirect(to: signedIn.next, with: signedIn.signedIn)
        } catch let error as WireError {
            let field = ["wrong_password": "passwordFault", "unknown_name": "nameFault"]
            values[field[error.code] ?? "trouble"] = error.message
            return try await page("login", request, context, values, error)
        }
    }

    private func create(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let body = try await FormBody.read(from: request, context: context)
        let form = body.accountForm(AccountField.creation)
        do {
            let signedIn = try await accounts.create(form, request: request, context: context)
            return Self.redirect(to: signedIn.next, with: signedIn.signedIn)
        } catch let error as WireError {
            return try await page(
                "create-account", request, context,
                [
                    "fields": FieldValues.forCreation(
                        content: content, language: content.language,
                        for: form.isPractice ? .practice : .family, form: form,
                        faults: error.fields ?? [:]),
                    "termsVersion": Terms.version, "notice": error.message,
                    "termsFault": error.fields?["terms"] ?? "",
                    "termsAreWrong": error.fields?["terms"] != nil,
                    "termsChecked": body.contains("terms"),
                    "statisticsChecked": form.agreesToStatistics ?? false,
                    "isPractice": form.isPractice,
                ], error)
        }
    }

    // MARK: - The parent's part

    private func showParent(
        _ request: Request, _ context: FamilyContext
    ) async throws -> Response {
        let session = try context.signedIn()
        let next = next(request.uri.queryParameters["next"].map(String.init))
        guard session.parentUntil == nil else { return .redirect(to: next, type: .normal) }
        return try await page("family-closed", request, context, ["next": next, "asks": true])
    }

    private func openParent(
        _ request: Request, _ context: FamilyContext
    ) async throws -> Response {
        let form = try await FormBody.read(from: request, context: context)
        let next = next(form["next"])
        do {
            try await parent.open(form["pin"], request: request, context: context)
            return .redirect(to: next, type: .normal)
        } catch let error as WireError where error.code != WireError.signedOut.code {
            return try await page(
                "family-closed", request, context,
                ["next": next, "asks": true, "pinFault": error.message], error)
        }
    }

    private func closeParent(
        _ request: Request, _ context: FamilyContext
    ) async throws -> Response {
        _ = try context.signedIn()
        _ = try await FormBody.read(from: request, context: context)
        if let token = SessionCookie.token(of: request) {
            try await store.closeParentPart(token.digest)
        }
        return .redirect(to: main.page, type: .normal)
    }

    private func agree(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let form = try await FormBody.read(from: request, context: context)
        var context = context
        var values: [String: Any] = ["asks": true]
        do {
            guard form.contains("terms") else {
                throw WireError(
                    .unprocessableContent, "invalid", words("create.mend"),
                    fields: ["terms": words("field.terms.wanted")])
            }
            if try context.signedIn().parentUntil == nil {
                context.identity = try await parent.open(
                    form["pin"], request: request, context: context)
            }
            let next = try await terms.agree(
                to: form["version"], request: request, context: context)
            return .redirect(to: next, type: .normal)
        } catch let error as WireError where error.code != WireError.signedOut.code {
            let fields = error.fields ?? [:]
            values["termsFault"] = fields["terms"] ?? fields["version"]
            if values["termsFault"] == nil { values["pinFault"] = error.message }
            return try await terms.page(
                request, context, values, status: Self.status(error))
        }
    }

    // MARK: - The account

    private func change(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let body = try await FormBody.read(from: request, context: context)
        let form = body.accountForm(AccountField.editing)
        do {
            try await accounts.change(form, request: request, context: context)
            return .redirect(to: "/edit-account?from=saved", type: .normal)
        } catch let error as WireError where error.code != WireError.signedOut.code {
            let session = try context.signedIn()
            guard let account = try await store.account(session.account, login: session.login)
            else {
                throw WireError.signedOut
            }
            var values = AccountPage.values(
                account, player: session.player, content: content, form: form,
                faults: error.fields ?? [:])
            values["notice"] = error.message
            return try await page("edit-account", request, context, values, error)
        }
    }

    private func delete(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let form = try await FormBody.read(from: request, context: context)
        do {
            try await accounts.delete(password: form["password"], context: context)
        } catch let error as WireError where error.code != WireError.signedOut.code {
            return try await deletionPage(request, context, error)
        }
        var response = Response.redirect(to: "/login?from=deleted", type: .normal)
        SessionCookie.clear(on: &response)
        return response
    }

    private func deletionPage(
        _ request: Request, _ context: FamilyContext, _ error: WireError?
    ) async throws -> Response {
        _ = try context.signedIn()
        var values: [String: Any] = [:]
        if let error { values["passwordFault"] = error.fields?["password"] ?? error.message }
        return try await page(
            "delete-account", request, context, values, error.map(Self.status) ?? .ok)
    }

    // MARK: - Helpers

    private func words(_ key: String) -> String { content.text(key) ?? key }

    private func next(_ page: String?) -> String {
        page.flatMap { parentPages.contains($0) ? $0 : nil } ?? parentPages[0]
    }

    private static func redirect(to next: String, with signedIn: SignedIn) -> Response {
        var response = Response.redirect(to: next, type: .normal)
        SessionCookie.set(signedIn.token, on: &response)
        DeviceCookie.set(signedIn.device, on: &response)
        return response
    }

    /// The status 422 for errors that can be corrected in the form; other errors keep their status.
    private static func status(_ error: WireError) -> HTTPResponse.Status {
        switch error.status.code {
        case 401, 403, 409: .unprocessableContent
        default: error.status
        }
    }

    private func page(
        _ template: String, _ request: Request, _ context: FamilyContext,
        _ values: [String: Any], _ error: WireError
    ) async throws -> Response {
        var response = try await page(
            template, request, context, values, Self.status(error))
        if let seconds = error.seconds { response.headers[.retryAfter] = "\(seconds)" }
        return response
    }

    private func page(
        _ template: String, _ request: Request, _ context: FamilyContext,
        _ values: [String: Any], _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let titles = [
            "create-account": "create", "edit-account": "account", "family-closed": "family",
            "delete-account": "account",
        ]
        return try await pages.page(
            template, title: words("\(titles[template] ?? template).title"),
            request: request,
            context: context, values: values,
            status: status)
    }
}

extension FormBody {
    /// The account's form in this body.
    package func accountForm(_ fields: [AccountField]) -> AccountForm {
        var form = AccountForm(
            agreesToStatistics: contains(AccountField.Name.statistics.rawValue),
            isPractice: contains("practice"))
        for field in fields where field.name != .statistics && contains(field.name.rawValue) {
            form.values[field.name] = self[field.name.rawValue]
        }
        return form
    }
}

extension String {
    fileprivate func trimmingWhitespace() -> String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
