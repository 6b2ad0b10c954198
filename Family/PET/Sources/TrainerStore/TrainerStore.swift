public import FamilyStore
public import Foundation
package import GRDB
public import TrainerRules

/// The game's database: accounts, sessions, settings, rounds, and the data of reviews.
public final class TrainerStore: FamilyDatabase, Sendable {
    /// Options for opening a store.
    public typealias Options = SQLiteStore.Options

    /// The name of the database's file in its folder.
    public static let fileName = SQLiteStore.fileName

    package let database: SQLiteStore
    let faceChanges = FacePlayChanges()

    /// Opens the database in a folder; creates both if they are missing.
    ///
    /// A database of an older version is migrated in one transaction.
    ///
    /// - Throws: `StoreError` with `newer`, `foreign`, `damaged`, `locked`, `readOnly`, `full`,
    ///   `cannotOpen` or `inputOutput`.
    public init(folder: URL, options: Options = Options()) throws(StoreError) {
        database = try SQLiteStore(folder: folder, schema: Schema.database, options: options)
        database.pool.add(transactionObserver: faceChanges)
    }

    /// Replaces the database of a folder, which must not be in use, by a backup.
    ///
    /// - Returns: The new path of the former database; nil if there was none.
    /// - Throws: `StoreError`, as `SQLiteStore.restore`.
    @discardableResult
    public static func restore(
        from backup: URL, folder: URL, needsChecksum: Bool = true, options: Options = Options()
    ) throws(StoreError) -> URL? {
        try SQLiteStore.restore(
            from: backup, folder: folder, needsChecksum: needsChecksum, schema: Schema.database,
            options: options)
    }

    /// Closes the database.
    ///
    /// Later calls throw; closing again does nothing.
    public func close() throws(StoreError) { try database.close() }

    /// Checks the whole database: pages, references, rows, file permissions.
    ///
    /// - Returns: The findings; empty if there are none.
    public func check() async throws(StoreError) -> [SQLiteStore.Finding] {
        try await database.check()
    }

    /// Writes a copy of the database while it is in use, with a checksum at its end.
    ///
    /// - Throws: `StoreError` with `cannotOpen`, `full`, `inputOutput`.
    public func backup(to destination: URL) async throws(StoreError) {
        try await database.backup(to: destination)
    }

    /// The path of the database's file.
    public var file: URL { database.file }
    var pool: DatabasePool { database.pool }
    var options: Options { database.options }

    /// The current time.
    var now: Date { database.now }

    /// The day of a moment on the families' clock.
    func day(of date: Date) -> Day {
        Day(
            secondsSince1970: Int(date.timeIntervalSince1970.rounded(.down)),
            offsetFromUTC: options.offsetFromUTC(date))
    }

    /// The day of a moment on the families' clock, for pages.
    public func localDay(_ date: Date) -> Day { day(of: date) }

    /// Reads in a snapshot, unaffected by writers.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try await database.read(body)
    }

    /// Writes in one immediate transaction, which is on the disk when this returns.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try await database.write(body)
    }

    /// Checks the file before a server starts.
    ///
    /// - Throws: ``StoreError`` with `damaged`.
    public func refuseDamage() async throws(StoreError) { try await database.refuseDamage() }

    /// Moves the write-ahead log into the file and empties it, so that deleted data is gone from both.
    package func truncateWriteAheadLog() async throws(StoreError) {
        try await database.truncateWriteAheadLog()
    }
}

extension StoreError.Code {
    /// The family has the maximum number of its own questions.
    public static let tooManyQuestions = StoreError.Code(rawValue: "too_many_questions")
    /// The family's pictures and recordings exceed its quota.
    public static let tooManyBytes = StoreError.Code(rawValue: "too_many_bytes")
    /// The family's notes exceed their quota.
    public static let tooManyNotes = StoreError.Code(rawValue: "too_many_notes")
    /// The child has begun the maximum number of rounds today.
    public static let tooManyRounds = StoreError.Code(rawValue: "too_many_rounds")
}
