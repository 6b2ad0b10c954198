public import Foundation
import GRDB

extension SQLiteStore {
    /// A finding of ``check()``; a backup with findings cannot be restored.
    public struct Finding: Hashable, Codable, Sendable {
        /// The fault and its remedy.
        public var sentence: String
    }

    /// Checks the whole database: pages, references, rows, file permissions.
    ///
    /// - Returns: The findings; empty if there are none.
    /// - Complexity: reads the whole file.
    public func check() async throws(StoreError) -> [Finding] {
        do {
            var findings = try await pool.read { [schema] db in try Self.findings(db, schema) }
            findings += Self.permissionFindings(file)
            return findings
        } catch {
            throw StoreError(error, at: file.path)
        }
    }

    /// Checks the file before a server starts.
    ///
    /// Faster than ``check()``: it compares no indexes and no rows.
    ///
    /// - Throws: ``StoreError`` with `damaged`.
    /// - Complexity: Reads the whole file.
    public func refuseDamage() async throws(StoreError) {
        let path = file.path
        do {
            // Has no time limit, unlike other calls, because a large file on a slow disk takes
            // longer.
            try await pool.read { db in
                let result = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "no answer"
                guard result == "ok" else {
                    throw StoreError(
                        .damaged,
                        "\(path) is damaged (\(result)). Restore a backup with "
                            + "`facialfun-family restore FILE`.")
                }
            }
        } catch {
            throw StoreError(error, at: path)
        }
    }

    /// Writes a copy of the database while it is in use.
    ///
    /// The copy is a snapshot: a single file of mode 0600 that ends with a checksum. It is written
    /// to a temporary file in the same folder, which is moved when it is complete.
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

    /// Replaces the database of a folder, which must not be in use, by a backup.
    ///
    /// The backup's checksum, tables and rows are checked first. The former database stays in the
    /// folder as `pet.sqlite.before-` and the seconds since 1970.
    ///
    /// - Parameters:
    /// - backup: A regular file that ``backup(to:)`` wrote.
    /// - folder: The folder of the database.
    /// - needsChecksum: Whether to refuse a file without a checksum, such as a former database; a
    ///   wrong checksum is always refused.
    /// - schema: The schema, as for opening.
    /// - options: The options, as for opening.
    /// - Returns: The new path of the former database; nil if there was none.
    /// - Throws: ``StoreError`` with `damaged`, `foreign` or `newer` if this version cannot use the
    ///   backup, `locked` if the database is in use. Nothing has changed then.
    @discardableResult
    package static func restore(
        from backup: URL, folder: URL, needsChecksum: Bool = true, schema: DatabaseSchema,
        options: Options = Options()
    ) throws(StoreError) -> URL? {
        let file = folder.appending(path: fileName, directoryHint: .notDirectory)
        do {
            return try replace(
                file, with: backup, needsChecksum: needsChecksum,
                schema: schema.followed(by: options.migrations), options: options)
        } catch {
            throw StoreError(error, at: backup.path)
        }
    }

    /// Copies the write-ahead log into the file and empties it.
    ///
    /// Deleted data is overwritten in the file, but its pages remain in the log until then. A log that
    /// a reader still uses after the busy timeout is truncated by the next call, at the latest within
    /// the hour.
    package func truncateWriteAheadLog() async throws(StoreError) {
        try await limited { [pool] in try await pool.truncateWriteAheadLog() }
    }

    /// Checks a database's content.
    static func findings(_ db: Database, _ schema: DatabaseSchema) throws -> [Finding] {
        var sentences = try String.fetchAll(db, sql: "PRAGMA integrity_check")
            .filter { $0 != "ok" }
            .map {
                "The file is damaged: \($0). Restore a backup with `facialfun-family restore FILE`."
            }
        guard sentences.isEmpty else { return sentences.map(Finding.init) }
        for row in try Row.fetchAll(db, sql: "PRAGMA foreign_key_check") {
            let table: String = row["table"]
            let parent: String = row["parent"]
            sentences.append(
                "A row of \"\(table)\" refers to a missing row of \"\(parent)\". Restore a backup "
                    + "with `facialfun-family restore FILE`.")
        }
        for contradiction in schema.contradictions {
            let count = try Int.fetchOne(db, sql: contradiction.query) ?? 0
            if count > 0 { sentences.append("\(count) \(contradiction.sentence)") }
        }
        return sentences.map(Finding.init)
    }

    /// Checks that only the owner can read the files.
    static func permissionFindings(_ file: URL) -> [Finding] {
        [file.deletingLastPathComponent(), file].compactMap { place in
            let attributes = try? FileManager.default.attributesOfItem(atPath: place.path)
            guard let mode = attributes?[.posixPermissions] as? Int, mode & 0o077 != 0 else {
                return nil
            }
            return Finding(
                sentence:
                    "\(place.path) can be read by others (mode \(String(mode, radix: 8))). Run "
                    + "`chmod go= \(place.path)`.")
        }
    }
}
