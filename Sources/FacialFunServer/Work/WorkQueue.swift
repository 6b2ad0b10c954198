import FacialFun
import Glibc
import NIOCore
import NIOPosix
import Synchronization

/// CPU work on separate threads: bounded, fair, and rejected at once if it cannot be finished in
/// time.
///
/// The peer with the least recent CPU time is served first; among about equal ones, the earliest
/// deadline. Long-running work yields its worker, inside its periodic check, to work of a client
/// with less time; that runs on the same thread, and the long work resumes afterwards.
/// Memory-intensive work runs concurrently as far as memory allows, but at least one job at a time.
/// Jobs that have waited so long that they will probably miss their deadline come last.
///
/// A job is accepted if a worker is idle, or if the expected duration of earlier work leaves enough
/// time. The queue thus never holds jobs that it will have to discard, and uses the whole capacity
/// of the machine during a burst.
final class WorkQueue: Sendable {
    /// Result of submitting a job.
    enum Admission: Sendable, Hashable {
        /// The job will run unless it is abandoned before.
        case accepted
        /// Its deadline cannot be met, or the queue is full; it may be submitted again after a
        /// time.
        case refused(retryAfter: TimeAmount)
    }

    /// Values for the metrics.
    struct Load: Sendable, Hashable {
        /// Jobs that wait.
        var waiting = 0
        /// Jobs that run.
        var running = 0
    }

    /// A job in progress.
    private final class Run: Sendable {
        let job: Job
        let start: NIODeadline
        let thread = pthread_self()
        /// Number of enclosing runs.
        let depth: Int
        /// Nanoseconds yielded to other work.
        let given = Atomic<Int64>(0)
        /// Time of its last yield check, in nanoseconds of its own time.
        let lastCheck = Atomic<Int64>(0)

        init(_ job: Job, start: NIODeadline, depth: Int) {
            (self.job, self.start, self.depth) = (job, start, depth)
        }

        /// The time spent on its own work.
        func time(at now: NIODeadline) -> TimeAmount {
            now - start - .nanoseconds(given.load(ordering: .relaxed))
        }
    }

    private struct State {
        /// In order of arrival.
        var waiting: [Job] = []
        var running: [Run] = []
        var shares = FairShare()
        var isClosed = false

        /// Number of accepted jobs that have not ended.
        var count: Int { waiting.count + running.count }

        /// Whether there is memory for a job in addition to the running ones.
        func fits(_ job: Job) -> Bool {
            guard job.bytes > ImageMemoryEstimate.small else { return true }
            let taken = running.map(\.job.bytes).filter { $0 > ImageMemoryEstimate.small }
                .reduce(0, +)
            return taken == 0 || taken + job.bytes <= ImageMemoryEstimate.together
        }

        /// Whether a waiting job will probably miss its deadline even if it starts now.
        func isHopeless(_ job: Job, at now: NIODeadline) -> Bool {
            let left = job.deadline - now
            return shares.expected(of: job.client, within: left, at: now) > left
        }
    }

    /// Maximum nesting of runs on one thread.
    ///
    /// Work yields while the networks' memory is unused, so each run only holds its own picture.
    private static let deepest = 4
    /// Interval between yield checks.
    private static let cancellationCheckInterval = TimeAmount.milliseconds(1)

    /// Number of concurrent jobs.
    let workers: Int
    /// Maximum number of waiting jobs.
    let capacity: Int
    /// The clock of deadlines.
    let now: @Sendable () -> NIODeadline
    private let pool: NIOThreadPool
    private let state = Mutex(State())
    /// Number of waiting jobs, readable without the lock.
    private let waitingCount = Atomic<Int>(0)

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - workers: Number of threads, at least 1.
    ///   - capacity: Maximum number of waiting jobs, regardless of deadlines.
    ///   - now: The clock of deadlines; tests have their own.
    init(
        workers: Int, capacity: Int, now: @escaping @Sendable () -> NIODeadline = { .now() }
    ) {
        precondition(workers > 0 && capacity > 0, "a queue has workers and capacity")
        self.workers = workers
        self.capacity = capacity
        self.now = now
        pool = NIOThreadPool(numberOfThreads: workers)
        pool.start()
    }

