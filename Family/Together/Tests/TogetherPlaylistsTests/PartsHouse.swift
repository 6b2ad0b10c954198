import CalendarSync
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
import OutboundHTTP
import Synchronization
import Testing
import TogetherCalendars
import TogetherServer

@testable import TogetherPlaylists

/// A server with Modern Family, its calendars and playlists.
///
/// Household 1 has Ada (11, parent), Bo (12, adult), Dot (15, child with a login) and Eli (16,
/// child). Household 2 has Fay (21).
final class PartsHouse: Sendable {
    let folder: URL
    let app: TogetherApp
    let jobs: MediaJobs
    let media: MediaStore
    let database: PartsDatabase
    private let site: FamilySite
    static let now: Int64 = 1_780_272_000
    private let clock = Seconds(now)

    /// A clock that a test sets, in seconds since 1970.
    private final class Seconds: Sendable {
        private let value: Mutex<Int64>

        init(_ value: Int64) { self.value = Mutex(value) }

        var now: Int64 { value.withLock { $0 } }
        func pass(_ seconds: Int64) { value.withLock { $0 += seconds } }
    }

    /// Advances the clock.
    func pass(_ seconds: Int64) { clock.pass(seconds) }

    /// Makes a house, by default without mail.
    init(sendmail: [String]? = nil) throws {
        folder = FileManager.default.temporaryDirectory.appending(
            path: "parts-\(UUID())", directoryHint: .isDirectory)
        let web = folder.appending(path: "Web", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: web, withIntermediateDirectories: true)
        try Data("<!doctype html>".utf8).write(to: web.appending(path: "index.html"))
        database = try PartsDatabase(folder.appending(path: "test.sqlite"))
        let content = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Content").standardizedFileURL
        let logger = Logger(label: "parts") { _ in SwiftLogNoOpLogHandler() }
        var configuration = TogetherApp.Configuration(
            web: web, content: content,
            mail: .init(
                command: sendmail, sender: "family@example.net",
                folder: folder.appending(path: "outbox")))
        let clock = clock
        configuration.now = { Date(timeIntervalSince1970: Double(clock.now)) }
        let media = MediaStore(database: database, folder: folder.appending(path: "media"))
        let jobs = MediaJobs(store: media, workers: PlaylistPart.workers(), logger: logger)
        self.jobs = jobs
        self.media = media
        let client = OutboundClient(operatorHosts: ["127.0.0.1"])
        let keyFile = folder.appending(path: "calendar.key")
        app = try TogetherApp(
            configuration: configuration, database: database, family: .parts, logger: logger,
            parts: { services in
                [
                    try CalendarPart(services: services, keyFile: keyFile, client: client),
                    PlaylistPart(services: services, media: media, jobs: jobs, client: client),
                ]
            })
        var site = FamilySite(apps: [app])
        site.session = PartsSession()
        self.site = site
    }

    /// Runs a test against the routes.
    func test(_ body: @escaping @Sendable (PartsCaller) async throws -> Void) async throws {
        // A temporary folder, so leftovers are harmless.
        defer { try? FileManager.default.removeItem(at: folder) }
        let logger = Logger(label: "parts") { _ in SwiftLogNoOpLogHandler() }
        do {
            try await buildApplication(site, logger: logger).test(.router) { client in
                try await body(PartsCaller(client: client))
            }
            await app.stop()
            await jobs.stop()
        } catch {
            await app.stop()
            await jobs.stop()
            throw error
        }
    }

    /// Switches a connection on, with the hosts that the family allows.
    func allow(_ connection: String, hosts: String = "[]") async throws {
        try await database.write { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO together_connection VALUES (1, ?, 1, ?)",
                arguments: [connection, hosts])
        }
    }

    static var makesHEIC: Bool {
        ["ffmpeg", "heif-enc", "heif-convert"].allSatisfy { SandboxedProcess.find($0) != nil }
    }

    /// A picture as phones take it.
    func heic() async throws -> [UInt8] {
        let (png, heic) = (
            folder.appending(path: "picture.png"), folder.appending(path: "picture.heic")
        )
        for (program, arguments) in [
            ("ffmpeg", ["-f", "lavfi", "-i", "color=red:size=64x48", "-frames:v", "1", png.path]),
            ("heif-enc", [png.path, "-o", heic.path]),
        ] {
            let ending = try await SandboxedProcess(
                SandboxedProcess.find(program) ?? program, arguments, home: folder
            ).run()
            guard ending.code == 0 else { throw MediaError("test", ending.errors) }
        }
        return try Array(Data(contentsOf: heic))
    }

    /// Removes a member from the family.
    func leave(_ member: Int64) async throws {
        try await database.write { db in
            try db.execute(sql: "DELETE FROM test_member WHERE id = ?", arguments: [member])
        }
        try await [app as any FamilyApp].deleteRecords(of: [member])
    }
}

