import FamilyStore
import FamilyWeb
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import TogetherRules

/// The family's shared resources and their bookings.
struct ResourceRoutes: Sendable {
    private static let most = 200
    /// Maximum number of a resource's future bookings.
    static let mostBookings = 500

    let services: TogetherServices

    func add(to routes: RouteGroup) {
        routes.get("api/resources", use: list)
        routes.post("api/resources", use: create)
        routes.patch("api/resources/{id}", use: change)
        routes.delete("api/resources/{id}", use: remove)
        routes.get("api/resources/{id}/bookings", use: bookings)
        routes.get("api/resources/{id}/fairness", use: fairness)
        routes.put("api/resources/{id}/calendar", use: setCalendar)
        routes.post("api/notices/{number}/acknowledge", use: acknowledge)
        BookingRoutes(services: services).add(to: routes)
    }

    // MARK: - Inventory

    private struct ResourcesResponse: Encodable {
        let resources: [ResourceResponse]
        let notices: [NoticeResponse]
    }

    private struct NoticeResponse: Encodable {
        let id: Int64
        let resource: String
        let text: String
        let created: String
        let acknowledged: [Int64]
    }

    private func list(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let (services, now) = (services, services.seconds)
        let answer = try await services.database.read { db in
            let resources = try Row.fetchAll(
                db, sql: "SELECT * FROM together_resource WHERE household = ? ORDER BY name, id",
                arguments: [acting.household]
            ).map(SharedResource.init)
            let zone = try Preferences.zone(of: acting.member, acting.household, db)
            return ResourcesResponse(
                resources: try resources.map { try response($0, acting, now, db) },
                notices: try Row.fetchAll(
                    db,
                    sql: """
                        SELECT together_notice.*, together_resource.name
                        FROM together_notice JOIN together_resource
                            ON together_resource.id = resource
                        WHERE together_notice.household = ? ORDER BY together_notice.id DESC
                        LIMIT 50
                        """, arguments: [acting.household]
                ).map { row in
                    NoticeResponse(
                        id: row["id"], resource: row["resource"],
                        text: services.notices.catalog.words(
                            .resourceCalendarAway, ["resource": row["name"]], zone: zone
                        ).text,
                        created: Moment.text(row["created"]),
                        acknowledged: try Int64.fetchAll(
                            db,
                            sql: """
                                SELECT member FROM together_acknowledgement WHERE notice = ?
                                ORDER BY member
                                """, arguments: [row["id"] as Int64]))
                })
        }
        return try WireJSON.response(answer)
    }

    private func response(
        _ resource: SharedResource, _ acting: ActingMember, _ now: Int64, _ db: Database
    ) throws -> ResourceResponse {
        let next = try Row.fetchOne(
            db,
            sql: "SELECT * FROM together_booking WHERE resource = ? AND ends > ? ORDER BY ends",
            arguments: [resource.id, now]
        ).map(Booking.init)
        return ResourceResponse(
            id: resource.id, name: resource.name, description: resource.description,
            bookings: try Self.count(resource.id, now, db),
            calendar: resource.isAvailable ? "available" : "unavailable",
            next: next.map { BookingResponse($0, resource: resource.id, for: acting.member) })
    }

    /// The number of bookings that have not ended.
    static func count(_ resource: String, _ now: Int64, _ db: Database) throws -> Int {
        try Int.fetchOne(
            db, sql: "SELECT count(*) FROM together_booking WHERE resource = ? AND ends > ?",
            arguments: [resource, now]) ?? 0
    }

    private struct ResourceRequest: Decodable, Sendable {
        let name: String?
        let description: String?
        /// If missing, changes by other members are overwritten.
        let before: TextsBefore?
    }

