import NIOCore

/// Recent CPU time of each client, and the expected time of its work.
///
/// Peers with less recent time are served first, so expensive work of one client does not delay
/// cheap work of another, however many connections it uses. Among one peer's connections, those
/// with less time come first; among about equal ones, the deadline decides.
struct FairShare: Sendable {
    /// Recent time of a client, in powers of two; the lower turn is served first.
    struct Turn: Hashable, Comparable, Sendable {
        /// Time of the peer; 0 is the minimum.
        var peer = 0
        /// Time of the connection; 0 is the minimum.
        var connection = 0

        static func < (one: Turn, other: Turn) -> Bool {
            (one.peer, one.connection) < (other.peer, other.connection)
        }
    }

    /// Decay time: after it, earlier use counts for less than half.
    static let memory = TimeAmount.seconds(1)
    /// Differences below this time are ignored.
    static let smallest = TimeAmount.milliseconds(40)
    /// Maximum age of a client's measured work for predicting its next one.
    static let trusted = TimeAmount.seconds(2)
    /// Maximum number of clients to remember; beyond it, inactive ones are removed.
    static let maxClients = 1024

    private struct Record: Sendable {
        /// Decayed nanoseconds of work at the time `at`.
        var used = 0.0
        var at: NIODeadline
        var estimate = WorkEstimate()

        func used(at now: NIODeadline) -> Double {
            let age = Double(max(0, (now - at).nanoseconds))
            return used / (1 + age / Double(FairShare.memory.nanoseconds))
        }

        mutating func use(_ duration: TimeAmount, at now: NIODeadline) {
            used = used(at: now) + Double(max(0, duration.nanoseconds))
            at = now
        }
    }

    private var records: [Int: Record] = [:]
    /// Recent time of peers, over all their connections.
    private var peers: [WorkClient.Peer: Record] = [:]
    private var common = WorkEstimate()
    /// Time of work without a client, such as the warm-up.
    private var learnt: TimeAmount?

    /// Adds a duration measured elsewhere, for example in the warm-up, to the estimate.
    mutating func learn(_ duration: TimeAmount) {
        learnt = duration
        common.add(duration)
    }

    /// Records the duration of a client's work.
    ///
    /// - Parameters:
    ///   - duration: CPU time of the worker.
    ///   - client: The client.
    ///   - isMeasure: Whether the duration predicts the client's next work; false if it was
    ///     interrupted.
    ///   - now: The end of the work.
    mutating func add(
        _ duration: TimeAmount, of client: WorkClient, isMeasure: Bool, at now: NIODeadline
    ) {
        if records.count >= Self.maxClients {
            records = records.filter { now - $0.value.at < Self.trusted }
        }
        if peers.count >= Self.maxClients {
            peers = peers.filter { now - $0.value.at < Self.trusted }
        }
        var record = records[client.connection] ?? Record(at: now)
        record.use(duration, at: now)
        if isMeasure {
            record.estimate.add(duration)
            common.add(duration)
        }
        records[client.connection] = record
        peers[client.peer, default: Record(at: now)].use(duration, at: now)
    }

    /// A client's turn, by its recent usage.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - running: Time of its running work.
    ///   - now: The current time.
    /// - Returns: The turn; 0 in both comes first.
    func turn(of client: WorkClient, running: TimeAmount = .zero, at now: NIODeadline) -> Turn {
        Turn(
            peer: Self.step(peers[client.peer], running, at: now),
            connection: Self.step(records[client.connection], running, at: now))
    }

    private static func step(
        _ record: Record?, _ running: TimeAmount, at now: NIODeadline
    ) -> Int {
        let used = (record?.used(at: now) ?? 0) + Double(running.nanoseconds)
        var (step, limit) = (0, Double(Self.smallest.nanoseconds))
        while used >= limit, step < 16 { (step, limit) = (step + 1, limit * 2) }
        return step
    }

    /// Mean duration of all work; zero before the first measurement.
    var mean: TimeAmount { common.mean }

    /// Expected duration of a client's next work.
    ///
    /// - Parameters:
    ///   - client: The client. For an unknown client the mean of all is used or, if that exceeds
    ///     the allowance, the minimum known duration: heavy work of others must not exclude it
    ///     untried.
    ///   - allowance: Available time.
    ///   - now: The current time.
    /// - Returns: The expected duration.
    func expected(
        of client: WorkClient, within allowance: TimeAmount, at now: NIODeadline
    ) -> TimeAmount {
        func mean(_ record: Record) -> TimeAmount? {
            let age = now - record.at
            let mean = record.estimate.mean
            return mean == .zero || age > Self.trusted ? nil : mean
        }
        if let own = records[client.connection].flatMap(mean) { return own }
        guard common.mean > allowance else { return common.mean }
        let known = records.values.compactMap(mean)
        return (known + [learnt ?? common.mean]).min() ?? common.mean
    }
}
