import Foundation

/// The content of a folder.
enum FolderTree {
    /// The names in a folder, sorted, without hidden ones; empty if the folder does not exist.
    static func names(in path: String, below folder: URL) -> [String] {
        let url =
            path.isEmpty ? folder : folder.appending(path: path, directoryHint: .isDirectory)
        guard ContentPath.kind(of: url) == .folder else { return [] }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(
                atPath: url.path(percentEncoded: false))
        } catch {
            // An unreadable folder counts as empty. The files it should contain are then reported
            // as missing.
            return []
        }
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    /// The subfolders of a folder, sorted, without hidden ones and links.
    static func folders(in path: String, below folder: URL) -> [String] {
        names(in: path, below: folder).filter { name in
            let inner = path.isEmpty ? name : "\(path)/\(name)"
            return ContentPath.kind(
                of: folder.appending(path: inner, directoryHint: .isDirectory)) == .folder
        }
    }
}
