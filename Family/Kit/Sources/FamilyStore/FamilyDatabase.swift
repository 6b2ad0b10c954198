package import GRDB

/// The interface of the family server's database for apps.
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
    /// Until then the log contains earlier versions of pages, including data that has been deleted
    /// or encrypted.
    func truncateWriteAheadLog() async throws
}

extension FamilyDatabase {
    /// Writes like ``write(_:)`` and leaves no copy of deleted or replaced data in the write-ahead
    /// log.
    ///
    /// Slower than ``write(_:)`` by one checkpoint. Used for deletions on request and for secrets.
    package func erase<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value {
        let value = try await write(body)
        await truncateAfterCommit()
        return value
    }

    /// Empties the write-ahead log after a committed change.
    ///
    /// If the log cannot be truncated now, the change is still valid: the next call truncates the
    /// log, within an hour at the latest.
    package func truncateAfterCommit() async { try? await truncateWriteAheadLog() }
}
