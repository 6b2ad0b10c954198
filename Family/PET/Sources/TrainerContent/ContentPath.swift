import Foundation

/// A path below a content folder: relative, with plain names, never leaving the folder.
enum ContentPath {
    /// Whether a string is such a path; the file need not exist.
    static func isPlain(_ path: String) -> Bool {
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        return !path.isEmpty && path.utf8.count <= 400 && names.allSatisfy(isPlainName)
    }

    /// Whether a name has only letters, digits, `.`, `-` and `_`, and no leading period, so that it
    /// has no special meaning in a URL or a shell.
    static func isPlainName(_ name: Substring) -> Bool {
        guard let first = name.utf8.first, first != UInt8(ascii: ".") else { return false }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }

    /// The regular file at a plain path, without symbolic links; nil if there is none.
    static func file(_ path: String, below folder: URL) -> URL? {
        guard isPlain(path) else { return nil }
        var url = folder
        let names = path.split(separator: "/")
        for (index, name) in names.enumerated() {
            url.append(
                path: String(name),
                directoryHint: index == names.count - 1 ? .notDirectory : .isDirectory)
            guard kind(of: url) == (index == names.count - 1 ? .file : .folder) else {
                return nil
            }
        }
        return url
    }

    /// The type of the file; links are not followed.
    enum Kind { case file, folder, link, other, nothing }

    /// The type of the file; links are not followed.
    static func kind(of url: URL) -> Kind {
        var path = url.path(percentEncoded: false)
        // lstat follows a link if the path ends with a slash.
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        var status = stat()
        guard lstat(path, &status) == 0 else { return .nothing }
        switch status.st_mode & mode_t(S_IFMT) {
        case mode_t(S_IFREG): return .file
        case mode_t(S_IFDIR): return .folder
        case mode_t(S_IFLNK): return .link
        default: return .other
        }
    }
}
