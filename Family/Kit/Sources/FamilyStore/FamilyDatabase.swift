package import GRDB

/// The database of the family server, as apps access it.
package protocol FamilyDatabase: Sendable {
    /// Reads from a consistent snapshot.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value

    /// Writes in one immediate transaction.
    ///
    /// When it returns, everything is on disk.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value

    /// Copies the write-ahead log into the database and empties it.
    ///
    /// Until then the log contains earlier versions of pages, with data that was deleted or sealed since.
    func truncateWriteAheadLog() async throws
}

extension FamilyDatabase {
    /// Writes like ``write(_:)`` and leaves no copy of deleted or replaced data in the write-ahead log.
    ///
    /// Slower than ``write(_:)`` by one checkpoint: for deletions that people ask for, and for secrets.
    package func erase<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let value = try await write(body)
        await truncateAfterCommit()
        return value
    }

    /// Empties the write-ahead log after a change that is committed.
    ///
    /// A log that cannot be truncated now is no failure of the change: the next call truncates it, at the
    /// latest within the hour.
    package func truncateAfterCommit() async { try? await truncateWriteAheadLog() }
}