    private static func checkName(
        _ name: String, except id: String?, _ household: Int64, _ db: Database
    ) throws {
        guard !name.isEmpty else {
            throw WireError(
                .unprocessableContent, "missing_name", "Enter a name.",
                fields: ["name": "missing_name"])
        }
        let taken = try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (
                    SELECT 1 FROM together_resource
                    WHERE household = ? AND name = ? AND id IS NOT ?)
                """, arguments: [household, name, id])
        guard taken != true else {
            throw WireError(
                .conflict, "name_taken", "There is already a thing with this name. Choose another.",
                fields: ["name": "name_taken"])
        }
    }

    private func create(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        try acting.requireAdult()
        let input = try await WireJSON.read(ResourceRequest.self, from: request, context: context)
        let name = try TextLimit.name(input.name ?? "", "name")
        let description = try TextLimit.text(input.description ?? "", "description")
        let id = UUID().uuidString.lowercased()
        let (services, now) = (services, services.seconds)
        let resource = try await services.database.write { db in
            let count =
                try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM together_resource WHERE household = ?",
                    arguments: [acting.household]) ?? 0
            guard count < Self.most else { throw WireError.tooMany("things", most: Self.most) }
            try Self.checkName(name, except: nil, acting.household, db)
            try db.execute(
                sql: """
                    INSERT INTO together_resource (id, household, name, description)
                    VALUES (?, ?, ?, ?)
                    """, arguments: [id, acting.household, name, description])
            try services.events.changed(.resources, of: acting.household, db)
            return try response(
                try SharedResource.fetch(id, of: acting.household, db), acting, now, db)
        }
        return try WireJSON.response(resource, status: .created)
    }

    private func change(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        try acting.requireAdult()
        let id = try context.together("id")
        let input = try await WireJSON.read(ResourceRequest.self, from: request, context: context)
        let (services, now) = (services, services.seconds)
        let resource = try await services.database.write { db in
            let old = try SharedResource.fetch(id, of: acting.household, db)
            try input.before?.check(name: old.name, description: old.description)
            let name = try TextLimit.name(input.name ?? old.name, "name")
            try Self.checkName(name, except: id, acting.household, db)
            try db.execute(
                sql: "UPDATE together_resource SET name = ?, description = ? WHERE id = ?",
                arguments: [
                    name, try TextLimit.text(input.description ?? old.description, "description"),
                    id,
                ])
            try services.events.changed(.resources, of: acting.household, db)
            return try response(
                try SharedResource.fetch(id, of: acting.household, db), acting, now, db)
        }
        return try WireJSON.response(resource)
    }

    private func remove(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        try acting.requireAdult()
        let id = try context.together("id")
        let confirmed = request.uri.queryParameters["bookings"].flatMap { Int($0) }
        let (services, now) = (services, services.seconds)
        try await services.database.erase { db in
            let resource = try SharedResource.fetch(id, of: acting.household, db)
            let bookings = try Row.fetchAll(
                db, sql: "SELECT * FROM together_booking WHERE resource = ? AND ends > ?",
                arguments: [id, now]
            ).map(Booking.init)
            guard confirmed == bookings.count else {
                throw WireError(
                    .conflict, "changed",
                    "There are \(bookings.count) bookings now. Confirm again.",
                    fields: ["bookings": "\(bookings.count)"])
            }
            for booking in bookings {
                try services.notices.add(
                    .resourceDeleted, to: [Int64(booking.member) ?? 0], of: acting.household,
                    path: "/together/resources",
                    facts: [
                        "resource": resource.name, "member": acting.name,
                        "start": Moment.text(booking.span.lowerBound),
                        "end": Moment.text(booking.span.upperBound),
                    ], db)
            }
            let requests = try Row.fetchAll(
                db, sql: "SELECT * FROM together_request WHERE resource = ? AND state = 'open'",
                arguments: [id]
            ).map(OverrideRequest.init)
            for request in requests {
                try services.notices.add(
                    .overrideDropped, to: [Int64(request.requester) ?? 0], of: acting.household,
                    path: "/together/resources",
                    facts: [
                        "resource": resource.name, "member": acting.name,
                        "start": Moment.text(request.span.lowerBound),
                        "end": Moment.text(request.span.upperBound),
                    ], db)
            }
            try Deadlines.set(.request, id, of: acting.household, at: nil, db)
            try db.execute(sql: "DELETE FROM together_resource WHERE id = ?", arguments: [id])
            try services.events.changed(.resources, of: acting.household, db)
            services.agenda.changed(
                for: Set(bookings.compactMap { Int64($0.member) }), of: acting.household, db)
        }
        return Response(status: .noContent)
    }

    // MARK: - Free and busy

    private struct Span: Encodable {
        let start: String
        let end: String

        init(_ span: Range<Int64>) {
            start = Moment.text(span.lowerBound)
            end = Moment.text(span.upperBound)
        }
    }

    private struct BookingsResponse: Encodable {
        let resource: ResourceResponse
        let bookings: [BookingResponse]
        let requests: [RequestResponse]
        let busy: [Span]
        let free: [Span]
    }

    private func bookings(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let id = try context.together("id")
        let window = try request.window(days: 400)
        let now = services.seconds
        let answer = try await services.database.read { db in
            let resource = try SharedResource.fetch(id, of: acting.household, db)
            let bookings = try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM together_booking
                    WHERE resource = ? AND ends > ? AND starts < ? ORDER BY starts
                    """, arguments: [id, window.lowerBound, window.upperBound]
            ).map(Booking.init)
            let busy = bookings.map { $0.span.clamped(to: window) }
            return BookingsResponse(
                resource: try response(resource, acting, now, db),
                bookings: bookings.map { BookingResponse($0, resource: id, for: acting.member) },
                requests: try RequestResponse.open(of: id, for: acting, db),
                busy: busy.map(Span.init), free: Self.gaps(busy, window).map(Span.init))
        }
        return try WireJSON.response(answer)
    }

    /// The gaps between sorted spans that do not overlap.
    static func gaps(_ busy: [Range<Int64>], _ window: Range<Int64>) -> [Range<Int64>] {
        var gaps: [Range<Int64>] = []
        var position = window.lowerBound
        for span in busy {
            if span.lowerBound > position { gaps.append(position..<span.lowerBound) }
            position = max(position, span.upperBound)
        }
        if position < window.upperBound { gaps.append(position..<window.upperBound) }
        return gaps
    }

    // MARK: - Fairness

    private struct FairnessResponse: Encodable {
        struct Share: Encodable {
            let member: Int64
            let hours: Double
            let bookings: Int
            let share: Double
        }

        let from: String
        let to: String
        let members: [Share]
    }

    private func fairness(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let id = try context.together("id")
        let days = request.uri.queryParameters["days"].map { Int($0) ?? 0 } ?? 30
        guard (1...366).contains(days) else {
            throw WireError(
                .unprocessableContent, "out_of_range", "days must be 1 to 366.",
                fields: ["days": "out_of_range"])
        }
        let (services, now) = (services, services.seconds)
        let window = (now - Int64(days) * 86_400)..<now
        let answer = try await services.database.read { db in
            _ = try SharedResource.fetch(id, of: acting.household, db)
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT member, sum(min(ends, ?2) - max(starts, ?1)) AS seconds, count(*) AS count
                    FROM together_booking WHERE resource = ?3 AND ends > ?1 AND starts < ?2
                    GROUP BY member
                    """, arguments: [window.lowerBound, window.upperBound, id])
            let used = Dictionary(
                rows.map { ($0["member"] as Int64, ($0["seconds"] as Int64, $0["count"] as Int)) },
                uniquingKeysWith: { $1 })
            let total = used.values.reduce(0) { $0 + $1.0 }
            let members = try services.family.members(db, acting.household)
            return FairnessResponse(
                from: Moment.text(window.lowerBound), to: Moment.text(window.upperBound),
                members: members.map { member in
                    let (seconds, count) = used[member.id] ?? (0, 0)
                    return .init(
                        member: member.id, hours: Double(seconds / 360) / 10, bookings: count,
                        share: total == 0
                            ? 0 : (Double(seconds) / Double(total) * 100).rounded() / 100)
                })
        }
        return try WireJSON.response(answer)
    }

    // MARK: - A calendar that is away

    private struct CalendarRequest: Decodable, Sendable { let state: String }

    private func setCalendar(_ request: Request, _ context: FamilyContext) async throws -> Response
    {
        let acting = try await services.acting(request, context)
        try acting.requireAdult()
        let id = try context.together("id")
        let input = try await WireJSON.read(CalendarRequest.self, from: request, context: context)
        guard ["available", "unavailable"].contains(input.state) else {
            throw WireError(
                .unprocessableContent, "bad_state", "state must be available or unavailable.",
                fields: ["state": "bad_state"])
        }
        let isAvailable = input.state == "available"
        let (services, now) = (services, services.seconds)
        let answer = try await services.database.write { db in
            let resource = try SharedResource.fetch(id, of: acting.household, db)
            if resource.isAvailable != isAvailable {
                try services.setCalendar(of: resource, isAvailable: isAvailable, now: now, db)
            }
            return try response(
                try SharedResource.fetch(id, of: acting.household, db), acting, now, db)
        }
        return try WireJSON.response(answer)
    }

    private func acknowledge(_ request: Request, _ context: FamilyContext) async throws -> Response
    {
        let acting = try await services.acting(request, context)
        let number: Int64 = try context.number("number")
        try await WireJSON.readNothing(from: request, context: context)
        let services = services
        try await services.database.write { db in
            let exists = try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM together_notice WHERE id = ? AND household = ?)
                    """, arguments: [number, acting.household])
            guard exists == true else { throw WireError.notFound }
            try db.execute(
                sql: "INSERT OR IGNORE INTO together_acknowledgement VALUES (?, ?)",
                arguments: [number, acting.member])
            try services.events.changed(.resources, of: acting.household, db)
        }
        return Response(status: .noContent)
    }
}

