import FamilyStore
import GRDB
import TogetherRules

extension TogetherServices {
    /// Removes a member from all activities.
    ///
    /// Polls continue, tasks go to the host, and another member becomes the host.
    func removeFromActivities(_ member: Int64) async throws {
        let now = seconds
        try await database.erase { db in
            let records = try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM together_activity WHERE host = ?1
                        OR EXISTS (SELECT 1 FROM together_invitee WHERE activity = id AND member = ?1)
                    """, arguments: [member]
            ).map(ActivityRecord.init)
            for record in records { try remove(member, from: record, now: now, db) }
        }
    }

    private func remove(
        _ member: Int64, from record: ActivityRecord, now: Int64, _ db: Database
    ) throws {
        let isHost = record.host == member
        if isHost, record.activity.stage == .draft || record.people == [member] {
            try Deadlines.set(.activity, record.id, of: record.household, at: nil, db)
            try Deadlines.set(.reminder, record.id, of: record.household, at: nil, db)
            return try record.delete(db)
        }
        // Adults first: the directory lists parents, adults and children in this order.
        let others = try family.members(db, record.household).filter { $0.id != member }
        let successor = others.first { record.invitees.contains($0.id) } ?? others.first
        var changed = record
        if record.activity.isFinal {
            changed.activity.forget(member: "\(member)")
        } else {
            changed.activity.remove(
                member: "\(member)", successor: successor.map { "\($0.id)" })
            reassignEntered(&changed, from: member)
        }
        if isHost { changed.form = "{}" }
        try store(&changed, before: record, by: nil, now: now, db)
    }

    /// Gives tasks that were entered but not yet sent to the host.
    private func reassignEntered(_ record: inout ActivityRecord, from member: Int64) {
        guard var entered = record.extras.entered else { return }
        for index in entered.tasks.indices where entered.tasks[index].assignee == "\(member)" {
            entered.tasks[index].assignee = record.activity.host
        }
        record.extras.entered = entered
    }

    /// Removes the bookings and requests of a member, and notifies others who requested them.
    func removeBookings(of member: Int64) async throws {
        let now = seconds
        try await database.erase { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT resource, household FROM together_booking WHERE member = ?1
                    UNION SELECT resource, household FROM together_request WHERE requester = ?1
                    """, arguments: [member])
            for row in rows {
                try changeBookings(of: row["resource"], household: row["household"], now: now, db) {
                    stored, _ in stored.ledger.remove(member: "\(member)", now: now)
                }
            }
            // Includes old ones.
            try db.execute(
                sql: "DELETE FROM together_booking WHERE member = ?", arguments: [member])
            try db.execute(
                sql: "DELETE FROM together_request WHERE requester = ?", arguments: [member])
        }
    }

    /// The household of a member who may have left.
    func lastHousehold(of member: Int64) async throws -> Int64? {
        let family = family
        return try await database.read { db in
            try family.householdOfMember(db, member)
                ?? Int64.fetchOne(
                    db, sql: "SELECT household FROM together_member WHERE member = ?",
                    arguments: [member])
        }
    }

    /// Deleted members with stored data, by household.
    ///
    /// The household must still exist. `parts` contains the members with data in the app's parts.
    func removedMembers(_ parts: [Int64: Set<Int64>]) async throws -> [Int64: Set<Int64>] {
        let family = family
        return try await database.read { db in
            let known = try Row.fetchAll(
                db,
                sql: """
                    -- An activity that is over keeps 0 for a host who left.
                    SELECT household, host AS member FROM together_activity WHERE host <> 0
                    UNION SELECT household, together_invitee.member
                        FROM together_invitee JOIN together_activity ON id = activity
                    UNION SELECT household, member FROM together_booking
                    UNION SELECT household, requester FROM together_request
                    UNION SELECT household, member FROM together_notification
                    UNION SELECT household, member FROM together_member
                    UNION SELECT household, member FROM together_mail WHERE member IS NOT NULL
                    """)
            var stored = parts
            for row in known { stored[row["household"], default: []].insert(row["member"]) }
            for (household, members) in stored {
                let isThere = try family.exists(db, household)
                stored[household] =
                    isThere
                    ? members.subtracting(try family.members(db, household).map(\.id)) : nil
            }
            return stored.filter { !$0.value.isEmpty }
        }
    }

    /// Households that were deleted but still have stored data; `parts` contains those with data in
    /// the app's parts.
    func gone(_ parts: Set<Int64>, _ db: Database) throws -> [Int64] {
        let tables = Self.householdTables.map { "SELECT household FROM \($0)" }
        return try Int64.fetchSet(db, sql: tables.joined(separator: " UNION "))
            .union(parts).sorted().filter { !(try family.exists(db, $0)) }
    }

    /// Tables with a household number, each after the tables that refer to it.
    private static let householdTables = [
        "together_due", "together_notice", "together_request", "together_booking",
        "together_resource", "together_activity", "together_type", "together_notification",
        "together_mail", "together_connection", "together_member", "together_family",
    ]

    /// Removes all data of a household.
    func removeAll(of household: Int64) async throws {
        try await database.erase { db in
            for table in Self.householdTables {
                try db.execute(
                    sql: "DELETE FROM \(table) WHERE household = ?", arguments: [household])
            }
        }
    }
}
