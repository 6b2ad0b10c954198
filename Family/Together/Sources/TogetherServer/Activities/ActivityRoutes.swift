import Calendars
import FamilyMedia
import FamilyStore
import FamilyWeb
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import TogetherRules

/// Activities from the draft to the invitation: poll, free times, details.
struct ActivityRoutes: Sendable {
    /// Maximum number of a household's unfinished activities.
    static let mostOpen = 2000
    static let mostOptions = 50
    static let mostTasks = 100

    let services: TogetherServices

    func add(to routes: RouteGroup) {
        routes.get("api/activities", use: list)
        routes.post("api/activities", use: create)
        routes.get("api/activities/{id}", use: get)
        routes.delete("api/activities/{id}", use: cancel)
        routes.put("api/activities/{id}/form", use: setForm)
        routes.put("api/activities/{id}/invitees", use: setInvitees)
        routes.post("api/activities/{id}/enter", use: enter)
        routes.post("api/activities/{id}/poll", use: startPoll)
        routes.put("api/activities/{id}/vote", use: vote)
        routes.post("api/activities/{id}/close", use: closePoll)
        routes.post("api/activities/{id}/tie", use: breakTie)
        routes.post("api/activities/{id}/slots", use: slots)
        routes.put("api/activities/{id}/slot", use: schedule)
        routes.post("api/activities/{id}/back", use: goBack)
        routes.put("api/activities/{id}/details", use: setDetails)
        routes.post("api/activities/{id}/send", use: send)
        routes.post("api/activities/{id}/change", use: change)
        routes.put("api/activities/{id}/repeat", use: setRepetition)
        routes.post("api/activities/{id}/tasks/{task}/done", use: completeTask)
        routes.put("api/activities/{id}/tasks/{task}/assignee", use: reassignTask)
        routes.post("api/activities/{id}/tasks/{task}/remind", use: remind)
    }

    // MARK: - Reading

    private struct Page: Encodable {
        let activities: [ActivityResponse]
        let more: Bool
    }

