import FamilyAccounts
import FamilyStore
import Foundation
import HTTPTypes
import Hummingbird

/// Members and devices: the parents' page, invitations, and recovery codes.
///
/// All use HTML forms, which work without scripts.
struct MemberPages {
    let pages: any SitePages
    let store: any AccountStore
    let accounts: Authenticator
    let content: any TextCatalog
    let secrets: ShownOnce
    /// The apps whose records are deleted with a member.
    let apps: [any FamilyApp]

    func addOpen(to group: RouteGroup) {
        group.get("invitation/{token}") { request, context in
            try await invitationPage(request, context)
        }
        group.post("invitation/{token}", use: accept)
        group.get("forgot-password") { request, context in
            try await page("forgot-password", "forgot", request, context, [:])
        }
        group.post("forgot-password", use: recover)
    }

    func addMembers(to group: RouteGroup) {
        group.get("recovery-code", use: showCode)
        group.post("recovery-code", use: renewCode)
        group.get("members") { request, context in try await members(request, context) }
        group.post("members/kind", use: setKind)
        group.post("members/invite", use: invite)
        group.post("members/{id}/link", use: linkMember)
        group.post("members/{id}/remove", use: removeMember)
        group.post("invitations/{id}/withdraw", use: withdraw)
        group.post("devices/approve", use: approve)
        group.post("devices/{id}/revoke", use: revoke)
    }

    // MARK: - The parents' page

    /// The session of a parent who entered the PIN.
    ///
    /// - Throws: `signed_out`, or `parent_needed` (403).
    private func parent(_ context: FamilyContext) throws -> Session {
        let session = try ParentGate(content: content).pass(context)
        guard session.role == .parent else {
            throw WireError(.forbidden, "parent_needed", words("members.parents_only"))
        }
        return session
    }

    private func members(
        _ request: Request, _ context: FamilyContext, faults: [String: Any] = [:],
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let open = try context.signedIn()
        guard open.parentUntil != nil else {
            return try await page(
                "family-closed", "family", request, context, ["next": "/members", "asks": true])
        }
        let session = try parent(context)
        let all = try await store.members(of: session.account)
        let parents = all.filter { $0.role == .parent && $0.login != nil }.count
        var values: [String: Any] = faults
        values["members"] = all.map { member -> [String: Any] in
            let isOwn = member.login?.id == session.login
            var line: [String: Any] = [
                "id": "\(member.id.rawValue)", "name": member.name,
                "role": words("members.role_\(member.role.rawValue)"),
                "linkText": words(member.login == nil ? "members.give_login" : "members.reset"),
                "canLink": !isOwn,
                "isChild": member.role == .child,
                "canRemove": !isOwn
                    && (member.role == .adult || (member.role == .parent && parents > 1)),
            ]
            if let login = member.login { line["login"] = "\(login.username) · \(login.email)" }
            return line
        }
        let kind = try await store.account(session.account)?.kind
        values["kinds"] = HouseholdKind.allCases.map { choice -> [String: Any] in
            [
                "value": choice.rawValue, "word": words("members.kind_\(choice.rawValue)"),
                "chosen": choice == kind,
            ]
        }
        values["isPractice"] = kind == .practice
        let invitations = try await store.invitations(of: session.account)
        values["invitations"] = invitations.map { invitation -> [String: Any] in
            [
                "id": "\(invitation.id)", "name": invitation.name,
                "until": content.text(
                    "members.valid_until", values: ["date": date(invitation.expiresAt)]) ?? "",
            ]
        }
        values["hasInvitations"] = !invitations.isEmpty
        let devices = try await store.devices(of: session.account)
        values["devices"] = devices.map { device -> [String: Any] in
            [
                "id": "\(device.id)", "name": device.name,
                "since": content.text(
                    "members.device_since",
                    values: [
                        "name": device.approvedBy, "date": date(device.createdAt),
                        "seen": date(device.lastSeenAt),
                    ]) ?? "",
            ]
        }
        values["hasDevices"] = !devices.isEmpty
        let device = ApprovedDeviceCookie.token(of: request)
        var approved: DeviceGrant?
        if let device { approved = try await store.device(device.digest) }
        values["canApprove"] = approved == nil
        if let token = SessionCookie.token(of: request),
            let link = secrets.takeLink(for: token.digest)
        {
            values["link"] = ServerOrigin.of(request) + link.path
            values["linkSentence"] =
                content.text("members.link_sentence", values: ["name": link.name]) ?? ""
        }
        return try await page("members", "members", request, context, values, status)
    }

