import FacialFun
import Glibc
import NIOCore
import Synchronization
import Testing

@testable import FacialFunServer

/// Order of service, and eviction.
struct FairShareTests {
    private static let later = NIODeadline.now() + .hours(1)
    /// More than half of the limit for all clients.
    private static let large = 10_000_000

    private func close(_ queue: WorkQueue) async {
        await withCheckedContinuation { done in queue.close { done.resume() } }
    }

    @Test("a peer's turn grows with its usage and decays")
    func steps() {
        let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
        let client = WorkClient(1)
        var shares = FairShare()
        #expect(shares.turn(of: client.peer, at: start) == 0)
        shares.add(.milliseconds(30), of: client, isMeasure: true, at: start)
        #expect(shares.turn(of: client.peer, at: start) == 0)
        #expect(shares.turn(of: client.peer, running: .milliseconds(60), at: start) == 2)
        shares.add(.milliseconds(600), of: client, isMeasure: true, at: start)
        #expect(shares.turn(of: client.peer, at: start) == 4)
        #expect(shares.turn(of: WorkClient(2).peer, at: start) == 0)
        #expect(shares.turn(of: client.peer, at: start + .seconds(100)) == 0)
    }

    @Test("the connections of a process have one share; each TCP connection has its own")
    func peers() {
        let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
        var shares = FairShare()
        let many = (0..<4).map { WorkClient($0, of: .process(100)) }
        let alone = WorkClient(9, of: .process(200))
        for client in many {
            shares.add(.milliseconds(50), of: client, isMeasure: true, at: start)
        }
        shares.add(.milliseconds(90), of: alone, isMeasure: true, at: start)
        // Each connection has used less than the other peer, but the process has used more.
        #expect(shares.turn(of: many[0].peer, at: start) == 3)
        #expect(shares.turn(of: alone.peer, at: start) == 2)
        #expect(WorkClient(5).peer != WorkClient(6).peer)
    }

    @Test("a peer gets only its share of the bytes, and others get the rest")
    func bytes() {
        let budget = ByteBudget(limit: 100, peerLimit: 75)
        let (one, other) = (WorkClient.Peer.process(1), WorkClient.Peer.connection(1))
        #expect(budget.take(70, for: one))
        #expect(!budget.take(6, for: one))
        #expect(budget.take(30, for: other))
        #expect(!budget.take(1, for: other))
        budget.release(70, of: one)
        #expect(budget.used == 30 && budget.used(by: one) == 0)
        #expect(budget.take(45, for: other))
        #expect(!budget.take(1, for: other))
    }

