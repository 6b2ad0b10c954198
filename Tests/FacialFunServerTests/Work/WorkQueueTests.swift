import FacialFun
import Glibc
import NIOCore
import Synchronization
import Testing

@testable import FacialFunServer

/// A latch on which jobs wait until a test opens it.
private final class Latch: Sendable {
    private let isOpen = Atomic<Bool>(false)
    let arrived = Atomic<Int>(0)

    func open() { isOpen.store(true, ordering: .releasing) }

    /// Waits and checks for cancellation; returns whether the latch was opened.
    func wait(_ stop: CancellationCheck) -> Bool {
        arrived.add(1, ordering: .relaxed)
        while !isOpen.load(ordering: .acquiring) {
            if stop.isStopped { return false }
            nap()
        }
        return true
    }
}

/// Sleeps for a millisecond.
private func nap() { usleep(1000) }

struct WorkQueueTests {
    private static let later = NIODeadline.now() + .hours(1)

    private func eventually(_ condition: () -> Bool) -> Bool {
        for _ in 0..<20_000 {
            if condition() { return true }
            nap()
        }
        return false
    }

    private func close(_ queue: WorkQueue) async {
        await withCheckedContinuation { done in queue.close { done.resume() } }
    }

    @Test("as many jobs run at once as there are workers; the others wait in order")
    func order() async {
        let queue = WorkQueue(workers: 2, capacity: 8)
        let latch = Latch()
        let begun = Mutex<[Int]>([])
        for number in 0..<5 {
            let admission = queue.submit(
                Job(deadline: Self.later) { stop in
                    begun.withLock { $0.append(number) }
                    _ = latch.wait(stop)
                })
            #expect(admission == .accepted)
        }
        #expect(eventually { latch.arrived.load(ordering: .relaxed) == 2 })
        #expect(queue.load == WorkQueue.Load(waiting: 3, running: 2))
        #expect(Set(begun.withLock { $0 }) == [0, 1])
        latch.open()
        #expect(eventually { begun.withLock { $0.count } == 5 })
        #expect(eventually { queue.load == WorkQueue.Load() })
        await close(queue)
    }

    @Test("a full queue rejects jobs, and accepts them again once there is room")
    func capacity() async {
        let queue = WorkQueue(workers: 1, capacity: 1)
        let latch = Latch()
        #expect(queue.submit(Job(deadline: Self.later) { _ = latch.wait($0) }) == .accepted)
        #expect(eventually { queue.load.running == 1 })
        let waiting = Job(deadline: Self.later) { _ in }
        #expect(queue.submit(waiting) == .accepted)
        #expect(queue.submit(Job(deadline: Self.later) { _ in }) != .accepted)
        queue.abandon(waiting)
        #expect(queue.load.waiting == 0)
        #expect(queue.submit(Job(deadline: Self.later) { _ in }) == .accepted)
        latch.open()
        await close(queue)
    }

    @Test("work that cannot meet its deadline is rejected at once, without starting")
    func admission() async {
        let queue = WorkQueue(workers: 1, capacity: 100)
        queue.learn(.milliseconds(400))
        let latch = Latch()
        let soon = { NIODeadline.now() + .seconds(1) }
        #expect(queue.submit(Job(deadline: Self.later) { _ = latch.wait($0) }) == .accepted)
        #expect(eventually { queue.load.running == 1 })
        // One job runs. The next would finish after 0.8 s, and a third after 1.2 s.
        #expect(queue.submit(Job(deadline: soon()) { _ in }) == .accepted)
        guard case .refused(let retryAfter) = queue.submit(Job(deadline: soon()) { _ in }) else {
            Issue.record("it was accepted")
            return
        }
        #expect(retryAfter == .milliseconds(800))
        latch.open()
        await close(queue)
    }

    @Test("an idle worker accepts any job, so a wrong estimate is corrected")
    func idle() async {
        let queue = WorkQueue(workers: 1, capacity: 4)
        queue.learn(.seconds(60))
        let ran = Atomic<Bool>(false)
        let job = Job(deadline: .now() + .seconds(30)) { _ in
            ran.store(true, ordering: .releasing)
        }
        #expect(queue.submit(job) == .accepted)
        #expect(eventually { ran.load(ordering: .acquiring) })
        await close(queue)
    }