    private func setKind(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let session = try parent(context)
        let form = try await FormBody.read(from: request, context: context)
        guard let kind = HouseholdKind(rawValue: form["kind"]) else { throw WireError.notFound }
        do throws(StoreError) {
            try await store.setKind(kind, of: session.account, by: .parent)
        } catch {
            let keys: [StoreError.Code: String] = [
                .tooManyChildren: "members.kind_too_many", .noChild: "members.kind_no_child",
            ]
            guard let key = keys[error.code] else { throw error }
            return try await members(
                request, context, faults: ["kindFault": words(key)],
                status: .unprocessableContent)
        }
        return .redirect(to: "/members", type: .normal)
    }

    private func invite(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let session = try parent(context)
        let form = try await FormBody.read(from: request, context: context)
        guard let name = AccountForm.line(form["name"], most: 60),
            let role = MemberRole(rawValue: form["role"]), role != .child
        else {
            return try await members(
                request, context,
                faults: ["nameFault": words("field.full_name.wanted"), "name": form["name"]],
                status: .unprocessableContent)
        }
        let token = SessionToken()
        do {
            _ = try await store.invite(
                name, as: role, to: session.account, digest: token.digest)
        } catch {
            guard error.code == .invalid else { throw error }
            return try await members(
                request, context,
                faults: ["nameFault": words("members.too_many"), "name": form["name"]],
                status: .unprocessableContent)
        }
        return showLink(token, name, request)
    }

    private func linkMember(
        _ request: Request, _ context: FamilyContext
    ) async throws -> Response {
        let session = try parent(context)
        _ = try await FormBody.read(from: request, context: context)
        let id = MemberID(rawValue: try number(context))
        let token = SessionToken()
        let invitation = try await store.inviteMember(
            id, of: session.account, digest: token.digest)
        return showLink(token, invitation.name, request)
    }

    private func showLink(_ token: SessionToken, _ name: String, _ request: Request) -> Response {
        if let session = SessionCookie.token(of: request) {
            secrets.keep(
                .link(path: "/invitation/\(token.text)", name: name), for: session.digest)
        }
        return .redirect(to: "/members", type: .normal)
    }

    private func removeMember(
        _ request: Request, _ context: FamilyContext
    ) async throws -> Response {
        let session = try parent(context)
        _ = try await FormBody.read(from: request, context: context)
        let member = MemberID(rawValue: try number(context))
        try await store.removeMember(member, of: session.account)
        try await apps.deleteRecords(of: [member.rawValue])
        return .redirect(to: "/members", type: .normal)
    }

    private func withdraw(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let session = try parent(context)
        _ = try await FormBody.read(from: request, context: context)
        try await store.withdrawInvitation(try number(context), of: session.account)
        return .redirect(to: "/members", type: .normal)
    }

    private func approve(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let session = try parent(context)
        let form = try await FormBody.read(from: request, context: context)
        guard let name = AccountForm.line(form["device"], most: 60) else {
            return try await members(
                request, context, faults: ["deviceFault": words("members.device_wanted")],
                status: .unprocessableContent)
        }
        let token = SessionToken()
        do {
            try await store.approveDevice(
                name, login: session.login, of: session.account, digest: token.digest)
        } catch {
            guard error.code == .invalid else { throw error }
            return try await members(
                request, context, faults: ["deviceFault": words("members.too_many_devices")],
                status: .unprocessableContent)
        }
        var response = Response.redirect(to: "/members", type: .normal)
        ApprovedDeviceCookie.set(token, on: &response)
        return response
    }

    private func revoke(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let session = try parent(context)
        _ = try await FormBody.read(from: request, context: context)
        try await store.revokeDevice(try number(context), of: session.account)
        return .redirect(to: "/members", type: .normal)
    }

    // MARK: - Invitations

    private func invitationPage(
        _ request: Request, _ context: FamilyContext, form: AccountForm = AccountForm(),
        error: WireError? = nil
    ) async throws -> Response {
        guard let token = context.parameters.get("token").flatMap({ SessionToken($0) }),
            let invitation = try await store.invitation(token.digest)
        else { throw WireError(.notFound, "not_found", words("invitation.gone")) }
        let isPassword = invitation.purpose == .password
        var values: [String: Any] = [
            "action": "/invitation/\(token.text)",
            "sentence": content.text(
                "invitation.\(invitation.purpose.rawValue)", values: ["name": invitation.name])
                ?? "",
            "fields": FieldValues.forLogin(
                isPassword: isPassword, content: content, language: content.language, form: form,
                faults: error?.fields ?? [:]),
        ]
        if let error { values["trouble"] = error.message }
        return try await page(
            "invitation", "invitation", request, context, values, error?.status ?? .ok)
    }

