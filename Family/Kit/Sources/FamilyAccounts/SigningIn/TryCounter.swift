import FamilyStore
import Foundation
import GRDB

/// Columns that count consecutive wrong PINs or pictures.
///
/// Five wrong ones lock them for one minute, five more for two, then four, and so on, until a right
/// one resets the count.
struct TryCounter {
    /// The parent PIN of a household.
    static let pin = TryCounter(
        table: "household", key: "id", failures: "pin_failures", until: "pin_denied_until")
    /// The pictures of a child.
    static let pictures = TryCounter(
        table: "picture_login", key: "child", failures: "failures", until: "denied_until")

    /// Consecutive wrong tries that start or extend a lockout.
    static let wrongUntilDenied = 5
    /// Duration of the first lockout, in seconds.
    static let shortestDenialSeconds: Double = 60
    /// Maximum duration of a lockout, in seconds.
    static let longestDenialSeconds: Double = 3600

    let table: String
    let key: String
    let failures: String
    let until: String

    /// Counts a try; nil if there is no such row.
    func count(_ id: Int64, isRight: Bool, _ now: Date, _ db: Database) throws -> PINCount? {
        if let until = try deniedUntil(id, now, db) { return .denied(until: until) }
        // The count continues after a lockout, so the wait doubles each time.
        let before = try Int.fetchOne(
            db, sql: "SELECT \(failures) FROM \(table) WHERE \(key) = ?", arguments: [id])
        guard let before else { return nil }
        let count = isRight ? 0 : before + 1
        let isDenied = count > 0 && count.isMultiple(of: Self.wrongUntilDenied)
        let doublings = max(0, min(count / Self.wrongUntilDenied - 1, 10))
        let seconds = min(
            Self.shortestDenialSeconds * Double(1 << doublings), Self.longestDenialSeconds)
        let end = now.addingTimeInterval(seconds)
        try db.execute(
            sql: "UPDATE \(table) SET \(failures) = ?, \(until) = ? WHERE \(key) = ?",
            arguments: [count, isDenied ? end.milliseconds : nil, id])
        if isRight { return .accepted }
        return isDenied
            ? .denied(until: end)
            : .failed(left: Self.wrongUntilDenied - count % Self.wrongUntilDenied)
    }

    /// End of the lockout; nil if there is none.
    func deniedUntil(_ id: Int64, _ now: Date, _ db: Database) throws -> Date? {
        let stored = try Int64.fetchOne(
            db, sql: "SELECT \(until) FROM \(table) WHERE \(key) = ?", arguments: [id])
        guard let stored, stored > now.milliseconds,
            // Without this, a clock that was set back would extend the lockout beyond its maximum.
            stored <= now.milliseconds + Int64(Self.longestDenialSeconds * 1000)
        else { return nil }
        return Date(milliseconds: stored)
    }
}
