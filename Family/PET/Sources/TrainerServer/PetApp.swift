import FamilyWeb
import Logging
import TrainerContent
import TrainerRules
import TrainerStore

/// P.E.T., the Personal Emotion Trainer, as an app of the family server.
///
/// Its routes have no prefix, because it was once the only app. They include those of accounts,
/// which all apps share.
struct PetApp: FamilyApp {
    let id = "pet"
    let prefix = ""
    let store: TrainerStore
    let content: Content
    let logger: Logger
    /// Registers the routes, which need the page renderer.
    let register: @Sendable (AppRoutes) -> Void

    var resources: AppResources {
        AppResources(
            card: .init(
                title: content.text("menu.title") ?? "P.E.T.",
                summary: content.text("home.pet") ?? "home.pet", path: "/menu",
                picture: "/content/pictures/icon-192.png", isEnabledByDefault: true))
    }

    func addRoutes(to routes: AppRoutes) { register(routes) }

    /// Publishes the portal's weekly edition.
    func maintain() async throws {
        try await store.recomputeStalePortalRows()
        if let edition = try await store.publishPortalWhenDue() {
            logger.info(
                "published a new edition of the portal",
                metadata: ["edition": "\(edition.number)", "figures": "\(edition.figures.count)"])
        }
    }
}

extension MainApp {
    /// P.E.T., which opens directly for a child who has no other app.
    static let pet = MainApp(id: "pet", page: "/menu")
}
