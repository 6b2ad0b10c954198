public import FamilyStore
public import Foundation
package import GRDB
import Synchronization
public import TrainerRules

/// The game's database: accounts, sessions, settings, rounds, and what reviews are made of.
///
/// One SQLite file, `pet.sqlite`, in a folder of its own: write-ahead log with `synchronous=FULL`, so
/// that what a call returned is on the disk; one writer, readers beside it. Every call is safe from
/// any task and from several processes. A call that throws has changed nothing.
public final class TrainerStore: FamilyDatabase, Sendable {
    /// The name of the database's file in its folder.
    public static let fileName = "pet.sqlite"
    /// The folder beside it in which the server's voice keeps what it spoke, by account; what is an
    /// account's goes with the account.
    public static let speechFolder = "speech"

    /// How a store is opened.
    public struct Options: Sendable {
        /// How long to wait for another process that writes, in seconds.
        public var busyTimeout: Double = 5
        /// The longest that a call may take, in seconds, before it is given up (L1).
        public var transactionTimeout: Double = 30
        /// The clock.
        public var now: @Sendable () -> Date = { Date() }
        /// How far the families' clock is ahead of UTC at a moment, in seconds; decides which day
        /// an answer counts for.
        public var offsetFromUTC: @Sendable (Date) -> Int = {
            TimeZone.current.secondsFromGMT(for: $0)
        }
        /// The most pages that the file may have, 4096 bytes each; nil for no limit but the disk.
        public var maximumPages: Int?
        /// The migrations of the apps that keep tables here.
        package var migrations: [AppMigration] = []

        /// Makes options: those of a server.
        public init() {}
    }

    /// Where the database's file lies.
    public let file: URL
    let pool: DatabasePool
    let options: Options
    let faceChanges = FacePlayChanges()
    private let isClosed = Mutex(false)

    /// Opens the database in a folder; makes both where they are not there.
    ///
    /// A folder that is made gets the mode 0700, the file 0600. A database of an older version is
    /// brought up to this one in one transaction.
    ///
    /// - Throws: ``StoreError`` with `newer`, `foreign`, `damaged`, `locked`, `readOnly`, `full`,
    ///   `cannotOpen` or `inputOutput`.
    public init(folder: URL, options: Options = Options()) throws(StoreError) {
        file = folder.appending(path: Self.fileName, directoryHint: .notDirectory)
        self.options = options
        pool = try Self.openPool(file: file, options: options)
        pool.add(transactionObserver: faceChanges)
    }

    /// Closes the database; calls after it throw, another closing does nothing.
    ///
    /// What stands in the write-ahead log is moved into the file first, so that the file alone is the
    /// database.
    ///
    /// - Throws: ``StoreError`` where a statement is still running.
    public func close() throws(StoreError) {
        guard
            isClosed.withLock({ isClosed in
                defer { isClosed = true }
                return !isClosed
            })
        else { return }
        do {
            try pool.writeWithoutTransaction { db in try Self.emptyLog(db) }
            try pool.close()
        } catch {
            throw StoreError(error, at: file.path)
        }
    }

    /// The moment that is now.
    var now: Date { options.now() }

    /// The day of a moment on the families' clock.
    func day(of date: Date) -> Day {
        Day(
            secondsSince1970: Int(date.timeIntervalSince1970.rounded(.down)),
            offsetFromUTC: options.offsetFromUTC(date))
    }

    /// The day of a moment on the families' clock, for pages.
    public func dayOnFamiliesClock(_ date: Date) -> Day { day(of: date) }

    /// Reads in a snapshot that no writer changes.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try await limited { [pool] in try await pool.read(body) }
    }

    /// Writes in one immediate transaction; all of it is on the disk when this returns, or nothing.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        try await limited { [pool] in try await pool.write(body) }
    }

    /// Runs a call and gives it up when it takes longer than it may.
    func limited<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws(StoreError) -> Value {
        let limit = options.transactionTimeout
        guard !isClosed.withLock({ $0 }) else {
            throw StoreError(.closed, "The database is closed; the game is ending.")
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
                        "\(Self.fileName) took longer than \(limit) s. Look after the disk and "
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
    /// Milliseconds since 1970-01-01 UTC: the form in the database.
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded(.down)) }

    /// The moment of a number of milliseconds since 1970-01-01 UTC.
    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