    @Test("a canceled job ends at its next check, and its worker takes another")
    func abandonment() async {
        let queue = WorkQueue(workers: 1, capacity: 4)
        let latch = Latch()
        let outcome = Mutex<[String]>([])
        let first = Job(deadline: Self.later) { stop in
            let passed = latch.wait(stop)
            outcome.withLock { $0.append(passed ? "passed" : "stopped") }
        }
        #expect(queue.submit(first) == .accepted)
        #expect(eventually { latch.arrived.load(ordering: .relaxed) == 1 })
        #expect(
            queue.submit(Job(deadline: Self.later) { _ in outcome.withLock { $0.append("next") } })
                == .accepted)
        queue.abandon(first)
        #expect(eventually { outcome.withLock { $0 } == ["stopped", "next"] })
        await close(queue)
    }

    @Test("a job that has started runs to its end on its thread, without others inside it")
    func noNesting() async {
        let queue = WorkQueue(workers: 1, capacity: 4)
        let order = Mutex<[String]>([])
        let isBegun = Atomic<Bool>(false)
        let isAwaited = Atomic<Bool>(false)
        let first = Job(deadline: Self.later, client: 1) { stop in
            isBegun.store(true, ordering: .releasing)
            while !isAwaited.load(ordering: .acquiring), !stop.isStopped { nap() }
            let end = NIODeadline.now() + .milliseconds(200)
            while NIODeadline.now() < end, !stop.isStopped { nap() }
            order.withLock { $0.append("first") }
        }
        #expect(queue.submit(first) == .accepted)
        #expect(eventually { isBegun.load(ordering: .acquiring) })
        let other = Job(deadline: Self.later, client: 2) { _ in
            order.withLock { $0.append("other") }
        }
        #expect(queue.submit(other) == .accepted)
        isAwaited.store(true, ordering: .releasing)
        #expect(eventually { order.withLock { $0.count } == 2 })
        #expect(order.withLock { $0 } == ["first", "other"])
        await close(queue)
    }

    @Test("a job that will probably miss its deadline runs after those that can meet theirs")
    func hopelessJobsComeLast() async {
        let time = Atomic<UInt64>(1_000_000_000_000)
        let clock: @Sendable () -> NIODeadline = {
            .uptimeNanoseconds(time.load(ordering: .relaxed))
        }
        let queue = WorkQueue(workers: 1, capacity: 4, now: clock)
        queue.learn(.milliseconds(200))
        let latch = Latch()
        let order = Mutex<[String]>([])
        #expect(
            queue.submit(Job(deadline: clock() + .hours(1)) { _ = latch.wait($0) }) == .accepted)
        #expect(eventually { queue.load.running == 1 })
        for (name, deadline) in [("urgent", 500), ("patient", 10_000)] as [(String, Int64)] {
            let job = Job(deadline: clock() + .milliseconds(deadline)) { _ in
                order.withLock { $0.append(name) }
            }
            #expect(queue.submit(job) == .accepted)
        }
        // The urgent job has 100 ms left for about 200 ms of work.
        time.add(400_000_000, ordering: .relaxed)
        latch.open()
        #expect(eventually { order.withLock { $0.count } == 2 })
        #expect(order.withLock { $0 } == ["patient", "urgent"])
        await close(queue)
    }

    @Test("a job whose deadline passed in the queue never starts")
    func expired() async {
        let queue = WorkQueue(workers: 1, capacity: 4)
        let latch = Latch()
        #expect(queue.submit(Job(deadline: Self.later) { _ = latch.wait($0) }) == .accepted)
        #expect(eventually { queue.load.running == 1 })
        let begun = Atomic<Bool>(false)
        let late = Job(deadline: .now() + .milliseconds(20)) { _ in
            begun.store(true, ordering: .relaxed)
        }
        #expect(queue.submit(late) == .accepted)
        #expect(eventually { late.isObsolete(at: .now()) })
        latch.open()
        #expect(eventually { queue.load == WorkQueue.Load() })
        let wasBegun = begun.load(ordering: .relaxed)
        #expect(!wasBegun)
        await close(queue)
    }
}
