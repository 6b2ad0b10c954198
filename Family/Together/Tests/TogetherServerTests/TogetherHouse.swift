import FamilyMedia
import FamilyStore
import FamilyWeb
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Synchronization
import Testing
import TogetherServer

/// A database with a writer and readers, like that of the family server.
struct TestDatabase: FamilyDatabase {
    let pool: DatabasePool

    init(_ file: URL) throws {
        pool = try DatabasePool(path: file.path)
        try DatabaseMigrator().followed(by: MediaSchema.migrations + TogetherApp.migrations)
            .migrate(pool)
        try pool.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS test_member (
                        id INTEGER PRIMARY KEY, household INTEGER, name TEXT, role TEXT, email TEXT)
                    """)
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value { try await pool.read(body) }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value { try await pool.write(body) }

    func truncateWriteAheadLog() async throws { try await pool.truncateWriteAheadLog() }
}

extension FamilyDirectory {
    /// The members of the tests.
    ///
    /// A login has the number of its member.
    static let test = FamilyDirectory(
        members: { db, household in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM test_member WHERE household = ?
                    ORDER BY role = 'child', role = 'adult', id
                    """, arguments: [household]
            ).compactMap { row in
                HouseholdRole(rawValue: row["role"]).map {
                    FamilyMember(
                        id: row["id"], name: row["name"], role: $0, email: row["email"], badge: nil)
                }
            }
        },
        memberOfLogin: { db, login in
            try Int64.fetchOne(
                db, sql: "SELECT id FROM test_member WHERE id = ?", arguments: [login])
        },
        householdOfMember: { db, member in
            try Int64.fetchOne(
                db, sql: "SELECT household FROM test_member WHERE id = ?", arguments: [member])
        },
        exists: { db, household in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM test_member WHERE household = ?)",
                arguments: [household]) ?? false
        })
}

/// A clock that tests set.
final class TestClock: Sendable {
    private let seconds: Mutex<Int64>

    init(_ seconds: Int64) { self.seconds = Mutex(seconds) }

    var now: Int64 {
        get { seconds.withLock { $0 } }
        set { seconds.withLock { $0 = newValue } }
    }

    var date: Date { Date(timeIntervalSince1970: Double(now)) }
}

struct TestIdentity: Identity {
    let household: Int64
    let member: Int64
    let loginNumber: Int64
    let householdRole: HouseholdRole
    let isParent: Bool
    var appChoices: [String: Bool] { ["together": true] }
    let approvedDevice: ApprovedDevice?
}

/// Signs in by headers: the login's member, the child whose profile is in use, the PIN, the device.
struct TestSession: RouterMiddleware {
    typealias Context = FamilyContext

    func handle(
        _ request: Request, context: FamilyContext,
        next: (Request, FamilyContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        if let login = request.headers[.login].flatMap({ Int64($0) }) {
            let household = login / 10
            let isChild = login % 10 >= 5
            let inUse = request.headers[.inUse].flatMap { Int64($0) } ?? household * 10 + 5
            context.identity = TestIdentity(
                household: household, member: isChild ? login : inUse, loginNumber: login,
                householdRole: isChild ? .child : login % 10 == 1 ? .parent : .adult,
                isParent: request.headers[.pin] != nil,
                approvedDevice: request.headers[.device] == nil
                    ? nil : ApprovedDevice(number: 1, household: household))
        }
        return try await next(request, context)
    }
}

extension HTTPField.Name {
    static let login = named("X-Test-Login")
    static let inUse = named("X-Test-Member")
    static let pin = named("X-Test-PIN")
    static let device = named("X-Test-Device")