extension TogetherServices {
    /// Marks a resource's calendar as available or unavailable, and notifies all members.
    ///
    /// Bookings continue, because they are stored on this server. Other calendars are updated once
    /// it is available again.
    func setCalendar(
        of resource: SharedResource, isAvailable: Bool, now: Int64, _ db: Database
    ) throws {
        let household = resource.household
        let members = try family.members(db, household).map(\.id)
        try db.execute(
            sql: "UPDATE together_resource SET is_available = ? WHERE id = ?",
            arguments: [isAvailable, resource.id])
        if isAvailable {
            try db.execute(
                sql: "DELETE FROM together_notice WHERE resource = ?", arguments: [resource.id])
            agenda.changed(for: Set(members), of: household, db)
        } else {
            try db.execute(
                sql: "INSERT INTO together_notice (household, resource, created) VALUES (?, ?, ?)",
                arguments: [household, resource.id, now])
        }
        try notices.add(
            isAvailable ? .resourceCalendarBack : .resourceCalendarAway, to: members, of: household,
            path: resource.path, facts: ["resource": resource.name], db)
        try events.changed(.resources, of: household, db)
    }
}

/// A resource in a response.
struct ResourceResponse: Encodable, Sendable {
    let id: String
    let name: String
    let description: String
    let bookings: Int
    let calendar: String
    let next: BookingResponse?
}

