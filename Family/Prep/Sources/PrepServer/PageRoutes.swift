import FamilyWeb
import Foundation
import Hummingbird

/// The page of Prep, which is the same at all its addresses, and the files that it is made of.
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
        // At the root of the app, which is then its scope.
        routes.anonymous.get("sw.js") { _, _ in try files.file("sw.js") }
    }
}
