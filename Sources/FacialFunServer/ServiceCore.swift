import Synchronization

/// State shared by all connections and routes of a service.
final class ServiceCore: Sendable {
    let configuration: ServiceConfiguration
    let queue: WorkQueue
    let metrics = ServiceMetrics()
    let browsers: BrowserPolicy
    let log: ServiceLog
    private let phase = Atomic<Phase>(.warmingUp)

    /// Phase of the service.
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

    /// Current phase; only advances.
    var currentPhase: Phase { phase.load(ordering: .acquiring) }

    /// Records the end of the warm-up.
    func becomeReady() {
        _ = phase.compareExchange(
            expected: .warmingUp, desired: .ready, ordering: .acquiringAndReleasing)
    }

    /// Starts stopping.
    func beginStopping() { phase.store(.stopping, ordering: .releasing) }
}
