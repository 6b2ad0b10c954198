package import FamilyAccounts
package import FamilyStore
import Foundation
import HTTPTypes
import Hummingbird

/// Home: a large card for each app a child may use, and the page where a parent chooses the apps.
package struct HomeApp: FamilyApp {
    /// The address of the page where a parent chooses each child's apps.
    package static let choicePage = "/home/apps"

    package let id = "home"
    package let prefix = ""
    let pages: any SitePages
    let store: any AccountStore
    let content: any TextCatalog
    /// The apps that have a card, in the order of the cards.
    let apps: [any FamilyApp]

    /// Makes Home for the apps that have a card, in the order of the cards.
    package init(
        pages: any SitePages, store: any AccountStore, content: any TextCatalog,
        apps: [any FamilyApp]
    ) {
        self.pages = pages
        self.store = store
        self.content = content
        self.apps = apps
    }

    package static var migrations: [AppMigration] { EnabledApps.migrations }

    package func addRoutes(to routes: AppRoutes) {
        routes.open.get("/", use: home)
        let parent = routes.parent.group("home").add(middleware: TermsMiddleware(content: content))
            .add(middleware: ChildMiddleware())
        parent.get("apps", use: choices)
        parent.post("apps", use: choose)
    }

    // MARK: - Pages

    private func home(_ request: Request, _ context: FamilyContext) async throws -> Response {
        guard let session = context.session else {
            return .redirect(to: "/login", type: .normal)
        }
        guard Terms.areAgreed(by: session) else {
            return .redirect(to: TermsMiddleware.page, type: .normal)
        }
        guard session.hasChild else {
            return .redirect(to: ChildMiddleware.clientsPage, type: .normal)
        }
        let cards = try await cards(of: session)
        // A user with a single app is redirected to it.
        if cards.count == 1 { return .redirect(to: cards[0].card.path, type: .normal) }
        return try await pages.page(
            "home", title: words("home.title"), request: request,
            context: context,
            values: ["cards": cards.map { values($0.card) }, "none": cards.isEmpty])
    }

    private func choices(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let session = try context.signedIn()
        guard let account = try await store.account(session.account) else {
            throw WireError.signedOut
        }
        let cards = apps.compactMap { app in app.resources.card.map { (app.id, $0) } }
        var children: [[String: Any]] = []
        for child in account.players {
            let decisions = try await store.enabledApps(of: child.id)
            children.append([
                "name": child.name,
                "apps": cards.map { id, card -> [String: Any] in
                    [
                        "value": "\(child.id.rawValue).\(id)", "title": card.title,
                        "enabled": decisions[id] ?? card.isEnabledByDefault,
                    ]
                },
            ])
        }
        return try await pages.page(
            "home-apps", title: words("home.apps_title"), request: request,
            context: context,
            values: [
                "children": children,
                "saved": request.uri.queryParameters["saved"] != nil,
            ])
    }

    /// Handles the form, whose checked boxes are `app=CHILD.APP`, and shows the page again.
    private func choose(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let session = try context.signedIn()
        let body = try await WireJSON.collect(
            request, context: context, limit: context.maxUploadSize)
        var form = URLComponents()
        form.percentEncodedQuery = String(decoding: body.readableBytesView, as: UTF8.self)
            .replacing("+", with: "%20")
        guard let account = try await store.account(session.account) else {
            throw WireError.signedOut
        }
        let known = apps.filter { $0.resources.card != nil }.map(\.id)
        var choices: [PlayerID: [String: Bool]] = [:]
        for child in account.players {
            choices[child.id] = Dictionary(
                known.map { ($0, false) }, uniquingKeysWith: { $1 })
        }
        for field in form.queryItems ?? [] where field.name == "app" {
            let parts = (field.value ?? "").split(separator: ".", maxSplits: 1).map(String.init)
            guard parts.count == 2, let number = Int64(parts[0]), known.contains(parts[1]),
                choices[PlayerID(rawValue: number)] != nil
            else { throw WireError.notFound }
            choices[PlayerID(rawValue: number)]?[parts[1]] = true
        }
        try await store.setEnabledApps(choices, of: account.id)
        return .redirect(to: "\(Self.choicePage)?saved", type: .normal)
    }

    // MARK: - Parts

    private func cards(
        of session: Session
    ) async throws -> [(id: String, card: AppResources.Card)] {
        let decisions = try await store.enabledApps(of: session.player)
        let offered = try await appsForAdults(session)
        return apps.compactMap { app in
            guard let card = app.resources.card,
                decisions[app.id] ?? card.isEnabledByDefault || offered.contains(app.id)
            else { return nil }
            return (app.id, card)
        }
    }

    /// The apps for adults that a parent enabled for any child; an adult with their own login sees
    /// them, too.
    private func appsForAdults(_ session: Session) async throws -> Set<String> {
        guard session.isSignedInAdult else { return [] }
        let known = Set(apps.filter { $0.resources.card?.isForAdults == true }.map(\.id))
        var enabled: Set<String> = []
        guard !known.isEmpty else { return enabled }
        for child in try await store.account(session.account)?.players ?? [] {
            for (app, isOn) in try await store.enabledApps(of: child.id) where isOn {
                enabled.insert(app)
            }
        }
        return enabled.intersection(known)
    }

    private func values(_ card: AppResources.Card) -> [String: Any] {
        var values: [String: Any] = [
            "title": card.title, "summary": card.summary, "path": card.path,
            "letter": String(card.title.prefix(1)),
        ]
        if let picture = card.picture { values["picture"] = picture }
        return values
    }

    private func words(_ key: String) -> String { content.text(key) ?? key }
}
