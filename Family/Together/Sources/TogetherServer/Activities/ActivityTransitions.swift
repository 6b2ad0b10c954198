import Calendars
import FamilyStore
import FamilyWeb
import Foundation
import GRDB
import TogetherRules

extension TogetherServices {
    /// Changes an activity in one transaction, and notifies the people concerned.
    ///
    /// `member` makes the change; nil for the server itself. Errors of `body` roll the transaction
    /// back. Returns the changed record and the value of `body`.
    func changeActivity<Value: Sendable>(
        _ id: String, of household: Int64, by member: Int64?,
        _ body: @escaping @Sendable (inout ActivityRecord, Database) throws -> Value
    ) async throws -> (ActivityRecord, Value) {
        let now = seconds
        return try await database.write { db in
            let record = try ActivityRecord.fetch(id, of: household, for: member, db)
            var changed = record
            let value = try body(&changed, db)
            try store(&changed, before: record, by: member, now: now, db)
            return (changed, value)
        }
    }

    /// Stores a changed record with its notifications.
    func store(
        _ record: inout ActivityRecord, before: ActivityRecord, by member: Int64?, now: Int64,
        _ db: Database
    ) throws {
        record.changed = now
        let isPlanned = record.activity.stage == .invited || before.activity.stage == .invited
        if isPlanned { record.extras.sequence += 1 }
        if record.activity.stage == .cancelled { record.dropUploadedPictures() }
        try record.save(db)
        try record.referencePictures(before: before, db)
        try setReminder(record, now: now, db)
        try announce(record, before: before, by: member, now: now, db)
        let people = record.people.union(before.people)
        try events.changed(.activities, of: record.household, for: people, db)
        if isPlanned { agenda.changed(for: people, of: record.household, db) }
    }

    // MARK: - Notifications

    /// Notifies host and invitees of a new stage.
    private func announce(
        _ record: ActivityRecord, before: ActivityRecord, by member: Int64?, now: Int64,
        _ db: Database
    ) throws {
        let (old, new) = (before.activity.stage, record.activity.stage)
        if record.host != before.host, new != .cancelled {
            try notify(.hostLeft, [record.host], record, [:], db)
        }
        guard old != new else { return }
        switch new {
        case .polling:
            let deadline = record.activity.poll.map { Moment.text($0.deadline) } ?? ""
            try notify(
                .pollOpened, record.people.subtracting([record.host]), record,
                ["deadline": deadline], db)
        case .scheduling where old == .polling || old == .tied && member != record.host:
            try notify(.pollWon, [record.host], record, [:], db)
        case .tied: try notify(.pollTied, [record.host], record, [:], db)
        case .unvoted: try notify(.pollUnvoted, [record.host], record, [:], db)
        case .invited: try tellInvited(record, now: now, db)
        case .cancelled where old != .draft:
            for person in before.people.union(record.people).subtracting([member ?? 0]).sorted() {
                try notify(
                    .cancelled, [person], record, [:],
                    attachment: old == .invited
                        ? try invitation(record, method: .cancel, to: person, now: now, db) : nil,
                    db)
            }
        default: break
        }
    }

    /// Sends invitations, each with the member's own tasks.
    private func tellInvited(_ record: ActivityRecord, now: Int64, _ db: Database) throws {
        for invitee in record.invitees where invitee != record.host {
            let tasks = (record.details?.tasks ?? []).filter { $0.assignee == "\(invitee)" }
            try notify(
                .invited, [invitee], record,
                ["tasks": tasks.isEmpty ? "–" : tasks.map(\.name).joined(separator: ", ")],
                attachment: try invitation(
                    record, method: .request, to: invitee, now: now, db), db)
        }
    }

    /// The calendar file for a member's mail; nil for members without an address.
    ///
    /// The organizer is the host, with the server's address if the host has none.
    func invitation(
        _ record: ActivityRecord, method: CalendarMethod, to member: Int64, now: Int64,
        _ db: Database
    ) throws -> MailAttachment? {
        let members = try family.members(db, record.household)
        let host = members.first { $0.id == record.host }
        guard let attendee = members.first(where: { $0.id == member }), let email = attendee.email
        else { return nil }
        return Agenda.invitation(
            record, method: method,
            from: CalendarPerson(
                name: host?.name ?? "Modern Family",
                email: host?.email ?? outbox.configuration.sender),
            to: CalendarPerson(name: attendee.name, email: email), now: now)
    }

