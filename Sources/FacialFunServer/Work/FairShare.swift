import NIOCore

/// Recent CPU time of each client, and the expected time of its work.
///
/// Peers with less recent time are served first, so expensive work of one client does not delay
/// cheap work of another, however many connections it uses. Among one peer's connections, those
/// with less time come first; among about equal ones, the deadline decides.
struct FairShare: Sendable {
    /// Recent time of a client, in powers of two; the lower turn is served first.
    struct Turn: Hashable, Comparable, Sendable {
        /// Time of the peer; 0 is the least.
        var peer = 0
        /// Time of the connection; 0 is the least.
        var connection = 0

        static func < (one: Turn, other: Turn) -> Bool {
            (one.peer, one.connection) < (other.peer, other.connection)
        }
    }

    /// After so long without more, a use counts for less than half.
    static let memory = TimeAmount.seconds(1)
    /// Differences below this time are ignored.
    static let smallest = TimeAmount.milliseconds(40)
    /// A client's measured work says nothing of its next one after so long.
    static let trusted = TimeAmount.seconds(2)
    /// Clients beyond this number who have not been served for a while are forgotten.
    static let maxClients = 1024

    private struct Record: Sendable {
        /// Nanoseconds of work, as far as they count at `at`.
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

    /// Takes what was learnt elsewhere, as in a warm-up, into the estimate.
    mutating func learn(_ duration: TimeAmount) {
        learnt = duration
        common.add(duration)
    }

    /// Takes in what a client's work took.
    ///
    /// - Parameters:
    ///   - duration: How long a worker had to do with it.
    ///   - client: Whose it was.
    ///   - isMeasure: Whether its next work may take as long: not where it was cut short.
    ///   - now: When it ended.
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

    /// When a client's turn is, by what it has had.
    ///
    /// - Parameters:
    ///   - client: Who.
    ///   - running: What it is having now.
    ///   - now: The moment.
    /// - Returns: The turn; 0 in both is the first.
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

    /// Mean time of all work; zero until something was measured.
    var mean: TimeAmount { common.mean }

    /// Expected time of a client's next work.
    ///
    /// - Parameters:
    ///   - client: Who; of one that is not known the mean of all is expected or, where that would be
    ///     too long, the least that is known: another's heavy work must not shut it out unheard.
    ///   - allowance: How long it may take.
    ///   - now: The moment.
    /// - Returns: The time.
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