    /// Accepts or rejects a job.
    func submit(_ job: Job) -> Admission {
        let admission = state.withLock { state -> Admission in
            if let retryAfter = refusal(
                of: job.deadline, from: job.client, isLarge: Self.isLarge(job), state)
            {
                return .refused(retryAfter: retryAfter)
            }
            state.waiting.append(job)
            waitingCount.store(state.waiting.count, ordering: .relaxed)
            return .accepted
        }
        if admission == .accepted { pool.submit { _ in self.runNext() } }
        return admission
    }

    /// The retry time with which a client's job with this deadline would currently be rejected; nil
    /// if it would be accepted.
    func refusal(of deadline: NIODeadline, from client: WorkClient = 0) -> TimeAmount? {
        state.withLock { refusal(of: deadline, from: client, isLarge: false, $0) }
    }

    private func refusal(
        of deadline: NIODeadline, from client: WorkClient, isLarge: Bool, _ state: State
    ) -> TimeAmount? {
        let now = now()
        let mean = state.shares.mean.nanoseconds
        let retryAfter = TimeAmount.nanoseconds(
            mean * Int64((state.count + workers - 1) / workers))
        guard !state.isClosed, state.waiting.count < capacity else { return retryAfter }
        if state.count < workers { return nil }
        let own = state.shares.expected(of: client, within: deadline - now, at: now)
        let wait = waitBefore(deadline, of: client, isLarge: isLarge, state, at: now)
        return now + prudent(wait + own) <= deadline ? nil : retryAfter
    }

    /// Whether a job needs so much memory that no similar one may run concurrently.
    private static func isLarge(_ job: Job) -> Bool { job.bytes > ImageMemoryEstimate.together / 2 }

    /// Expected wait before a client's job starts, divided among the workers.
    private func waitBefore(
        _ deadline: NIODeadline, of client: WorkClient, isLarge: Bool, _ state: State,
        at now: NIODeadline
    ) -> TimeAmount {
        let turn = state.shares.turn(of: client, at: now)
        // Running work that would yield does not count; work does not yield to the same client.
        var before = state.running.filter {
            $0.job.client == client
                || state.shares.turn(of: $0.job.client, running: $0.time(at: now), at: now) <= turn
        }.map(\.job)
        before += state.waiting.filter { other in
            let otherTurn = state.shares.turn(of: other.client, at: now)
            return (otherTurn < turn || otherTurn == turn && other.deadline <= deadline)
                && !state.isHopeless(other, at: now)
        }
        func expected(_ jobs: [Job]) -> Int64 {
            jobs.reduce(Int64(0)) { sum, job in
                sum
                    + state.shares.expected(
                        of: job.client, within: job.deadline - now, at: now
                    ).nanoseconds
            }
        }
        let large = before.filter(Self.isLarge)
        if isLarge, !large.isEmpty { return .nanoseconds(expected(large)) }
        var free = workers
        if !large.isEmpty, workers > 1 {
            // All of them together occupy one worker.
            before.removeAll(where: Self.isLarge)
            free -= 1
        }
        guard !before.isEmpty else { return .zero }
        let count = Int64(before.count)
        return .nanoseconds(expected(before) / count * (count / Int64(free)))
    }

    /// Current waiting and running work.
    var load: Load {
        state.withLock { Load(waiting: $0.waiting.count, running: $0.running.count) }
    }

    /// Abandons a job: a waiting one is removed with all its memory; a running one ends at its next
    /// check.
    func abandon(_ job: Job) {
        job.abandon()
        state.withLock { state in
            state.waiting.removeAll { $0 === job }
            waitingCount.store(state.waiting.count, ordering: .relaxed)
        }
    }

