import FacialFun
import Foundation
import Glibc
import NIOCore
import NIOHTTP1
import Synchronization
import Testing
import TestSupport

@testable import FacialFunServer

/// A service in this process, on its own Unix domain socket and TCP port.
final class LiveService: Sendable {
    /// State of the routes that exist only in tests.
    final class Probe: Sendable {
        /// Number of slow requests that have started.
        let begun = Atomic<Int>(0)
        /// End of the last one, in nanoseconds.
        let endedAt = Atomic<UInt64>(0)
        /// Number of canceled requests.
        let stopped = Atomic<Int>(0)
        /// The subscribers to events.
        let sinks = Mutex<[EventSink]>([])
        /// The first subscriber, which arrives a moment after the head of the response.
        func firstSink() -> EventSink? {
            _ = LiveService.eventually { sinks.withLock { !$0.isEmpty } }
            return sinks.withLock { $0.first }
        }
        /// Number of canceled subscriptions.
        let cancelled = Atomic<Int>(0)
    }

    /// The pipeline, loaded once for all tests.
    static let recognizer = Result {
        try EmotionRecognizer(
            models: try ModelDirectory.locate(
                option: nil, environment: [:], executablePath: "/nowhere/bin/facialfun"),
            limits: .service)
    }

    /// The levels and hints of this repository.
    static let rules = Result {
        let file = { (name: String) in
            try [UInt8](Data(contentsOf: URL(fileURLWithPath: ModelsFolder.path(of: name))))
        }
        return GameRules(
            levels: try LevelsFile(bytes: file("levels.json")),
            hints: try HintTable(bytes: file("hints.json")))
    }

    /// The shipped rules; nil if they cannot be read, which the tests of levels detect.
    static var standardRules: GameRules? { try? rules.get() }

    /// The shipped rules without hold times, so the frame rate does not matter.
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
    ///   - rules: The levels and hints.
    ///   - change: Changes the configuration.
    /// - Throws: If the networks cannot be loaded or a socket cannot be opened.
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
        // Skips the warm-up: most tests score nothing.
        if isWarm { service.declareReady() }
    }

    /// Opens a connection.
    func client() throws -> RawClient { try RawClient(path: path) }

    /// Expects that the next client is served.
    func expectHealthy(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let answer = try client().request("GET", "/healthz", sourceLocation: sourceLocation)
        #expect(answer.status == 200, sourceLocation: sourceLocation)
    }

    /// Stops the service.
    func stop(within milliseconds: Int = 2000) throws {
        try service.shutdown(within: milliseconds)
    }

    /// Runs a test with a service, and stops it in any case.
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
            // Endless work that checks for cancellation every millisecond.
            Route(.POST, "/test/slow", body: .picture(Route.pictureTypes)) { _ in
                .work { stop throws(Problem) in
                    probe.begun.add(1, ordering: .relaxed)
                    TestConnection.work(until: stop)
                    if stop.isStopped { probe.stopped.add(1, ordering: .relaxed) }
                    probe.endedAt.store(NIODeadline.now().uptimeNanoseconds, ordering: .relaxed)
                    throw Problem.deadlineExceeded
                }
            },
            // Work of a fixed duration.
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

    /// The bytes of a sample picture.
    static func picture(_ name: String = "hopper.jpg") throws -> [UInt8] {
        try [UInt8](
            Data(contentsOf: URL(fileURLWithPath: "\(ModelsFolder.path)/../SampleFaces/\(name)")))
    }

    /// Waits for a condition; false after ten seconds.
    static func eventually(_ condition: () -> Bool) -> Bool {
        for _ in 0..<10_000 {
            if condition() { return true }
            usleep(1000)
        }
        return false
    }
}
