import FamilyWeb
import Logging
import TrainerContent
import TrainerRules
import TrainerStore

/// P.E.T., the Personal Emotion Trainer, as an app of the family server.
///
/// Its routes are at the root, where they were before there were other apps; accounts, which all apps
/// share, are still among them.
struct PetApp: FamilyApp {
    let id = "pet"
    let prefix = ""
    let store: TrainerStore
    let content: Content
    let logger: Logger
    /// Registers the routes, which need the pages.
    let register: @Sendable (AppRoutes) -> Void

    var resources: AppResources {
        AppResources(
            card: .init(
                title: content.text("menu.title") ?? "P.E.T.",
                summary: content.text("home.pet") ?? "home.pet", path: "/menu",
                picture: "/content/pictures/icon-192.png", isEnabledByDefault: true))
    }

    func addRoutes(to routes: AppRoutes) { register(routes) }

    /// Publishes the portal's edition of the week.
    func maintain() async throws {
        try await store.makeStalePortalRowsAnew()
        if let edition = try await store.publishPortalWhenDue() {
            logger.info(
                "the portal has a new edition",
                metadata: ["edition": "\(edition.number)", "figures": "\(edition.figures.count)"])
        }
    }
}