    /// Removes a job that has not started; returns whether it did.
    func withdraw(_ job: Job) -> Bool {
        state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0 === job }) else { return false }
            state.waiting.remove(at: index)
            waitingCount.store(state.waiting.count, ordering: .relaxed)
            return true
        }
    }

    /// Adds a duration measured elsewhere, for example in the warm-up, to the estimate.
    func learn(_ duration: TimeAmount) { state.withLock { $0.shares.learn(duration) } }

    /// Rejects all further jobs, and ends the threads after the running ones; waiting jobs do not
    /// start.
    func close(_ done: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.isClosed = true
            state.waiting = []
            waitingCount.store(0, ordering: .relaxed)
        }
        pool.shutdownGracefully { _ in done() }
    }

    /// A little more than the expected wait, because a job that is accepted and then finishes too
    /// late wastes a worker's time.
    private func prudent(_ wait: TimeAmount) -> TimeAmount {
        .nanoseconds(wait.nanoseconds / 5 * 6)
    }

    /// Runs the next jobs; called on a worker's thread once for each accepted job.
    private func runNext() { while let run = begin(inside: nil) { perform(run) } }

    /// Removes the next job from the waiting ones; nil if there is none.
    ///
    /// Work that already runs on the thread yields only to clients with less time.
    private func begin(inside outer: Run?) -> Run? {
        state.withLock { state in
            let now = now()
            let turns = state.waiting.indices.map { index in
                let job = state.waiting[index]
                return (
                    index: index, hopeless: state.isHopeless(job, at: now) ? 1 : 0,
                    turn: state.shares.turn(of: job.client, at: now), deadline: job.deadline
                )
            }.sorted {
                ($0.hopeless, $0.turn, $0.deadline, $0.index)
                    < ($1.hopeless, $1.turn, $1.deadline, $1.index)
            }
            // While a job waits for memory, no later job may take that memory.
            var isMemoryAwaited = false
            let found = turns.first { other in
                let job = state.waiting[other.index]
                guard job.client != outer?.job.client else { return false }
                if job.bytes <= ImageMemoryEstimate.small { return true }
                if !isMemoryAwaited, state.fits(job) { return true }
                isMemoryAwaited = true
                return false
            }
            guard let next = found else { return nil }
            if let outer {
                let own = state.shares.turn(
                    of: outer.job.client, running: outer.time(at: now), at: now)
                guard next.turn < own, next.hopeless == 0 else { return nil }
            }
            let run = Run(
                state.waiting.remove(at: next.index), start: now, depth: (outer?.depth ?? -1) + 1)
            waitingCount.store(state.waiting.count, ordering: .relaxed)
            state.running.append(run)
            return run
        }
    }

    private func perform(_ run: Run) {
        let job = run.job
        let wasRun = !job.isObsolete(at: run.start)
        if wasRun {
            job.run(
                CancellationCheck { [self] in
                    if job.isObsolete(at: now()) { return true }
                    guard giveWay(run) else { return false }
                    return job.isObsolete(at: now())
                })
        }
        let end = now()
        let time = run.time(at: end)
        state.withLock { state in
            state.running.removeAll { $0 === run }
            guard wasRun else { return }
            // Interrupted work only gives a lower bound of its duration.
            let isMeasure = end < job.deadline || time > state.shares.mean
            state.shares.add(time, of: job.client, isMeasure: isMeasure, at: end)
        }
        // A job that waited for memory has missed its turn on the threads.
        if job.bytes > ImageMemoryEstimate.small, waitingCount.load(ordering: .relaxed) > 0 {
            pool.submit { _ in self.runNext() }
        }
    }

    /// Runs jobs of clients with less usage inside the periodic check of the current one; returns
    /// whether there were any.
    private func giveWay(_ run: Run) -> Bool {
        guard waitingCount.load(ordering: .relaxed) > 0, run.depth + 1 < Self.deepest,
            // Only on its own thread: a helper thread may hold resources that others need.
            pthread_equal(run.thread, pthread_self()) != 0
        else { return false }
        let start = now()
        // Short work is not interrupted, and long work does not check at every row.
        let time = run.time(at: start)
        guard time >= FairShare.smallest,
            time.nanoseconds >= run.lastCheck.load(ordering: .relaxed)
                + Self.cancellationCheckInterval.nanoseconds
        else { return false }
        run.lastCheck.store(time.nanoseconds, ordering: .relaxed)
        var gave = false
        while let other = begin(inside: run) {
            perform(other)
            gave = true
        }
        run.given.add((now() - start).nanoseconds, ordering: .relaxed)
        return gave
    }
}
