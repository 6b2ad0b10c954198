import FacialFun
import Foundation
import Glibc
import NIOCore
import NIOHTTP1
import Synchronization
import Testing
import TestSupport

@testable import FacialFunServer

/// A service in this process, on a Unix domain socket and a TCP port of its own.
final class LiveService: Sendable {
    /// What a test sees of the routes that only tests have.
    final class Probe: Sendable {
        /// How many slow requests have begun.
        let begun = Atomic<Int>(0)
        /// When the last one ended, in nanoseconds.
        let endedAt = Atomic<UInt64>(0)
        /// How many were told to stop.
        let stopped = Atomic<Int>(0)
        /// Those who listen to events.
        let sinks = Mutex<[EventSink]>([])
        /// The first of them, who comes a moment after the answer's head.
        func firstSink() -> EventSink? {
            _ = LiveService.eventually { sinks.withLock { !$0.isEmpty } }
            return sinks.withLock { $0.first }
        }
        /// How many subscriptions were cut.
        let cancelled = Atomic<Int>(0)
    }

    /// The pipeline, loaded once for all tests.
    static let recognizer = Result {
        try EmotionRecognizer(
            models: try ModelDirectory.locate(
                option: nil, environment: [:], executablePath: "/nowhere/bin/facialfun"),
            limits: .service)
    }

    /// The levels and hints that this repository ships.
    static let rules = Result {
        let file = { (name: String) in
            try [UInt8](Data(contentsOf: URL(fileURLWithPath: ModelsFolder.path(of: name))))
        }
        return GameRules(
            levels: try LevelsFile(bytes: file("levels.json")),
            hints: try HintTable(bytes: file("hints.json")))
    }

    /// The same; nil where they cannot be read, which the tests of the levels see.
    static var standardRules: GameRules? { try? rules.get() }

    /// The shipped rules, but for the time that a face has to be held: how fast frames come must not
    /// matter here.
    static func rulesWithoutHold() throws -> GameRules {
        let text = try String(
            contentsOfFile: ModelsFolder.path(of: "levels.json"), encoding: .utf8)
        let changed = text.replacingOccurrences(
            of: #""holdMilliseconds":\s*[0-9]+"#, with: "\"holdMilliseconds\": 0",
            options: .regularExpression)
        return GameRules(levels: try LevelsFile(bytes: Array(changed.utf8)), hints: nil)
    }

    let service: ScoringService
    let probe = Probe()
    let port: UInt16
    private let folder: TemporaryFolder

    /// The path of the Unix domain socket.
    var path: String { folder.path("socket") }

    /// Starts a service.
    ///
    /// - Parameters:
    ///   - isWarm: Whether it is ready when this returns.
    ///   - rules: What judges.
    ///   - change: Changes the configuration.
    /// - Throws: When the networks cannot be loaded, or a socket cannot be had.
    init(
        isWarm: Bool = true, rules: GameRules? = LiveService.standardRules,
        _ change: (inout ServiceConfiguration) -> Void = { _ in }
    ) throws {
        folder = try TemporaryFolder()
        var configuration = ServiceConfiguration()
        configuration.workers = 2
        configuration.deadlineMilliseconds = 20_000
        change(&configuration)
        service = try ScoringService(
            recognizer: Self.recognizer.get(), rules: rules, configuration: configuration,
            furtherRoutes: Self.routes(probe), log: .silent)
        let tcp = try ListeningSocket.tcp(LoopbackAddress("127.0.0.1:0"))
        port = tcp.address.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
        try service.serve([try ListeningSocket.unix(path: folder.path("socket")), tcp])
        // Without the work of a warm-up: most tests score nothing.
        if isWarm { service.declareReady() }
    }

    /// A new connection.
    func client() throws -> RawClient { try RawClient(path: path) }

    /// Sees that the next client is served.
    func expectHealthy(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let answer = try client().request("GET", "/healthz", sourceLocation: sourceLocation)
        #expect(answer.status == 200, sourceLocation: sourceLocation)
    }

    /// Ends the service.
    func stop(within milliseconds: Int = 2000) throws {
        try service.shutdown(within: milliseconds)
    }

    /// Runs a test against a service, which is ended whatever comes.
    static func with(
        isWarm: Bool = true, rules: GameRules? = LiveService.standardRules,
        _ change: (inout ServiceConfiguration) -> Void = { _ in },
        _ body: (LiveService) throws -> Void
    ) throws {
        let live = try LiveService(isWarm: isWarm, rules: rules, change)
        let result = Result { try body(live) }
        try live.stop()
        try result.get()
    }

    private static func routes(_ probe: Probe) -> [Route] {
        [
            // Work that never ends by itself, and looks every millisecond whether it may.
            Route(.POST, "/test/slow", body: .picture(Route.pictureTypes)) { _ in
                .work { stop throws(Problem) in
                    probe.begun.add(1, ordering: .relaxed)
                    TestConnection.work(until: stop)
                    if stop.isStopped { probe.stopped.add(1, ordering: .relaxed) }
                    probe.endedAt.store(NIODeadline.now().uptimeNanoseconds, ordering: .relaxed)
                    throw Problem.deadlineExceeded
                }
            },
            // Work of a known length.
            Route(.POST, "/test/work", body: .picture(Route.pictureTypes)) { _ in
                .work { _ in
                    usleep(50_000)
                    return .empty(.ok)
                }
            },
            Route(.GET, "/test/large") { _ in
                .answer(
                    ServiceResponse(
                        contentType: "text/plain", body: [UInt8](repeating: 120, count: 500_000)))
            },
            Route(.GET, "/test/events") { _ in
                .events { sink in
                    probe.sinks.withLock { $0.append(sink) }
                    return EventSubscription { probe.cancelled.add(1, ordering: .relaxed) }
                }
            },
        ]
    }

    /// A sample picture's bytes.
    static func picture(_ name: String = "hopper.jpg") throws -> [UInt8] {
        try [UInt8](
            Data(contentsOf: URL(fileURLWithPath: "\(ModelsFolder.path)/../SampleFaces/\(name)")))
    }

    /// Waits until something is so; false after ten seconds.
    static func eventually(_ condition: () -> Bool) -> Bool {
        for _ in 0..<10_000 {
            if condition() { return true }
            usleep(1000)
        }
        return false
    }
}
