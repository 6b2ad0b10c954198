import Foundation

/// Threads of their own for work that takes long, with a queue before them that has an end.
///
/// `@unchecked Sendable`: everything that changes is touched with the condition's lock held.
final class HashingThreads: @unchecked Sendable {
    /// Work that waits or is done.
    private struct Job {
        let id: UInt64
        let enqueued: ContinuousClock.Instant
        let work: @Sendable () -> Void
        /// Notifies the caller that the work is dropped.
        let drop: @Sendable (AccountsError.Code) -> Void
    }

    private let condition = NSCondition()
    private let waitLimit: Duration
    private let maximumWaiting: Int
    private var queue = FairQueue<Job>()
    private var nextID: UInt64 = 0
    /// Duration of the last work; work that could not finish in time is not started.
    private var usual: Duration = .zero
    private var isStopped = false

    /// - Parameters:
    ///   - lanes: how many threads.
    ///   - waitLimit: how long after it came work is to be done at the latest.
    ///   - maximumWaiting: how many may wait; more are dropped at once.
    init(lanes: Int, waitLimit: Duration, maximumWaiting: Int) {
        self.waitLimit = waitLimit
        self.maximumWaiting = maximumWaiting
        for lane in 1...max(1, lanes) {
            Thread {
                // Named from within and by the kernel: `Thread.name` may give the name to the thread that
                // starts this one. It is for who looks at the threads; without it they hash all the same.
                try? Data("pet-hash-\(lane)".utf8).write(
                    to: URL(filePath: "/proc/thread-self/comm"))
                // Hashing has a lower priority than the game; on Linux each thread has its own. If
                // the priority cannot be changed, hashing competes equally.
                _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
                self.run()
            }.start()
        }
    }

    /// Ends the threads; waiting work is dropped.
    func stop() {
        condition.lock()
        isStopped = true
        let dropped = queue.removeAll { _ in true }
        condition.broadcast()
        condition.unlock()
        for job in dropped { job.drop(.cancelled) }
    }

    /// Queues work.
    ///
    /// - Returns: Its number, for cancellation; nil if it was dropped at once.
    func enqueue(
        from origin: String, work: @escaping @Sendable () -> Void,
        drop: @escaping @Sendable (AccountsError.Code) -> Void
    ) -> UInt64? {
        condition.lock()
        guard !isStopped, queue.count < maximumWaiting else {
            let code: AccountsError.Code = isStopped ? .cancelled : .timedOut
            condition.unlock()
            drop(code)
            return nil
        }
        nextID += 1
        let id = nextID
        queue.append(Job(id: id, enqueued: .now, work: work, drop: drop), from: origin)
        condition.signal()
        condition.unlock()
        return id
    }

    /// Takes work back that has not been begun.
    func cancel(_ id: UInt64) {
        condition.lock()
        let removed = queue.removeAll { $0.id == id }
        condition.unlock()
        for job in removed { job.drop(.cancelled) }
    }

    /// How many wait.
    var waiting: Int {
        condition.lock()
        defer { condition.unlock() }
        return queue.count
    }

    private func run() {
        while let job = next() {
            let begun = ContinuousClock.now
            job.work()
            condition.lock()
            usual = .now - begun
            condition.unlock()
        }
    }

    /// Waits for work; nil at the end.
    private func next() -> Job? {
        while true {
            condition.lock()
            while queue.count == 0, !isStopped { condition.wait() }
            guard !isStopped else {
                condition.unlock()
                return nil
            }
            // Expects at most half of the limit, so that new work is always tried: otherwise a
            // single slow minute would reject all further requests.
            let latest = ContinuousClock.now + min(usual, waitLimit / 2) - waitLimit
            let late = queue.removeAll { $0.enqueued < latest }
            let job = queue.popFirst()
            condition.unlock()
            for job in late { job.drop(.timedOut) }
            if let job { return job }
        }
    }
}
