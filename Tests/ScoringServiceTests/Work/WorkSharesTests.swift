import FaceImaging
import Glibc
import NIOCore
import Synchronization
import Testing

@testable import ScoringService

/// Who is served first, and what gives way to whom.
struct WorkSharesTests {
    private static let later = NIODeadline.now() + .hours(1)

    private func close(_ queue: WorkQueue) async {
        await withCheckedContinuation { done in queue.close { done.resume() } }
    }

    @Test("a client's share grows with what it has had, and fades")
    func steps() {
        let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
        var shares = WorkShares()
        #expect(shares.step(of: 1, at: start) == 0)
        shares.add(.milliseconds(30), of: 1, isMeasure: true, at: start)
        #expect(shares.step(of: 1, at: start) == 0)
        #expect(shares.step(of: 1, running: .milliseconds(60), at: start) == 2)
        shares.add(.milliseconds(600), of: 1, isMeasure: true, at: start)
        #expect(shares.step(of: 1, at: start) == 4)
        #expect(shares.step(of: 2, at: start) == 0)
        #expect(shares.step(of: 1, at: start + .seconds(100)) == 0)
    }

    @Test("one client's heavy work says nothing of another's, which is not shut out by it")
    func expectations() {
        let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
        var shares = WorkShares()
        shares.learn(.milliseconds(8))
        for _ in 0..<50 { shares.add(.seconds(1), of: 1, isMeasure: true, at: start) }
        #expect(shares.expected(of: 1, within: .seconds(60), at: start) > .milliseconds(900))
        #expect(shares.expected(of: 2, within: .milliseconds(300), at: start) == .milliseconds(8))
        // Who has time is expected to ask for what the others do.
        #expect(shares.expected(of: 2, within: .seconds(60), at: start) > .milliseconds(900))
        shares.add(.milliseconds(20), of: 2, isMeasure: true, at: start)
        #expect(shares.expected(of: 2, within: .seconds(60), at: start) == .milliseconds(20))
    }

    @Test("clients who hammer with heavy work do not keep a light one from being served")
    func fairness() async {
        let queue = WorkQueue(workers: 2, capacity: 64)
        queue.learn(.milliseconds(5))
        let isOver = Atomic<Bool>(false)
        // Four clients, each with the next piece of two seconds as soon as the last has ended.
        @Sendable func hammer(_ client: Int) {
            let job = Job(deadline: Self.later, client: client) { stop in
                let end = NIODeadline.now() + .seconds(2)
                while NIODeadline.now() < end, !stop.isStopped,
                    !isOver.load(ordering: .relaxed)
                { usleep(500) }
                if !isOver.load(ordering: .relaxed) { hammer(client) }
            }
            _ = queue.submit(job)
        }
        for client in 1...4 { hammer(client) }
        usleep(200_000)
        let served = Atomic<Int>(0)
        var refused = 0
        for _ in 0..<10 {
            let job = Job(deadline: .now() + .milliseconds(1500), client: 9) { _ in
                usleep(5000)
                served.add(1, ordering: .relaxed)
            }
            if queue.submit(job) != .accepted { refused += 1 }
            usleep(100_000)
        }
        _ = TestConnection.eventually { served.load(ordering: .relaxed) == 10 }
        isOver.store(true, ordering: .relaxed)
        #expect(refused == 0)
        #expect(served.load(ordering: .relaxed) == 10)
        await close(queue)
    }

    @Test(
        "of the work that takes much memory one piece is done at a time, and small work beside it")
    func large() async {
        let queue = WorkQueue(workers: 2, capacity: 16)
        let now = Atomic<Int>(0)
        let most = Atomic<Int>(0)
        let done = Atomic<Int>(0)
        let small = Atomic<Bool>(false)
        for client in 1...4 {
            let job = Job(deadline: Self.later, client: client, isLarge: true) { _ in
                let count = now.add(1, ordering: .acquiringAndReleasing).newValue
                most.max(count, ordering: .acquiringAndReleasing)
                usleep(30_000)
                now.subtract(1, ordering: .acquiringAndReleasing)
                done.add(1, ordering: .acquiringAndReleasing)
            }
            #expect(queue.submit(job) == .accepted)
        }
        let job = Job(deadline: Self.later, client: 5) { _ in
            small.store(done.load(ordering: .acquiring) < 4, ordering: .releasing)
        }
        #expect(queue.submit(job) == .accepted)
        #expect(TestConnection.eventually { done.load(ordering: .acquiring) == 4 })
        let (atOnce, wasBeside) = (
            most.load(ordering: .acquiring), small.load(ordering: .acquiring)
        )
        #expect(atOnce == 1)
        #expect(wasBeside)
        await close(queue)
    }

    @Test(
        "large pictures are known by their first bytes",
        arguments: [
            (
                [
                    0x89, 0x50, 0x4E, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 8,
                    0,
                ], true
            ),
            (
                [
                    0x89, 0x50, 0x4E, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 4,
                    0,
                ], false
            ),
            ([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC2, 0, 8, 8, 8, 0, 8, 0, 0, 0, 0], true),
            (
                [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC0, 0, 8, 8, 8, 0, 8, 0, 0, 0, 0],
                false
            ),
            ([0xFF, 0xD8, 0xFF, 0xFF, 0xC0, 0, 8, 8, 16, 0, 16, 0, 0, 0, 0], true),
            ([0xFF, 0xD8], false), ([], false),
        ] as [([UInt8], Bool)])
    func announcedSize(bytes: [UInt8], isLarge: Bool) {
        #expect(LargePicture.isAnnounced(by: bytes) == isLarge)
    }

    @Test("short work is not broken into, and nobody's work gives way to more of the same client's")
    func whole() async {
        let queue = WorkQueue(workers: 1, capacity: 8)
        let order = Mutex<[String]>([])
        let begun = Atomic<Bool>(false)
        let first = Job(deadline: Self.later, client: 1) { stop in
            begun.store(true, ordering: .releasing)
            let end = NIODeadline.now() + .milliseconds(200)
            while NIODeadline.now() < end, !stop.isStopped { usleep(500) }
            order.withLock { $0.append("first") }
        }
        #expect(queue.submit(first) == .accepted)
        #expect(TestConnection.eventually { begun.load(ordering: .acquiring) })
        for (client, name) in [(1, "same"), (2, "other")] {
            let job = Job(deadline: Self.later, client: client) { _ in
                order.withLock { $0.append(name) }
            }
            #expect(queue.submit(job) == .accepted)
        }
        #expect(TestConnection.eventually { order.withLock { $0.count } == 3 })
        #expect(order.withLock { $0 } == ["other", "first", "same"])
        await close(queue)
    }
}
