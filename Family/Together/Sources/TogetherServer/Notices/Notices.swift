import Foundation
package import GRDB

/// A notification of one member.
package struct Notification: Sendable {
    let id: Int64
    let kind: NoticeKind
    let path: String
    let facts: [String: String]
    let created: Int64
    let isRead: Bool

    init?(_ row: Row) {
        guard let kind = NoticeKind(rawValue: row["kind"]) else { return nil }
        id = row["id"]
        self.kind = kind
        path = row["path"]
        facts = (try? Stored.read([String: String].self, row["facts"])) ?? [:]
        created = row["created"]
        isRead = row["is_read"]
    }
}

/// Notifications of members, stored in the same transactions as the events they report.
package struct Notices: Sendable {
    let family: FamilyDirectory
    let catalog: NoticeCatalog
    let events: EventHub
    let outbox: Outbox
    let now: @Sendable () -> Date

    /// Seconds for which notifications are kept.
    static let kept: Int64 = 180 * 86_400
    /// Maximum number of notifications per member.
    ///
    /// Older ones are removed.
    static let most = 1000

    /// Adds a notification for each of the given members, and a mail for those who chose mails.
    ///
    /// Ignores members of other households and removed members. `path` is the page of the subject.
    /// `facts` fill the placeholders of the sentence, with moments in ISO 8601.
    package func add(
        _ kind: NoticeKind, to members: some Sequence<Int64>, of household: Int64, path: String,
        facts: [String: String], attachment: MailAttachment? = nil, _ db: Database
    ) throws {
        let known = Dictionary(
            try family.members(db, household).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        let receivers = Set(members).sorted().compactMap { known[$0] }
        guard !receivers.isEmpty else { return }
        let json = try Stored.json(facts)
        let moment = Int64(now().timeIntervalSince1970)
        for receiver in receivers {
            try db.execute(
                sql: """
                    INSERT INTO together_notification
                        (household, member, kind, path, facts, created)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [household, receiver.id, kind.rawValue, path, json, moment])
            try mail(kind, receiver, household, facts, attachment, db)
        }
        try events.changed(
            .notifications, of: household, for: Set(receivers.map(\.id)), db)
    }

    private func mail(
        _ kind: NoticeKind, _ receiver: FamilyMember, _ household: Int64,
        _ facts: [String: String], _ attachment: MailAttachment?, _ db: Database
    ) throws {
        guard kind != .mailFailed, let email = receiver.email,
            try Preferences.getsMail(receiver.id, db),
            try Preferences.isOn(.mail, household, db)
        else { return }
        let zone = try Preferences.zone(of: receiver.id, household, db)
        let words = catalog.words(kind, facts, zone: zone)
        try outbox.add(
            Mail(
                recipient: email, subject: words.title, text: words.text, attachment: attachment),
            for: receiver.id, of: household, db)
    }

    func unread(_ member: Int64, _ db: Database) throws -> Int {
        try Int.fetchOne(
            db, sql: "SELECT count(*) FROM together_notification WHERE member = ? AND is_read = 0",
            arguments: [member]) ?? 0
    }

    /// A page of notifications older than `before`, newest first.
    func page(
        of member: Int64, before: Int64?, limit: Int, _ db: Database
    ) throws -> [Notification] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT * FROM together_notification WHERE member = ? AND id < ?
                ORDER BY id DESC LIMIT ?
                """, arguments: [member, before ?? Int64.max, limit]
        ).compactMap(Notification.init)
    }

    /// Notifications newer than `id`, oldest first.
    func after(_ id: Int64, of member: Int64, _ db: Database) throws -> [Notification] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT * FROM together_notification WHERE member = ? AND id > ?
                ORDER BY id LIMIT 200
                """, arguments: [member, id]
        ).compactMap(Notification.init)
    }

    /// The number of the newest notification of all members.
    func newest(_ db: Database) throws -> Int64 {
        try Int64.fetchOne(
            db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'together_notification'") ?? 0
    }

    func markRead(
        _ member: Int64, of household: Int64, upTo: Int64?, ids: [Int64], _ db: Database
    ) throws {
        var count = 0
        if let upTo {
            try db.execute(
                sql: """
                    UPDATE together_notification SET is_read = 1
                    WHERE member = ? AND is_read = 0 AND id <= ?
                    """, arguments: [member, upTo])
            count += db.changesCount
        }
        for id in ids {
            try db.execute(
                sql: """
                    UPDATE together_notification SET is_read = 1
                    WHERE member = ? AND is_read = 0 AND id = ?
                    """, arguments: [member, id])
            count += db.changesCount
        }
        if count > 0 { try events.changed(.notifications, of: household, for: [member], db) }
    }

    /// Removes old notifications.
    func removeOld(_ db: Database) throws {
        let moment = Int64(now().timeIntervalSince1970)
        try db.execute(
            sql: "DELETE FROM together_notification WHERE created < ?",
            arguments: [moment - Self.kept])
        try db.execute(
            sql: """
                DELETE FROM together_notification WHERE id IN (
                    SELECT id FROM (
                        SELECT id, row_number() OVER (PARTITION BY member ORDER BY id DESC) AS place
                        FROM together_notification) WHERE place > ?)
                """, arguments: [Self.most])
    }
}
