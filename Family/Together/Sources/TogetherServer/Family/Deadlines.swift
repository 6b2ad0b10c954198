import GRDB

/// Moments of automatic actions, stored with their subjects.
///
/// A deadline is removed in the transaction that performs its action, and the action checks the
/// state of its subject. Each action therefore happens exactly once, even if the server was off or
/// the clock was changed.
struct Deadlines: Sendable {
    enum Kind: String, Sendable {
        /// The next deadline of an activity: that of its poll, or its end.
        case activity
        /// A reminder before an activity.
        case reminder
        /// The deadline for answering an override request.
        case request
    }

    struct Due: Sendable, Equatable {
        let key: String
        let kind: Kind
        let household: Int64
        let subject: String
    }

    /// Sets the only deadline of a kind and subject; nil removes it.
    static func set(
        _ kind: Kind, _ subject: String, of household: Int64, at due: Int64?, _ db: Database
    ) throws {
        let key = "\(kind.rawValue)/\(subject)"
        guard let due else {
            return try db.execute(
                sql: "DELETE FROM together_due WHERE key = ?", arguments: [key])
        }
        try db.execute(
            sql: """
                INSERT INTO together_due (key, household, subject, due) VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET due = excluded.due
                """, arguments: [key, household, subject, due])
    }

    /// The next deadline of all families.
    static func next(_ db: Database) throws -> Int64? {
        try Int64.fetchOne(db, sql: "SELECT min(due) FROM together_due")
    }

    /// Deadlines that have passed, earliest first, except those that failed before.
    static func passed(at now: Int64, except failed: Set<String>, _ db: Database) throws -> [Due] {
        try Row.fetchAll(
            db, sql: "SELECT * FROM together_due WHERE due <= ? ORDER BY due, key LIMIT 200",
            arguments: [now]
        ).compactMap { row in
            let key: String = row["key"]
            guard let kind = Kind(rawValue: String(key.prefix { $0 != "/" })),
                !failed.contains(key)
            else { return nil }
            return Due(
                key: key, kind: kind, household: row["household"], subject: row["subject"])
        }
    }

    /// Takes a deadline.
    ///
    /// - Returns: False if it was moved or removed in the meantime.
    static func take(_ due: Due, at now: Int64, _ db: Database) throws -> Bool {
        try db.execute(
            sql: "DELETE FROM together_due WHERE key = ? AND due <= ?", arguments: [due.key, now])
        return db.changesCount == 1
    }
}
