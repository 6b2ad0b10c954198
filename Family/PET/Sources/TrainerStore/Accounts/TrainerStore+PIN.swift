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
    /// How many wrong PINs in a row close the parent's part: for a minute, the next time for two, then
    /// four, and so on, until a right one.
    public static let wrongPINsUntilDenied = 5
    /// The longest that the parent's part is closed, in seconds.
    public static let longestPINDenialSeconds: Double = 3600

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
            // The count goes on after a denial: who guesses on waits twice as long each time.
            let before: Int = row["pin_failures"]
            let failures = isRight ? 0 : before + 1
            let isDenied = failures > 0 && failures.isMultiple(of: Self.wrongPINsUntilDenied)
            let doublings = max(0, min(failures / Self.wrongPINsUntilDenied - 1, 10))
            let seconds = min(
                Self.denialSeconds * Double(1 << doublings), Self.longestPINDenialSeconds)
            let until = now.addingTimeInterval(seconds)
            try db.execute(
                sql: "UPDATE household SET pin_failures = ?, pin_denied_until = ? WHERE id = ?",
                arguments: [failures, isDenied ? until.milliseconds : nil, id.rawValue])
            if isRight { return .accepted }
            return isDenied
                ? .denied(until: until)
                : .failed(
                    left: Self.wrongPINsUntilDenied - failures % Self.wrongPINsUntilDenied)
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
            // A clock that was set back denies for no longer than the longest time.
            until <= now.milliseconds + Int64(longestPINDenialSeconds * 1000)
        else { return nil }
        return Date(milliseconds: until)
    }
}
