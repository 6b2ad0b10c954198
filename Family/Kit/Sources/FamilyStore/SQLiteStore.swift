public import Foundation
package import GRDB
import Synchronization

/// The database of the family server: one SQLite file in its own folder.
///
/// Write-ahead log with `synchronous=FULL`, so that data is on the disk when a call returns; one
/// writer and concurrent readers. Every call is safe from any task and from several processes. A
/// call that throws has changed nothing.
public final class SQLiteStore: FamilyDatabase, Sendable {
    /// The name of the database's file in its folder; it dates from the time before the other apps.
    public static let fileName = "pet.sqlite"

    /// Options for opening a store.
    public struct Options: Sendable {
        /// Busy timeout for another process's writes, in seconds.
        public var busyTimeout: Double = 5
        /// Maximum duration of a call, in seconds, before it is aborted (L1).
        public var transactionTimeout: Double = 30
        /// The clock.
        public var now: @Sendable () -> Date = { Date() }
        /// The offset of the families' clock from UTC at a moment, in seconds; determines the day
        /// of an answer.
        public var offsetFromUTC: @Sendable (Date) -> Int = {
            TimeZone.current.secondsFromGMT(for: $0)
        }
        /// Maximum number of pages of the file, 4096 bytes each; nil for no limit other than the
        /// disk's.
        public var maximumPages: Int?
        /// The migrations of the apps that have tables here.
        package var migrations: [AppMigration] = []

        /// Makes the options of a server.
        public init() {}
    }

    /// The path of the database's file.
    public let file: URL
    /// The connections.
    package let pool: DatabasePool
    /// The options that it was opened with.
    public let options: Options
    let schema: DatabaseSchema
    private let isClosed = Mutex(false)

    /// Opens the database in a folder; creates both if they are missing.
    ///
    /// A new folder gets the mode 0700, a new file 0600. A database of an older version is migrated
    /// in one transaction.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - schema: The tables that every database has; the options add those of apps.
    ///   - options: The options.
    /// - Throws: ``StoreError`` with `newer`, `foreign`, `damaged`, `locked`, `readOnly`, `full`,
    ///   `cannotOpen` or `inputOutput`.
    package init(
        folder: URL, schema: DatabaseSchema, options: Options = Options()
    ) throws(StoreError) {
        file = folder.appending(path: Self.fileName, directoryHint: .notDirectory)
        self.schema = schema.followed(by: options.migrations)
        self.options = options
        pool = try Self.openPool(file: file, schema: self.schema, options: options)
    }

    /// Closes the database; later calls throw, closing again does nothing.
    ///
    /// Checkpoints the write-ahead log first, so that the file alone is the database.
    ///
    /// - Throws: ``StoreError`` if a statement is still running.
    public func close() throws(StoreError) {
        guard
            isClosed.withLock({ isClosed in
                defer { isClosed = true }
                return !isClosed
            })
        else { return }
        do {
            try pool.writeWithoutTransaction { db in try db.truncateWriteAheadLog() }
            try pool.close()
        } catch {
            throw StoreError(error, at: file.path)
        }
    }

    /// The current time.
    package var now: Date { options.now() }

    /// Reads in a snapshot, unaffected by writers.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try await limited { [pool] in try await pool.read(body) }
    }

    /// Writes in one immediate transaction, which is on the disk when this returns.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try await limited { [pool] in try await pool.write(body) }
    }

    /// Writes like ``write(_:)`` and leaves no copy of replaced data in the write-ahead log.
    package func erase<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        let value = try await write(body)
        await truncateAfterCommit()
        return value
    }

    /// Runs a call and aborts it when it exceeds the time limit.
    func limited<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws(StoreError) -> Value {
        let limit = options.transactionTimeout
        guard !isClosed.withLock({ $0 }) else {
            throw StoreError(.closed, "The database is closed because the game is stopping.")
        }
        do {
            return try await withThrowingTaskGroup(of: Value?.self) { group in
                group.addTask { try await body() }
                group.addTask {
                    try await Task.sleep(for: .seconds(limit))
                    return nil
                }
                defer { group.cancelAll() }
                guard let first = try await group.next(), let value = first else {
                    throw StoreError(
                        .timedOut,
                        "\(Self.fileName) took longer than \(limit) s. Check the disk and "
                            + "the machine's load.")
                }
                return value
            }
        } catch {
            throw StoreError(error, at: file.path)
        }
    }
}

extension Date {
    /// Milliseconds since 1970-01-01 UTC, as stored in the database.
    package var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded(.down)) }

    /// The moment for a number of milliseconds since 1970-01-01 UTC.
    package init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
