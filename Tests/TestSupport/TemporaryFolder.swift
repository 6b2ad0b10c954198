import Foundation

/// A temporary folder for one test; deleted when the last reference goes away.
package final class TemporaryFolder: Sendable {
    /// The folder's path, symbolic links resolved.
    package let path: String

    /// Makes an empty folder.
    package init() throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("facialfun-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.resolvingSymlinksInPath().path
    }

    deinit {
        // Files that remain after a test do no harm.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of an entry.
    package func path(_ name: String) -> String { path + "/" + name }

    /// Writes a file, creating its parent folders; returns its path.
    @discardableResult
    package func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let url = URL(fileURLWithPath: path(name))
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return url.path
    }

    /// Makes a symbolic link; returns its path.
    @discardableResult
    package func link(_ name: String, to destination: String) throws -> String {
        try FileManager.default.createSymbolicLink(
            atPath: path(name), withDestinationPath: destination)
        return path(name)
    }

    /// All files below the folder, as sorted relative paths.
    package func files() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: path).filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path(name), isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }
}
