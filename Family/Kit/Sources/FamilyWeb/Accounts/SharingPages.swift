import FamilyAccounts
import FamilyStore
import Foundation
import HTTPTypes
import Hummingbird

/// A family's page on which a parent shares a child's results with a practice or withdraws the
/// consent.
struct SharingPages {
    /// The page's address.
    static let path = "/sharing"

    let pages: any SitePages
    let store: any AccountStore
    let content: any TextCatalog
    let secrets: ShownOnce

    func add(to group: RouteGroup) {
        group.get("sharing") { request, context in try await show(request, context) }
        group.post("sharing", use: offer)
        group.post("sharing/{id}/withdraw", use: withdraw)
    }

    private func parent(_ context: FamilyContext) throws -> Session {
        let session = try ParentGate(content: content).pass(context)
        guard session.role == .parent else {
            throw WireError(.forbidden, "parent_needed", words("members.parents_only"))
        }
        return session
    }

    private func show(
        _ request: Request, _ context: FamilyContext, fault: String? = nil
    ) async throws -> Response {
        guard try context.signedIn().parentUntil != nil else {
            return try await page(
                "family-closed", "family.title", request, context,
                ["next": Self.path, "asks": true])
        }
        let session = try parent(context)
        guard let account = try await store.account(session.account), account.kind == .family
        else { throw WireError.notFound }
        let all = try await store.consents(of: account.id)
        var values: [String: Any] = [
            "children": account.players.map { ["id": "\($0.id.rawValue)", "name": $0.name] },
            "hasConsents": !all.isEmpty,
            "consents": all.map { consent -> [String: Any] in
                [
                    "id": "\(consent.id)", "name": consent.name,
                    "words": consent.expiresAt.map {
                        content.text("sharing.open", values: ["date": date($0)]) ?? ""
                    } ?? content.text(
                        "sharing.given",
                        values: [
                            "practice": consent.practice ?? "", "date": date(consent.createdAt),
                        ])
                        ?? "",
                ]
            },
        ]
        if let fault { values["fault"] = fault }
        if let token = SessionCookie.token(of: request),
            let code = secrets.takeConsentCode(for: token.digest)
        {
            values["code"] = code.text
            values["codeSentence"] =
                content.text("sharing.code_sentence", values: ["name": code.name]) ?? ""
        }
        return try await page(
            "sharing", "sharing.title", request, context, values,
            fault == nil ? .ok : .unprocessableContent)
    }

    private func offer(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let session = try parent(context)
        let form = try await FormBody.read(from: request, context: context)
        guard let number = Int64(form["child"]),
            let child = try await store.account(session.account)?
                .player(PlayerID(rawValue: number))
        else { throw WireError.notFound }
        let code = RecoveryCode()
        do throws(StoreError) {
            try await store.offerConsent(
                for: child.id, of: session.account, digest: code.digest)
        } catch {
            guard error.code == .tooManyConsents else { throw error }
            return try await show(request, context, fault: words("sharing.too_many"))
        }
        if let token = SessionCookie.token(of: request) {
            secrets.keep(.consentCode(code.text, name: child.name), for: token.digest)
        }
        return .redirect(to: Self.path, type: .normal)
    }

    private func withdraw(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let session = try parent(context)
        _ = try await FormBody.read(from: request, context: context)
        guard let id = context.parameters.get("id").flatMap({ Int64($0) }) else {
            throw WireError.notFound
        }
        try await store.withdrawConsent(id, of: session.account)
        return .redirect(to: Self.path, type: .normal)
    }

    private func words(_ key: String) -> String { content.text(key) ?? key }

    private func date(_ date: Date) -> String {
        content.longDate(daysSince1970: store.database.dayNumber(of: date))
    }

    private func page(
        _ template: String, _ title: String, _ request: Request, _ context: FamilyContext,
        _ values: [String: Any], _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        try await pages.page(
            template, title: words(title), request: request, context: context, values: values,
            status: status)
    }
}
