import FacialFun
import NIOCore
import NIOPosix
import Synchronization

/// CPU work on separate threads: bounded, fair, and rejected at once if it cannot be finished in
/// time.
///
/// ``JobSchedule`` has the rules. The queue thus never holds jobs that it will have to discard, and
/// uses the whole capacity of the machine during a burst.
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

    private struct State {
        var schedule: JobSchedule
        var isClosed = false
    }

    /// The clock of deadlines.
    let now: @Sendable () -> NIODeadline
    private let pool: NIOThreadPool
    private let state: Mutex<State>

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
        self.now = now
        state = Mutex(State(schedule: JobSchedule(workers: workers, capacity: capacity)))
        pool = NIOThreadPool(numberOfThreads: workers)
        pool.start()
    }

    /// Accepts or rejects a job.
    func submit(_ job: Job) -> Admission {
        let admission = state.withLock { state -> Admission in
            if let retryAfter = refusal(of: job, state) { return .refused(retryAfter: retryAfter) }
            state.schedule.add(job)
            return .accepted
        }
        if admission == .accepted { wakeWorker() }
        return admission
    }

    /// The retry time with which a client's job with this deadline would currently be rejected; nil
    /// if it would be accepted.
    func refusal(of deadline: NIODeadline, from client: WorkClient = 0) -> TimeAmount? {
        let job = Job(deadline: deadline, client: client) { _ in }
        return state.withLock { refusal(of: job, $0) }
    }

    private func refusal(of job: Job, _ state: State) -> TimeAmount? {
        state.isClosed ? .zero : state.schedule.refusal(of: job, at: now())
    }

    /// Current waiting and running work.
    var load: Load {
        state.withLock {
            Load(waiting: $0.schedule.waiting.count, running: $0.schedule.running.count)
        }
    }

    /// Abandons a job: a waiting one is removed with all its memory; a running one ends at its next
    /// check.
    func abandon(_ job: Job) {
        job.abandon()
        _ = withdraw(job)
    }

    /// Removes a job that has not started; returns whether it did.
    func withdraw(_ job: Job) -> Bool { state.withLock { $0.schedule.remove(job) } }

    /// Adds a duration measured elsewhere, for example in the warm-up, to the estimate.
    func learn(_ duration: TimeAmount) { state.withLock { $0.schedule.shares.learn(duration) } }

    /// Rejects all further jobs, and ends the threads after the running ones; waiting jobs do not
    /// start.
    func close(_ done: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.isClosed = true
            state.schedule.removeWaiting()
        }
        pool.shutdownGracefully { _ in done() }
    }

    private func wakeWorker() { pool.submit { _ in self.runJobs() } }

    /// Runs jobs on a worker's thread until none may start.
    private func runJobs() {
        while true {
            let (job, start, hasMore) = state.withLock { state in
                let now = now()
                let job = state.schedule.start(at: now)
                return (job, now, job != nil && state.schedule.next(at: now) != nil)
            }
            guard let job else { return }
            // The end of one job may let several start, for example by its memory.
            if hasMore { wakeWorker() }
            let wasRun = !job.isObsolete(at: start)
            if wasRun { job.run(CancellationCheck { [now] in job.isObsolete(at: now()) }) }
            state.withLock { $0.schedule.end(job, wasRun: wasRun, at: now()) }
        }
    }
}
