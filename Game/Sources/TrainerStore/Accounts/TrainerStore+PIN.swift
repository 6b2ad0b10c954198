public import Foundation
import GRDB

/// How a PIN that was typed was counted.
public enum PINCount: Hashable, Sendable {
    /// It was right: the count is back at zero.
    case accepted
    /// It was wrong; so many more may be before nobody is listened to, 1 to 4.
    case failed(left: Int)
    /// No PIN is looked at until then, whatever it was.
    case denied(until: Date)
}

extension TrainerStore {
    /// How many wrong PINs in a row close the parent's part for a minute.
    public static let wrongPINsUntilDenied = 5

    /// What the parent's PIN is compared with.
    ///
    /// - Throws: ``StoreError`` with `notFound`.
    public func pinCredentials(_ id: AccountID) async throws(StoreError) -> PINCredentials {
        let now = now
        return try await read { db in
            guard
                let row = try Row.fetchOne(
                    db, sql: "SELECT pin_hash FROM household WHERE id = ?", arguments: [id.rawValue]
                )
            else { throw Self.noAccount }
            return PINCredentials(
                hash: row["pin_hash"], deniedUntil: try Self.pinDeniedUntil(id, now, db))
        }
    }

    /// Counts a PIN that was compared, right or wrong, in one transaction: of a hundred that come at
    /// once no more than five are worth anything.
    ///
    /// - Throws: ``StoreError`` with `notFound`.
    public func countPIN(_ id: AccountID, isRight: Bool) async throws(StoreError) -> PINCount {
        let now = now
        return try await write { db in
            if let until = try Self.pinDeniedUntil(id, now, db) { return .denied(until: until) }
            guard
                let row = try Row.fetchOne(
                    db, sql: "SELECT pin_failures, pin_denied_until FROM household WHERE id = ?",
                    arguments: [id.rawValue])
            else { throw Self.noAccount }
            // A minute that is over leaves nothing behind: the count starts anew.
            let before: Int = row["pin_denied_until"] == nil ? row["pin_failures"] : 0
            let failures = isRight ? 0 : before + 1
            let isDenied = failures >= Self.wrongPINsUntilDenied
            let until = now.addingTimeInterval(Self.denialSeconds)
            try db.execute(
                sql: "UPDATE household SET pin_failures = ?, pin_denied_until = ? WHERE id = ?",
                arguments: [failures, isDenied ? until.milliseconds : nil, id.rawValue])
            if isRight { return .accepted }
            return isDenied
                ? .denied(until: until) : .failed(left: Self.wrongPINsUntilDenied - failures)
        }
    }

    private static var noAccount: StoreError {
        StoreError(.notFound, "There is no such account; it may be deleted already.")
    }

    private static func pinDeniedUntil(
        _ id: AccountID, _ now: Date, _ db: Database
    ) throws -> Date? {
        let until = try Int64.fetchOne(
            db, sql: "SELECT pin_denied_until FROM household WHERE id = ?", arguments: [id.rawValue]
        )
        guard let until, until > now.milliseconds,
            // A clock that was set back denies for no longer than a minute.
            until <= now.milliseconds + Int64(denialSeconds * 1000)
        else { return nil }
        return Date(milliseconds: until)
    }
}
