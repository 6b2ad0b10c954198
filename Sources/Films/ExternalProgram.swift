import FacialFunWire
import Glibc

/// An installed helper program.
package struct ExternalProgram: Sendable {
    /// The path of its file.
    package let path: String

    /// Its file name without folders, for messages.
    var name: String { path.splitUTF8(separator: "/").last.map(String.init) ?? path }

    /// Creates a program from the path of its file.
    package init(path: String) { self.path = path }

    /// Searches for a program like a shell; nil if it is not found.
    ///
    /// - Parameters:
    ///   - name: Its name, without a slash.
    ///   - searchPath: The folders to search, in the format of `PATH`. Relative folders are
    ///     skipped, because files next to a film must not be executed.
    package init?(named name: String, in searchPath: String? = Self.searchPath) {
        let folders = (searchPath ?? "/usr/local/bin:/usr/bin:/bin").splitUTF8(separator: ":")
        let paths = folders.filter { $0.hasUTF8Prefix("/") }.map { "\($0)/\(name)" }
        guard let path = paths.first(where: Self.isProgram) else { return nil }
        self.path = path
    }

    /// The environment's `PATH`.
    package static var searchPath: String? { getenv("PATH").map { String(cString: $0) } }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return access(path, X_OK) == 0
    }
}
