import FacialFunWire
import Synchronization

/// Checks whether a service is ready without blocking the caller's thread.
final class ReadinessProbe: Sendable {
    /// The result.
    enum Answer { case ready, notReady, silent }

    private let client: ScoringClient
    private let wakePipe: WakePipe
    private let answer = Mutex<Answer?>(nil)

    /// Makes a probe, which wakes the pipe when there is a result.
    init(_ client: ScoringClient, wakePipe: WakePipe) {
        self.client = client
        self.wakePipe = wakePipe
    }

    /// Starts a check.
    func begin() {
        Task.detached { [self] in
            let answer = await Self.ask(client)
            self.answer.withLock { $0 = answer }
            wakePipe.wake()
        }
    }

    /// The result since the last call; nil if there is none.
    func takeAnswer() -> Answer? {
        answer.withLock { answer in
            defer { answer = nil }
            return answer
        }
    }

    /// A service's answer to a readiness check.
    static func ask(_ client: ScoringClient) async -> Answer {
        do {
            return try await client.isReady() ? .ready : .notReady
        } catch {
            // Any error counts as no answer.
            return .silent
        }
    }
}
