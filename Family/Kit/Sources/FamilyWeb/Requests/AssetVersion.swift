import Crypto
package import Foundation

/// A name for the present state of the web files, so that a browser may keep them for good.
package enum AssetVersion {
    /// Twelve hexadecimal digits of a hash over the names and contents of all files below a folder.
    package static func of(_ folder: URL) -> String {
        var hash = SHA256()
        let paths = (FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? [])
            .compactMap { $0 as? String }.sorted()
        for path in paths {
            hash.update(data: Data(path.utf8))
            // A folder has no contents; a file that cannot be read is refused when it is asked for.
            if let data = FileManager.default.contents(atPath: folder.appending(path: path).path) {
                hash.update(data: data)
            }
        }
        return hash.finalize().prefix(6).map { String(format: "%02x", $0) }.joined()
    }
}