    @Test("one client's heavy work does not affect the estimate or admission of another's")
    func expectations() {
        let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
        var shares = FairShare()
        func expected(_ client: WorkClient, within allowance: TimeAmount) -> TimeAmount {
            shares.expected(of: client, within: allowance, at: start)
        }
        shares.learn(.milliseconds(8))
        let heavy = WorkClient(1, of: .process(100))
        for _ in 0..<50 { shares.add(.seconds(1), of: heavy, isMeasure: true, at: start) }
        #expect(expected(heavy, within: .seconds(60)) > .milliseconds(900))
        #expect(expected(2, within: .milliseconds(300)) == .milliseconds(8))
        // A client without history is expected to ask for the same as the others.
        #expect(expected(2, within: .seconds(60)) > .milliseconds(900))
        // A further connection of a known peer is expected to ask for the same as that.
        #expect(
            expected(WorkClient(3, of: .process(100)), within: .milliseconds(300)) == .seconds(1))
        shares.add(.milliseconds(20), of: 2, isMeasure: true, at: start)
        #expect(expected(2, within: .seconds(60)) == .milliseconds(20))
    }

    @Test("the shortest recent work of a peer is known")
    func shortest() {
        let start = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
        var shares = FairShare()
        shares.learn(.milliseconds(8))
        #expect(shares.shortest(at: start) == nil)
        shares.add(.milliseconds(20), of: 1, isMeasure: true, at: start)
        shares.add(.milliseconds(200), of: 2, isMeasure: true, at: start + .seconds(1))
        // Interrupted work does not count.
        shares.add(.milliseconds(1), of: 3, isMeasure: false, at: start + .seconds(1))
        #expect(shares.shortest(at: start + .seconds(1)) == .milliseconds(20))
        #expect(shares.shortest(at: start + .milliseconds(2500)) == .milliseconds(200))
        #expect(shares.shortest(at: start + .seconds(4)) == nil)
    }

    @Test("clients with constant heavy work do not keep a light one from being served")
    func fairness() async {
        let queue = WorkQueue(workers: 2, capacity: 64)
        queue.learn(.milliseconds(5))
        let isOver = Atomic<Bool>(false)
        // Four clients; each submits the next job of two seconds as soon as the last has ended.
        @Sendable func hammer(_ client: Int) {
            let job = Job(
                deadline: Self.later, client: WorkClient(client), bytes: Self.large
            ) { stop in
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
        "only one memory-intensive job runs at a time, next to small jobs")
    func large() async {
        let queue = WorkQueue(workers: 2, capacity: 16)
        let now = Atomic<Int>(0)
        let most = Atomic<Int>(0)
        let done = Atomic<Int>(0)
        let small = Atomic<Bool>(false)
        let isSmallDone = Atomic<Bool>(false)
        for client in 1...4 {
            let job = Job(deadline: Self.later, client: WorkClient(client), bytes: Self.large) {
                _ in
                let count = now.add(1, ordering: .acquiringAndReleasing).newValue
                most.max(count, ordering: .acquiringAndReleasing)
                usleep(30_000)
                // Until the small job has finished next to the large ones, or clearly waits for all
                // of them.
                for _ in 0..<3000 where !isSmallDone.load(ordering: .acquiring) { usleep(1000) }
                now.subtract(1, ordering: .acquiringAndReleasing)
                done.add(1, ordering: .acquiringAndReleasing)
            }
            #expect(queue.submit(job) == .accepted)
        }
        let job = Job(deadline: Self.later, client: 5) { _ in
            small.store(done.load(ordering: .acquiring) < 4, ordering: .releasing)
            isSmallDone.store(true, ordering: .releasing)
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

    @Test("waiting large work makes the queue reject further large work, but never small work")
    func largeWorkBeforeSmall() async {
        let queue = WorkQueue(workers: 2, capacity: 64)
        queue.learn(.milliseconds(100))
        // A client with recent usage is served after those without.
        let done = Atomic<Bool>(false)
        let first = Job(deadline: Self.later, client: 9) { _ in
            usleep(100_000)
            done.store(true, ordering: .releasing)
        }
        #expect(queue.submit(first) == .accepted)
        #expect(TestConnection.eventually { done.load(ordering: .acquiring) })
        let isOver = Atomic<Bool>(false)
        for client in 1...6 {
            let job = Job(deadline: Self.later, client: WorkClient(client), bytes: Self.large) {
                _ in
                while !isOver.load(ordering: .relaxed) { usleep(500) }
            }
            #expect(queue.submit(job) == .accepted)
        }
        #expect(TestConnection.eventually { queue.load.running == 1 })
        func job(isLarge: Bool) -> Job {
            Job(
                deadline: .now() + .milliseconds(350), client: 9, bytes: isLarge ? Self.large : 0
            ) { _ in }
        }
        #expect(queue.submit(job(isLarge: true)) != .accepted)
        #expect(queue.submit(job(isLarge: false)) == .accepted)
        isOver.store(true, ordering: .relaxed)
        await close(queue)
    }

    @Test("work with moderate memory runs concurrently as far as it fits")
    func memory() async {
        let queue = WorkQueue(workers: 3, capacity: 16)
        let log = Mutex<[String]>([])
        let isOver = Atomic<Bool>(false)
        func submit(_ name: String, _ client: Int, _ bytes: Int, ends: Bool = false) {
            let job = Job(deadline: Self.later, client: WorkClient(client), bytes: bytes) { _ in
                log.withLock { $0.append(name) }
                while !ends, !isOver.load(ordering: .relaxed) { usleep(500) }
            }
            #expect(queue.submit(job) == .accepted)
        }
        func has(_ names: [String]) -> Bool {
            TestConnection.eventually { log.withLock { $0 } == names }
        }
        submit("one", 1, 8_000_000)
        #expect(has(["one"]))
        submit("two", 2, 8_000_000)
        #expect(has(["one", "two"]))
        // A worker is free but memory for these is not; a job with little memory can run.
        submit("three", 3, 8_000_000)
        submit("four", 4, 3_000_000)
        submit("small", 5, 1_000_000, ends: true)
        #expect(has(["one", "two", "small"]))
        usleep(20_000)
        #expect(log.withLock { $0.count } == 3)
        isOver.store(true, ordering: .relaxed)
        #expect(TestConnection.eventually { log.withLock { $0.count } == 5 })
        await close(queue)
    }

    @Test(
        "the memory for a picture is known from its first bytes",
        arguments: [
            // 2048×2048: read at full size, at a half, or with all its coefficients.
            (FairShareTests.picture(png: 2048, 2048), ImageMemoryEstimate.alone),
            (FairShareTests.picture(png: 1024, 1024), 1_048_576 * 4),
            (FairShareTests.picture(jpeg: 0xC0, 1920, 1080), 1920 * 1080 * 4),
            (FairShareTests.picture(jpeg: 0xC0, 4000, 3000), 3_000_000 * 4),
            (FairShareTests.picture(jpeg: 0xC2, 1000, 1000), 4_000_000 + 6_000_000),
            (FairShareTests.picture(jpeg: 0xC2, 4000, 3000), 12_000_000 + 16_000_000),
            (FairShareTests.picture(jpeg: 0xC0, 640, 480), 640 * 480 * 4),
            // This picture is rejected in any case, so its estimate is no more than that of the
            // largest accepted one.
            (FairShareTests.picture(png: 0xFFFF_FFFF, 0xFFFF_FFFF), ImageMemoryEstimate.alone),
            ([0xFF, 0xD8] + (0..<300).flatMap { _ in [0xFF, 0xFE, 0, 2] as [UInt8] }, 28_000_000),
            ([0xFF, 0xD8], 0), ([0x89, 0x50, 0x4E, 0x47], 0), ([], 0),
        ] as [([UInt8], Int)])
    func announcedSize(bytes: [UInt8], announced: Int) {
        #expect(ImageMemoryEstimate.bytes(announcedBy: bytes) == announced)
    }

    private static func picture(png width: UInt32, _ height: UInt32) -> [UInt8] {
        let size = [width, height].flatMap { value in
            (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
        }
        return [0x89, 0x50, 0x4E, 0x47] + [UInt8](repeating: 0, count: 12) + size
    }

    private static func picture(jpeg marker: UInt8, _ width: UInt16, _ height: UInt16) -> [UInt8] {
        let size = [height, width].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        // A segment, a fill byte, and the frame header of three components.
        return [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, marker, 0, 17, 8] + size + [3, 1]
    }
}
