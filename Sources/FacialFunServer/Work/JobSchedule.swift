import NIOCore

/// Jobs of a queue, and the rules for admitting and starting them; without threads or a clock.
///
/// The peer with the least recent time comes first; among about equal ones, the earliest deadline.
/// Jobs that have waited so long that they will probably miss their deadline come last. A job that
/// has started keeps its worker until it ends, so two rules bound the wait for it:
///
/// - Memory-intensive jobs run concurrently as far as memory allows, but at least one at a time.
/// - While another peer has much shorter work, long work leaves one of several workers free.
///
/// A job is admitted if a worker is idle or if, by the expected durations of running and waiting
/// jobs, it meets its deadline and accepted jobs of peers with the same turn still meet theirs.
struct JobSchedule {
    /// A job in progress.
    struct Run {
        let job: Job
        let start: NIODeadline
    }

    /// A job with what the rules need to know about it.
    private struct Entry {
        let job: Job
        let turn: Int
        /// Index in the order of arrival.
        let index: Int
        /// Expected duration.
        let duration: TimeAmount
        /// Whether it leaves a worker free.
        let isLong: Bool
        /// Whether it will probably miss its deadline even if it starts now.
        let isHopeless: Bool

        static func precedes(_ one: Entry, _ other: Entry) -> Bool {
            (one.isHopeless ? 1 : 0, one.turn, one.job.deadline, one.index)
                < (other.isHopeless ? 1 : 0, other.turn, other.job.deadline, other.index)
        }
    }

    /// Work that takes this many times as long as that of another active peer leaves one worker
    /// free.
    static let longRatio: Int64 = 4
    /// Maximum share of the waiting jobs of one peer, as a fraction.
    static let peerShare = (of: 3, in: 4)

    /// Number of concurrent jobs.
    let workers: Int
    /// Maximum number of waiting jobs.
    let capacity: Int
    /// Waiting jobs in order of arrival.
    private(set) var waiting: [Job] = []
    private(set) var running: [Run] = []
    var shares = FairShare()

    /// Creates an empty schedule.
    init(workers: Int, capacity: Int) { (self.workers, self.capacity) = (workers, capacity) }

    /// Maximum number of waiting jobs of a peer.
    var capacityOfPeer: Int { max(1, capacity * Self.peerShare.of / Self.peerShare.in) }

    // MARK: - Changes

    /// Adds a waiting job.
    mutating func add(_ job: Job) { waiting.append(job) }

    /// Removes a job that has not started; returns whether it was waiting.
    mutating func remove(_ job: Job) -> Bool {
        guard let index = waiting.firstIndex(where: { $0 === job }) else { return false }
        waiting.remove(at: index)
        return true
    }

    /// Removes all waiting jobs.
    mutating func removeWaiting() { waiting = [] }

    /// Starts the next job; nil if none may start.
    mutating func start(at now: NIODeadline) -> Job? {
        guard let job = next(at: now) else { return nil }
        _ = remove(job)
        running.append(Run(job: job, start: now))
        return job
    }

    /// The job that should start now; nil if none may.
    func next(at now: NIODeadline) -> Job? {
        guard !waiting.isEmpty, running.count < workers else { return nil }
        let waiting = entries(waiting, at: now).sorted(by: Entry.precedes)
        let running = entries(running.map(\.job), at: now)
        return firstToStart(waiting, with: running).map { waiting[$0].job }
    }

    /// Ends a running job.
    ///
    /// - Parameters:
    ///   - job: The job.
    ///   - wasRun: Whether it had not become obsolete before its start.
    ///   - now: The current time.
    mutating func end(_ job: Job, wasRun: Bool, at now: NIODeadline) {
        guard let index = running.firstIndex(where: { $0.job === job }) else { return }
        let time = now - running.remove(at: index).start
        guard wasRun else { return }
        // Interrupted work only gives a lower bound of its duration.
        let isMeasure = now < job.deadline || time > shares.mean
        shares.add(time, of: job.client, isMeasure: isMeasure, at: now)
    }

    // MARK: - Rules

