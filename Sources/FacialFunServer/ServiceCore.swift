import Synchronization

/// What all connections and routes of a service share.
final class ServiceCore: Sendable {
    let configuration: ServiceConfiguration
    let queue: WorkQueue
    let metrics = ServiceMetrics()
    let browsers: BrowserPolicy
    let log: ServiceLog
    private let phase = Atomic<Phase>(.warmingUp)

    /// How far the service is.
    enum Phase: UInt8, AtomicRepresentable {
        case warmingUp
        case ready
        case stopping
    }

    init(configuration: ServiceConfiguration, queue: WorkQueue, log: ServiceLog) {
        self.configuration = configuration
        self.queue = queue
        self.log = log
        browsers = BrowserPolicy(
            allowedOrigins: configuration.allowedOrigins, hasPages: configuration.hasDemo)
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
