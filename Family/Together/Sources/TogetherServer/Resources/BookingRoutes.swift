import FamilyStore
import FamilyWeb
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import TogetherRules

/// Bookings, and requests to take over a booking.
struct BookingRoutes: Sendable {
    let services: TogetherServices

    func add(to routes: RouteGroup) {
        routes.post("api/resources/{id}/bookings", use: book)
        routes.patch("api/bookings/{number}", use: move)
        routes.delete("api/bookings/{number}", use: cancel)
        routes.post("api/bookings/{number}/requests", use: ask)
        routes.get("api/requests", use: list)
        routes.get("api/requests/{number}", use: get)
        routes.post("api/requests/{number}/approve", use: approve)
        routes.post("api/requests/{number}/deny", use: deny)
        routes.delete("api/requests/{number}", use: withdraw)
    }

    private struct BookingRequest: Decodable, Sendable {
        let start: String
        let end: String
        let priority: String
        let reason: String

        func span() throws(WireError) -> Range<Int64> {
            try BookingRoutes.span(
                try Moment.seconds(start, field: "start"), try Moment.seconds(end, field: "end"))
        }
    }

    /// - Throws: `ends_before_it_starts`.
    static func span(_ start: Int64, _ end: Int64) throws(WireError) -> Range<Int64> {
        guard start < end else { throw WireError(BookingError.endsBeforeItStarts) }
        return start..<end
    }

    // MARK: - Bookings

    private func book(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try await answering {
            let acting = try await services.acting(request, context)
            let id = try context.together("id")
            let input = try await WireJSON.read(
                BookingRequest.self, from: request, context: context)
            let (span, priority) = (try input.span(), try BookingPriority(word: input.priority))
            let reason = try TextLimit.text(input.reason, "reason")
            let (services, now) = (services, services.seconds)
            let booking = try await services.changeBookings(
                of: id, household: acting.household
            ) { stored, db in
                guard try ResourceRoutes.count(id, now, db) < ResourceRoutes.mostBookings else {
                    throw WireError.tooMany("bookings", most: ResourceRoutes.mostBookings)
                }
                let booking = try stored.ledger.book(
                    span, by: "\(acting.member)", priority: priority, reason: reason, now: now)
                try services.tellFamily(.booked, booking, stored.resource, acting, db)
                return booking
            }
            return try WireJSON.response(
                BookingResponse(booking, resource: id, for: acting.member), status: .created)
        }
    }

    /// The resource of a booking or request in a household.
    private func resource(
        of number: Int, in table: String, _ acting: ActingMember
    ) async throws -> String {
        let found = try await services.database.read { db in
            try String.fetchOne(
                db, sql: "SELECT resource FROM \(table) WHERE id = ? AND household = ?",
                arguments: [number, acting.household])
        }
        guard let found else { throw WireError.notFound }
        return found
    }

    private struct MoveRequest: Decodable, Sendable {
        let start: String?
        let end: String?
        let priority: String?
        let reason: String?
    }

    private func move(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try await answering {
            let acting = try await services.acting(request, context)
            let number: Int = try context.number("number")
            let input = try await WireJSON.read(MoveRequest.self, from: request, context: context)
            let id = try await resource(of: number, in: "together_booking", acting)
            let start = try input.start.map { try Moment.seconds($0, field: "start") }
            let end = try input.end.map { try Moment.seconds($0, field: "end") }
            let priority = try input.priority.map { try BookingPriority(word: $0) }
            let reason = try input.reason.map { try TextLimit.text($0, "reason") }
            let (services, now) = (services, services.seconds)
            let booking = try await services.changeBookings(
                of: id, household: acting.household
            ) { stored, db in
                guard let held = stored.earlier(number) else { throw BookingError.unknownBooking }
                try stored.ledger.move(
                    number,
                    to: try Self.span(start ?? held.span.lowerBound, end ?? held.span.upperBound),
                    by: "\(acting.member)", priority: priority, reason: reason, now: now)
                guard let moved = stored.ledger.bookings.first(where: { $0.id == number }) else {
                    throw BookingError.unknownBooking
                }
                if moved.span != held.span {
                    try services.tellFamily(.bookingMoved, moved, stored.resource, acting, db)
                }
                return moved
            }
            return try WireJSON.response(
                BookingResponse(booking, resource: id, for: acting.member))
        }
    }

    private func cancel(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try await answering {
            let acting = try await services.acting(request, context)
            let number: Int = try context.number("number")
            let id = try await resource(of: number, in: "together_booking", acting)
            let (services, now) = (services, services.seconds)
            try await services.changeBookings(
                of: id, household: acting.household
            ) { stored, db in
                guard let held = stored.earlier(number) else { throw BookingError.unknownBooking }
                // A parent may cancel for a child or a sick member.
                let holder = acting.isParent ? held.member : "\(acting.member)"
                try stored.ledger.cancel(number, by: holder, now: now)
                try services.tellFamily(.bookingCancelled, held, stored.resource, acting, db)
            }
            return Response(status: .noContent)
        }
    }

    // MARK: - Requests

    private func ask(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try await answering {
            let acting = try await services.acting(request, context)
            let number: Int = try context.number("number")
            let input = try await WireJSON.read(
                BookingRequest.self, from: request, context: context)
            let (span, priority) = (try input.span(), try BookingPriority(word: input.priority))
            let reason = try TextLimit.text(input.reason, "reason")
            let id = try await resource(of: number, in: "together_booking", acting)
            let (services, now) = (services, services.seconds)
            let made = try await services.changeBookings(
                of: id, household: acting.household
            ) { stored, db in
                let open = stored.ledger.requests.filter { $0.state == .open }
                guard open.count < 50 else { throw WireError.tooMany("requests", most: 50) }
                let made = try stored.ledger.requestOverride(
                    of: number, span: span, by: "\(acting.member)", priority: priority,
                    reason: reason, now: now)
                var facts = try services.facts(of: made, stored, db)
                facts["member"] = acting.name
                let holder = stored.earlier(number).flatMap { Int64($0.member) } ?? 0
                try services.notices.add(
                    .overrideAsked, to: [holder], of: acting.household,
                    path: "/together/requests/\(made.id)", facts: facts, db)
                return made.id
            }
            return try await respond(made, acting, status: .created)
        }
    }