    static func named(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else { preconditionFailure("no name of a header") }
        return field
    }
}

/// A server with only Modern Family.
///
/// Household 1 has the parent 11 (Ada), the adults 12 (Bo) and 13 (Cy), and the children 15 (Dot,
/// with a login) and 16 (Eli). Household 2 has 21 and 25.
final class TogetherHouse: Sendable {
    let folder: URL
    let app: TogetherApp
    let site: FamilySite
    let database: TestDatabase
    let clock: TestClock
    static let logger = Logger(label: "together") { _ in SwiftLogNoOpLogHandler() }
    static let content = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Content").standardizedFileURL

    /// Makes a house in a new folder, or one that continues in the folder of an earlier one.
    init(
        folder: URL? = nil, clock: TestClock = TestClock(1_800_000_000), sendmail: [String]? = nil,
        streamLifetime: Duration = .seconds(600), streamPulse: Duration = .seconds(10),
        calendars: (any CalendarSource & TogetherPart)? = nil
    ) throws {
        let isNew = folder == nil
        let place =
            folder
            ?? FileManager.default.temporaryDirectory.appending(
                path: "together-\(UUID())", directoryHint: .isDirectory)
        self.folder = place
        self.clock = clock
        let web = place.appending(path: "Web", directoryHint: .isDirectory)
        if isNew {
            try FileManager.default.createDirectory(at: web, withIntermediateDirectories: true)
            try Data("<!doctype html><title>Modern Family</title>".utf8).write(
                to: web.appending(path: "index.html"))
        }
        database = try TestDatabase(place.appending(path: "test.sqlite"))
        if isNew {
            try database.pool.write { db in
                for (id, name, role) in [
                    (11, "Ada", "parent"), (12, "Bo", "adult"), (13, "Cy", "adult"),
                    (15, "Dot", "child"), (16, "Eli", "child"), (21, "Fay", "parent"),
                    (25, "Gus", "child"),
                ] {
                    let email = role == "child" ? nil : "\(name.lowercased())@example.org"
                    try db.execute(
                        sql: "INSERT INTO test_member VALUES (?, ?, ?, ?, ?)",
                        arguments: [id, id / 10, name, role, email])
                }
            }
        }
        var configuration = TogetherApp.Configuration(
            web: web, content: Self.content,
            mail: .init(
                command: sendmail, sender: "family@example.net",
                folder: place.appending(path: "outbox", directoryHint: .isDirectory)))
        configuration.now = { clock.date }
        configuration.streamLifetime = streamLifetime
        configuration.streamPulse = streamPulse
        app = try TogetherApp(
            configuration: configuration, database: database, family: .test, logger: Self.logger,
            parts: { _ in calendars.map { [$0] } ?? [] })
        var site = FamilySite(apps: [app])
        site.session = TestSession()
        self.site = site
    }

    /// Removes the files, unless another house continues with them.
    func remove() {
        // A temporary folder, so leftovers are harmless.
        try? FileManager.default.removeItem(at: folder)
    }

    /// Runs a test against the routes.
    func test(_ body: @escaping @Sendable (Caller) async throws -> Void) async throws {
        defer { remove() }
        try await buildTest(self, body)
    }

    /// Removes a member from the family.
    func leave(_ member: Int64) async throws {
        try await database.write { db in
            try db.execute(sql: "DELETE FROM test_member WHERE id = ?", arguments: [member])
        }
        try await [app as any FamilyApp].deleteRecords(of: [member])
    }
}

/// Runs a test against the routes, and keeps the files of the house.
func buildTest(
    _ house: TogetherHouse, _ body: @escaping @Sendable (Caller) async throws -> Void
) async throws {
    try await buildApplication(house.site, logger: TogetherHouse.logger).test(.router) { client in
        try await body(Caller(client: client, house: house))
    }
}

/// A JSON response with access by path.
@dynamicMemberLookup
struct Answer: @unchecked Sendable {
    // Foundation's JSON values are immutable.
    let value: Any?
    let status: HTTPResponse.Status

    subscript(dynamicMember name: String) -> Answer {
        Answer(value: (value as? [String: Any])?[name], status: status)
    }
    subscript(_ index: Int) -> Answer {
        let list = value as? [Any] ?? []
        return Answer(value: list.indices.contains(index) ? list[index] : nil, status: status)
    }

