package import GRDB

/// A query for rows that name a member of their family.
package struct MemberReference: Sendable {
    /// The rows in a sentence, such as "bookings".
    let rows: String
    /// A query for the columns `id`, `household` and `member`.
    let sql: String

    package init(_ rows: String, sql: String) {
        self.rows = rows
        self.sql = sql
    }

    /// Rows of Modern Family's own tables.
    static let all = [
        MemberReference(
            // A finished activity has 0 as the host if the host left.
            "activities",
            sql: "SELECT id, household, host AS member FROM together_activity WHERE host <> 0"),
        MemberReference(
            "invitations",
            sql: """
                SELECT id, household, together_invitee.member AS member
                FROM together_invitee JOIN together_activity ON id = activity
                """),
        MemberReference("bookings", sql: "SELECT id, household, member FROM together_booking"),
        MemberReference(
            "requests", sql: "SELECT id, household, requester AS member FROM together_request"),
        MemberReference(
            "notifications", sql: "SELECT id, household, member FROM together_notification"),
        MemberReference(
            "settings", sql: "SELECT member AS id, household, member FROM together_member"),
        MemberReference(
            "mails", sql: "SELECT id, household, member FROM together_mail WHERE member IS NOT NULL"
        ),
        MemberReference(
            "acknowledgments",
            sql: """
                SELECT notice AS id, household, member
                FROM together_acknowledgement JOIN together_notice ON id = notice
                """),
    ]
}

extension FamilyDirectory {
    /// Rows that name a member of another family or a member who is gone, one sentence for each member.
    package func findings(of references: [MemberReference], _ db: Database) throws -> [String] {
        var findings: [String] = []
        for reference in references {
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT household, member, count(*) AS count, CAST(min(id) AS TEXT) AS example
                    FROM (\(reference.sql)) GROUP BY household, member ORDER BY household, member
                    """)
            for row in rows {
                let (household, member): (Int64, Int64) = (row["household"], row["member"])
                let actual = try householdOfMember(db, member)
                guard actual != household else { continue }
                let found =
                    "Family \(household) has \(row["count"] as Int) \(reference.rows) of member "
                    + "\(member), such as \(row["example"] as String)"
                findings.append(
                    actual.map {
                        "\(found), who belongs to family \($0). Restore the database from a backup."
                    }
                        ?? "\(found), who was deleted. Start the server, which removes them "
                        + "within the hour."
                )
            }
        }
        return findings
    }
}
