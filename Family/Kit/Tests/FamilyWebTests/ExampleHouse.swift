import FamilyStore
import FamilyWeb
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Logging
import Synchronization

/// A database in memory.
struct MemoryDatabase: FamilyDatabase {
    private let queue: DatabaseQueue

    init(migrations: [AppMigration]) throws {
        queue = try DatabaseQueue()
        try DatabaseMigrator().followed(by: migrations).migrate(queue)
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value { try await queue.read(body) }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value { try await queue.write(body) }

    func truncateWriteAheadLog() async throws { try await queue.truncateWriteAheadLog() }
}

/// A test's member.
struct TestIdentity: Identity {
    let household: Int64
    let member: Int64
    let isParent: Bool
    var loginNumber: Int64 { household }
    var householdRole: HouseholdRole { isParent ? .parent : .child }
    var appChoices: [String: Bool] = [:]
    var approvedDevice: ApprovedDevice? { nil }
}

/// Reads the identity from headers of the test's request.
struct TestSession: RouterMiddleware {
    typealias Context = FamilyContext

    func handle(
        _ request: Request, context: FamilyContext,
        next: (Request, FamilyContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        if let member = request.headers[.member].flatMap({ Int64($0) }) {
            context.identity = TestIdentity(
                household: member / 10, member: member,
                isParent: request.headers[.parent] != nil,
                appChoices: ["example": request.headers[.off] == nil])
        }
        context.device = request.headers[.device].flatMap { Int64($0) }
            .map { ApprovedDevice(number: $0, household: 1) }
        return try await next(request, context)
    }
}

extension HTTPField.Name {
    static let member = named("X-Test-Member")
    static let parent = named("X-Test-Parent")
    static let device = named("X-Test-Device")
    static let off = named("X-Test-Off")

    private static func named(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else { preconditionFailure("no name of a header") }
        return field
    }
}

/// A server with only the example app.
struct ExampleHouse {
    let app: ExampleApp
    let site: FamilySite
    let logger = Logger(label: "example") { _ in SwiftLogNoOpLogHandler() }
    let clock: TestClock

    init(further: [any FamilyApp] = []) throws {
        let clock = TestClock()
        self.clock = clock
        app = ExampleApp(
            database: try MemoryDatabase(migrations: ExampleApp.migrations), clock: { clock.now })
        var site = FamilySite(apps: [app] + further)
        site.session = TestSession()
        self.site = site
    }
}

/// A clock that a test sets.
final class TestClock: Sendable {
    private let moment = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

    var now: Date { moment.withLock { $0 } }

    func advance(by seconds: Double) { moment.withLock { $0.addTimeInterval(seconds) } }
}
