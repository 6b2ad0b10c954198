package import Foundation
import GRDB

/// Backups of the media folder, stored next to a backup of the database and checked before use.
package enum MediaBackup {
    /// The folder that belongs to a backup of the database.
    package static func folder(for backup: URL) -> URL {
        backup.appendingPathExtension("media")
    }

    /// Copies the files that a copy of the database references, except those already in the backup.
    ///
    /// Copy the database first. A file may have been removed since then if it was unused.
    ///
    /// - Returns: The number of files in the backup.
    package static func copy(_ media: URL, for backup: URL) throws -> Int {
        let source = MediaFolder(media)
        let target = MediaFolder(folder(for: backup))
        let expected = try self.expected(in: backup)
        guard !expected.isEmpty else { return 0 }
        for file in expected {
            let from = source.url(of: file.hash, variant: file.variant)
            let to = target.url(of: file.hash, variant: file.variant)
            try copy(from, to: to, digest: file.digest)
        }
        return expected.count
    }

    /// Missing and damaged files of a backup's media folder, one sentence each.
    ///
    /// Empty if the file is not a database, because restoring the database reports that.
    package static func findings(of backup: URL) throws -> [String] {
        let folder = MediaFolder(folder(for: backup))
        let files = FileManager.default
        // Opening a FIFO would block.
        let type = try? files.attributesOfItem(atPath: backup.path)[.type] as? FileAttributeType
        guard type == .typeRegular, let expected = try? expected(in: backup) else { return [] }
        return try expected.compactMap { file in
            let url = folder.url(of: file.hash, variant: file.variant)
            guard FileManager.default.fileExists(atPath: url.path) else {
                return "\(url.path) is missing. Choose another backup."
            }
            return try MediaFolder.digest(of: url).hash == file.digest
                ? nil : "\(url.path) is damaged. Choose another backup."
        }
    }

    /// Copies the files of a checked backup into the media folder.
    ///
    /// Existing files are kept.
    package static func restore(_ backup: URL, to media: URL) throws {
        let source = MediaFolder(folder(for: backup))
        let target = MediaFolder(media)
        for file in try expected(in: backup) {
            try copy(
                source.url(of: file.hash, variant: file.variant),
                to: target.url(of: file.hash, variant: file.variant), digest: file.digest)
        }
    }

    private static func copy(_ from: URL, to: URL, digest: String) throws {
        let files = FileManager.default
        if files.fileExists(atPath: to.path), try MediaFolder.digest(of: to).hash == digest {
            return
        }
        do {
            try files.createDirectory(
                at: to.deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            let part = to.appendingPathExtension("part")
            try? files.removeItem(at: part)  // A leftover of an interrupted copy; usually missing.
            try files.copyItem(at: from, to: part)
            guard try MediaFolder.digest(of: part).hash == digest else {
                throw MediaError(
                    "storage_failed", "\(from.path) is damaged. Restore it from another backup.")
            }
            guard rename(part.path, to.path) == 0 else {
                throw MediaError.system("Moving a file to \(to.path)", errno)
            }
        } catch let error as MediaError {
            throw error
        } catch {
            throw MediaError(
                "storage_failed",
                "Cannot copy \(from.path) to \(to.path). Check that the file exists and the disk has "
                    + "room.")
        }
    }

    private static func expected(in database: URL) throws -> [MediaStore.Expected] {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: database.path, configuration: configuration)
        defer { try? queue.close() }  // Read-only, so errors do not matter.
        return try queue.read { db in
            guard try db.tableExists("media_file") else { return [] }
            return try Row.fetchAll(db, sql: MediaStore.expectation).map(MediaStore.Expected.init)
        }
    }
}
