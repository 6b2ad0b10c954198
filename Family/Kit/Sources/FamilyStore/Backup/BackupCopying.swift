import Foundation
import GRDB

extension SQLiteStore {
    /// Copies the pool's database to a file, first to a temporary file in the same folder.
    static func copy(from pool: DatabasePool, to destination: URL) throws {
        let part = destination.appendingPathExtension("part")
        let files = FileManager.default
        try? files.removeItem(at: part)  // A leftover of an interrupted backup; usually missing.
        guard
            files.createFile(
                atPath: part.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else {
            throw StoreError(
                .cannotOpen,
                "Cannot write \(part.path): \(String(cString: strerror(errno))). Choose another "
                    + "place "
                    + "for the backup.")
        }
        do {
            let copy = try DatabaseQueue(path: part.path)
            try pool.backup(to: copy)
            // A single file without a write-ahead log.
            try copy.inDatabase { db in try db.execute(sql: "PRAGMA journal_mode = DELETE") }
            try copy.close()
            try BackupChecksum.append(to: part)
            try synchronise(part)
            guard rename(part.path, destination.path) == 0 else {
                throw StoreError(
                    .cannotOpen,
                    "Cannot write \(destination.path): \(String(cString: strerror(errno))). Choose "
                        + "another place for the backup.")
            }
            try synchronise(destination.deletingLastPathComponent())
        } catch {
            // An error here matters less than the one that is thrown.
            try? files.removeItem(at: part)
            throw error
        }
    }

    /// Checks a backup and installs it as the database.
    static func replace(
        _ file: URL, with backup: URL, needsChecksum: Bool, schema: DatabaseSchema, options: Options
    ) throws -> URL? {
        let files = FileManager.default
        let folder = file.deletingLastPathComponent()
        try files.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let lock = try FolderLock(folder, seconds: options.busyTimeout)
        defer { lock.release() }
        // Checks a copy, so that nothing can change between the check and the move.
        let part = file.appendingPathExtension("part")
        try? files.removeItem(at: part)
        do {
            let integrity = try BackupIntegrity.copy(backup, to: part)
            try checkBackup(part, named: backup, schema: schema)
            // Checked last: a message about a wrong file type is more helpful than one about a
            // missing checksum.
            try refuse(integrity, of: backup, needsChecksum: needsChecksum)
            let former = try moveAside(file, options: options)
            guard rename(part.path, file.path) == 0 else {
                throw StoreError(
                    .cannotOpen, "Cannot write \(file.path): \(String(cString: strerror(errno))).")
            }
            try synchronise(folder)
            return former
        } catch {
            // An error here matters less than the one that is thrown.
            try? files.removeItem(at: part)
            throw error
        }
    }

    private static func refuse(
        _ integrity: BackupIntegrity, of backup: URL, needsChecksum: Bool
    ) throws {
        switch integrity {
        case .right: return
        case .absent where !needsChecksum: return
        case .absent:
            throw StoreError(
                .damaged,
                "\(backup.path) has no checksum: it was cut off, changed, or is not a file of "
                    + "`facialfun-family backup`. Choose another backup; `--without-checksum` "
                    + "accepts an old database."
            )
        case .wrong:
            throw StoreError(
                .damaged,
                "\(backup.path) is damaged: its checksum does not match. Choose another backup.")
        }
    }

    private static func checkBackup(
        _ part: URL, named backup: URL, schema: DatabaseSchema
    ) throws {
        guard try files(part, size: 0) == false else {
            throw StoreError(.damaged, "\(backup.path) is empty. Choose another backup.")
        }
        let queue = try DatabaseQueue(path: part.path)
        try queue.inDatabase { db in
            try schema.refuseForeign(db, path: backup.path)
            // Checked first, because checking the rows evaluates expressions of the schema.
            var sentences = try schema.differences(db)
            if sentences.isEmpty { sentences = try findings(db, schema).map(\.sentence) }
            guard sentences.isEmpty else {
                throw StoreError(
                    .damaged,
                    "\(backup.path) is damaged. Choose another backup. "
                        + sentences.prefix(5).joined(separator: " "))
            }
            try db.execute(sql: "PRAGMA journal_mode = DELETE")
        }
        try queue.close()
        try synchronise(part)
    }

    private static func files(_ file: URL, size: Int) throws -> Bool {
        try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int == size
    }

    /// Moves the former database aside, with its log; nil if there is none.
    private static func moveAside(_ file: URL, options: Options) throws -> URL? {
        let files = FileManager.default
        guard files.fileExists(atPath: file.path) else { return nil }
        let seconds = Int(options.now().timeIntervalSince1970)
        let former = file.deletingLastPathComponent()
            .appending(path: "\(fileName).before-\(seconds)")
        try refuseWhileInUse(file)
        for suffix in ["-wal", "-shm", ""] where files.fileExists(atPath: file.path + suffix) {
            guard rename(file.path + suffix, former.path + suffix) == 0 else {
                throw StoreError(
                    .cannotOpen, "Cannot move \(file.path): \(String(cString: strerror(errno))).")
            }
        }
        return former
    }

    /// Throws if any process has the database open.
    private static func refuseWhileInUse(_ file: URL) throws {
        var configuration = Configuration()
        configuration.busyMode = .immediateError
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
        }
        do {
            let queue = try DatabaseQueue(path: file.path, configuration: configuration)
            // Leaving write-ahead mode needs exclusive access.
            let mode = try queue.inDatabase { db in
                try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
            }
            try queue.close()
            guard mode == "delete" else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            throw StoreError(
                .locked, "\(file.path) is in use. Stop `facialfun-family serve` first.",
                cause: error)
        } catch let error as DatabaseError
            where error.resultCode == .SQLITE_NOTADB || error.resultCode == .SQLITE_CORRUPT
        {
            return  // The database may be damaged, which is why a backup is restored.
        }
    }

    /// Flushes a file or folder to the disk.
    private static func synchronise(_ file: URL) throws {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw StoreError(
                .inputOutput, "Cannot open \(file.path): \(String(cString: strerror(errno))).")
        }
        defer { Foundation.close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw StoreError(
                .inputOutput, "Cannot write \(file.path): \(String(cString: strerror(errno))).")
        }
    }
}
