import FamilyWeb
import Foundation
import Hummingbird

/// The page of Prep, which is the same at all addresses, and its files.
struct PageRoutes: Sendable {
    let files: WebFolder

    init(folder: URL) { files = WebFolder(folder) }

    func add(to routes: AppRoutes) {
        for path in ["", "view/{id}", "settings", "volume", "schedule/{id}"] {
            routes.member.get(RouterPath(path)) { _, _ in try files.file("index.html") }
        }
        for path in ["edit/{id}", "progress"] {
            routes.parent.get(RouterPath(path)) { _, _ in try files.file("index.html") }
        }
        routes.anonymous.get("web/**") { _, context in try files.file(context) }
        // A service worker at the root of the app has the whole app as its scope.
        routes.anonymous.get("sw.js") { _, _ in try files.file("sw.js") }
    }
}
