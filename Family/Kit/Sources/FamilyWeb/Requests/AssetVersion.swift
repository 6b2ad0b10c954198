import Crypto
package import Foundation

/// A version of the web files that is part of their addresses, so browsers can cache them forever.
package enum AssetVersion {
    /// Twelve hexadecimal digits of a hash over the names and contents of all files in a folder.
    package static func of(_ folder: URL) -> String {
        var hash = SHA256()
        let paths = (FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? [])
            .compactMap { $0 as? String }.sorted()
        for path in paths {
            hash.update(data: Data(path.utf8))
            // Folders have no contents. A file that cannot be read fails when it is requested.
            if let data = FileManager.default.contents(atPath: folder.appending(path: path).path) {
                hash.update(data: data)
            }
        }
        return hash.finalize().prefix(6).map { String(format: "%02x", $0) }.joined()
    }
}
