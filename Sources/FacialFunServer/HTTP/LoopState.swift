import NIOCore

/// State shared by all connections and used only on the event loop.
final class LoopState {
    /// A younger request or response is not disconnected to free memory.
    private static let minStay = TimeAmount.milliseconds(250)

    let budget: ByteBudget
    let turns = RoundRobinScheduler()
    private(set) var connections: [ObjectIdentifier: Connection] = [:]
    private var countByHolder: [WorkClient.Peer: Int] = [:]
    /// Earliest time at which a connection can be idle: avoids a scan for each rejected connection.
    private var noneIdleUntil = NIODeadline.uptimeNanoseconds(0)
    private var lastNumber = 0

    init(budget: ByteBudget) { self.budget = budget }

    /// Number of connections of a peer.
    func count(of holder: WorkClient.Peer) -> Int { countByHolder[holder, default: 0] }

    /// Makes room for a new connection: at the limit of its peer or of the service, closes the
    /// connection that has been idle longest.
    ///
    /// - Returns: Whether there is room.
    func makeRoom(for connection: Connection) -> Bool {
        let (configuration, holder) = (connection.configuration, connection.holder)
        if count(of: holder) >= configuration.maxConnectionsOfPeer {
            closeIdle(for: connection) { $0.holder == holder }
        }
        if connections.count >= configuration.maxConnections {
            closeIdle(for: connection) { _ in true }
        }
        return connections.count < configuration.maxConnections
            && count(of: holder) < configuration.maxConnectionsOfPeer
    }

    /// Closes the longest idle of sixteen sampled connections, to avoid a scan of all for each new
    /// one.
    private func closeIdle(for connection: Connection, among isOne: (Connection) -> Bool) {
        let now = connection.now
        guard now >= noneIdleUntil else { return }
        let grace = TimeAmount.milliseconds(Int64(connection.configuration.idleGraceMilliseconds))
        let idle = connections.values.filter(isOne).compactMap { other in
            other.idleSince.map { (connection: other, since: $0) }
        }
        .filter { now - $0.since >= grace }.sorted { $0.since < $1.since }
        guard !idle.isEmpty else {
            noneIdleUntil = now + Self.idlePause
            return
        }
        for other in idle.prefix(max(1, idle.count / 16)) { other.connection.abort() }
    }

    private static let idlePause = TimeAmount.milliseconds(100)

    /// Adds a connection.
    func add(_ connection: Connection) {
        guard connections.updateValue(connection, forKey: ObjectIdentifier(connection)) == nil
        else { return }
        countByHolder[connection.holder, default: 0] += 1
    }

    /// Removes a connection.
    func remove(_ connection: Connection) {
        guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
        let left = count(of: connection.holder) - 1
        countByHolder[connection.holder] = left == 0 ? nil : left
    }

    /// The number for a new connection.
    func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Takes bytes from the budget.
    ///
    /// If it is exhausted, connections that have held their bytes for long are disconnected, those
    /// of the same peer if it has reached its own limit.
    func take(_ count: Int, for connection: Connection) -> Bool {
        let peer = connection.client.peer
        while !budget.isWithinQuota(count, peer) {
            guard makeRoom(count, for: connection, among: { $0.client.peer == peer }) else {
                return false
            }
        }
        while !budget.hasRoom(for: count) {
            guard makeRoom(count, for: connection, among: { _ in true }) else { return false }
        }
        return budget.take(count, for: peer)
    }

    /// Disconnects another connection to free its memory; returns whether there was one.
    ///
    /// First the slowest connection in sending a request or reading a response; then the one with
    /// the most memory for work that has not started, if that exceeds the requested amount.
    private func makeRoom(
        _ count: Int, for connection: Connection, among isOne: (Connection) -> Bool
    ) -> Bool {
        let now = connection.now
        let others = connections.values.filter { $0 !== connection && isOne($0) }
            .compactMap { other in other.exchange.map { (connection: other, exchange: $0) } }
        let slow = others.compactMap { other in
            other.exchange.slowSince.map { (connection: other.connection, since: $0) }
        }
        if let slowest = slow.min(by: { $0.since < $1.since }), now - slowest.since >= Self.minStay
        {
            slowest.connection.send(.evict(.requestTimeout))
            return true
        }
        let waiting = others.filter { $0.exchange.takenBytes > count }
            .sorted { $0.exchange.takenBytes > $1.exchange.takenBytes }
        for other in waiting {
            guard let job = other.exchange.job, other.connection.core.queue.withdraw(job) else {
                continue
            }
            other.exchange.job = nil
            other.connection.send(.evict(.overloaded(retryAfter: .seconds(1))))
            return true
        }
        return false
    }
}

extension Exchange {
    /// Time since which it holds memory for a client that sends or reads slowly; nil otherwise.
    fileprivate var slowSince: NIODeadline? {
        if heldBytes > 0, let since = unfinishedSince { return since }
        return takenBytes > 0 && !isComplete ? arrival : nil
    }
}
