package import GRDB

/// The database of the family server, as an app uses it.
package protocol FamilyDatabase: Sendable {
    /// Reads in a snapshot that no writer changes.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value

    /// Writes in one immediate transaction; on return all of it is on the disk.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value
}
