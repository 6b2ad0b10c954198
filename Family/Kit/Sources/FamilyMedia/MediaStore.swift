package import FamilyStore
package import Foundation
package import GRDB

/// Households' media files: content-addressed, limited by a quota, removed when unused.
///
/// Files are moved and removed only inside a write transaction of the database; only one runs at a
/// time. A row is written after its file is on disk, and a file is removed after its row. A crash
/// in between leaves a file without a row, which ``sweep()`` removes.
package struct MediaStore: Sendable {
    package let database: any FamilyDatabase
    package let folder: MediaFolder
    package let quota: MediaQuota
    /// The uploads in progress.
    package let uploads = UploadSlots()
    private let now: @Sendable () -> Date

    /// Seconds for which a file without references is kept.
    package static let grace: Int64 = 24 * 3600

    package init(
        database: any FamilyDatabase, folder: URL, quota: MediaQuota = MediaQuota(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.database = database
        self.folder = MediaFolder(folder)
        self.quota = quota
        self.now = now
    }

    var seconds: Int64 { Int64(now().timeIntervalSince1970) }

    // MARK: - Looking

    /// A file of a household; nil if it is unknown or belongs to another household.
    package func media(_ hash: String, of household: Int64) async throws -> Media? {
        try await database.read { db in try Self.media(hash, of: household, db) }
    }

    /// A file of a household, read inside a transaction.
    package static func media(_ hash: String, of household: Int64, _ db: Database) throws -> Media?
    {
        try Row.fetchOne(
            db,
            sql: """
                SELECT media_file.* FROM media_file
                JOIN media_holding ON media_holding.hash = media_file.hash
                WHERE media_holding.household = ? AND media_file.hash = ?
                """, arguments: [household, hash]
        ).map(Media.init)
    }

    /// Further facts about a household's file, as JSON.
    package func details(_ hash: String, of household: Int64) async throws -> String? {
        try await database.read { db in
            try String.fetchOne(
                db,
                sql: """
                    SELECT details FROM media_file JOIN media_holding USING (hash)
                    WHERE household = ? AND hash = ?
                    """, arguments: [household, hash])
        }
    }

    /// The total size and number of a household's files.
    package func use(of household: Int64) async throws -> (bytes: Int, files: Int) {
        try await database.read { db in try Self.use(of: household, db) }
    }

    private static func use(of household: Int64, _ db: Database) throws -> (bytes: Int, files: Int)
    {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT coalesce(sum(bytes), 0) AS bytes, count(*) AS files
                FROM media_holding JOIN media_file USING (hash) WHERE household = ?
                """, arguments: [household])
        return (row?["bytes"] ?? 0, row?["files"] ?? 0)
    }

    /// Throws if the household's quota is used up.
    package func checkQuota(of household: Int64) async throws {
        try await database.read { db in try checkQuota(of: household, db) }
    }

    func checkQuota(of household: Int64, _ db: Database) throws {
        let use = try Self.use(of: household, db)
        guard use.bytes < quota.bytes, use.files < quota.files else { throw quotaFull }
    }

    private var quotaFull: MediaError {
        MediaError(
            "quota_full",
            "The family's media use their \(quota.bytes / 1_000_000) MB or \(quota.files) files. "
                + "Delete experiences that are no longer needed.")
    }

    // MARK: - Adding

    /// Stores a finished file for a household.
    ///
    /// `alongside` runs in the same transaction; if it throws, everything is rolled back.
    ///
    /// Throws ``MediaError`` with `quota_full`, `disk_full` or `storage_failed`.
    @discardableResult
    package func add(
        _ product: MediaProduct, to household: Int64,
        alongside: @escaping @Sendable (Database, String) throws -> Void = { _, _ in }
    ) async throws -> Media {
        let (hash, bytes) = try MediaFolder.digest(of: product.file)
        var digests: [String: String] = [:]
        for (name, file) in product.variants {
            digests[name] = try MediaFolder.digest(of: file).hash
        }
        let (variants, moment) = (digests, seconds)
        return try await database.write { db in
            let isHeld = try Self.media(hash, of: household, db) != nil
            let use = try Self.use(of: household, db)
            guard isHeld || (use.bytes + bytes <= quota.bytes && use.files < quota.files) else {
                throw quotaFull
            }
            let isKnown =
                try Bool.fetchOne(
                    db, sql: "SELECT EXISTS (SELECT 1 FROM media_file WHERE hash = ?)",
                    arguments: [hash]) ?? false
            if !isKnown {
                for (name, file) in product.variants {
                    try folder.adopt(file, at: folder.url(of: hash, variant: name))
                }
                try folder.adopt(product.file, at: folder.url(of: hash))
                try db.execute(
                    sql: "INSERT INTO media_file VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    arguments: [
                        hash, product.kind, product.type, bytes, product.width, product.height,
                        product.seconds, product.details,
                    ])
                for (name, digest) in variants {
                    try db.execute(
                        sql: "INSERT INTO media_variant VALUES (?, ?, ?)",
                        arguments: [hash, name, digest])
                }
            }
            try db.execute(
                sql: """
                    INSERT INTO media_holding (household, hash, since) VALUES (?, ?, ?)
                    ON CONFLICT DO UPDATE SET since = excluded.since
                    """, arguments: [household, hash, moment])
            try alongside(db, hash)
            guard let media = try Self.media(hash, of: household, db) else {
                throw MediaError("storage_failed", "The file was not stored. Try again.")
            }
            return media
        }
    }

    /// Replaces all references of one owner, such as an experience, by references to the given
    /// files.
    ///
    /// - Returns: The hashes of files that the household does not have. If there are any, nothing
    ///   changes.
    package static func setReferences(
        _ db: Database, household: Int64, app: String, owner: String, to hashes: Set<String>
    ) throws -> Set<String> {
        let unknown = try hashes.filter { try media($0, of: household, db) == nil }
        guard unknown.isEmpty else { return unknown }
        try db.execute(
            sql: "DELETE FROM media_reference WHERE household = ? AND app = ? AND owner = ?",
            arguments: [household, app, owner])
        for hash in hashes {
            try db.execute(
                sql:
                    "INSERT INTO media_reference (household, hash, app, owner) VALUES (?, ?, ?, ?)",
                arguments: [household, hash, app, owner])
        }
        return []
    }

    // MARK: - Removing

    /// Removes all files of a household.
    package func deleteAll(of household: Int64) async throws {
        try await database.erase { db in
            for table in ["media_reference", "media_holding", "media_job"] {
                try db.execute(
                    sql: "DELETE FROM \(table) WHERE household = ?", arguments: [household])
            }
            try Self.deleteUnheld(db)
        }
        try await removeUnknown()
    }

    /// Removes files without references whose grace period is over.
    package func removeUnused() async throws {
        let limit = seconds - Self.grace
        try await database.write { db in
            try db.execute(
                sql: """
                    DELETE FROM media_holding WHERE since < ? AND NOT EXISTS (
                        SELECT 1 FROM media_reference
                        WHERE media_reference.household = media_holding.household
                            AND media_reference.hash = media_holding.hash)
                    """, arguments: [limit])
            try db.execute(
                sql: """
                    DELETE FROM media_job
                    WHERE changed < ? AND state IN ('done', 'failed', 'cancelled')
                    """, arguments: [limit])
            try Self.deleteUnheld(db)
        }
        try await removeUnknown()
    }

    /// Removes files without references before their grace period is over.
    package func release(_ hashes: Set<String>, of household: Int64) async throws {
        try await database.write { db in
            for hash in hashes {
                try db.execute(
                    sql: """
                        DELETE FROM media_holding WHERE household = ? AND hash = ? AND NOT EXISTS (
                            SELECT 1 FROM media_reference
                            WHERE media_reference.household = media_holding.household
                                AND media_reference.hash = media_holding.hash)
                        """, arguments: [household, hash])
            }
            try Self.deleteUnheld(db)
        }
        try await removeUnknown()
    }

    private static func deleteUnheld(_ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM media_file WHERE hash NOT IN (SELECT hash FROM media_holding)")
    }

    /// Removes the files of removed rows, after the transaction was committed.
    package func removeUnknown() async throws {
        try await database.write { db in
            let known = Set(try String.fetchAll(db, sql: "SELECT hash FROM media_file"))
            for (hash, file) in folder.stored() where !known.contains(hash) {
                try? FileManager.default.removeItem(at: file)  // The hourly run tries again.
            }
        }
    }

    /// Missing and damaged files of the store, one sentence each.
    ///
    /// - Complexity: Reads all files.
    package func findings() async throws -> [String] {
        try await Self.findings(folder: folder) { query in
            try await database.read { db in try Row.fetchAll(db, sql: query).map(Expected.init) }
        }
    }

    /// A file as the database describes it.
    package struct Expected: Sendable {
        let hash: String
        let variant: String?
        let digest: String

        package init(_ row: Row) {
            hash = row["hash"]
            variant = row["name"]
            digest = row["digest"]
        }
    }

    private static func findings(
        folder: MediaFolder, fetch: (String) async throws -> [Expected]
    ) async throws -> [String] {
        try await fetch(expectation).compactMap { expected in
            let url = folder.url(of: expected.hash, variant: expected.variant)
            guard FileManager.default.fileExists(atPath: url.path) else {
                return "\(url.path) is missing. Restore it from a backup of the media folder."
            }
            guard try MediaFolder.digest(of: url).hash == expected.digest else {
                return "\(url.path) is damaged. Restore it from a backup of the media folder."
            }
            return nil
        }
    }

    static let expectation = """
        SELECT hash, NULL AS name, hash AS digest FROM media_file
        UNION ALL SELECT hash, name, digest FROM media_variant
        """
}
