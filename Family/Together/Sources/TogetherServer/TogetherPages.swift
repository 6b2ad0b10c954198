import FamilyWeb
import Foundation
import Hummingbird

/// The page of Modern Family, which is the same at all addresses, and its files.
struct TogetherPages: Sendable {
    let files: WebFolder

    init(folder: URL) { files = WebFolder(folder) }

    func add(to routes: AppRoutes) {
        let pages = [
            "", "activities", "activities/{id}", "activities/{id}/print", "resources",
            "resources/{id}", "requests/{id}", "playlists", "playlists/{id}", "notifications",
            "plan",
            "settings", "child",
        ]
        for path in pages {
            routes.member.get(RouterPath(path)) { _, _ in try files.file("index.html") }
        }
        routes.anonymous.get("shared/{token}") { _, _ in try files.file("index.html") }
        routes.anonymous.get("web/**") { _, context in try files.file(context) }
        routes.anonymous.get("sw.js") { _, _ in try files.file("sw.js") }
    }
}
