import FamilyStore
import FamilyWeb
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import NIOCore

/// The acting member's notifications: the list and the event stream.
struct NotificationRoutes: Sendable {
    let services: TogetherServices
    let lifetime: Duration
    let pulse: Duration

    func add(to routes: RouteGroup) {
        routes.get("api/notifications", use: list)
        routes.post("api/notifications/read", use: markRead)
        routes.get("api/events", use: events)
    }

    // MARK: - The list

    private struct ListResponse: Encodable {
        let notifications: [NotificationResponse]
        let unread: Int
        let more: Bool
    }

    private func list(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let limit = try request.limit()
        let before = request.uri.queryParameters["before"].map { Int64($0) ?? 0 }
        let services = services
        let answer = try await services.database.read { db in
            let zone = try Preferences.zone(of: acting.member, acting.household, db)
            let page = try services.notices.page(
                of: acting.member, before: before, limit: limit + 1, db)
            return ListResponse(
                notifications: page.prefix(limit).map {
                    NotificationResponse($0, services.notices.catalog, zone)
                },
                unread: try services.notices.unread(acting.member, db), more: page.count > limit)
        }
        return try WireJSON.response(answer)
    }

    private struct ReadRequest: Decodable, Sendable {
        let upTo: Int64?
        let ids: [Int64]?
    }

    private struct UnreadResponse: Encodable { let unread: Int }

    private func markRead(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let input = try await WireJSON.read(ReadRequest.self, from: request, context: context)
        let services = services
        let unread = try await services.database.write { db in
            try services.notices.markRead(
                acting.member, of: acting.household, upTo: input.upTo,
                ids: Array((input.ids ?? []).prefix(200)), db)
            return try services.notices.unread(acting.member, db)
        }
        return try WireJSON.response(UnreadResponse(unread: unread))
    }

    // MARK: - The stream

    private struct Hello: Encodable {
        let unread: Int
        let version: Int64
        let now: String
    }

    private struct ChangeEvent: Encodable {
        let version: Int64
        let parts: [String]
    }

    /// A stream of server-sent events.
    ///
    /// When the hub wakes the stream, it reads the database from the last number that it sent. So
    /// an interrupted connection resumes with the next notification.
    private func events(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let services = services
        let given =
            request.headers[.lastEventID].flatMap { Int64($0) }
            ?? request.uri.queryParameters["after"].flatMap { Int64($0) }
        // Start listening before reading the database, so that no event is missed in between.
        let wakes = services.events.listen(acting.household, as: acting.member)
        let (start, unread, version) = try await services.database.read { db in
            let newest = try services.notices.newest(db)
            // A number from another database could skip all notifications.
            return (
                given.map { min($0, newest) } ?? newest,
                try services.notices.unread(acting.member, db),
                try Preferences.version(of: acting.household, db)
            )
        }
        let hello = try Self.event(
            "hello",
            Hello(unread: unread, version: version, now: Moment.text(services.seconds)))
        let (lifetime, pulse) = (lifetime, pulse)
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/event-stream", .cacheControl: "no-store",
                .accelBuffering: "no",
            ],
            body: ResponseBody { writer in
                try await writer.write(ByteBuffer(string: "retry: 3000\n\n" + hello))
                var last = try await Self.send(after: start, acting, services, to: &writer)
                let end = ContinuousClock.now + lifetime
                for await wake in Self.merged(wakes, pulse: pulse) {
                    guard ContinuousClock.now < end else { break }
                    switch wake {
                    case nil: try await writer.write(ByteBuffer(string: ":\n\n"))
                    case .changed(let parts, let members):
                        guard members?.contains(acting.member) ?? true else { continue }
                        if parts.contains(.notifications) {
                            last = try await Self.send(after: last, acting, services, to: &writer)
                        }
                        let (version, isMember) = try await services.database.read { db in
                            (
                                try Preferences.version(of: acting.household, db),
                                try services.family.householdOfMember(db, acting.member)
                                    == acting.household
                            )
                        }
                        guard isMember else { return try await writer.finish(nil) }
                        try await writer.write(
                            ByteBuffer(
                                string: try Self.event(
                                    "change",
                                    ChangeEvent(
                                        version: version, parts: parts.map(\.rawValue).sorted()))))
                    case .end: break
                    }
                    if case .end = wake { break }
                }
                try await writer.finish(nil)
            })
    }

    /// Signals of the hub, and nil after each pause.
    private static func merged(
        _ wakes: AsyncStream<EventHub.Wake>, pulse: Duration
    ) -> AsyncStream<EventHub.Wake?> {
        AsyncStream { continuation in
            let listener = Task {
                for await wake in wakes { continuation.yield(wake) }
                continuation.finish()
            }
            let clock = Task {
                while !Task.isCancelled {
                    try? await Task.sleep(for: pulse)  // Ends early when canceled.
                    if !Task.isCancelled { continuation.yield(nil) }
                }
            }
            continuation.onTermination = { _ in
                listener.cancel()
                clock.cancel()
            }
        }
    }

    /// Sends the notifications after a number.
    ///
    /// - Returns: The number of the last one.
    private static func send(
        after number: Int64, _ acting: ActingMember, _ services: TogetherServices,
        to writer: inout any ResponseBodyWriter
    ) async throws -> Int64 {
        var last = number
        while true {
            let from = last
            let (found, zone) = try await services.database.read { db in
                (
                    try services.notices.after(from, of: acting.member, db),
                    try Preferences.zone(of: acting.member, acting.household, db)
                )
            }
            for notification in found {
                let body = NotificationResponse(notification, services.notices.catalog, zone)
                try await writer.write(
                    ByteBuffer(
                        string: "id: \(notification.id)\n" + (try event("notification", body))))
                last = notification.id
            }
            if found.count < 200 { return last }
        }
    }

    /// An event.
    ///
    /// Its JSON contains no line breaks and fits in one `data` line.
    private static func event(_ name: String, _ data: some Encodable) throws -> String {
        "event: \(name)\ndata: \(try Stored.json(data))\n\n"
    }
}

/// A notification in a response.
struct NotificationResponse: Encodable, Sendable {
    let id: Int64
    let kind: String
    let title: String
    let text: String
    let path: String
    let values: [String: String]
    let created: String
    let read: Bool

    init(_ notification: Notification, _ catalog: NoticeCatalog, _ zone: TimeZone) {
        let words = catalog.words(notification.kind, notification.facts, zone: zone)
        id = notification.id
        kind = notification.kind.rawValue
        (title, text) = words
        path = notification.path
        values = notification.facts
        created = Moment.text(notification.created)
        read = notification.isRead
    }
}

extension HTTPField.Name {
    /// `Last-Event-ID`: the number after which a stream resumes (HTML, section 9.2).
    static let lastEventID = known("Last-Event-ID")
    /// `X-Accel-Buffering`: keeps proxies from buffering the stream.
    static let accelBuffering = known("X-Accel-Buffering")

    private static func known(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else {
            preconditionFailure("\(name) is not a header name")
        }
        return field
    }
}
