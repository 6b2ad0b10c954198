import Crypto
package import Foundation

/// The folder of media files next to the database.
///
/// `ab/HASH` is a file and `ab/HASH.NAME` a smaller copy of it. `work` holds unfinished files.
package struct MediaFolder: Sendable {
    package let url: URL

    package init(_ url: URL) { self.url = url }

    /// The folder of unfinished work.
    package var work: URL { url.appending(path: "work", directoryHint: .isDirectory) }

    /// The URL of a file or of its smaller copy.
    package func url(of hash: String, variant: String? = nil) -> URL {
        url.appending(path: String(hash.prefix(2)), directoryHint: .isDirectory)
            .appending(path: variant.map { "\(hash).\($0)" } ?? hash)
    }

    /// The folder of a job; created if missing.
    package func workspace(_ id: String) throws(MediaError) -> URL {
        let folder = work.appending(path: id, directoryHint: .isDirectory)
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw MediaError.system("Making \(folder.path)", errno)
        }
        return folder
    }

    /// Removes a job's folder, if it exists.
    package func removeWorkspace(_ id: String) {
        try? FileManager.default.removeItem(at: work.appending(path: id))
    }

    /// Moves a finished file into the store and flushes it to disk.
    func adopt(_ file: URL, at url: URL) throws(MediaError) {
        let folder = url.deletingLastPathComponent()
        if mkdir(folder.path, 0o700) != 0, errno != EEXIST {
            throw MediaError.system("Making \(folder.path)", errno)
        }
        try Self.synchronise(file)
        guard chmod(file.path, 0o600) == 0, rename(file.path, url.path) == 0 else {
            throw MediaError.system("Moving a file to \(url.path)", errno)
        }
        try Self.synchronise(folder)
    }

    /// The hash of a file and its size.
    package static func digest(of file: URL) throws(MediaError) -> (hash: String, bytes: Int) {
        do {
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }  // Read-only, so errors do not matter.
            var hash = SHA256()
            var bytes = 0
            while let part = try handle.read(upToCount: 1 << 20), !part.isEmpty {
                hash.update(data: part)
                bytes += part.count
            }
            let digits = hash.finalize().map { String(format: "%02x", $0) }.joined()
            return (digits, bytes)
        } catch {
            throw MediaError(
                "storage_failed", "Cannot read \(file.path). Check the data folder.")
        }
    }

    /// Whether a text has the form of a file hash.
    package static func isHash(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }

    /// The hashes of all stored files, with the names of their smaller copies.
    func stored() -> [(hash: String, file: URL)] {
        let files = FileManager.default
        var found: [(String, URL)] = []
        for name in (try? files.contentsOfDirectory(atPath: url.path)) ?? [] where name.count == 2 {
            let folder = url.appending(path: name, directoryHint: .isDirectory)
            for entry in (try? files.contentsOfDirectory(atPath: folder.path)) ?? [] {
                let hash = entry.split(separator: ".").first.map(String.init) ?? entry
                found.append((hash, folder.appending(path: entry)))
            }
        }
        return found
    }

    /// Flushes a file or folder to disk.
    private static func synchronise(_ url: URL) throws(MediaError) {
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw MediaError.system("Opening \(url.path)", errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw MediaError.system("Writing \(url.path)", errno)
        }
    }
}