/// A booking in a response.
struct BookingResponse: Encodable, Sendable {
    let id: Int
    let resource: String
    let member: Int64
    let start: String
    let end: String
    let priority: String
    let reason: String
    let isMine: Bool

    init(_ booking: Booking, resource: String, for member: Int64) {
        id = booking.id
        self.resource = resource
        self.member = Int64(booking.member) ?? 0
        start = Moment.text(booking.span.lowerBound)
        end = Moment.text(booking.span.upperBound)
        priority = booking.priority.word
        reason = booking.reason
        isMine = booking.member == "\(member)"
    }
}

/// An override request in a response.
struct RequestResponse: Encodable, Sendable {
    let id: Int
    let resource: String
    let resourceName: String
    let booking: BookingResponse?
    let requester: Int64
    let start: String
    let end: String
    let priority: String
    let reason: String
    let deadline: String
    let state: String
    let isMine: Bool
    let canAnswer: Bool

    init(_ row: Row, for member: Int64, _ db: Database) throws {
        let request = OverrideRequest(row)
        let resource: String = row["resource"]
        let held = try Row.fetchOne(
            db, sql: "SELECT * FROM together_booking WHERE id = ?", arguments: [request.booking]
        ).map(Booking.init)
        id = request.id
        self.resource = resource
        resourceName =
            try String.fetchOne(
                db, sql: "SELECT name FROM together_resource WHERE id = ?", arguments: [resource])
            ?? ""
        booking = held.map { BookingResponse($0, resource: resource, for: member) }
        requester = Int64(request.requester) ?? 0
        start = Moment.text(request.span.lowerBound)
        end = Moment.text(request.span.upperBound)
        priority = request.priority.word
        reason = request.reason
        deadline = Moment.text(request.deadline)
        state = request.state.rawValue
        isMine = requester == member
        canAnswer = request.state == .open && held?.member == "\(member)"
    }

    /// Open requests of a resource that concern a member.
    static func open(
        of resource: String, for acting: ActingMember, _ db: Database
    ) throws -> [RequestResponse] {
        try Row.fetchAll(
            db,
            sql: "SELECT * FROM together_request WHERE resource = ? AND state = 'open' ORDER BY id",
            arguments: [resource]
        ).map { try RequestResponse($0, for: acting.member, db) }
            .filter { $0.isMine || $0.canAnswer }
    }
}