    var text: String? { value as? String }
    var number: Int? { (value as? NSNumber)?.intValue }
    var flag: Bool? { (value as? NSNumber)?.boolValue }
    var double: Double? { (value as? NSNumber)?.doubleValue }
    var list: [Answer] { (value as? [Any] ?? []).map { Answer(value: $0, status: status) } }
    var isNull: Bool { value == nil || value is NSNull }
    var code: String? { self["code"].text }

    subscript(_ name: String) -> Answer {
        Answer(value: (value as? [String: Any])?[name], status: status)
    }
}

/// Sends requests as a member.
struct Caller: Sendable {
    let client: any TestClientProtocol
    let house: TogetherHouse

    func callAsFunction(
        _ method: HTTPRequest.Method, _ path: String, as login: Int64 = 11, _ body: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Answer {
        var fields = headers
        fields[.login] = "\(login)"
        let sends = method != .get && method != .delete
        let content = body ?? (sends ? "{}" : nil)
        if content != nil { fields[.contentType] = "application/json" }
        return try await client.execute(
            uri: "/together/api/\(path)", method: method, headers: fields,
            body: content.map { ByteBuffer(string: $0) }
        ) { response in
            Answer(
                value: try? JSONSerialization.jsonObject(
                    with: Data(response.body.readableBytesView), options: .fragmentsAllowed),
                status: response.status)
        }
    }

    /// A moment, as seconds after the clock's time.
    func moment(_ seconds: Int64) -> String { Moment.text(house.clock.now + seconds) }

    /// Sends a request, and fails the test unless it succeeds.
    func ok(
        _ method: HTTPRequest.Method, _ path: String, as login: Int64 = 11, _ body: String? = nil
    ) async throws -> Answer {
        let answer = try await self(method, path, as: login, body)
        try #require(
            answer.status.kind == .successful,
            "\(method) \(path): \(answer.status.code) \(answer.code ?? "")")
        return answer
    }

    /// Notifications of a member, by kind, newest first.
    func kinds(of login: Int64) async throws -> [String] {
        try await ok(.get, "notifications?limit=200", as: login).notifications.list
            .compactMap(\.kind.text)
    }

    /// Creates an activity of Ada with a poll of three options.
    func poll(deadline: Int64 = 3600, invitees: String = "[11, 12, 13, 15]") async throws -> String
    {
        let id = try #require(try await ok(.post, "activities").id.text)
        _ = try await ok(.put, "activities/\(id)/invitees", #"{"invitees": \#(invitees)}"#)
        _ = try await ok(
            .post, "activities/\(id)/poll",
            """
            {"deadline": "\(moment(deadline))", "options": [
                {"name": "Zoo", "description": "Otters", "picture": "symbol:otter"},
                {"name": "Lake", "description": "Swim"}, {"name": "Film", "description": "Popcorn"}]}
            """)
        return id
    }

    /// Creates an activity of Ada in the stage `invited`, which starts after `start` seconds and
    /// lasts two hours.
    func invited(start: Int64 = 86_400 * 2) async throws -> String {
        let id = try #require(try await ok(.post, "activities").id.text)
        _ = try await ok(.put, "activities/\(id)/invitees", #"{"invitees": [11, 12, 15]}"#)
        _ = try await ok(
            .post, "activities/\(id)/enter", #"{"name": "Zoo", "description": "Otters"}"#)
        _ = try await ok(
            .put, "activities/\(id)/slot",
            #"{"start": "\#(moment(start))", "end": "\#(moment(start + 7200))"}"#)
        _ = try await ok(
            .post, "activities/\(id)/send",
            """
            {"location": "Park Street", "type": "Outing", "tasks": [
                {"name": "Bake", "assignee": 12}, {"name": "Pack", "assignee": 15}]}
            """)
        return id
    }
}
