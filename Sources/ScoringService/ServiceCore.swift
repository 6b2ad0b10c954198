import EmotionRecognition
import Emotions
import NIOConcurrencyHelpers
import NIOCore
import Synchronization

/// What all connections of a service share.
final class ServiceCore: Sendable {
    let configuration: ServiceConfiguration
    let table: RouteTable
    let queue: WorkQueue
    let metrics: ServiceMetrics
    let browsers: BrowserPolicy
    let log: ServiceLog
    private let phase = Atomic<Phase>(.warmingUp)

    /// How far the service is.
    enum Phase: UInt8, AtomicRepresentable {
        case warmingUp
        case ready
        case stopping
    }

    init(
        configuration: ServiceConfiguration, routes: [Route], queue: WorkQueue,
        metrics: ServiceMetrics, log: ServiceLog
    ) {
        self.configuration = configuration
        table = RouteTable(routes: routes)
        self.queue = queue
        self.metrics = metrics
        self.log = log
        browsers = BrowserPolicy(allowedOrigins: configuration.allowedOrigins)
    }

    /// How far the service is; it goes forward only.
    var currentPhase: Phase { phase.load(ordering: .acquiring) }

    /// The warm-up has ended.
    func becomeReady() {
        _ = phase.compareExchange(
            expected: .warmingUp, desired: .ready, ordering: .acquiringAndReleasing)
    }

    /// The order to stop has come.
    func beginStopping() { phase.store(.stopping, ordering: .releasing) }
}

/// What all connections share and only the event loop touches.
final class LoopState {
    let budget: ByteBudget
    let turns = RoundRobinScheduler()
    private(set) var connections: [ObjectIdentifier: HTTPConnection] = [:]
    private var countByPeer: [WorkClient.Peer: Int] = [:]

    private var lastNumber = 0

    init(budget: ByteBudget) { self.budget = budget }

    /// How many connections a peer has.
    func count(of peer: WorkClient.Peer) -> Int { countByPeer[peer, default: 0] }

    /// Takes a connection in.
    func add(_ connection: HTTPConnection) {
        guard connections.updateValue(connection, forKey: ObjectIdentifier(connection)) == nil
        else { return }
        countByPeer[connection.client.peer, default: 0] += 1
    }

    /// Forgets a connection.
    func remove(_ connection: HTTPConnection) {
        guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
        let left = count(of: connection.client.peer) - 1
        countByPeer[connection.client.peer] = left == 0 ? nil : left
    }

    /// A number for a new connection.
    func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }
}
