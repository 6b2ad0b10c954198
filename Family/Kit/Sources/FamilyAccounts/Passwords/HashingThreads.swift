import Foundation

/// Separate threads for long-running work, with a bounded queue.
///
/// `@unchecked Sendable`: all mutable state is accessed with the condition's lock held.
final class HashingThreads: @unchecked Sendable {
    /// Queued or running work.
    private struct Job {
        let id: UInt64
        let enqueued: ContinuousClock.Instant
        let work: @Sendable () -> Void
        /// Notifies the caller that the work was dropped.
        let drop: @Sendable (AccountsError.Code) -> Void
    }

    private let condition = NSCondition()
    private let waitLimit: Duration
    private let maximumWaiting: Int
    private var queue = FairQueue<Job>()
    private var nextID: UInt64 = 0
    /// Duration of the last work, used to decide whether further work can finish in time.
    private var usual: Duration = .zero
    private var isStopped = false

    /// Starts the threads.
    ///
    /// - Parameters:
    /// - lanes: Number of threads.
    /// - waitLimit: Maximum time from arrival to completion.
    /// - maximumWaiting: Maximum number of waiting requests; further ones are dropped immediately.
    init(lanes: Int, waitLimit: Duration, maximumWaiting: Int) {
        self.waitLimit = waitLimit
        self.maximumWaiting = maximumWaiting
        for lane in 1...max(1, lanes) {
            Thread {
                // Sets the name inside the thread with a system call: `Thread.name` may name the
                // thread that starts this one. The name only helps debugging, so a failure is
                // ignored.
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
    /// - Returns: Its number, for cancellation; nil if it was dropped immediately.
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

    /// Removes work from the queue if it has not started.
    func cancel(_ id: UInt64) {
        condition.lock()
        let removed = queue.removeAll { $0.id == id }
        condition.unlock()
        for job in removed { job.drop(.cancelled) }
    }

    /// Number of waiting jobs.
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

    /// Waits for the next work; returns nil after the threads were ended.
    private func next() -> Job? {
        while true {
            condition.lock()
            while queue.count == 0, !isStopped { condition.wait() }
            guard !isStopped else {
                condition.unlock()
                return nil
            }
            // Assumes at most half of the limit, so that new work is always tried. Otherwise a
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
