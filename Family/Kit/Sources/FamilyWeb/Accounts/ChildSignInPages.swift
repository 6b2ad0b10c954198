import FamilyAccounts
import FamilyStore
import Foundation
import HTTPTypes
import HomeNetwork
import Hummingbird

/// A parent's page on which a child gets pictures and a card to sign in without typing.
struct ChildSignInPages {
    let pages: any SitePages
    let store: any AccountStore
    let accounts: Authenticator
    let content: any TextCatalog
    let secrets: ShownOnce
    /// The home network, whose address a card has to name; nil for none.
    let secure: SecureListener?

    /// The names of the form's fields, in the order of the pictures.
    private static let fields = ["first", "second", "third"]

    func add(to group: RouteGroup) {
        group.get("children/{id}/sign-in") { request, context in
            try await show(request, context)
        }
        group.post("children/{id}/sign-in/pictures", use: setPictures)
        group.post("children/{id}/sign-in/pictures/remove", use: removePictures)
        group.post("children/{id}/sign-in/card", use: makeCard)
        group.post("children/{id}/sign-in/card/revoke", use: revokeCard)
    }

    /// The session of a parent who entered the PIN, and the child of the address.
    ///
    /// - Throws: `signed_out`, `parent_needed` (403), or `not_found` for another family's child.
    private func parent(
        _ context: FamilyContext
    ) async throws -> (session: Session, account: Account, child: Player) {
        let session = try ParentGate(content: content).pass(context)
        guard session.role == .parent else {
            throw WireError(.forbidden, "parent_needed", words("members.parents_only"))
        }
        guard let number = context.parameters.get("id").flatMap({ Int64($0) }),
            let account = try await store.account(session.account),
            let child = account.player(PlayerID(rawValue: number))
        else { throw WireError.notFound }
        return (session, account, child)
    }

    // MARK: - The page

    private func show(
        _ request: Request, _ context: FamilyContext, fault: String? = nil,
        typed: FormBody? = nil
    ) async throws -> Response {
        guard try context.signedIn().parentUntil != nil else {
            return try await page(
                "family-closed", "family.title", request, context,
                ["next": "/members", "asks": true])
        }
        let (session, account, child) = try await parent(context)
        let isPractice = account.kind == .practice
        let ways = try await store.childSignIns(of: session.account).first { $0.child == child.id }
        var values: [String: Any] = [
            "id": "\(child.id.rawValue)", "name": child.name, "practice": isPractice,
            "badge": child.badge.drawing.rawValue, "colour": child.badge.colour.rawValue,
            "rows": zip(Self.fields, 1...).map { field, number -> [String: Any] in
                [
                    "field": field, "label": words("sign_in.\(field)"), "number": number,
                    "pictures": ChildSignInRoutes.pictures(content).map { picture in
                        var picture = picture
                        picture["field"] = field
                        picture["chosen"] = picture["name"] as? String == typed?[field]
                        return picture
                    },
                ]
            },
        ]
        values["pictures"] = ways?.picturesSince.map { sentence("pictures_since", $0) }
        values["card"] = ways?.cardSince.map { sentence("card_since", $0) }
        if let fault { values["fault"] = fault }
        if let token = SessionCookie.token(of: request),
            let card = secrets.takeCard(for: token.digest, child: child.id)
        {
            let link = try address(request) + "card#" + card
            let code = try QRCode(link)
            values["code"] = [
                "link": link, "path": code.path, "size": code.side + 2 * QRCode.margin,
                "here": isLocal(link),
            ]
        }
        return try await page(
            "child-sign-in", "sign_in.title", request, context, values,
            fault == nil ? .ok : .unprocessableContent)
    }

    private func sentence(_ key: String, _ since: Date) -> String {
        let date = content.longDate(daysSince1970: store.database.dayNumber(of: since))
        return content.text("sign_in.\(key)", values: ["date": date]) ?? key
    }

    // MARK: - Changes

    private func setPictures(
        _ request: Request, _ context: FamilyContext
    ) async throws -> Response {
        let (session, _, child) = try await parent(context)
        let form = try await FormBody.read(from: request, context: context)
        let chosen = Self.fields.compactMap { LoginPictures.Picture(rawValue: form[$0]) }
        guard let pictures = LoginPictures(chosen) else {
            return try await show(
                request, context, fault: words("sign_in.wanted"), typed: form)
        }
        do {
            let isDone = try await accounts.setPictures(
                pictures, of: child.id, in: session.account, address: context.peer)
            guard isDone else { throw WireError.timedOut(content) }
        } catch let error as AccountsError where error.storeError?.code == .invalid {
            return try await show(
                request, context, fault: words("sign_in.too_many"), typed: form)
        }
        return back(to: child)
    }

    private func removePictures(
        _ request: Request, _ context: FamilyContext
    ) async throws -> Response {
        let (session, _, child) = try await parent(context)
        _ = try await FormBody.read(from: request, context: context)
        try await store.setPictures(nil, of: child.id, in: session.account)
        return back(to: child)
    }

    private func makeCard(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let (session, _, child) = try await parent(context)
        _ = try await FormBody.read(from: request, context: context)
        let card = SessionToken()
        try await store.setCard(card.digest, of: child.id, in: session.account)
        if let token = SessionCookie.token(of: request) {
            secrets.keep(.card(card.text, child: child.id), for: token.digest)
        }
        return back(to: child)
    }

    private func revokeCard(
        _ request: Request, _ context: FamilyContext
    ) async throws -> Response {
        let (session, _, child) = try await parent(context)
        _ = try await FormBody.read(from: request, context: context)
        try await store.setCard(nil, of: child.id, in: session.account)
        return back(to: child)
    }

    // MARK: - Helpers

    /// The address at which other devices reach this server, with a slash at the end.
    ///
    /// On this machine's own browser it is that of the home network, if there is one.
    private func address(_ request: Request) throws -> String {
        let own = ServerOrigin.of(request) + "/"
        guard isLocal(own), let secure, let host = secure.hosts.first else { return own }
        return secure.gameAddress(host)
    }

    private func isLocal(_ address: String) -> Bool { address.utf8.starts(with: "http:".utf8) }

    private func back(to child: Player) -> Response {
        .redirect(to: "/children/\(child.id.rawValue)/sign-in", type: .normal)
    }

    private func words(_ key: String) -> String { content.text(key) ?? key }

    private func page(
        _ template: String, _ title: String, _ request: Request, _ context: FamilyContext,
        _ values: [String: Any], _ status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        try await pages.page(
            template, title: words(title), request: request, context: context, values: values,
            status: status)
    }
}
