import CalendarSync
import Crypto
import FamilyStore
import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import OutboundHTTP
import TogetherServer

/// Members' calendars, their feeds, and free and busy times.
struct CalendarRoutes: Sendable {
    let part: CalendarPart

    private var services: TogetherServices { part.services }
    private var store: CalendarStore { part.store }

    func add(to routes: AppRoutes) {
        routes.member.get("api/calendars", use: list)
        routes.member.post("api/calendars", use: add)
        routes.member.patch("api/calendars/{id}", use: change)
        routes.member.delete("api/calendars/{id}", use: remove)
        routes.member.post("api/calendars/{id}/refresh", use: refresh)
        routes.member.post("api/feed/renew", use: renewFeed)
        routes.member.get("api/freebusy", use: freeBusy)
        // The address itself is the secret; calendar programs have no session.
        routes.anonymous.get("feed/{file}", use: feed)
    }

    /// The member who owns the calendars.
    ///
    /// - Throws: `own_login` (403) for a child who has a login.
    private func owner(
        _ request: Request, _ context: FamilyContext
    ) async throws -> ActingMember {
        let acting = try await services.acting(request, context)
        guard acting.profile == .child else { return acting }
        let services = services
        let member = try await services.database.read { db in
            try services.family.member(acting.member, of: acting.household, db)
        }
        guard member?.email == nil else {
            throw WireError(
                .forbidden, "own_login",
                "\(acting.name) has a login and manages calendars there.")
        }
        return acting
    }

    // MARK: - Calendars

    private struct CalendarsResponse: Encodable {
        let calendars: [CalendarResponse]
        let feed: FeedResponse
    }

    private struct FeedResponse: Encodable { let address: String }

    private struct CalendarResponse: Encodable {
        struct Problem: Encodable {
            let code: String
            let message: String
        }

        let id: String
        let kind: String
        let name: String
        let address: String
        let state: String
        let problem: Problem?
        let checked: String?
        let isWritable: Bool
        let isTarget: Bool
        let hidden: [HiddenResponse]

        init(_ calendar: MemberCalendar) {
            id = calendar.id
            kind = calendar.kind.rawValue
            name = calendar.name
            address = calendar.address ?? ""
            state = calendar.state.rawValue
            problem = calendar.problem.map { Problem(code: $0.code, message: $0.message) }
            checked = calendar.checked.map(Moment.text)
            isWritable = calendar.isWritable
            isTarget = calendar.isTarget
            hidden = calendar.hidden.map(HiddenResponse.init)
        }
    }

    private struct HiddenResponse: Codable, Sendable {
        var from: String?
        var to: String?
        var title: String?

        init(_ part: HiddenPart) {
            switch part {
            case .span(let from, let to):
                self.from = Moment.text(from)
                self.to = Moment.text(to)
            case .title(let title): self.title = title
            }
        }

        /// - Throws: `bad_time`, `malformed` (422).
        func part() throws(WireError) -> HiddenPart {
            if let title = title?.trimmingCharacters(in: .whitespacesAndNewlines), !title.isEmpty {
                guard title.count <= 200 else { throw CalendarRoutes.tooLong("title") }
                try WireError.checkMarks(in: title, field: "title")
                return .title(title)
            }
            guard let from, let to else {
                throw WireError(
                    .unprocessableContent, "malformed", "Give a title, or from and to.",
                    fields: ["hidden": "malformed"])
            }
            let span = try (Moment.seconds(from, field: "from"), Moment.seconds(to, field: "to"))
            guard span.0 < span.1 else {
                throw WireError(
                    .unprocessableContent, "out_of_range", "\"to\" must come after \"from\".",
                    fields: ["to": "out_of_range"])
            }
            return .span(from: span.0, to: span.1)
        }
    }

    private static func tooLong(_ field: String) -> WireError {
        WireError(
            .unprocessableContent, "too_long", "Write at most 200 characters.",
            fields: [field: "too_long"])
    }

    private func list(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let owner = try await owner(request, context)
        let calendars = try await store.calendars(of: owner.member)
        let token = try await store.feedToken(of: owner.member, household: owner.household)
        return try WireJSON.response(
            CalendarsResponse(
                calendars: calendars.map(CalendarResponse.init),
                feed: FeedResponse(address: Self.feedPath(token))))
    }

    private struct AddRequest: Decodable, Sendable {
        let kind: String
        let address: String
        let name: String?
        let username: String?
        let password: String?
    }

    private struct FoundResponse: Encodable {
        struct Found: Encodable {
            let address: String
            let name: String
        }

        let found: [Found]
    }