    /// Notifies members about an activity, with the facts that all notifications share.
    func notify(
        _ kind: NoticeKind, _ members: some Sequence<Int64>, _ record: ActivityRecord,
        _ more: [String: String], attachment: MailAttachment? = nil, _ db: Database
    ) throws {
        var facts = more
        facts["activity"] = record.id
        facts["name"] = record.activity.name
        facts["description"] = record.activity.summary
        facts["host"] = try name(of: record.host, record.household, db)
        facts["location"] = record.details?.location ?? ""
        facts["type"] = record.details?.type ?? ""
        if let slot = record.activity.slot {
            facts["start"] = Moment.text(slot.lowerBound)
            facts["end"] = Moment.text(slot.upperBound)
        }
        try notices.add(
            kind, to: members, of: record.household, path: record.path,
            facts: facts.mapValues { String($0.prefix(1000)) }, attachment: attachment, db)
    }

    /// The name of a member; a dash for members who left.
    func name(of member: Int64, _ household: Int64, _ db: Database) throws -> String {
        try family.member(member, of: household, db)?.name ?? "–"
    }

    // MARK: - Deadlines

    /// Seconds before an activity at which members are reminded of open tasks.
    private static let reminderTime: Int64 = 24 * 3600

    private func setReminder(_ record: ActivityRecord, now: Int64, _ db: Database) throws {
        var due: Int64?
        if record.activity.stage == .invited, let start = record.activity.slot?.lowerBound,
            start - Self.reminderTime > now,
            record.details?.tasks.contains(where: { !$0.isDone }) == true
        {
            due = start - Self.reminderTime
        }
        try Deadlines.set(.reminder, record.id, of: record.household, at: due, db)
    }

    /// Reminds members of their open tasks of an activity.
    func remindOfTasks(
        _ id: String, of household: Int64, now: Int64, _ db: Database
    ) throws {
        guard let record = try found(id, household, db), record.activity.stage == .invited else {
            return
        }
        for task in record.details?.tasks ?? [] where !task.isDone {
            guard let assignee = Int64(task.assignee) else { continue }
            try notify(.taskReminder, [assignee], record, ["task": task.name], db)
        }
    }

    /// Closes a poll whose deadline has passed, ends an activity that is over, and makes the next one of
    /// a repeating activity.
    func advanceActivity(
        _ id: String, of household: Int64, now: Int64, _ db: Database
    ) throws {
        guard let before = try found(id, household, db) else { return }
        var record = before
        guard record.activity.advance(to: now) else { return try record.save(db) }
        try store(&record, before: before, by: nil, now: now, db)
        if record.activity.stage == .done { try repeatActivity(record, now: now, db) }
    }

    private func found(
        _ id: String, _ household: Int64, _ db: Database
    ) throws -> ActivityRecord? {
        try Row.fetchOne(
            db, sql: "SELECT * FROM together_activity WHERE id = ? AND household = ?",
            arguments: [id, household]
        ).map(ActivityRecord.init)
    }

    /// Makes the next activity of a repeating one, with all tasks open again.
    private func repeatActivity(_ done: ActivityRecord, now: Int64, _ db: Database) throws {
        guard let repetition = done.extras.repetition, let slot = done.activity.slot,
            let details = done.activity.details
        else { return }
        let zone = try Preferences.zone(of: done.host, done.household, db)
        // Skip the repetitions that were missed while the server was off.
        let anchor = done.extras.anchor ?? slot.lowerBound
        guard
            let start = repetition.next(
                after: max(now, slot.lowerBound), anchor: anchor, zone: zone)
        else { return }
        var next = ActivityRecord(
            id: UUID().uuidString.lowercased(), household: done.household,
            activity: Activity(host: done.activity.host, invitees: done.activity.invitees),
            now: now)
        let host = done.activity.host
        try next.activity.enter(name: done.activity.name, summary: done.activity.summary, by: host)
        try next.activity.schedule(
            from: start, to: start + slot.upperBound - slot.lowerBound, by: host, now: now)
        // Tasks of members who are no longer invited go to the host.
        var again = details
        again.tasks = details.tasks.map { task in
            let isInvited = done.activity.invitees.contains(task.assignee)
            let other = done.activity.invitees.contains(host) ? host : done.activity.invitees.min()
            return ActivityTask(
                name: task.name, assignee: isInvited ? task.assignee : other ?? host)
        }
        try next.activity.invite(with: again, by: host, now: now)
        next.extras.experience = done.extras.experience
        next.extras.repetition = repetition
        next.extras.anchor = anchor
        let draft = ActivityRecord(
            id: next.id, household: next.household,
            activity: Activity(host: host, invitees: done.activity.invitees), now: now)
        try store(&next, before: draft, by: nil, now: now, db)
    }
}
