import FacialFunWire
import Glibc

/// An installed helper program.
package struct ExternalProgram: Sendable {
    /// The path of its file.
    package let path: String

    /// Its file's name without the folders, for messages.
    var name: String { path.splitUTF8(separator: "/").last.map(String.init) ?? path }

    /// Names a program by the path of its file.
    package init(path: String) { self.path = path }

    /// Looks for a program as a shell does; nil where there is none.
    ///
    /// - Parameters:
    ///   - name: Its name, without a slash.
    ///   - searchPath: The folders to look in, as `PATH` has them. Folders that are not named from the
    ///     root are passed over: what lies where a film lies must not run.
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
