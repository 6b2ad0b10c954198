import FacialFun
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
import PrepRules
import PrepServer
import Synchronization
import Testing

/// A database in memory.
struct MemoryDatabase: FamilyDatabase {
    private let queue: DatabaseQueue

    init() throws {
        queue = try DatabaseQueue()
        try DatabaseMigrator().followed(by: PrepApp.migrations).migrate(queue)
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
///
/// The household is the member's number divided by ten.
struct TestIdentity: Identity {
    let household: Int64
    let member: Int64
    let isParent: Bool
    var loginNumber: Int64 { household }
    var householdRole: HouseholdRole { isParent ? .parent : .child }
    var appChoices: [String: Bool] { ["prep": true] }
    var approvedDevice: ApprovedDevice? { nil }
}

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
                isParent: request.headers[.parent] != nil)
        }
        return try await next(request, context)
    }
}

extension HTTPField.Name {
    static let member = named("X-Test-Member")
    static let parent = named("X-Test-Parent")

    static func named(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else { preconditionFailure("no name of a header") }
        return field
    }
}

/// A face finder that finds no faces, or fails.
struct StandInFinder: FaceFinder {
    struct Away: Error {}
    var isAway = false

    func faces(in jpeg: [UInt8]) throws -> [FaceBox] {
        if isAway { throw Away() }
        return []
    }
}

/// A face finder that finds red areas.
struct RedFinder: FaceFinder {
    func faces(in jpeg: [UInt8]) throws -> [FaceBox] {
        let image = try ImageDecoder().decode(jpeg).image
        return image.withPixels { pixels in
            let red = (0..<(image.width * image.height)).filter {
                pixels[$0 * 3] > 180 && pixels[$0 * 3 + 1] < 90
            }
            let columns = red.map { $0 % image.width }
            guard let left = columns.min(), let right = columns.max(), right - left > 8,
                let first = red.first, let last = red.last
            else { return [] }
            let (top, bottom) = (first / image.width, last / image.width)
            return [
                FaceBox(
                    x: Double(left), y: Double(top), width: Double(right - left + 1),
                    height: Double(bottom - top + 1))
            ]
        }
    }
}

/// A server with only Prep, in a temporary folder.
final class PrepHouse: Sendable {
    let folder: URL
    let app: PrepApp
    let site: FamilySite
    static let logger = Logger(label: "prep") { _ in SwiftLogNoOpLogHandler() }

    init(
        quota: MediaQuota = MediaQuota(), faces: (any FaceFinder)? = StandInFinder(),
        media: URL? = nil, content: URL? = nil, stitcher: String? = nil
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(
            path: "prep-\(UUID())", directoryHint: .isDirectory)
        let web = folder.appending(path: "Web/modules", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: web, withIntermediateDirectories: true)
        try Data("<!doctype html><title>Prep</title>".utf8).write(
            to: folder.appending(path: "Web/index.html"))
        try Data("export {};".utf8).write(to: web.appending(path: "app.js"))
        try Data("secret".utf8).write(to: folder.appending(path: "secret.js"))
        let program = folder.appending(path: "prep-stitch")
        if let stitcher {
            try Data("#!/bin/sh\n\(stitcher)\n".utf8).write(to: program)
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: program.path)
        }
        var configuration = PrepApp.Configuration(
            web: folder.appending(path: "Web", directoryHint: .isDirectory),
            content: content ?? folder.appending(path: "Content", directoryHint: .isDirectory),
            media: media ?? folder.appending(path: "media", directoryHint: .isDirectory),
            stitcher: program)
        configuration.quota = quota
        configuration.faces = faces
        let gone = SharedNumbers()
        self.left = gone
        app = PrepApp(
            configuration: configuration, database: try MemoryDatabase(),
            households: .init(
                exists: { !gone.contains($0) }, ofMember: { $0 / 10 }), logger: Self.logger)
        var site = FamilySite(apps: [app])
        site.session = TestSession()
        self.site = site
    }

    /// Deleted households.
    let left: SharedNumbers

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Runs a test against the routes.
    func test(_ body: @escaping @Sendable (Caller) async throws -> Void) async throws {
        try await buildApplication(site, logger: Self.logger).test(.router) { client in
            try await body(Caller(client: client, house: self))
        }
        await app.stop()
    }
}