    /// Entries of jobs, in the same order.
    private func entries(_ jobs: [Job], at now: NIODeadline) -> [Entry] {
        var times: [WorkClient.Peer: TimeAmount] = [:]
        for run in running { times[run.job.client.peer, default: .zero] += now - run.start }
        let shortest = shares.shortest(at: now)
        return jobs.enumerated().map { index, job in
            let left = job.deadline - now
            let duration = shares.expected(of: job.client, within: left, at: now)
            let peer = job.client.peer
            return Entry(
                job: job, turn: shares.turn(of: peer, running: times[peer] ?? .zero, at: now),
                index: index, duration: duration,
                isLong: shortest.map { duration >= $0 * Self.longRatio } ?? false,
                isHopeless: duration > left)
        }
    }

    /// Index of the first entry that may start next to running ones; nil if none may.
    private func firstToStart(_ entries: [Entry], with running: [Entry]) -> Int? {
        guard running.count < workers else { return nil }
        let hasRoomForLong =
            workers == 1 || running.count(where: \.isLong) < workers - 1
        let bytes = running.map(\.job.bytes).filter { $0 > ImageMemoryEstimate.small }
            .reduce(0, +)
        // While a job waits for memory, no later job may take that memory.
        var isMemoryAwaited = false
        return entries.firstIndex { entry in
            guard hasRoomForLong || !entry.isLong else { return false }
            guard entry.job.bytes > ImageMemoryEstimate.small else { return true }
            if !isMemoryAwaited,
                bytes == 0 || bytes + entry.job.bytes <= ImageMemoryEstimate.together
            {
                return true
            }
            isMemoryAwaited = true
            return false
        }
    }

    /// The retry time with which a job would currently be rejected; nil if it would be accepted.
    func refusal(of job: Job, at now: NIODeadline) -> TimeAmount? {
        let (mean, count) = (shares.mean.nanoseconds, waiting.count + running.count)
        let retryAfter = TimeAmount.nanoseconds(mean * Int64((count + workers - 1) / workers))
        guard waiting.count < capacity,
            waiting.count(where: { $0.client.peer == job.client.peer }) < capacityOfPeer
        else { return retryAfter }
        if count < workers { return nil }
        return meetsDeadlines(with: job, at: now) ? nil : retryAfter
    }

    /// Whether a further job would meet its deadline, and accepted ones of its turn still theirs.
    private func meetsDeadlines(with job: Job, at now: NIODeadline) -> Bool {
        var waiting = entries(waiting + [job], at: now).sorted(by: Entry.precedes)
        var running = zip(running, entries(running.map(\.job), at: now)).map { run, entry in
            (entry: entry, end: now + remaining(of: run, entry.duration, at: now))
        }
        guard let own = waiting.first(where: { $0.job === job }) else { return false }
        // Expected starts, one after the other, until the job no longer affects the others.
        var (time, isStarted) = (now, false)
        while let first = waiting.first, !isStarted || first.turn == own.turn {
            guard let index = firstToStart(waiting, with: running.map(\.entry)) else {
                guard let next = running.indices.min(by: { running[$0].end < running[$1].end })
                else { return false }
                time = max(time, running.remove(at: next).end)
                continue
            }
            let entry = waiting.remove(at: index)
            let end = time + entry.duration
            if entry.job === job {
                isStarted = true
                guard now + prudent(end - now) <= job.deadline else { return false }
            } else if isStarted, entry.turn == own.turn, !entry.isHopeless {
                guard end <= entry.job.deadline else { return false }
            }
            running.append((entry: entry, end: end))
        }
        return true
    }

    /// Expected rest of a running job.
    private func remaining(
        of run: Run, _ duration: TimeAmount, at now: NIODeadline
    ) -> TimeAmount {
        let elapsed = now - run.start
        let rest = max(duration - elapsed, .nanoseconds(elapsed.nanoseconds / 4))
        return max(.zero, min(rest, run.job.deadline - now))
    }

    /// A little more than the expected wait, because a job that is accepted and then finishes too
    /// late wastes a worker's time.
    private func prudent(_ wait: TimeAmount) -> TimeAmount {
        .nanoseconds(wait.nanoseconds / 5 * 6)
    }
}
