import FacialFun
import NIOCore
import NIOHTTP1
import Synchronization
import Testing

@testable import FacialFunServer

/// Order of events to the millisecond, on a clock that the tests control.
struct DeadlineOrderTests {
    /// Records what the route's work observed.
    private final class Probe: Sendable {
        let begun = Atomic<Int>(0)
        let stopped = Atomic<Int>(0)
    }

    /// Work that ends only when it is canceled, or after five minutes so that a test fails instead
    /// of hanging.
    private func endless(_ probe: Probe) -> Route {
        Route(.POST, "/endless", body: .picture(Route.pictureTypes)) { _ in
            .work { stop throws(Problem) in
                probe.begun.add(1, ordering: .relaxed)
                TestConnection.work(until: stop)
                if stop.isStopped { probe.stopped.add(1, ordering: .relaxed) }
                throw Problem.deadlineExceeded
            }
        }
    }

    private func request(_ fields: String = "") -> String {
        PictureRequest.head("/endless", length: 1, fields) + "x"
    }

    @Test(
        "a request that times out is answered exactly one reserve before its deadline",
        arguments: [(60_000, 59_980), (1000, 980), (200, 180), (80, 60), (40, 30), (4, 3)])
    func reserve(deadline: Int64, leaves: Int64) async throws {
        let probe = Probe()
        let connection = try await TestConnection([endless(probe)])
        try await connection.send(request("Deadline-Ms: \(deadline)\r\n"))
        #expect(TestConnection.eventually { probe.begun.load(ordering: .relaxed) == 1 })
        await connection.advance(milliseconds: leaves - 1)
        #expect(try await connection.answered() == "")
        await connection.advance(milliseconds: 1)
        let answer = try await connection.answered()
        #expect(answer.hasPrefix("HTTP/1.1 504 "))
        #expect(answer.contains("\"deadline_exceeded\""))
        #expect(TestConnection.eventually { probe.stopped.load(ordering: .relaxed) == 1 })
        try await connection.close()
    }

    @Test("the default deadline has the same reserve as one in a request")
    func standard() async throws {
        let connection = try await TestConnection([endless(Probe())]) {
            $0.deadlineMilliseconds = 100
        }
        try await connection.send(request())
        await connection.advance(milliseconds: 79)
        #expect(try await connection.answered() == "")
        await connection.advance(milliseconds: 1)
        #expect(try await connection.answered().hasPrefix("HTTP/1.1 504 "))
        try await connection.close()
    }

    @Test("a body that does not arrive is abandoned at the same time")
    func missingBodyIsAbandoned() async throws {
        let connection = try await TestConnection([endless(Probe())])
        try await connection.send(
            PictureRequest.head("/endless", length: 9, "Deadline-Ms: 100\r\n") + "x")
        await connection.advance(milliseconds: 79)
        #expect(try await connection.answered() == "")
        await connection.advance(milliseconds: 1)
        #expect(try await connection.answered().hasPrefix("HTTP/1.1 408 "))
        try await connection.close()
    }

    @Test("a response from another source occupies no worker and has the same deadline")
    func later() async throws {
        let asked = Mutex<[Route.Answering]>([])
        let cut = Atomic<Int>(0)
        let route = Route(.POST, "/later") { _ in
            .later { answer in
                asked.withLock { $0.append(answer) }
                return EventSubscription { cut.add(1, ordering: .relaxed) }
            }
        }
        let connection = try await TestConnection([route])
        let request = "POST /later HTTP/1.1\r\nHost: localhost\r\nDeadline-Ms: 100\r\n\r\n"
        try await connection.send(request)
        #expect(connection.core.queue.load == WorkQueue.Load())
        #expect(try await connection.answered() == "")
        asked.withLock { $0.first }?(.success(.empty(.ok)))
        #expect(try await connection.answered().hasPrefix("HTTP/1.1 200 "))
        #expect(cut.load(ordering: .relaxed) == 1)

        try await connection.send(request)
        await connection.advance(milliseconds: 79)
        #expect(try await connection.answered() == "")
        await connection.advance(milliseconds: 1)
        #expect(try await connection.answered().hasPrefix("HTTP/1.1 504 "))
        #expect(cut.load(ordering: .relaxed) == 2)
        // The response is too late and is ignored; the connection stays open.
        asked.withLock { $0.last }?(.success(.empty(.ok)))
        #expect(try await connection.answered() == "")
        try await connection.send(request)
        #expect(asked.withLock { $0.count } == 3)
        try await connection.close()
    }
}
