import NIOCore

/// Recent CPU time of each peer, and the expected time of each client's work.
///
/// Peers with less recent time are served first, so expensive work of one peer does not delay cheap
/// work of another, however many connections it uses.
struct FairShare: Sendable {
    /// Decay time: after it, earlier use counts for less than half.
    static let memory = TimeAmount.seconds(1)
    /// Differences below this time are ignored.
    static let smallest = TimeAmount.milliseconds(40)
    /// Time for which a client's measured work predicts its next one, and for which a peer counts
    /// as active.
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

        mutating func add(_ duration: TimeAmount, isMeasure: Bool, at now: NIODeadline) {
            used = used(at: now) + Double(max(0, duration.nanoseconds))
            at = now
            if isMeasure { estimate.add(duration) }
        }

        /// Mean duration of recent work; nil without measurements.
        func mean(at now: NIODeadline) -> TimeAmount? {
            now - at > FairShare.trusted || estimate.mean == .zero ? nil : estimate.mean
        }
    }

    private var connections: [Int: Record] = [:]
    /// Records of peers, over all their connections.
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
    ///   - duration: Time on a worker.
    ///   - client: The client.
    ///   - isMeasure: Whether the duration predicts the client's next work; false if it was
    ///     interrupted.
    ///   - now: The end of the work.
    mutating func add(
        _ duration: TimeAmount, of client: WorkClient, isMeasure: Bool, at now: NIODeadline
    ) {
        if connections.count >= Self.maxClients {
            connections = connections.filter { now - $0.value.at < Self.trusted }
        }
        if peers.count >= Self.maxClients {
            peers = peers.filter { now - $0.value.at < Self.trusted }
        }
        if isMeasure { common.add(duration) }
        connections[client.connection, default: Record(at: now)]
            .add(duration, isMeasure: isMeasure, at: now)
        peers[client.peer, default: Record(at: now)]
            .add(duration, isMeasure: isMeasure, at: now)
    }

    /// A peer's turn, by its recent usage.
    ///
    /// - Parameters:
    ///   - peer: The peer.
    ///   - running: Time of its running work.
    ///   - now: The current time.
    /// - Returns: The turn, in powers of two of the usage; the lowest is served first.
    func turn(
        of peer: WorkClient.Peer, running: TimeAmount = .zero, at now: NIODeadline
    ) -> Int {
        let used = (peers[peer]?.used(at: now) ?? 0) + Double(running.nanoseconds)
        var (step, limit) = (0, Double(Self.smallest.nanoseconds))
        while used >= limit, step < 16 { (step, limit) = (step + 1, limit * 2) }
        return step
    }

    /// Mean duration of all work; zero before the first measurement.
    var mean: TimeAmount { common.mean }

    /// Expected duration of a client's next work.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - allowance: Available time.
    ///   - now: The current time.
    /// - Returns: The mean of its connection, without recent work that of its peer, and for an
    ///   unknown peer that of all work or, if that exceeds the allowance, the lowest known: heavy
    ///   work of others must not exclude a new client untried.
    func expected(
        of client: WorkClient, within allowance: TimeAmount, at now: NIODeadline
    ) -> TimeAmount {
        if let own = connections[client.connection]?.mean(at: now)
            ?? peers[client.peer]?.mean(at: now)
        {
            return own
        }
        guard common.mean > allowance else { return common.mean }
        return min(shortest(at: now) ?? common.mean, learnt ?? common.mean)
    }

    /// Shortest mean duration of a peer's recent work; nil if there is none.
    func shortest(at now: NIODeadline) -> TimeAmount? {
        peers.values.compactMap { $0.mean(at: now) }.min()
    }
}
