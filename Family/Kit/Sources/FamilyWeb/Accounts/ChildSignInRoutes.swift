import FamilyAccounts
import HTTPTypes
package import Hummingbird

/// Children's sign-in without typing: with three pictures on a device of the household, or with a
/// card.
///
/// The pictures are an HTML form that sends one picture at a time. A card's QR code is a link with the
/// token in its fragment, which browsers do not send; a script puts it into the form.
package struct ChildSignInRoutes: Sendable {
    let pages: any SitePages
    let store: any AccountStore
    let accounts: Authenticator
    let content: any TextCatalog
    let main: MainApp

    func add(to group: RouteGroup) {
        group.get("picture-login/{id}") { request, context in
            try await choose(request, context)
        }
        group.post("picture-login/{id}", use: pick)
        group.get("card") { request, context in try await card(request, context) }
        group.post("card", use: useCard)
    }

    /// The values of the login page: the children who sign in with pictures on the device of a
    /// request.
    ///
    /// A practice's device shows no names, because other clients see it.
    package func loginValues(_ request: Request) async throws -> [String: Any] {
        guard let known = try await accounts.pictureLogins(on: DeviceCookie.device(of: request)),
            !known.children.isEmpty
        else { return [:] }
        let children = known.children.map { child -> [String: Any] in
            let (drawing, colour) = (child.badge.drawing.rawValue, child.badge.colour.rawValue)
            let name =
                known.account.kind == .family
                ? child.name : "\(words("badge.\(drawing)")), \(words("badge.\(colour)"))"
            return [
                "id": "\(child.id.rawValue)", "name": name, "badge": drawing, "colour": colour,
            ]
        }
        return ["hasChildren": true, "children": children]
    }

    // MARK: - Pictures

    private func choose(
        _ request: Request, _ context: FamilyContext, _ picked: [LoginPictures.Picture] = [],
        trouble: WireError? = nil
    ) async throws -> Response {
        let id = try number(context)
        let known = try await accounts.pictureLogins(on: DeviceCookie.device(of: request))
        guard let child = known?.children.first(where: { $0.id.rawValue == id }) else {
            return .redirect(to: "/login", type: .normal)
        }
        var values: [String: Any] = [
            "id": "\(id)", "badge": child.badge.drawing.rawValue,
            "colour": child.badge.colour.rawValue,
            "picked": picked.map(\.rawValue).joined(separator: " "),
            "begun": !picked.isEmpty,
            "marks": (0..<LoginPictures.count).map { ["done": $0 < picked.count] },
            "status": content.text(
                "sign_in.progress",
                values: ["count": "\(picked.count)", "total": "\(LoginPictures.count)"]) ?? "",
            "pictures": Self.pictures(content, besides: picked),
        ]
        if let trouble { values["trouble"] = trouble.message }
        var response = try await page(
            "picture-login", request, context, values, trouble?.status ?? .ok)
        if let seconds = trouble?.seconds { response.headers[.retryAfter] = "\(seconds)" }
        return response
    }

    private func pick(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let form = try await FormBody.read(from: request, context: context)
        let names = form["picked"].split { $0 == " " } + [form["pick"][...]]
        let picked = names.compactMap { LoginPictures.Picture(rawValue: String($0)) }
        guard picked.count == names.count, Set(picked).count == picked.count,
            picked.count <= LoginPictures.count
        else { return try await choose(request, context) }
        guard let pictures = LoginPictures(picked) else {
            return try await choose(request, context, picked)
        }
        let result = try await accounts.signIn(
            child: PlayerID(rawValue: try number(context)), pictures: pictures,
            on: DeviceCookie.device(of: request), address: context.peer)
        let trouble: WireError
        switch result {
        case .signedIn(let signedIn): return try await welcome(signedIn, request)
        case .unknown: return .redirect(to: "/login", type: .normal)
        case .wrong:
            trouble = WireError(
                .unprocessableContent, "wrong_pictures", words("sign_in.wrong"))
        case .denied(let seconds):
            trouble = WireError(
                .tooManyRequests, "denied", words("sign_in.wait"), seconds: seconds)
        case .tooMany(let seconds):
            trouble = WireError(
                .tooManyRequests, "too_many", words("sign_in.wait"), seconds: seconds)
        case .timedOut: trouble = .timedOut(content)
        }
        return try await choose(request, context, trouble: trouble)
    }

    /// The pictures as values of a template.
    static func pictures(
        _ content: any TextCatalog, besides picked: [LoginPictures.Picture] = []
    ) -> [[String: Any]] {
        zip(LoginPictures.Picture.allCases, 0...).map { picture, number in
            let colours = PlayerBadge.Colour.allCases
            return [
                "name": picture.rawValue, "colour": colours[number % colours.count].rawValue,
                "word": content.text("sign_in.\(picture.rawValue)") ?? picture.rawValue,
                "isPicked": picked.contains(picture),
            ]
        }
    }

    // MARK: - Cards

    private func card(
        _ request: Request, _ context: FamilyContext, trouble: WireError? = nil
    ) async throws -> Response {
        var response = try await page(
            "card", request, context, trouble.map { ["trouble": $0.message] } ?? [:],
            trouble?.status ?? .ok)
        if let seconds = trouble?.seconds { response.headers[.retryAfter] = "\(seconds)" }
        return response
    }

    private func useCard(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let form = try await FormBody.read(from: request, context: context)
        if let token = SessionToken(form["token"]) {
            switch try await accounts.signIn(card: token, address: context.peer) {
            case .signedIn(let signedIn): return try await welcome(signedIn, request)
            case .tooMany(let seconds):
                // The card may still be valid, so its token stays in the form.
                return try await card(
                    request, context,
                    trouble: WireError(
                        .tooManyRequests, "too_many", words("sign_in.wait"), seconds: seconds))
            default: break
            }
        }
        return try await card(
            request, context,
            trouble: WireError(
                .unprocessableContent, "wrong_card", words("sign_in.card_wrong")))
    }

    // MARK: - Helpers

    /// Signs the child in, in place of an earlier session.
    private func welcome(_ signedIn: SignedIn, _ request: Request) async throws -> Response {
        if let old = SessionCookie.token(of: request) { try await store.endSession(old.digest) }
        let next =
            signedIn.account.termsVersion == Terms.version
            ? try await main.firstPage(of: signedIn.player, store: store) : TermsMiddleware.page
        var response = Response.redirect(to: next, type: .normal)
        SessionCookie.set(signedIn.token, on: &response)
        return response
    }

    private func number(_ context: FamilyContext) throws(WireError) -> Int64 {
        guard let number = context.parameters.get("id").flatMap({ Int64($0) }) else {
            throw WireError.notFound
        }
        return number
    }

    private func words(_ key: String) -> String { content.text(key) ?? key }

    private func page(
        _ template: String, _ request: Request, _ context: FamilyContext,
        _ values: [String: Any], _ status: HTTPResponse.Status
    ) async throws -> Response {
        try await pages.page(
            template, title: words("sign_in.title"), request: request, context: context,
            values: values, status: status)
    }
}