    private func list(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let isPast = request.uri.queryParameters["state"] == "past"
        let before = try request.uri.queryParameters["before"].map {
            try Moment.seconds(String($0), field: "before")
        }
        let limit = try request.limit()
        let (household, member) = (acting.household, acting.member)
        let records = try await services.database.read { db in
            // Activities without a time come first, because they wait for a step.
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM together_activity
                    WHERE household = ?1 AND (stage IN ('done', 'cancelled')) = ?3
                        AND (host = ?2 OR EXISTS (
                            SELECT 1 FROM together_invitee WHERE activity = id AND member = ?2))
                        AND (stage <> 'draft' OR host = ?2)
                        AND (?4 IS NULL OR coalesce(starts, changed) < ?4)
                    ORDER BY CASE WHEN ?3 THEN -coalesce(starts, changed) ELSE coalesce(starts, 0) END,
                        created, id
                    LIMIT ?5
                    """, arguments: [household, member, isPast, before, limit + 1]
            ).map(ActivityRecord.init)
        }
        return try WireJSON.response(
            Page(
                activities: records.prefix(limit).map { ActivityResponse($0, for: member) },
                more: records.count > limit))
    }

    private func get(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let id = try context.together("id")
        let record = try await services.database.read { db in
            try ActivityRecord.fetch(id, of: acting.household, for: acting.member, db)
        }
        guard record.activity.stage != .draft || record.host == acting.member else {
            throw WireError.notFound
        }
        return try WireJSON.response(ActivityResponse(record, for: acting.member))
    }

    // MARK: - Steps

    /// Decodes a request, changes the activity, and responds with the member's view of it.
    private func step<Body: Decodable & Sendable>(
        _ type: Body.Type, _ request: Request, _ context: FamilyContext,
        _ body:
            @escaping @Sendable (Body, inout ActivityRecord, ActingMember, Database) throws -> Void
    ) async throws -> Response {
        try await answering {
            let acting = try await services.acting(request, context)
            let id = try context.together("id")
            let input = try await WireJSON.read(type, from: request, context: context)
            let (record, _) = try await services.changeActivity(
                id, of: acting.household, by: acting.member
            ) { record, db in try body(input, &record, acting, db) }
            return try WireJSON.response(ActivityResponse(record, for: acting.member))
        }
    }

    private struct Nothing: Decodable, Sendable {}

    private func create(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        try await WireJSON.readNothing(from: request, context: context)
        guard acting.canHost else {
            throw WireError(
                .forbidden, "cannot_host",
                "Only your own profile can start activities. Leave the child's view first.")
        }
        let (services, now) = (services, services.seconds)
        let record = try await services.database.write { db in
            let open =
                try Int.fetchOne(
                    db,
                    sql: """
                        SELECT count(*) FROM together_activity
                        WHERE household = ? AND stage NOT IN ('done', 'cancelled')
                        """, arguments: [acting.household]) ?? 0
            guard open < Self.mostOpen else {
                throw WireError.tooMany("activities", most: Self.mostOpen)
            }
            let members = try services.family.members(db, acting.household)
            let record = ActivityRecord(
                id: UUID().uuidString.lowercased(), household: acting.household,
                activity: Activity(
                    host: "\(acting.member)", invitees: Set(members.map { "\($0.id)" })),
                now: now)
            try record.save(db)
            try services.events.changed(
                .activities, of: acting.household, for: [acting.member], db)
            return record
        }
        return try WireJSON.response(
            ActivityResponse(record, for: acting.member), status: .created)
    }

    private struct FormRequest: Decodable, Sendable {
        let form: RawJSON
        /// The version on which the input is based; if nil, changes by other members are
        /// overwritten.
        let version: String?
    }

    private struct FormResponse: Encodable { let version: String }

    private func setForm(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let id = try context.together("id")
        let input = try await WireJSON.read(FormRequest.self, from: request, context: context)
        let form = input.form.text
        guard form.utf8.count <= 32_768 else { throw WireError.tooLong("form", most: 32_768) }
        let now = services.seconds
        let version = try await services.database.write { db in
            var record = try ActivityRecord.fetch(
                id, of: acting.household, for: acting.member, db)
            guard record.host == acting.member else { throw WireError(ActivityError.notTheHost) }
            if let version = input.version, record.form != form {
                try Self.guardForm(record, version)
            }
            record.form = form
            record.changed = now
            try record.save(db)
            return record.formVersion
        }
        return try WireJSON.response(FormResponse(version: version))
    }

    private struct InviteesRequest: Decodable, Sendable {
        let invitees: [Int64]
        /// The invitees as the page showed them.
        let before: [Int64]?
    }

    private func setInvitees(_ request: Request, _ context: FamilyContext) async throws -> Response
    {
        let services = services
        return try await step(InviteesRequest.self, request, context) { input, record, acting, db in
            let known = Set(try services.family.members(db, acting.household).map(\.id))
            guard known.isSuperset(of: input.invitees) else {
                throw WireError(
                    .unprocessableContent, "unknown_member",
                    "A member of the list has left the family. Reload the page.")
            }
            let stored = record.invitees
            try record.activity.changeInvitees(
                Set(input.invitees.map { "\($0)" }), by: "\(acting.member)")
            guard let before = input.before, Set(before) != Set(stored),
                record.invitees != stored
            else { return }
            throw WireError.changedElsewhere([
                "invitees": stored.map { "\($0)" }.joined(separator: " ")
            ])
        }
    }

    private struct EnterRequest: Decodable, Sendable {
        let name: String
        let description: String
        let before: TextsBefore?
    }

    private func enter(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try await step(EnterRequest.self, request, context) { input, record, acting, _ in
            let stored = record.activity
            try record.activity.enter(
                name: try TextLimit.name(input.name, "name"),
                summary: try TextLimit.text(input.description, "description"),
                by: "\(acting.member)")
            guard
                record.activity.name != stored.name || record.activity.summary != stored.summary
            else { return }
            try input.before?.check(name: stored.name, description: stored.summary)
        }
    }

    private struct PollRequest: Decodable, Sendable {
        struct Option: Decodable, Sendable {
            let name: String
            let description: String
            let picture: String?
        }

        let options: [Option]
        let deadline: String
    }

    private func startPoll(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let now = services.seconds
        return try await step(PollRequest.self, request, context) { input, record, acting, _ in
            guard input.options.count <= Self.mostOptions else {
                throw WireError.tooMany("options", most: Self.mostOptions)
            }
            let options = try input.options.map { option in
                PollOption(
                    name: try TextLimit.name(option.name, "name"),
                    details: try TextLimit.text(option.description, "description"))
            }
            let poll = try Poll(
                options: options, deadline: try Moment.seconds(input.deadline, field: "deadline"),
                now: now)
            try record.activity.start(poll, by: "\(acting.member)")
            record.extras.pictures = try input.options.map { try Self.picture($0.picture) }
        }
    }

    /// A picture's name: `symbol:NAME` or `media:HASH`.
    private static func picture(_ text: String?) throws(WireError) -> String? {
        guard let text, !text.isEmpty else { return nil }
        let name = text.prefix { $0 != ":" }
        let value = text.dropFirst(name.count + 1)
        let isKnown =
            switch name {
            case "symbol":
                (1...20).contains(value.utf8.count)
                    && value.utf8.allSatisfy { (97...122).contains($0) }
            case "media": MediaFolder.isHash(String(value))
            default: false
            }
        guard isKnown else {
            throw WireError(
                .unprocessableContent, "bad_picture",
                "picture must be symbol:NAME or media:HASH.", fields: ["picture": "bad_picture"])
        }
        return text
    }

    private struct VoteRequest: Decodable, Sendable { let options: [Int] }

    private func vote(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let now = services.seconds
        return try await step(VoteRequest.self, request, context) { input, record, acting, _ in
            try record.activity.vote("\(acting.member)", for: Set(input.options), now: now)
        }
    }

    private func closePoll(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try await step(Nothing.self, request, context) { _, record, acting, _ in
            try record.activity.closePoll(by: "\(acting.member)")
        }
    }

    private struct TieRequest: Decodable, Sendable { let option: Int }

    private func breakTie(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try await step(TieRequest.self, request, context) { input, record, acting, _ in
            try record.activity.breakTie(with: input.option, by: "\(acting.member)")
        }
    }

    // MARK: - Times

    private struct SlotRequest: Decodable, Sendable {
        let start: String
        let end: String
    }

    private func schedule(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let now = services.seconds
        return try await step(SlotRequest.self, request, context) { input, record, acting, _ in
            try record.activity.schedule(
                from: try Moment.seconds(input.start, field: "start"),
                to: try Moment.seconds(input.end, field: "end"), by: "\(acting.member)", now: now)
        }
    }

    private func slots(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let id = try context.together("id")
        let search = try await WireJSON.read(StoredSearch.self, from: request, context: context)
        return try WireJSON.response(
            try await services.findSlots(search, for: id, acting: acting))
    }

    private func goBack(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try await step(Nothing.self, request, context) { _, record, acting, _ in
            try record.activity.goBack(by: "\(acting.member)")
        }
    }

    // MARK: - Details and invitations

    private struct DetailsRequest: Codable, Equatable, Sendable {
        struct Task: Codable, Equatable, Sendable {
            let name: String
            let assignee: Int64
        }

        let location: String
        let type: String
        let tasks: [Task]
        let experience: ExperienceLink?
        let `repeat`: Repetition?

        /// The details of an activity, empty before they are entered.
        init(_ record: ActivityRecord) {
            location = record.details?.location ?? ""
            type = record.details?.type ?? ""
            tasks = (record.details?.tasks ?? []).map {
                Task(name: $0.name, assignee: Int64($0.assignee) ?? 0)
            }
            experience = record.extras.experience
            `repeat` = record.extras.repetition
        }

        func details() throws(WireError) -> ActivityDetails {
            guard tasks.count <= ActivityRoutes.mostTasks else {
                throw WireError.tooMany("tasks", most: ActivityRoutes.mostTasks)
            }
            var list: [ActivityTask] = []
            for task in tasks {
                list.append(
                    ActivityTask(
                        name: try TextLimit.name(task.name, "task"), assignee: "\(task.assignee)"))
            }
            return ActivityDetails(
                location: try TextLimit.text(location, "location"),
                type: try TextLimit.name(type, "type"), tasks: list)
        }

        func store(in record: inout ActivityRecord) throws {
            record.extras.entered = try details()
            record.extras.experience = try ActivityRoutes.checked(experience)
            record.extras.repetition = try ActivityRoutes.checked(`repeat`)
        }
    }

    /// Details to store, and the version that the page showed; without it, changes by other members
    /// are overwritten.
    private struct DetailsChange: Decodable, Sendable {
        enum CodingKeys: String, CodingKey { case before }

        let details: DetailsRequest
        let before: DetailsRequest?

        init(from decoder: any Decoder) throws {
            details = try DetailsRequest(from: decoder)
            before = try decoder.container(keyedBy: CodingKeys.self)
                .decodeIfPresent(DetailsRequest.self, forKey: .before)
        }

        /// Stores the details.
        ///
        /// - Throws: `changed_elsewhere` (409) with the stored details.
        func store(in record: inout ActivityRecord) throws {
            let stored = DetailsRequest(record)
            var shown = record
            try before?.store(in: &shown)
            let isStale = before != nil && DetailsRequest(shown) != stored
            try details.store(in: &record)
            guard isStale, DetailsRequest(record) != stored else { return }
            throw WireError.changedElsewhere([
                "details": String(decoding: try JSONEncoder().encode(stored), as: UTF8.self)
            ])
        }
    }

    private static func checked(_ link: ExperienceLink?) throws(WireError) -> ExperienceLink? {
        guard let link else { return nil }
        guard let id = UUID(uuidString: link.id) else { throw .notFound }
        return ExperienceLink(
            id: id.uuidString.lowercased(), title: try TextLimit.name(link.title, "experience"))
    }

    private static func checked(_ repetition: Repetition?) throws(WireError) -> Repetition? {
        guard let repetition else { return nil }
        guard (1...99).contains(repetition.interval) else {
            throw WireError(
                .unprocessableContent, "out_of_range", "The interval must be 1 to 99.",
                fields: ["interval": "out_of_range"])
        }
        if let until = repetition.until { _ = try WireDay(until, field: "until") }
        return repetition
    }

    private func setDetails(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try await step(DetailsChange.self, request, context) { input, record, acting, _ in
            try Self.guardDetailing(record, by: acting.member)
            try input.store(in: &record)
        }
    }

    private static func guardDetailing(
        _ record: ActivityRecord, by member: Int64
    ) throws(ActivityError) {
        guard record.host == member else { throw .notTheHost }
        guard record.activity.stage == .detailing else { throw .notNow(record.activity.stage) }
    }

    /// Rejects input that is based on an earlier version of the form.
    ///
    /// - Throws: `changed_elsewhere` (409) with the stored form and its version.
    private static func guardForm(
        _ record: ActivityRecord, _ version: String
    ) throws(WireError) {
        guard version != record.formVersion else { return }
        throw .changedElsewhere(["form": record.form, "version": record.formVersion])
    }

    private struct SendRequest: Decodable, Sendable {
        enum CodingKeys: String, CodingKey { case version }

        let change: DetailsChange
        /// The version of the form that the page showed; if nil, newer input is ignored.
        let version: String?

        init(from decoder: any Decoder) throws {
            change = try DetailsChange(from: decoder)
            version = try decoder.container(keyedBy: CodingKeys.self)
                .decodeIfPresent(String.self, forKey: .version)
        }
    }

    private func send(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let now = services.seconds
        return try await answering {
            let acting = try await services.acting(request, context)
            let id = try context.together("id")
            let input = try await WireJSON.read(SendRequest.self, from: request, context: context)
            let (record, refusal) = try await services.changeActivity(
                id, of: acting.household, by: acting.member
            ) { record, _ -> ActivityError? in
                try Self.guardDetailing(record, by: acting.member)
                if let version = input.version { try Self.guardForm(record, version) }
                try input.change.store(in: &record)
                record.extras.anchor = record.activity.slot?.lowerBound
                do {
                    try record.activity.invite(
                        with: try input.change.details.details(), by: "\(acting.member)", now: now)
                } catch ActivityError.slotInThePast {
                    // The return to scheduling must be stored as well.
                    return .slotInThePast
                }
                return nil
            }
            if let refusal { throw refusal }
            return try WireJSON.response(ActivityResponse(record, for: acting.member))
        }
    }

    private struct ChangeRequest: Decodable, Sendable {
        let start: String?
        let end: String?
        let location: String?
        let name: String?
        let description: String?
    }

    private func change(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let (services, now) = (services, services.seconds)
        return try await step(ChangeRequest.self, request, context) { input, record, acting, db in
            guard let slot = record.activity.slot, let old = record.details else {
                throw ActivityError.notNow(record.activity.stage)
            }
            let before = Self.facts(record)
            try record.activity.change(
                name: try TextLimit.name(input.name ?? record.activity.name, "name"),
                summary: try TextLimit.text(
                    input.description ?? record.activity.summary, "description"),
                location: try TextLimit.text(input.location ?? old.location, "location"),
                from: try input.start.map { try Moment.seconds($0, field: "start") }
                    ?? slot.lowerBound,
                to: try input.end.map { try Moment.seconds($0, field: "end") } ?? slot.upperBound,
                by: "\(acting.member)", now: now)
            let after = Self.facts(record)
            let changes = zip(before, after).filter { $0.1 != $1.1 }
            guard !changes.isEmpty else { return }
            record.extras.anchor = record.activity.slot?.lowerBound
            record.extras.changes += changes.map {
                ActivityChange(at: now, what: $0.0, before: $0.1, after: $1.1)
            }
            record.extras.changes = record.extras.changes.suffix(20)
            // The invitation contains the next sequence number, which is stored with it.
            var stored = record
            stored.extras.sequence += 1
            for person in record.people.subtracting([acting.member]).sorted() {
                let invitation = try services.invitation(
                    stored, method: .request, to: person, now: now, db)
                for (index, (old, new)) in changes.enumerated() {
                    try services.notify(
                        .changed, [person], record,
                        ["what": old.0, "before": old.1, "after": new.1],
                        attachment: index == 0 ? invitation : nil, db)
                }
            }
        }
    }

    private static func facts(_ record: ActivityRecord) -> [(String, String)] {
        [
            ("name", record.activity.name), ("description", record.activity.summary),
            ("location", record.details?.location ?? ""),
            ("start", record.activity.slot.map { Moment.text($0.lowerBound) } ?? ""),
            ("end", record.activity.slot.map { Moment.text($0.upperBound) } ?? ""),
        ]
    }

    private struct RepeatRequest: Decodable, Sendable { let `repeat`: Repetition? }

    private func setRepetition(
        _ request: Request, _ context: FamilyContext
    ) async throws -> Response {
        try await step(RepeatRequest.self, request, context) { input, record, acting, _ in
            guard record.host == acting.member else { throw ActivityError.notTheHost }
            guard [.detailing, .invited].contains(record.activity.stage) else {
                throw ActivityError.notNow(record.activity.stage)
            }
            record.extras.repetition = try Self.checked(input.repeat)
            record.extras.anchor = record.activity.slot?.lowerBound
        }
    }

    // MARK: - Tasks

    private struct DoneRequest: Decodable, Sendable { let done: Bool }

    private func completeTask(
        _ request: Request, _ context: FamilyContext
    ) async throws -> Response {
        let services = services
        let index: Int = try context.number("task")
        return try await step(DoneRequest.self, request, context) { input, record, acting, db in
            let wasDone =
                record.details?.tasks.indices.contains(index) == true
                && record.details?.tasks[index].isDone == true
            try record.activity.completeTask(index, isDone: input.done, by: "\(acting.member)")
            if input.done, !wasDone, acting.member != record.host {
                try services.notify(
                    .taskDone, [record.host], record,
                    [
                        "task": record.details?.tasks[index].name ?? "", "member": acting.name,
                    ], db)
            }
        }
    }

    private struct AssigneeRequest: Decodable, Sendable { let assignee: Int64 }

    private func reassignTask(
        _ request: Request, _ context: FamilyContext
    ) async throws -> Response {
        let services = services
        let index: Int = try context.number("task")
        return try await step(AssigneeRequest.self, request, context) { input, record, acting, db in
            try record.activity.reassignTask(
                index, to: "\(input.assignee)", by: "\(acting.member)")
            guard input.assignee != acting.member else { return }
            try services.notify(
                .taskAssigned, [input.assignee], record,
                ["task": record.details?.tasks[index].name ?? ""], db)
        }
    }

    private func remind(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let (services, now) = (services, services.seconds)
        let index: Int = try context.number("task")
        return try await step(Nothing.self, request, context) { _, record, acting, db in
            guard record.host == acting.member else { throw ActivityError.notTheHost }
            guard record.activity.stage == .invited else {
                throw ActivityError.notNow(record.activity.stage)
            }
            guard let tasks = record.details?.tasks, tasks.indices.contains(index),
                let assignee = Int64(tasks[index].assignee)
            else { throw ActivityError.unknownTask }
            let last = record.extras.reminded[index] ?? 0
            guard now - last >= 3600 || now < last else {
                throw WireError(
                    .tooManyRequests, "too_soon", "A reminder was sent less than an hour ago.",
                    seconds: Int(3600 - (now - last)))
            }
            record.extras.reminded[index] = now
            try services.notify(
                .taskReminder, [assignee], record, ["task": tasks[index].name], db)
        }
    }

    // MARK: - The end

    private func cancel(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try await answering {
            let acting = try await services.acting(request, context)
            let id = try context.together("id")
            let services = services
            let isDiscarded = try await services.database.erase { db in
                let record = try ActivityRecord.fetch(
                    id, of: acting.household, for: acting.member, db)
                guard record.activity.stage == .draft else { return false }
                guard record.host == acting.member else { throw WireError.notFound }
                try record.delete(db)
                try services.events.changed(
                    .activities, of: acting.household, for: [acting.member], db)
                return true
            }
            if isDiscarded { return Response(status: .noContent) }
            let (record, _) = try await services.changeActivity(
                id, of: acting.household, by: acting.member
            ) { record, _ in try record.activity.cancel(by: "\(acting.member)") }
            return try WireJSON.response(ActivityResponse(record, for: acting.member))
        }
    }
}
