import FamilyStore
import FamilyWeb
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import TogetherRules

/// The acting member, the next steps on the menu page, and the weekly plan.
struct OverviewRoutes: Sendable {
    let services: TogetherServices

    func add(to routes: RouteGroup) {
        routes.get("api/me", use: me)
        routes.get("api/overview", use: overview)
        routes.get("api/plan", use: plan)
    }

    // MARK: - The acting member

    private struct MeResponse: Encodable {
        struct Member: Encodable {
            let id: Int64
            let name: String
            let role: String
            let hasEmail: Bool
            let badge: String?
        }

        let member: Int64
        let role: String
        let profile: String
        let isParent: Bool
        let zone: String
        let unread: Int
        let version: Int64
        let canHost: Bool
        let child: Int64?
        let members: [Member]
        let connections: [String: Bool]
        let mailInstalled: Bool
    }

    private func me(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let services = services
        let answer = try await services.database.read { db in
            MeResponse(
                member: acting.member, role: acting.role.rawValue,
                profile: acting.profile.rawValue, isParent: acting.isParent,
                zone: try Preferences.zone(of: acting.member, acting.household, db).identifier,
                unread: try services.notices.unread(acting.member, db),
                version: try Preferences.version(of: acting.household, db),
                canHost: acting.canHost, child: acting.child,
                members: try services.family.members(db, acting.household).map {
                    .init(
                        id: $0.id, name: $0.name, role: $0.role.rawValue, hasEmail: $0.email != nil,
                        badge: $0.badge)
                },
                connections: Dictionary(
                    try Connection.allCases.map {
                        ($0.rawValue, try Preferences.isOn($0, acting.household, db))
                    }, uniquingKeysWith: { $1 }),
                mailInstalled: services.outbox.isInstalled)
        }
        return try WireJSON.response(answer)
    }

    // MARK: - Next steps

    private struct OverviewResponse: Encodable {
        let unread: Int
        let next: [Step]
        let today: [PlanItem]
        /// Upcoming activities to which the member is invited.
        let invitations: Int
    }

    /// A pending step of the member.
    private struct Step: Encodable {
        let kind: String
        var activity: String?
        var task: Int?
        var request: Int64?
        var notice: Int64?
        var resource: String?
        let name: String
        let by: String?
    }

    private func overview(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let (services, now) = (services, services.seconds)
        let answer = try await services.database.read { db in
            let zone = try Preferences.zone(of: acting.member, acting.household, db)
            let records = try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM together_activity
                    WHERE household = ?1 AND stage NOT IN ('done', 'cancelled')
                        AND (host = ?2 OR EXISTS (
                            SELECT 1 FROM together_invitee WHERE activity = id AND member = ?2))
                    """, arguments: [acting.household, acting.member]
            ).map(ActivityRecord.init)
            var steps = records.flatMap { Self.steps($0, acting.member) }
            steps += try Self.requests(acting, db)
            steps += try Self.notices(acting, db)
            steps.sort { ($0.by ?? "9", $0.name) < ($1.by ?? "9", $1.name) }
            let today = Self.day(of: now, in: zone)
            return OverviewResponse(
                unread: try services.notices.unread(acting.member, db),
                next: Array(steps.prefix(100)),
                today: try services.agenda.events(
                    of: acting.member, household: acting.household, in: today, db
                ).map { PlanItem($0, for: acting.member) },
                invitations: records.count {
                    $0.activity.stage == .invited && $0.invitees.contains(acting.member)
                })
        }
        return try WireJSON.response(answer)
    }

    private static func day(of now: Int64, in zone: TimeZone) -> Range<Int64> {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let date = calendar.startOfDay(for: Date(timeIntervalSince1970: Double(now)))
        let end =
            calendar.date(byAdding: .day, value: 1, to: date) ?? date.addingTimeInterval(86_400)
        return Int64(date.timeIntervalSince1970)..<Int64(end.timeIntervalSince1970)
    }

    private static func steps(_ record: ActivityRecord, _ member: Int64) -> [Step] {
        func step(_ kind: String, by moment: Int64?) -> Step {
            Step(
                kind: kind, activity: record.id, name: record.activity.name,
                by: moment.map(Moment.text))
        }
        let start = record.activity.slot?.lowerBound
        switch NextStep(record, for: member) {
        case .vote: return [step("vote", by: record.activity.poll?.deadline)]
        case .invite: return [step("invite", by: nil)]
        case .chooseTied: return [step("choose_tied", by: nil)]
        case .enter: return [step("enter", by: nil)]
        case .schedule: return [step("schedule", by: nil)]
        case .details: return [step("details", by: start)]
        case .tasks:
            return (record.details?.tasks ?? []).enumerated().compactMap { index, task in
                guard task.assignee == "\(member)", !task.isDone else { return nil }
                return Step(
                    kind: "task", activity: record.id, task: index, name: task.name,
                    by: start.map(Moment.text))
            }
        case .changeVote, .wait, .none: return []
        }
    }

    /// Requests that the member may answer.
    private static func requests(_ acting: ActingMember, _ db: Database) throws -> [Step] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT together_request.id AS number, together_request.deadline,
                    together_request.resource, together_resource.name
                FROM together_request JOIN together_booking ON together_booking.id = booking
                    JOIN together_resource ON together_resource.id = together_request.resource
                WHERE together_request.household = ? AND state = 'open' AND member = ?
                """, arguments: [acting.household, acting.member]
        ).map { row in
            Step(
                kind: "answer", request: row["number"], resource: row["resource"],
                name: row["name"], by: Moment.text(row["deadline"]))
        }
    }

