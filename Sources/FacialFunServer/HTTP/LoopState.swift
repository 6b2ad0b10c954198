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

    /// Makes room for a connection that is not counted yet: where there are too many of its holder, or in
    /// all, those of them end that have waited longest for a request.
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

    /// Takes a connection in.
    func add(_ connection: Connection) {
        guard connections.updateValue(connection, forKey: ObjectIdentifier(connection)) == nil
        else { return }
        countByHolder[connection.holder, default: 0] += 1
    }

    /// Forgets a connection.
    func remove(_ connection: Connection) {
        guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
        let left = count(of: connection.holder) - 1
        countByHolder[connection.holder] = left == 0 ? nil : left
    }

    /// A number for a new connection.
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
        while !budget.mayHave(count, peer) {
            guard makeRoom(count, for: connection, among: { $0.client.peer == peer }) else {
                return false
            }
        }
        while !budget.has(count) {
            guard makeRoom(count, for: connection, among: { _ in true }) else { return false }
        }
        return budget.take(count, for: peer)
    }

    /// Lets one other connection give up what it holds; whether there was one.
    ///
    /// First goes who is longest about sending a request or taking an answer; then who has most of
    /// those whose work was not begun, if that is more than what is wanted.
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
            slowest.connection.tell(.giveWay(.requestTimeout))
            return true
        }
        let waiting = others.filter { $0.exchange.takenBytes > count }
            .sorted { $0.exchange.takenBytes > $1.exchange.takenBytes }
        for other in waiting {
            guard let job = other.exchange.job, other.connection.core.queue.withdraw(job) else {
                continue
            }
            other.exchange.job = nil
            other.connection.tell(.giveWay(.overloaded(retryAfter: .seconds(1))))
            return true
        }
        return false
    }
}

extension Exchange {
    /// Since when it holds memory for somebody who is slow to send or to read; nil where it does not.
    fileprivate var slowSince: NIODeadline? {
        if heldBytes > 0, let since = unfinishedSince { return since }
        return takenBytes > 0 && !isComplete ? arrival : nil
    }
}
