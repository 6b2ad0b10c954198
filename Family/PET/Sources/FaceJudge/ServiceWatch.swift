import Logging
import FacialFunWire
import Synchronization

/// Monitors a service that the game did not start, by checking it periodically.
final class ServiceWatch: Sendable {
    private let client: ScoringClient
    private let policy: SupervisionPolicy
    private let logger: Logger
    private let shared = Mutex(Shared())

    private struct Shared {
        var state = JudgeState.starting
        var task: Task<Void, Never>?
        var isStopped = false
    }

    init(socket: String, policy: SupervisionPolicy, logger: Logger) {
        client = ScoringClient(
            endpoint: .unix(path: socket),
            deadlineMilliseconds: policy.probeDeadlineMilliseconds)
        self.policy = policy
        self.logger = logger
    }

    var state: JudgeState { shared.withLock { $0.state } }

    func start() {
        shared.withLock { shared in
            guard shared.task == nil, !shared.isStopped else { return }
            shared.task = Task { await self.watch() }
        }
    }

    func stop() async {
        let task = shared.withLock { shared in
            shared.isStopped = true
            shared.state = .away(.stopped)
            return shared.task
        }
        task?.cancel()
        await task?.value
    }

    private func watch() async {
        var backoff = RestartBackoff(policy)
        var readySince: ContinuousClock.Instant?
        while !Task.isCancelled {
            let pause: Duration
            switch await ReadinessProbe.ask(client) {
            case .ready:
                change(to: .ready)
                if readySince == nil { readySince = .now }
                pause = policy.probeInterval
            case .notReady:
                change(to: .starting)
                pause = policy.startingProbeInterval
            case .silent:
                change(
                    to: .away(
                        JudgeAbsence(
                            .notReachable,
                            "No scoring service answers at \(client.endpoint).",
                            remedy: "Start it with `facialfun serve --socket \(client.endpoint)`."))
                )
                let healthy = readySince.map { $0.duration(to: .now) } ?? .zero
                readySince = nil
                pause = backoff.pause(afterHealthy: healthy, chance: .random(in: 0...1))
            }
            do {
                try await Task.sleep(for: pause)
            } catch {
                return  // Canceled: monitoring has ended.
            }
        }
    }

    private func change(to state: JudgeState) {
        let isNew = shared.withLock { shared in
            guard !shared.isStopped, shared.state != state else { return false }
            shared.state = state
            return true
        }
        guard isNew else { return }
        switch state {
        case .ready: logger.info("The scoring service at \(client.endpoint) is ready.")
        case .away(let absence): logger.warning("\(absence)")
        case .starting: break
        }
    }
}
