public import Foundation
import GRDB

extension TrainerStore {
    /// What ``check()`` and restoring look at.
    public struct Finding: Hashable, Codable, Sendable {
        /// What is wrong, and the remedy.
        public var sentence: String
    }

    /// Looks the whole database over: its pages, its references, its rows, who may read it.
    ///
    /// - Returns: what is wrong; empty where all is well.
    /// - Complexity: reads the whole file.
    public func check() async throws(StoreError) -> [Finding] {
        do {
            var findings = try await pool.read { db in try Self.findings(db) }
            findings += Self.permissionFindings(file)
            return findings
        } catch {
            throw StoreError(error, at: file.path)
        }
    }

    /// Writes a copy of the database while it is in use.
    ///
    /// The copy is one moment's state, a single file of mode 0600 that ends with a checksum. It is made beside its place and
    /// moved there when it is whole.
    ///
    /// - Throws: ``StoreError`` with `cannotOpen`, `full`, `inputOutput`.
    public func backup(to destination: URL) async throws(StoreError) {
        let pool = pool
        do {
            try await Task.detached { try Self.copy(from: pool, to: destination) }.value
        } catch {
            throw StoreError(error, at: destination.path)
        }
    }

    /// Puts a backup in the place of the database in a folder that nobody uses.
    ///
    /// The backup is checked first: its checksum, its tables, its rows. What was there before is kept
    /// beside it as `pet.sqlite.before-` and the moment's seconds since 1970.
    ///
    /// - Parameters:
    ///   - backup: a regular file that ``backup(to:)`` wrote.
    ///   - folder: the folder of the database.
    ///   - needsChecksum: whether a file without a checksum is refused, as a former database has none;
    ///     a checksum that is there must be right in any case.
    ///   - options: as for opening.
    /// - Returns: where the former database was put; nil where there was none.
    /// - Throws: ``StoreError`` with `damaged`, `foreign` or `newer` where the backup is none that this
    ///   version can use; `locked` where the database is in use. Nothing is changed then.
    @discardableResult
    public static func restore(
        from backup: URL, folder: URL, needsChecksum: Bool = true, options: Options = Options()
    ) throws(StoreError) -> URL? {
        let file = folder.appending(path: fileName, directoryHint: .notDirectory)
        do {
            return try replace(
                file, with: backup, needsChecksum: needsChecksum, options: options)
        } catch {
            throw StoreError(error, at: backup.path)
        }
    }

    /// Moves the write-ahead log into the file and empties it, so that what was deleted is gone from
    /// both.
    ///
    /// What readers hold is moved at the next time: that is no failure.
    func forgetWrites() async throws(StoreError) {
        try await limited { [pool] in
            try await pool.writeWithoutTransaction { db in try Self.emptyLog(db) }
        }
    }

    /// Moves the write-ahead log into the file and empties it, unless somebody reads in it.
    static func emptyLog(_ db: Database) throws {
        do {
            _ = try db.checkpoint(.truncate)
        } catch let error as DatabaseError {
            let isBusy = [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode)
            guard isBusy else { throw error }
        }
    }
}
