package import Foundation
import HTTPTypes
import Hummingbird

/// An app that consists only of public files and stores nothing on the server.
///
/// Its name, description and picture come from `manifest.webmanifest`, if there is one. The scope
/// of a service worker next to `index.html` is exactly the app.
package struct StaticApp: FamilyApp {
    /// A folder that cannot be served or exported.
    package struct FolderError: Error, CustomStringConvertible {
        package let description: String
    }

    package let id: String
    package let resources: AppResources
    private let folder: URL

    /// Makes an app from a folder.
    ///
    /// - Throws: ``FolderError`` if the folder has no `index.html`, or if its manifest is invalid.
    package init(
        id: String, folder: URL, policy: AppResources.Policy = .init()
    ) throws(FolderError) {
        guard FileManager.default.fileExists(atPath: folder.appending(path: "index.html").path)
        else {
            throw FolderError(
                description:
                    "there is no index.html in \(folder.path); choose the folder of the app")
        }
        self.id = id
        self.folder = folder
        let manifest = try Manifest(of: folder)
        resources = AppResources(
            files: folder,
            card: .init(
                title: manifest?.name ?? id, summary: manifest?.description ?? "",
                path: "/\(id)/", picture: manifest?.icons?.first.map { "/\(id)/\($0.src)" }),
            policy: policy)
    }

    package func addRoutes(to routes: AppRoutes) {
        let home = "\(prefix)/"
        routes.anonymous.get { request, _ -> Response in
            // With a trailing slash, the path is the folder itself, for which index.html is served.
            guard !request.uri.path.hasSuffix("/") else { throw WireError.notFound }
            return .redirect(to: home, type: .permanent)
        }
    }

    /// Copies the app into a folder, for another web server or a USB stick.
    ///
    /// - Throws: ``FolderError`` if the folder exists and is not empty, or cannot be written.
    package func export(to target: URL) throws(FolderError) {
        let files = FileManager.default
        do {
            if files.fileExists(atPath: target.path) {
                guard try files.contentsOfDirectory(atPath: target.path).isEmpty else {
                    throw FolderError(
                        description: "\(target.path) is not empty; choose a new or an empty folder")
                }
                try files.removeItem(at: target)
            } else {
                try files.createDirectory(
                    at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            }
            try files.copyItem(at: folder, to: target)
        } catch let error as FolderError {
            throw error
        } catch {
            throw FolderError(
                description: "cannot write \(target.path): \(error.localizedDescription); choose a "
                    + "folder that this user can write")
        }
    }

    /// The manifest members that a card shows.
    private struct Manifest: Decodable {
        struct Icon: Decodable {
            let src: String
        }

        let name: String?
        let description: String?
        let icons: [Icon]?

        /// Reads the manifest of a folder; nil if there is none.
        init?(of folder: URL) throws(FolderError) {
            let file = folder.appending(path: "manifest.webmanifest")
            guard let data = FileManager.default.contents(atPath: file.path) else { return nil }
            do {
                self = try JSONDecoder().decode(Self.self, from: data)
            } catch {
                throw FolderError(
                    description: "cannot read \(file.path): it is not a web app manifest; "
                        + "correct its JSON")
            }
        }
    }
}