/// A set shared by closures.
final class SharedNumbers: Sendable {
    private let numbers = Mutex(Set<Int64>())

    func insert(_ number: Int64) { numbers.withLock { _ = $0.insert(number) } }
    func contains(_ number: Int64) -> Bool { numbers.withLock { $0.contains(number) } }
}

/// Sends requests as a member.
struct Caller: Sendable {
    let client: any TestClientProtocol
    let house: PrepHouse

    func send(
        _ method: HTTPRequest.Method, _ path: String, by member: Int64 = 11, parent: Bool = false,
        _ body: Data? = nil, type: String = "application/json", headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        var fields = headers
        fields[.member] = "\(member)"
        if parent { fields[.parent] = "1" }
        if body != nil { fields[.contentType] = type }
        return try await client.execute(
            uri: "/prep/\(path)", method: method, headers: fields,
            body: body.map { ByteBuffer(bytes: $0) }
        ) { $0 }
    }

    func json(
        _ method: HTTPRequest.Method, _ path: String, by member: Int64 = 11, parent: Bool = false,
        _ text: String = "{}", headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await send(method, path, by: member, parent: parent, Data(text.utf8), headers: headers)
    }

    /// Creates an experience.
    func experience(by member: Int64 = 11) async throws -> Experience {
        let response = try await json(.post, "api/experiences", by: member)
        try #require(response.status == .created, "\(String(buffer: response.body))")
        return try ExperienceFile.read(response.data)
    }

    func put(
        _ experience: Experience, by member: Int64 = 11, tag: String
    ) async throws -> TestResponse {
        try await send(
            .put, "api/experiences/\(experience.id.text)", by: member,
            try ExperienceFile.write(experience), headers: [.ifMatch: tag])
    }

    /// Uploads a file and waits until it is converted.
    func upload(
        _ kind: String, _ data: Data, type: String = "image/jpeg", by member: Int64 = 11
    ) async throws -> MediaJob {
        let response = try await send(
            .post, "api/media?kind=\(kind)", by: member, data, type: type)
        try #require(response.status == .accepted, "\(String(buffer: response.body))")
        return try await ended(response, by: member)
    }

    /// The job in a response, once it has ended.
    func ended(_ response: TestResponse, by member: Int64 = 11) async throws -> MediaJob {
        let id = try JSONDecoder().decode(MediaJob.self, from: response.data).id
        let deadline = ContinuousClock.now + .seconds(120)
        while ContinuousClock.now < deadline {
            let answer = try await send(.get, "api/jobs/\(id)", by: member)
            let job = try JSONDecoder().decode(MediaJob.self, from: answer.data)
            if job.state != .waiting, job.state != .running { return job }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw StandInFinder.Away()
    }

    /// A gray sphere with red squares of 12° at the given yaws on the horizon.
    static func people(at yaws: [Double]) throws -> Data {
        let image = Image(width: 1024, height: 512) { pixels in
            for at in 0..<(1024 * 512) {
                let yaw = Double(at % 1024) / 1024 * 360 - 180
                let pitch = 90 - Double(at / 1024) / 512 * 180
                let isRed = yaws.contains { abs(yaw - $0) < 6 && abs(pitch) < 6 }
                pixels[at * 3] = isRed ? 230 : 128
                pixels[at * 3 + 1] = isRed ? 20 : 128
                pixels[at * 3 + 2] = isRed ? 20 : 128
            }
        }
        return Data(try JPEGEncoder().encode(image))
    }

    /// A spherical picture in a given shade.
    static func sphere(_ shade: UInt8 = 100, width: Int = 1024) throws -> Data {
        let image = Image(width: width, height: width / 2) { pixels in
            for at in 0..<(width * width / 2) {
                pixels[at * 3] = UInt8(at % width * 255 / width)
                pixels[at * 3 + 1] = UInt8(at / width * 255 / (width / 2))
                pixels[at * 3 + 2] = shade
            }
        }
        return Data(try JPEGEncoder().encode(image))
    }
}

extension TestResponse {
    var data: Data { Data(body.readableBytesView) }

    /// The code of an error.
    var code: String? {
        struct Failure: Decodable { let code: String }
        return try? JSONDecoder().decode(Failure.self, from: data).code
    }
}
