import FaceImaging
import NIOCore
import NIOPosix
import Synchronization

/// CPU work on threads of its own: bounded, first come first served, and refused at once when it
/// cannot be done in time.
///
/// A job is taken when a worker is idle, or when the work before it leaves it enough time by the
/// mean of what work took; so the queue never holds what it will have to throw away, and a burst is
/// answered up to the machine's speed.
final class WorkQueue: Sendable {
    /// What became of a submitted job.
    enum Admission: Sendable, Hashable {
        /// It will be run, unless it is abandoned before.
        case accepted
        /// Its deadline cannot be kept, or the queue is full; it may be tried again after so long.
        case refused(retryAfter: TimeAmount)
    }

    /// What the metrics show.
    struct Load: Sendable, Hashable {
        /// Jobs that wait.
        var waiting = 0
        /// Jobs that run.
        var running = 0
    }

    private struct State {
        var waiting: [Job] = []
        var running = 0
        var estimate = WorkEstimate()
        var isClosed = false

        /// How many jobs have been taken and not ended.
        var count: Int { waiting.count + running }
    }

    /// How many jobs run at one time.
    let workers: Int
    /// How many jobs may wait.
    let capacity: Int
    /// The clock of deadlines.
    let now: @Sendable () -> NIODeadline
    private let pool: NIOThreadPool
    private let state = Mutex(State())

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - workers: How many, at least 1.
    ///   - capacity: How many jobs may wait, whatever their deadlines.
    ///   - now: The clock of deadlines; tests have their own.
    init(
        workers: Int, capacity: Int, now: @escaping @Sendable () -> NIODeadline = { .now() }
    ) {
        precondition(workers > 0 && capacity > 0, "a queue has workers and places")
        self.workers = workers
        self.capacity = capacity
        self.now = now
        pool = NIOThreadPool(numberOfThreads: workers)
        pool.start()
    }

    /// Takes a job, or refuses it.
    func submit(_ job: Job) -> Admission {
        let admission = state.withLock { state -> Admission in
            if let retryAfter = refusal(of: job.deadline, state) {
                return .refused(retryAfter: retryAfter)
            }
            state.waiting.append(job)
            return .accepted
        }
        if admission == .accepted { pool.submit { _ in self.runNext() } }
        return admission
    }

    /// Whether a job with this deadline would be refused at the moment: when it may be tried again;
    /// nil where it would be taken.
    func refusal(of deadline: NIODeadline) -> TimeAmount? {
        state.withLock { refusal(of: deadline, $0) }
    }

    private func refusal(of deadline: NIODeadline, _ state: State) -> TimeAmount? {
        let retryAfter = wait(for: state.count, state)
        guard !state.isClosed, state.waiting.count < capacity else { return retryAfter }
        let isIdle = state.count < workers
        let expected = now() + prudent(wait(for: state.count + 1, state))
        return isIdle || expected <= deadline ? nil : retryAfter
    }

    /// What waits and runs now.
    var load: Load {
        state.withLock { Load(waiting: $0.waiting.count, running: $0.running) }
    }

    /// Gives a job up: one that waits is forgotten, with all that it holds; one that runs ends at
    /// its next check.
    func abandon(_ job: Job) {
        job.abandon()
        state.withLock { state in state.waiting.removeAll { $0 === job } }
    }

    /// Takes what was learnt elsewhere, as in a warm-up, into the estimate.
    func learn(_ duration: TimeAmount) { state.withLock { $0.estimate.add(duration) } }

    /// Refuses all that comes from now on, and ends the threads after what runs; jobs that wait are
    /// not begun.
    func close(_ done: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.isClosed = true
            state.waiting = []
        }
        pool.shutdownGracefully { _ in done() }
    }

    /// A little more than a wait is expected to be: what is taken and then comes too late has cost
    /// a worker's time for nothing.
    private func prudent(_ wait: TimeAmount) -> TimeAmount {
        .nanoseconds(wait.nanoseconds / 5 * 6)
    }

    /// How long so many jobs take, one after the other on each worker.
    private func wait(for jobs: Int, _ state: State) -> TimeAmount {
        let rounds = (jobs + workers - 1) / workers
        return .nanoseconds(state.estimate.mean.nanoseconds * Int64(rounds))
    }

    /// Runs the job that waits longest; on a worker's thread, once for each accepted job.
    private func runNext() {
        let next = state.withLock { state -> Job? in
            guard !state.waiting.isEmpty else { return nil }
            state.running += 1
            return state.waiting.removeFirst()
        }
        guard let job = next else { return }
        let start = now()
        let wasRun = !job.isPointless(at: start)
        if wasRun { job.run(StopCheck { [now] in job.isPointless(at: now()) }) }
        let end = now()
        state.withLock { state in
            state.running -= 1
            // Work that was cut short says only that it takes longer than this.
            if wasRun, end < job.deadline || end - start > state.estimate.mean {
                state.estimate.add(end - start)
            }
        }
    }
}