struct PartsDatabase: FamilyDatabase {
    private let queue: DatabaseQueue

    init(_ file: URL) throws {
        queue = try DatabaseQueue(path: file.path)
        try DatabaseMigrator().followed(
            by: MediaSchema.migrations + TogetherApp.migrations + CalendarPart.migrations
                + PlaylistPart.migrations
        ).migrate(queue)
        try queue.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE test_member (
                        id INTEGER PRIMARY KEY, household INTEGER, name TEXT, role TEXT, email TEXT);
                    INSERT INTO test_member VALUES
                        (11, 1, 'Ada', 'parent', 'ada@example.org'),
                        (12, 1, 'Bo', 'adult', 'bo@example.org'),
                        (15, 1, 'Dot', 'child', 'dot@example.org'), (16, 1, 'Eli', 'child', NULL),
                        (21, 2, 'Fay', 'parent', 'fay@example.org');
                    """)
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value { try await queue.read(body) }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value { try await queue.write(body) }

    func truncateWriteAheadLog() async throws { try await queue.truncateWriteAheadLog() }
}

extension FamilyDirectory {
    static let parts = FamilyDirectory(
        members: { db, household in
            try Row.fetchAll(
                db, sql: "SELECT * FROM test_member WHERE household = ? ORDER BY id",
                arguments: [household]
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

private struct PartsIdentity: Identity {
    let household: Int64
    let member: Int64
    let loginNumber: Int64
    let householdRole: HouseholdRole
    let isParent: Bool
    var appChoices: [String: Bool] { ["together": true] }
    var approvedDevice: ApprovedDevice? { nil }
}

/// Signs in by a header: the login and, after a comma, the child whose profile is in use.
private struct PartsSession: RouterMiddleware {
    typealias Context = FamilyContext

    func handle(
        _ request: Request, context: FamilyContext,
        next: (Request, FamilyContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let parts = (request.headers[PartsCaller.login] ?? "").split(separator: ",").map {
            Int64($0)
        }
        if let login = parts.first ?? nil {
            let isChild = login % 10 >= 5
            context.identity = PartsIdentity(
                household: login / 10, member: isChild ? login : (parts.last ?? nil) ?? login,
                loginNumber: login,
                householdRole: isChild ? .child : login % 10 == 1 ? .parent : .adult, isParent: true
            )
        }
        return try await next(request, context)
    }
}

/// Sends requests as a member.
struct PartsCaller: Sendable {
    struct Answer: Sendable {
        let status: Int
        let headers: HTTPFields
        let bytes: [UInt8]

        var text: String { String(decoding: bytes, as: UTF8.self) }
        /// The value at a path such as `items.0.name`, as text.
        func value(_ path: String) -> String? {
            var value = try? JSONSerialization.jsonObject(with: Data(bytes))
            for part in path.split(separator: ".") {
                if let index = Int(part) {
                    let list = value as? [Any] ?? []
                    value = list.indices.contains(index) ? list[index] : nil
                } else {
                    value = (value as? [String: Any])?[String(part)]
                }
            }
            return value.map { "\($0)" }
        }
        func count(_ path: String) -> Int {
            var count = 0
            while value("\(path).\(count)") != nil { count += 1 }
            return count
        }
    }

    static let login: HTTPField.Name = {
        guard let name = HTTPField.Name("X-Test-Login") else { preconditionFailure("no header") }
        return name
    }()

    let client: any TestClientProtocol

    /// Waits until a conversion is done or has failed.
    func wait(for job: String) async throws {
        for _ in 0..<1200 {
            let state = try await self(.get, "api/jobs/\(job)").value("state")
            if state == "done" || state == "failed" { return }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    func callAsFunction(
        _ method: HTTPRequest.Method, _ path: String, as login: String? = "11",
        _ body: String? = nil, type: String = "application/json", bytes: [UInt8]? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Answer {
        var headers = headers
        if let login { headers[Self.login] = login }
        let content =
            bytes ?? body.map { Array($0.utf8) } ?? (method == .get ? nil : Array("{}".utf8))
        if content != nil { headers[.contentType] = type }
        return try await client.execute(
            uri: "/together/\(path)", method: method, headers: headers,
            body: content.map { ByteBuffer(bytes: $0) }
        ) {
            Answer(
                status: Int($0.status.code), headers: $0.headers,
                bytes: Array($0.body.readableBytesView))
        }
    }
}
