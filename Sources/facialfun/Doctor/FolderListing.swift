import Glibc

/// What is in a folder, for the examination of an installation.
enum FolderListing {
    /// The folders directly in a folder, by name; none where it cannot be read.
    static func folders(in path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix("."), kind(path + "/" + name) == S_IFDIR { names.append(name) }
        }
        return names.sorted().map { path + "/" + $0 }
    }

    /// Whether a path is a regular file.
    static func isFile(_ path: String) -> Bool { kind(path) == S_IFREG }

    private static func kind(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }
}