    /// Unavailable calendars that the member has not acknowledged.
    private static func notices(_ acting: ActingMember, _ db: Database) throws -> [Step] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT together_notice.id, resource, name
                FROM together_notice JOIN together_resource ON together_resource.id = resource
                WHERE together_notice.household = ? AND NOT EXISTS (
                    SELECT 1 FROM together_acknowledgement
                    WHERE notice = together_notice.id AND member = ?)
                """, arguments: [acting.household, acting.member]
        ).map { row in
            Step(
                kind: "acknowledge", notice: row["id"], resource: row["resource"],
                name: row["name"], by: nil)
        }
    }

    // MARK: - The weekly plan

    private struct PlanResponse: Encodable {
        let from: String
        let zone: String
        let items: [PlanItem]
    }

    private func plan(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let from = String(request.uri.queryParameters["from"] ?? "")
        let day = try WireDay(from, field: "from")
        let days = request.uri.queryParameters["days"].map { Int($0) ?? 0 } ?? 7
        guard (1...31).contains(days) else {
            throw WireError(
                .unprocessableContent, "out_of_range", "days must be 1 to 31.",
                fields: ["days": "out_of_range"])
        }
        let isForAll = request.uri.queryParameters["everyone"] == "1"
        let services = services
        let answer = try await services.database.read { db in
            let zone = try Preferences.zone(of: acting.member, acting.household, db)
            let window = day.start(in: zone)..<day.start(in: zone, plus: days)
            let events =
                isForAll
                ? try services.agenda.events(ofAll: acting.household, in: window, db)
                : try services.agenda.events(
                    of: acting.member, household: acting.household, in: window, db)
            return PlanResponse(
                from: from, zone: zone.identifier,
                items: events.map { PlanItem($0, for: acting.member) })
        }
        return try WireJSON.response(answer)
    }
}

/// An event of the weekly plan in a response.
struct PlanItem: Encodable, Sendable {
    let kind: String
    let id: String
    let task: Int?
    let name: String
    let start: String
    let end: String
    let members: [Int64]
    let location: String
    let experience: ExperienceLink?
    let done: Bool
    let resource: String?

    /// If the member is not invited, includes only the time and the busy person.
    init(_ event: AgendaEvent, for member: Int64) {
        start = Moment.text(event.start)
        end = Moment.text(event.end)
        members = event.members
        guard event.kind != .activity || event.members.contains(member) else {
            kind = "busy"
            id = ""
            task = nil
            name = ""
            location = ""
            experience = nil
            done = false
            resource = nil
            return
        }
        kind = event.kind.rawValue
        id = event.id
        task = event.task
        name = event.name
        location = event.location
        experience = event.experience.map {
            ExperienceLink(id: $0, title: event.experienceTitle ?? "")
        }
        done = event.isDone
        resource = event.resource
    }
}
