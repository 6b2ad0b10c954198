import CommandSupport
import Glibc

/// Contents of folders, for checking an installation.
enum FolderListing {
    /// The folders directly in a folder, by name.
    ///
    /// - Throws: ``CommandError`` if the folder cannot be read.
    static func folders(in path: String) throws(CommandError) -> [String] {
        let names = try InputWalker.entries(of: InputPath(path)).get().map { name in
            String(decoding: name, as: UTF8.self)
        }
        return names.filter { !$0.hasPrefix(".") && kind(path + "/" + $0) == S_IFDIR }
            .sorted().map { path + "/" + $0 }
    }

    /// The names of the files directly in a folder; empty if it cannot be read.
    static func files(in path: String) -> [String] {
        guard case .success(let names) = InputWalker.entries(of: InputPath(path)) else { return [] }
        return names.map { String(decoding: $0, as: UTF8.self) }.filter { isFile(path + "/" + $0) }
    }

    /// Whether a path is a regular file.
    static func isFile(_ path: String) -> Bool { kind(path) == S_IFREG }

    private static func kind(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }
}
