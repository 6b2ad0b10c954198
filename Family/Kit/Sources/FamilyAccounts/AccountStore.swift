package import FamilyStore
package import Foundation
package import GRDB

/// A database with households, their members, logins, sessions, devices and invitations.
///
/// The queries are extensions of this protocol. Apps with data about sessions or members implement
/// its requirements, which are called in the transaction of each change.
package protocol AccountStore: FamilyDatabase {
    /// The database.
    var database: SQLiteStore { get }

    /// Called when a session of a child begins and when it is switched to another child.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - player: The child whose profile is in use from now on.
    ///   - day: Days since 1970-01-01 on the families' clock.
    ///   - now: The current time.
    ///   - db: The database, in a transaction.
    /// - Throws: Errors of the database; the session does not begin in that case.
    static func sessionDidBegin(
        _ session: SessionDigest, of player: PlayerID, day: Int, at now: Date, _ db: Database
    ) throws

    /// Called when activity in a session is stored.
    ///
    /// - Parameters:
    /// - session: The session.
    /// - milliseconds: The time of use since the last activity; 0 after a pause or for a hidden
    ///   page.
    /// - now: The current time.
    /// - db: The database, in a transaction.
    /// - Throws: Errors of the database; the activity is not stored in that case.
    static func sessionWasUsed(
        _ session: SessionDigest, milliseconds: Int64, at now: Date, _ db: Database
    ) throws

    /// Called when a household, its logins or its members have changed.
    static func accountDidChange(_ id: AccountID, _ db: Database) throws
}

extension AccountStore {
    /// The folder next to the database for recordings of the server's voice, by account; they are
    /// deleted with the account.
    package static var speechFolder: String { "speech" }

    /// Reads in a snapshot, unaffected by writers.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value { try await database.read(body) }

    /// Writes in one immediate transaction, which is on the disk when this returns.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value { try await database.write(body) }

    /// Copies the write-ahead log into the database and empties it.
    package func truncateWriteAheadLog() async throws { try await database.truncateWriteAheadLog() }
}

extension SQLiteStore {
    /// The day of a moment on the families' clock, in days since 1970-01-01.
    package func dayNumber(of date: Date) -> Int {
        let seconds =
            Int(date.timeIntervalSince1970.rounded(.down)) + options.offsetFromUTC(date)
        return (seconds - ((seconds % 86_400) + 86_400) % 86_400) / 86_400
    }
}

extension StoreError.Code {
    /// A login with that username exists.
    package static let usernameTaken = StoreError.Code(rawValue: "username_taken")
    /// A login with that email exists.
    package static let emailTaken = StoreError.Code(rawValue: "email_taken")
    /// The family has the maximum number of children.
    package static let tooManyChildren = StoreError.Code(rawValue: "too_many_children")
    /// A family would have no child.
    package static let noChild = StoreError.Code(rawValue: "no_child")
}