    private func add(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let owner = try await owner(request, context)
        let input = try await WireJSON.read(AddRequest.self, from: request, context: context)
        guard (input.name ?? "").count <= 200 else { throw Self.tooLong("name") }
        try WireError.checkMarks(in: input.name, field: "name")
        guard let kind = MemberCalendar.Kind(rawValue: input.kind) else {
            throw WireError(
                .unprocessableContent, "unknown_kind", "kind must be ical or caldav.",
                fields: ["kind": "unknown_kind"])
        }
        do {
            let url = try OutboundURL(input.address)
            try await requireConnection(to: url.host, owner)
            guard await part.synchronizer.maySearch(owner.household) else {
                throw WireError(
                    .tooManyRequests, "too_many_searches",
                    "Your family tried too many calendar addresses; wait ten minutes.")
            }
            switch kind {
            case .subscription: return try await subscribe(url, input, owner)
            case .caldav: return try await connect(url, input, owner)
            }
        } catch let error as OutboundError {
            throw Self.refusal(CalendarProblem(error))
        } catch let error as CalendarProblem {
            throw Self.refusal(error)
        }
    }

    /// - Throws: `connection_off` (409), `host_refused` (422).
    private func requireConnection(to host: String, _ owner: ActingMember) async throws {
        let (isOn, hosts) = try await services.database.read { db in
            (
                try Preferences.isOn(.calendars, owner.household, db),
                try Preferences.hosts(.calendars, owner.household, db)
            )
        }
        guard isOn else {
            throw WireError(
                .conflict, "connection_off",
                "Calendars of other servers are switched off. A parent can switch them on in Settings."
            )
        }
        guard hosts.isEmpty || hosts.contains(host) else {
            throw WireError(
                .unprocessableContent, "host_refused",
                "Your family allows only calendars on \(hosts.joined(separator: ", ")). A parent can add "
                    + "\(host) in Settings.", fields: ["address": "host_refused"])
        }
    }

    private static func refusal(_ problem: CalendarProblem) -> WireError {
        let field =
            problem.code == .signInFailed
            ? "password" : problem.code == .tooManyCalendars ? nil : "address"
        return WireError(
            problem.code == .tooManyCalendars ? .conflict : .unprocessableContent,
            problem.code.rawValue, problem.message,
            fields: field.map { [$0: problem.code.rawValue] })
    }

    private func subscribe(
        _ url: OutboundURL, _ input: AddRequest, _ owner: ActingMember
    ) async throws -> Response {
        try await part.synchronizer.check(url.description)
        let name = input.name.flatMap { $0.isEmpty ? nil : $0 } ?? url.host
        return try await created(
            NewCalendar(
                kind: .subscription, name: name, address: url.description, hosts: [url.host]),
            owner)
    }

    private func connect(
        _ url: OutboundURL, _ input: AddRequest, _ owner: ActingMember
    ) async throws -> Response {
        guard let username = input.username, let password = input.password, !username.isEmpty,
            username.utf8.count <= 500, password.utf8.count <= 500
        else {
            throw WireError(
                .unprocessableContent, "missing_login", "Enter the user name and the password.",
                fields: ["username": "missing_login"])
        }
        let credentials = OutboundCredentials(username: username, password: password)
        let found = try await part.synchronizer.find(at: url.description, credentials: credentials)
        guard let calendar = found.count == 1 ? found.first : found.first(where: { $0.url == url })
        else {
            return try WireJSON.response(
                FoundResponse(
                    found: found.map { .init(address: $0.url.description, name: $0.name) }))
        }
        let json = String(decoding: try JSONEncoder().encode(credentials), as: UTF8.self)
        let name = input.name.flatMap { $0.isEmpty ? nil : $0 } ?? calendar.name
        return try await created(
            NewCalendar(
                kind: .caldav, name: String(name.prefix(200)),
                address: calendar.url.description, hosts: [calendar.url.host],
                isWritable: calendar.isWritable, credentials: json), owner)
    }

    private func created(_ new: NewCalendar, _ owner: ActingMember) async throws -> Response {
        let calendar = try await store.add(
            new, household: owner.household, member: owner.member, now: services.seconds)
        try await changed(owner)
        await part.synchronizer.startDue()
        return try WireJSON.response(CalendarResponse(calendar), status: .created)
    }

    /// Notifies the pages of all members, since free times depend on calendars.
    private func changed(_ owner: ActingMember) async throws {
        let services = services
        try await services.database.write { db in
            try services.events.changed(.calendars, of: owner.household, db)
        }
    }

    private struct ChangeRequest: Decodable, Sendable {
        let name: String?
        let hidden: [HiddenResponse]?
        let isTarget: Bool?
    }