    private func respond(
        _ number: Int, _ acting: ActingMember, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        try WireJSON.response(try await found(number, acting), status: status)
    }

    private func found(_ number: Int, _ acting: ActingMember) async throws -> RequestResponse {
        let found = try await services.database.read { db in
            try Row.fetchOne(
                db, sql: "SELECT * FROM together_request WHERE id = ? AND household = ?",
                arguments: [number, acting.household]
            ).map { try RequestResponse($0, for: acting.member, db) }
        }
        guard let found else { throw WireError.notFound }
        return found
    }

    private struct RequestsResponse: Encodable { let requests: [RequestResponse] }

    private func list(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let recent = services.seconds - 7 * 86_400
        let requests = try await services.database.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM together_request
                    WHERE household = ?1 AND ?2 IN (requester, holder)
                        AND (state = 'open' OR changed > ?3)
                    ORDER BY id DESC LIMIT 200
                    """, arguments: [acting.household, acting.member, recent]
            ).map { try RequestResponse($0, for: acting.member, db) }
        }
        return try WireJSON.response(RequestsResponse(requests: requests))
    }

    private func get(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        return try await respond(try context.number("number"), acting)
    }

    private struct ApprovalResponse: Encodable {
        struct Span: Encodable {
            let start: String
            let end: String
        }

        let request: RequestResponse
        let booking: BookingResponse
        let offer: Span?
    }

    private func approve(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try await answering {
            let acting = try await services.acting(request, context)
            let number: Int = try context.number("number")
            try await WireJSON.readNothing(from: request, context: context)
            let id = try await resource(of: number, in: "together_request", acting)
            let (services, now) = (services, services.seconds)
            let (booking, offer) = try await services.changeBookings(
                of: id, household: acting.household
            ) { stored, db in
                let booking = try stored.ledger.approve(number, by: "\(acting.member)", now: now)
                try notify(.overrideApproved, number, stored, acting, db)
                let held = stored.ledger.requests.first { $0.id == number }?.originalSpan
                return (booking, held.flatMap { Self.offer($0, stored.ledger, now: now) })
            }
            return try WireJSON.response(
                ApprovalResponse(
                    request: try await found(number, acting),
                    booking: BookingResponse(booking, resource: id, for: acting.member),
                    offer: offer.map {
                        .init(start: Moment.text($0.lowerBound), end: Moment.text($0.upperBound))
                    }))
        }
    }

    /// The next free time with the same length as the booking that the holder gave up.
    static func offer(
        _ given: Range<Int64>, _ ledger: BookingLedger, now: Int64
    ) -> Range<Int64>? {
        let length = given.upperBound - given.lowerBound
        let first = max(given.lowerBound, now + 60)
        let busy = ledger.bookings.map(\.span).sorted { $0.lowerBound < $1.lowerBound }
        return ResourceRoutes.gaps(
            busy.filter { $0.upperBound > first }, first..<(first + 90 * 86_400)
        ).first { $0.upperBound - $0.lowerBound >= length }
            .map { $0.lowerBound..<($0.lowerBound + length) }
    }

    private func deny(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try await answering {
            let acting = try await services.acting(request, context)
            let number: Int = try context.number("number")
            try await WireJSON.readNothing(from: request, context: context)
            let id = try await resource(of: number, in: "together_request", acting)
            let now = services.seconds
            try await services.changeBookings(
                of: id, household: acting.household
            ) { stored, db in
                try stored.ledger.deny(number, by: "\(acting.member)", now: now)
                try notify(.overrideDenied, number, stored, acting, db)
            }
            return try await respond(number, acting)
        }
    }

    private func notify(
        _ kind: NoticeKind, _ number: Int, _ stored: StoredLedger, _ acting: ActingMember,
        _ db: Database
    ) throws {
        guard let request = stored.ledger.requests.first(where: { $0.id == number }) else { return }
        var facts = try services.facts(of: request, stored, db)
        facts["member"] = acting.name
        try services.notices.add(
            kind, to: [Int64(request.requester) ?? 0], of: acting.household,
            path: stored.resource.path, facts: facts, db)
    }

    private func withdraw(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try await answering {
            let acting = try await services.acting(request, context)
            let number: Int = try context.number("number")
            let id = try await resource(of: number, in: "together_request", acting)
            let now = services.seconds
            try await services.changeBookings(
                of: id, household: acting.household
            ) { stored, _ in
                try stored.ledger.withdraw(number, by: "\(acting.member)", now: now)
            }
            return Response(status: .noContent)
        }
    }
}

extension TogetherServices {
    /// Notifies everyone except the acting member about a booking.
    func tellFamily(
        _ kind: NoticeKind, _ booking: Booking, _ resource: SharedResource,
        _ acting: ActingMember, _ db: Database
    ) throws {
        let others = try family.members(db, acting.household).map(\.id)
            .filter { $0 != acting.member }
        try notices.add(
            kind, to: others, of: acting.household, path: resource.path,
            facts: [
                "resource": resource.name, "booking": "\(booking.id)", "member": acting.name,
                "start": Moment.text(booking.span.lowerBound),
                "end": Moment.text(booking.span.upperBound),
                "reason": String(booking.reason.prefix(500)), "priority": booking.priority.word,
            ], db)
    }
}
