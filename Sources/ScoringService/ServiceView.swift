import NIOCore
import Synchronization

/// What routes may see of the service that they belong to; it comes to be after them.
final class ServiceView: Sendable {
    private struct Watched: Sendable {
        let core: ServiceCore
        let loop: NIOLoopBound<LoopState>
    }

    private let attempts: AttemptStore
    private let baselines: SharedBaselineStore
    // Weak would do, too: the service holds both for as long as requests are answered.
    private let watched = Mutex<Watched?>(nil)

    init(attempts: AttemptStore, baselines: SharedBaselineStore) {
        self.attempts = attempts
        self.baselines = baselines
    }

    /// Takes the service.
    func watch(_ core: ServiceCore, _ loop: NIOLoopBound<LoopState>) {
        watched.withLock { $0 = Watched(core: core, loop: loop) }
    }

    /// How far the service is.
    var phase: ServiceCore.Phase {
        watched.withLock { $0 }?.core.currentPhase ?? .warmingUp
    }

    /// The text of the metrics; to be asked on the event loop.
    var metricsText: String {
        guard let watched = watched.withLock({ $0 }) else { return "" }
        var gauges = ServiceMetrics.Gauges()
        gauges.connections = watched.loop.value.connections.count
        gauges.bodyBytes = watched.loop.value.budget.used
        gauges.isReady = watched.core.currentPhase == .ready
        gauges.attempts = attempts.count
        gauges.baselines = baselines.count
        gauges.load = watched.core.queue.load
        return watched.core.metrics.text(gauges, process: .now())
    }
}