    private func accept(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let body = try await FormBody.read(from: request, context: context)
        guard let token = context.parameters.get("token").flatMap({ SessionToken($0) }) else {
            throw WireError(.notFound, "not_found", words("invitation.gone"))
        }
        let form = body.accountForm([.named(.username), .named(.email)] + AccountField.passwords)
        do {
            let signedIn = try AccountRoutes.value(
                try await accounts.accept(token, form: form, address: context.peer), content)
            return try await welcome(signedIn, request)
        } catch let error as WireError {
            return try await invitationPage(request, context, form: form, error: error)
        }
    }

    // MARK: - Recovery

    private func recover(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let body = try await FormBody.read(from: request, context: context)
        let form = body.accountForm(AccountField.passwords)
        var values: [String: Any] = ["name": body["name"]]
        let error: WireError
        switch try await accounts.recover(
            name: body["name"], code: body["code"], form: form, address: context.peer)
        {
        case .done(let signedIn): return try await welcome(signedIn, request)
        case .invalid(let keys):
            for (field, key) in keys { values["\(field.rawValue)Fault"] = words(key) }
            error = WireError(.unprocessableContent, "invalid", words("create.mend"))
        case .refused:
            values["codeFault"] = words("forgot.wrong")
            error = WireError(.unprocessableContent, "wrong_code", words("create.mend"))
        case .denied(let seconds): error = .denied(seconds: seconds, content)
        case .tooMany(let seconds): error = .tooMany(seconds: seconds, content)
        case .timedOut: error = .timedOut(content)
        }
        values["trouble"] = error.message
        var response = try await page(
            "forgot-password", "forgot", request, context, values, error.status)
        if let seconds = error.seconds { response.headers[.retryAfter] = "\(seconds)" }
        return response
    }

    private func showCode(_ request: Request, _ context: FamilyContext) async throws -> Response {
        _ = try context.signedIn()
        var values: [String: Any] = [:]
        if let token = SessionCookie.token(of: request),
            let code = secrets.takeRecoveryCode(for: token.digest)
        {
            values["code"] = code
        }
        return try await page("recovery-code", "recovery", request, context, values)
    }

    private func renewCode(
        _ request: Request, _ context: FamilyContext
    ) async throws -> Response {
        let session = try context.signedIn()
        let body = try await FormBody.read(from: request, context: context)
        do {
            try AccountRoutes.value(
                try await accounts.confirm(
                    body["password"], of: session.account, login: session.login,
                    address: context.peer), content)
            guard
                let code = try await accounts.renewRecoveryCode(
                    of: session.login, address: context.peer)
            else { throw WireError.timedOut(content) }
            keep(code, SessionCookie.token(of: request))
            return .redirect(to: "/recovery-code", type: .normal)
        } catch let error as WireError {
            return try await page(
                "recovery-code", "recovery", request, context,
                ["passwordFault": error.fields?["password"] ?? error.message], error.status)
        }
    }

    /// Signs in the owner of a new recovery code, and shows the code.
    private func welcome(_ signedIn: SignedIn, _ request: Request) async throws -> Response {
        if let old = SessionCookie.token(of: request) { try await store.endSession(old.digest) }
        if let code = signedIn.recoveryCode { keep(code, signedIn.token) }
        var response = Response.redirect(to: "/recovery-code", type: .normal)
        SessionCookie.set(signedIn.token, on: &response)
        return response
    }

    private func keep(_ code: RecoveryCode, _ token: SessionToken?) {
        guard let token else { return }
        secrets.keep(.recoveryCode(code.text), for: token.digest)
    }

    // MARK: - Helpers

    private func words(_ key: String) -> String { content.text(key) ?? key }

    private func number(_ context: FamilyContext) throws(WireError) -> Int64 {
        guard let number = context.parameters.get("id").flatMap({ Int64($0) }) else {
            throw WireError.notFound
        }
        return number
    }

    private func date(_ date: Date) -> String {
        content.longDate(daysSince1970: store.database.dayNumber(of: date))
    }

    private func page(
        _ template: String, _ key: String, _ request: Request, _ context: FamilyContext,
        _ values: [String: Any], _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        try await pages.page(
            template, title: words("\(key).title"), request: request,
            context: context, values: values, status: status)
    }
}