    private func change(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let owner = try await owner(request, context)
        let input = try await WireJSON.read(ChangeRequest.self, from: request, context: context)
        let name = input.name?.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (name ?? "").count <= 200 else { throw Self.tooLong("name") }
        try WireError.checkMarks(in: name, field: "name")
        guard name?.isEmpty != true else {
            throw WireError(
                .unprocessableContent, "missing_name", "Enter a name.",
                fields: ["name": "missing_name"])
        }
        guard (input.hidden ?? []).count <= 100 else {
            throw WireError(
                .conflict, "too_many_things", "Hide at most 100 parts of a calendar.")
        }
        var hidden: [HiddenPart]?
        if let parts = input.hidden { hidden = try parts.map { try $0.part() } }
        guard
            let calendar = try await store.update(
                try context.calendarID(), of: owner.member, name: name, hidden: hidden,
                isTarget: input.isTarget)
        else { throw WireError.notFound }
        if hidden != nil {
            do {
                try await part.synchronizer.expand(calendar)
            } catch {
                // The stored events cannot be expanded, so read the calendar again.
                try await part.synchronizer.makeDue([calendar.id])
            }
        }
        if calendar.isTarget {
            await part.eventsChanged(of: [owner.member], household: owner.household)
        }
        try await changed(owner)
        return try WireJSON.response(CalendarResponse(calendar))
    }

    private func remove(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let owner = try await owner(request, context)
        guard try await store.delete(try context.calendarID(), of: owner.member) else {
            throw WireError.notFound
        }
        try await changed(owner)
        return Response(status: .noContent)
    }

    private func refresh(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let owner = try await owner(request, context)
        try await WireJSON.readNothing(from: request, context: context)
        let calendar = try await store.calendar(try context.calendarID(), of: owner.member)
        guard let calendar else { throw WireError.notFound }
        try await part.synchronizer.requestUpdate(calendar)
        return try WireJSON.response(CalendarResponse(calendar), status: .accepted)
    }

    // MARK: - Feed

    private static func feedPath(_ token: String) -> String { "/together/feed/\(token).ics" }

    private func renewFeed(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let owner = try await owner(request, context)
        try await WireJSON.readNothing(from: request, context: context)
        let token = try await store.renewFeed(of: owner.member, household: owner.household)
        return try WireJSON.response(FeedResponse(address: Self.feedPath(token)))
    }

    private func feed(_ request: Request, _ context: FamilyContext) async throws -> Response {
        guard let file = context.parameters.get("file"), file.hasSuffix(".ics"),
            let owner = try await store.feedOwner(String(file.dropLast(4)))
        else { throw WireError.notFound }
        let services = services
        let member = try await services.database.read { db in
            try services.family.member(owner.member, of: owner.household, db)
        }
        guard let member else { throw WireError.notFound }
        let entries = try await part.entries(of: owner.member, household: owner.household)
        let text = CalendarEntry.feed(entries, name: "Modern Family: \(member.name)")
        let digest = SHA256.hash(data: Data(text.utf8)).prefix(16)
            .map { String(format: "%02x", $0) }.joined()
        let tag = "\"\(digest)\""
        let headers: HTTPFields = [
            .contentType: "text/calendar; charset=utf-8", .eTag: tag,
            .cacheControl: "private, no-cache",
        ]
        if request.headers[.ifNoneMatch] == tag {
            return Response(status: .notModified, headers: headers)
        }
        return Response(
            status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    // MARK: - Free and busy

    private struct FreeBusyResponse: Encodable {
        struct Span: Encodable {
            let start: String
            let end: String
        }

        struct Member: Encodable {
            let member: Int64
            let busy: [Span]
            let problem: String?
        }

        let members: [Member]
    }

    private func freeBusy(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let query = request.uri.queryParameters
        let from = try Moment.seconds(String(query["from"] ?? ""), field: "from")
        let to = try Moment.seconds(String(query["to"] ?? ""), field: "to")
        guard from < to, to - from <= 400 * 86_400 else {
            throw WireError(
                .unprocessableContent, "out_of_range",
                "\"to\" must come after \"from\", by at most 400 days.",
                fields: ["to": "out_of_range"])
        }
        let (services, window) = (services, from..<to)
        let asked = (query["members"] ?? "").split(separator: ",").compactMap { Int64($0) }
        let planned = try await services.database.read { db in
            let family = try services.family.members(db, acting.household).map(\.id)
            return try family.filter { asked.isEmpty || asked.contains($0) }.map { member in
                (
                    member,
                    try services.agenda.events(
                        of: member, household: acting.household, in: window, tasks: false, db
                    ).map { ($0.start..<max($0.start, $0.end)).clamped(to: window) }
                )
            }
        }
        let calendars = await part.busy(
            planned.map(\.0), of: acting.household, in: window)
        let members = zip(planned, calendars).map { planned, calendar in
            FreeBusyResponse.Member(
                member: planned.0,
                busy: CalendarBusy.merged(planned.1 + calendar.spans).map {
                    .init(start: Moment.text($0.lowerBound), end: Moment.text($0.upperBound))
                }, problem: calendar.problem)
        }
        return try WireJSON.response(FreeBusyResponse(members: members))
    }
}

extension FamilyContext {
    /// The calendar's id in the path.
    fileprivate func calendarID() throws(WireError) -> String {
        guard let id = parameters.get("id").flatMap({ UUID(uuidString: $0) }) else {
            throw .notFound
        }
        return id.uuidString.lowercased()
    }
}
